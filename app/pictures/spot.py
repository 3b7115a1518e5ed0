"""The scene `spot`: two streams by their names A and B, and what came to light with the vote.

Before the vote every word and number here follows from what was drawn and from what may be hidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from app.core.law import acceptance_rate
from app.core.tally import share, tv_of
from app.session.frame import Band, Frame
from app.session.frames.spot import Reveal, SpotFrame
from app.text.catalog import Catalog
from app.text.numbers import decimal, percent, probability, whole

from . import distance
from .plots import Area, Columns, Lines, top_of

EVEN = 0.5  # odds of a guess
SAME = 1e-9  # a TV that rounding alone can make
OTHER = {"a": "b", "b": "a"}


def stage_of(frame: Frame) -> SpotFrame:
    """The scene's own record; TypeError where the frame is another scene's."""
    if not isinstance(frame.stage, SpotFrame):
        raise TypeError(f"stage is {frame.stage!r:.60}; the scene spot shows a SpotFrame")
    return frame.stage


def columns(frame: Frame) -> Columns:
    """For each token the target and how often it came in A and in B."""
    stage = stage_of(frame)
    shares = {"a": share(stage.a.counts), "b": share(stage.b.counts)}
    heights = {name: row for name, row in shares.items() if row is not None}
    return Columns(
        names=frame.laws.names,
        heights={"target": frame.laws.p, **heights},
        top=top_of(frame.laws.p, *heights.values()),
    )


def lines(frame: Frame) -> Lines:
    """TV to p over tokens of A and of B, and what chance alone does."""
    stage = stage_of(frame)
    curves = {"a": stage.a.curve, "b": stage.b.curve}
    end, ticks = distance.axis(curves.values())
    paths = {name: distance.curve(one) for name, one in curves.items()}
    paths |= {f"tip-{name}": distance.lone(one) for name, one in curves.items()}
    paths["jumps"] = distance.jumps(curves.values())
    areas = {"band": area(frame.band, end)} if frame.band else {}
    return Lines(paths=paths, start=1, end=end, top=1.0, ticks=ticks, areas=areas)


def area(band: Band, end: float) -> Area:
    """The chance band as far as the axis goes."""
    inside = band.n <= end
    return Area(band.n[inside], band.low[inside], band.high[inside])


def tokens(frame: Frame, catalog: Catalog) -> dict[str, str]:
    """How many tokens were drawn, and the last ones of each stream."""
    stage = stage_of(frame)
    n = stage.n
    return {
        "n": catalog.text("spot.n" if n else "spot.n-none", n=whole(n)),
        "a": written((frame.laws.names[x] for x in stage.a.recent), catalog),
        "b": written((frame.laws.names[x] for x in stage.b.recent), catalog),
    }


def written(names: Iterable[str], catalog: Catalog) -> str:
    """Names one after the other."""
    text = ""
    for name in names:
        text = catalog.text("spot.then", before=text, after=name) if text else name
    return text


def opponents(frame: Frame, catalog: Catalog) -> list[list[str]]:
    """What may be hidden: ids and names."""
    ours = {"lossless", "chance"}
    return [
        [name, catalog.text(f"spot.opponent-{name}" if name in ours else f"fault.{name}")]
        for name in stage_of(frame).opponents
    ]


def asked(frame: Frame, catalog: Catalog) -> str:
    """What the two streams are, as far as the reader may know."""
    opponent = stage_of(frame).opponent
    if opponent in {"lossless", "chance"}:
        return catalog.text(f"spot.asked-{opponent}")
    return catalog.text("spot.asked-fault", name=catalog.text(f"fault.{opponent}"))


def reveal(frame: Frame, catalog: Catalog) -> dict[str, str] | None:
    """What the vote brought to light, in words; None before it."""
    stage = stage_of(frame)
    told = stage.revealed
    if told is None:
        return None
    names = {name: catalog.text(f"spot.{name}") for name in OTHER}
    verdict = {None: "none", True: "right", False: "wrong"}[stage.right]
    slots = {"target": names[told.target], "other": names[OTHER[told.target]], "n": whole(told.n)}
    return {
        "verdict": catalog.text(f"spot.verdict-{verdict}", **slots),
        "engine": _engine(frame, told, slots, catalog),
        "odds": _odds(told, catalog),
        "key": told.key,
        "vote": verdict,
    }


def _engine(frame: Frame, told: Reveal, slots: dict[str, str], catalog: Catalog) -> str:
    if told.engine == "lossless":
        accepted = percent(acceptance_rate(frame.laws.p, frame.laws.q))
        return catalog.text("spot.engine-lossless", accepted=accepted, **slots)
    name, what = (catalog.text(f"fault.{told.engine}{end}") for end in ("", "-what"))
    key = "spot.engine-same" if told.limit <= SAME else "spot.engine-fault"
    return catalog.text(key, name=name, what=what, tv=probability(told.limit), **slots)


def _odds(told: Reveal, catalog: Catalog) -> str:
    if told.limit <= SAME:
        return catalog.text("spot.odds-even", odds=percent(EVEN), n=whole(told.n))
    if told.n == 0:
        return catalog.text("spot.odds-nothing", odds=percent(told.odds))
    return catalog.text("spot.odds", odds=percent(told.odds), n=whole(told.n))


def summary(frame: Frame, catalog: Catalog) -> str:
    """Both charts in words."""
    stage, p = stage_of(frame), frame.laws.p
    a, b = tv_of(stage.a.counts, p), tv_of(stage.b.counts, p)
    if a is None or b is None:
        return catalog.text("spot.summary-none")
    often = {
        f"often_{name}": frame.laws.names[int(one.counts.argmax())]
        for name, one in (("a", stage.a), ("b", stage.b))
    }
    return catalog.text("spot.summary", n=whole(stage.n), a=decimal(a), b=decimal(b), **often)


def shown(frame: Frame, catalog: Catalog) -> dict[str, Any]:
    """All words of the scene, as JSON-able data."""
    told = reveal(frame, catalog)
    return {
        "tokens": tokens(frame, catalog),
        "asked": asked(frame, catalog),
        "opponent": stage_of(frame).opponent,
        "opponents": opponents(frame, catalog),
        "voting": told is None,
        "voted": told is not None,
        "reveal": told or {},
        "summary": summary(frame, catalog),
    }
