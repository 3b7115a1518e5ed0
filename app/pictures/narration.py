"""One draw in words, beat by beat, and the last verdicts where draws come too fast to be told.

Every number is the draw's own or its law's; the words agree with `lossless.state().last`. A rejection is told
as what it is, the rule's correction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from app.session.frame import Draw, Frame
from app.text.catalog import Catalog
from app.text.numbers import compared, decimal, quotient

from .shown import LAST_BEAT, of_these_laws, told, verdict

Kind = Literal["none", "kept", "sure", "corrected", "naive"]
MOST_SHARES = 4  # entries of the residual that are spelled out
LISTED = 5  # draws in the ticker of single verdicts
LISTED_UP_TO = 5  # the fastest speed at which single verdicts can be read


@dataclass(frozen=True)
class Narration:
    """The draw being told, as far as its beats have come; what has not come yet is empty or None.

    `ratio` is p(x)/q(x), at most 1, for the gauge; `coin` is u where a coin decides.
    """

    kind: Kind
    title: str
    beats: tuple[str, ...] = ()
    ratio: float | None = None
    ratio_text: str = ""
    coin: float | None = None
    coin_text: str = ""
    verdict_text: str = ""
    residual_text: str = ""
    sentence: str = ""
    finished: bool = False


def narrate(frame: Frame, catalog: Catalog) -> Narration:
    """The draw that the frame tells, in words; kind "none" where it tells none."""
    draw = told(frame)
    if draw is None:
        drawn = frame.lossless.draws > 0
        return Narration("none", catalog.text("narration.many-title" if drawn else "narration.none-title"))
    kind = kind_of(draw, naive=verdict(frame) == "naive")
    names = frame.laws.names
    ratio_text = _ratio_text(frame, draw, kind, catalog)
    residual_text = _shares_text(draw.residual, names, catalog) if draw.residual is not None else ""
    beats = (
        catalog.text("narration.proposed", token=names[draw.draft]),
        _ratio_beat(frame, draw, kind, ratio_text, catalog),
        _coin_beat(draw, kind, catalog),
        _out_beat(frame, draw, kind, residual_text, catalog),
    )
    with_coin = kind in ("kept", "corrected")
    ratio_told, coin_told, out_told = frame.beat >= 2, frame.beat >= 3, frame.beat >= LAST_BEAT
    return Narration(
        kind=kind,
        title=catalog.text("narration.title", n=draw.number),
        beats=beats[: frame.beat],
        ratio=min(1.0, float(draw.ratio)) if ratio_told and kind != "naive" else None,
        ratio_text=ratio_text if ratio_told else "",
        coin=draw.coin if coin_told and with_coin else None,
        coin_text=catalog.text("narration.coin", coin=decimal(draw.coin)) if coin_told and with_coin else "",
        verdict_text=catalog.text(f"verdict.{kind}") if coin_told else "",
        residual_text=residual_text if out_told else "",
        sentence=spoken(draw, kind, names, catalog) if out_told else "",
        finished=out_told,
    )


def kind_of(draw: Draw, *, naive: bool) -> Kind:
    """How the draw is told."""
    if naive:
        return "naive"
    if not draw.accepted:
        return "corrected"
    return "sure" if draw.ratio >= 1 else "kept"


def spoken(draw: Draw, kind: Kind, names: tuple[str, ...], catalog: Catalog) -> str:
    """The whole draw in one short sentence."""
    return catalog.text(f"spoken.{kind}", n=draw.number, draft=names[draw.draft], token=names[draw.token])


def _ratio_text(frame: Frame, draw: Draw, kind: Kind, catalog: Catalog) -> str:
    if kind == "naive":
        return ""
    if not of_these_laws(frame, draw):
        return decimal(draw.ratio) if draw.ratio < 1 else ""
    p, q = float(frame.laws.p[draw.draft]), float(frame.laws.q[draw.draft])
    if kind == "sure":
        return catalog.text("narration.at-least", p=decimal(p), q=decimal(q))
    top, bottom, ratio, exact = quotient(p, q)
    return catalog.text("narration.equal" if exact else "narration.about", p=top, q=bottom, ratio=ratio)


def _ratio_beat(frame: Frame, draw: Draw, kind: Kind, ratio_text: str, catalog: Catalog) -> str:
    if kind == "naive":
        return catalog.text("narration.naive-ratio")
    then = "" if of_these_laws(frame, draw) else "-then"
    return catalog.text(f"narration.{'sure' if kind == 'sure' else 'ratio'}{then}", ratio=ratio_text)


def _coin_beat(draw: Draw, kind: Kind, catalog: Catalog) -> str:
    if kind in ("naive", "sure"):
        return catalog.text(f"narration.coin-{kind}")
    coin, ratio = compared(draw.coin, draw.ratio, below=draw.accepted)
    return catalog.text(f"narration.coin-{kind}", coin=coin, ratio=ratio)


def _out_beat(frame: Frame, draw: Draw, kind: Kind, residual_text: str, catalog: Catalog) -> str:
    key = kind if kind in ("naive", "corrected") else "kept"
    return catalog.text(f"narration.out-{key}", token=frame.laws.names[draw.token], shares=residual_text)


def _shares_text(law: np.ndarray, names: tuple[str, ...], catalog: Catalog) -> str:
    """The largest entries of a law, the rest counted."""
    possible = [int(x) for x in np.argsort(-law, kind="stable") if law[x] > 0]
    return shares_text(law, possible[:MOST_SHARES], names, catalog, unnamed=len(possible) - MOST_SHARES)


def shares_text(
    law: np.ndarray, tokens: list[int], names: tuple[str, ...], catalog: Catalog, unnamed: int = 0
) -> str:
    """These entries of a law as a list in words, then how many more there are."""
    text = ""
    for x in tokens:
        entry = catalog.text("narration.share", token=names[x], share=decimal(float(law[x])))
        text = catalog.text("narration.comma", before=text, after=entry) if text else entry
    return catalog.text("narration.more", shares=text, n=unnamed) if unnamed > 0 else text


def ticker(frame: Frame, catalog: Catalog) -> str:
    """The last verdicts: one by one up to 5x, counted from 25x; empty while a single draw is told."""
    if frame.narrated or frame.last is None:
        return ""
    if frame.settings["speed"] <= LISTED_UP_TO:
        return _listed(frame, frame.last, catalog)
    n, corrected = len(frame.last_accepted), int(np.count_nonzero(~frame.last_accepted))
    if n == 0:
        return ""
    key = f"ticker.{'last' if n >= 100 else 'first'}{'-naive' if verdict(frame) == 'naive' else ''}"
    return catalog.text(key, n=n, kept=n - corrected, corrected=corrected)


def _listed(frame: Frame, last: Draw, catalog: Catalog) -> str:
    first = last.number - LISTED + 1
    draws = [draw for draws in frame.by_token.values() for draw in draws if draw.number >= first]
    names, text = frame.laws.names, ""
    for draw in sorted(draws, key=lambda draw: draw.number):
        kind = "naive" if verdict(frame) == "naive" else "kept" if draw.accepted else "corrected"
        entry = catalog.text(f"ticker.{kind}", draft=names[draw.draft], token=names[draw.token])
        text = catalog.text("ticker.then", before=text, after=entry) if text else entry
    return text
