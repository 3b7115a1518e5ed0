"""The scene `beat`: p, q and where the attempt ends, how much it accepts, and what the bound makes of that.

accepted - bound <= TV(out, p): see app.core.beat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from app.core.beat import EXACT, MOST_TOKENS, Attempt
from app.core.tally import share
from app.session.frame import Frame
from app.session.frames.beat import BeatFrame
from app.text.catalog import Catalog
from app.text.numbers import MOST_DECIMALS, above_bar, above_narrow_bar, decimal, halves, probability

from .plots import TALLEST, Columns, top_of

FEW = 4  # tokens whose bars carry their numbers


def stage_of(frame: Frame) -> BeatFrame:
    """The scene's own record; TypeError where the frame is another scene's."""
    if not isinstance(frame.stage, BeatFrame):
        raise TypeError(f"stage is {frame.stage!r:.60}; the scene beat shows a BeatFrame")
    return frame.stage


def columns(frame: Frame) -> Columns:
    """For each token p, q and the limit through both doors, with an outline of what came out so far."""
    stage = stage_of(frame)
    one = stage.attempt
    if one is None:
        p, q = frame.laws.p, frame.laws.q
        return Columns(names=frame.laws.names, heights={"target": p, "draft": q}, top=top_of(p, q))
    kept = one.q * one.a
    heights = {"target": one.p, "draft": one.q, "kept": kept, "corrected": one.rejected * one.R}
    ran = share(stage.counts)
    few = len(one.p) <= FEW
    if ran is not None:
        heights["ran"] = ran
    return Columns(
        names=frame.laws.names,
        heights=heights,
        top=top_of(one.p, one.q, one.law, *([] if ran is None else [ran]), most=TALLEST if few else 1.0),
        texts=numbered(one, above_bar) if few else {},
        briefs=numbered(one, above_narrow_bar) if few else {},
    )


def numbered(one: Attempt, written: Callable[[float], str]) -> dict[str, tuple[str, ...]]:
    """What stands above the bars; where a limit has no upper part, the lower one carries its number."""
    p, q, out = (tuple(map(written, law.tolist())) for law in (one.p, one.q, one.law))
    whole = one.rejected * one.R == 0
    kept = tuple(text if bare else "" for text, bare in zip(out, whole, strict=True))
    return {"target": p, "draft": q, "kept": kept, "corrected": out}


def shown(law: np.ndarray) -> tuple[str, ...]:
    """The entries with three decimals."""
    return tuple(decimal(x) for x in law.tolist())


def rows(frame: Frame, catalog: Catalog) -> list[dict[str, Any]]:
    """For each token its name and both sliders: where they stand, what they say, what they are called."""
    stage = stage_of(frame)
    if stage.attempt is None:
        return []
    columns = (frame.laws.names, stage.attempt.a.tolist(), stage.weights.tolist(), stage.attempt.R.tolist())
    return [
        {
            "name": name,
            "accept": a,
            "accept_text": decimal(a),
            "accept_label": catalog.text("beat.accept-label", token=name),
            "weigh": weight,
            "weigh_text": decimal(R),
            "weigh_label": catalog.text("beat.weigh-label", token=name),
        }
        for name, a, weight, R in zip(*columns, strict=True)
    ]


def numbers(frame: Frame, catalog: Catalog) -> dict[str, Any]:
    """Accepted share, bound, TV and the least TV that the bound allows, as words and as shares for bars."""
    one = stage_of(frame).attempt
    if one is None:
        return {}
    bound, apart = halves(one.bound)
    accepted, _, tv, least = told(one)
    return {
        "accepted": one.accepted,
        "bound": one.bound,
        "tv": one.tv,
        "least": one.least_tv,
        "accepted_text": accepted,
        "bound_text": catalog.text("beat.bound", bound=decimal(bound), tv=decimal(apart)),
        "tv_text": tv,
        "least_text": catalog.text("beat.least", least=least)
        if one.least_tv
        else catalog.text("beat.least-none"),
    }


def told(one: Attempt) -> tuple[str, str, str, str]:
    """Accepted share, bound, TV and least TV; the last is the difference of the first two as shown.

    Three decimals, or up to six where three would show as zero what is kept beyond the bound.
    """
    for digits in range(3, MOST_DECIMALS + 1):
        accepted, bound = decimal(one.accepted, digits), decimal(one.bound, digits)
        least = decimal(max(0.0, float(accepted) - float(bound)), digits)
        if float(least) > 0 or not one.least_tv:
            break
    tight = one.least_tv > 0 and one.tv - one.least_tv <= EXACT
    return accepted, bound, least if tight else probability(one.tv), least


def verdict(frame: Frame, catalog: Catalog) -> dict[str, Any]:
    """What the bound says of the attempt: its kind, a title, a sentence, the tokens kept too often."""
    stage = stage_of(frame)
    one = stage.attempt
    if one is None:
        n = len(frame.laws.names)
        return {
            "kind": "large",
            "title": catalog.text("beat.large", n=n, most=MOST_TOKENS),
            "text": "",
            "spilt": "",
        }
    accepted, bound, tv, least = told(one)
    slots = {"accepted": accepted, "bound": bound, "tv": tv, "least": least}
    kind = one.verdict
    over = [name for name, more in zip(frame.laws.names, one.q * one.a - one.p > EXACT, strict=True) if more]
    return {
        "kind": kind,
        "title": catalog.text(f"beat.{kind}-title"),
        "text": catalog.text(f"beat.{kind}", **slots),
        "spilt": catalog.text("beat.spilt", tokens=listed(over, catalog)) if over else "",
    }


def listed(names: list[str], catalog: Catalog) -> str:
    """The names as one list."""
    text = names[0]
    for name in names[1:]:
        text = catalog.text("beat.comma", before=text, after=name)
    return text


def named(frame: Frame, catalog: Catalog) -> str:
    """The gallery's name for the attempt and what such an engine does; empty where it has none."""
    name = stage_of(frame).name
    if name is None:
        return ""
    return catalog.text(
        "beat.named", name=catalog.text(f"fault.{name}"), what=catalog.text(f"fault.{name}-what")
    )


def best(frame: Frame, catalog: Catalog) -> str:
    """The best exact attempt by hand beside the bound."""
    stage = stage_of(frame)
    if stage.attempt is None:
        return ""
    bound = decimal(halves(stage.attempt.bound)[0])
    if stage.best is None:
        return catalog.text("beat.best-none", bound=bound)
    return catalog.text("beat.best-so-far", best=decimal(stage.best), bound=bound)


def ran(frame: Frame, catalog: Catalog) -> str:
    """What was drawn with the attempt so far."""
    stage = stage_of(frame)
    if stage.attempt is None:
        return ""
    if stage.tv_now is None:
        return catalog.text("beat.ran-none")
    accepted = decimal(stage.accepted / stage.draws)
    return catalog.text("beat.ran", n=stage.draws, accepted=accepted, tv=decimal(stage.tv_now))


def summary(frame: Frame, catalog: Catalog) -> str:
    """The chart in words, token by token."""
    one = stage_of(frame).attempt
    if one is None:
        return ""
    told = zip(frame.laws.names, shown(one.p), shown(one.q), shown(one.law), strict=True)
    return " ".join(catalog.text("beat.summary", token=name, p=p, q=q, out=out) for name, p, q, out in told)
