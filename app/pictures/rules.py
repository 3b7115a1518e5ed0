"""The scene `rules`: four outputs beside p, four distances over draws, what each rule costs and wastes.

M = max p/q is what classical rejection needs to bound p by q (von Neumann 1951); the rule needs no bound.
"""

from __future__ import annotations

import numpy as np

from app.core.law import SAME, acceptance_rate, total_variation
from app.core.sampler import RULES
from app.core.tally import share
from app.session.frame import Frame
from app.session.frames.rules import RulesFrame
from app.text.catalog import Catalog
from app.text.numbers import decimal, halves, percent, probability

from . import distance
from .plots import Columns, Lines, top_of

UNFILTERED: dict[str, str | float] = {"temperature": 1.0, "top_k": 0, "top_p": 1.0}
EDGES: dict[str, dict[str, str | float]] = {  # settings that a button brings
    "worked": {"scenario": "worked", "mismatch": 1.0, **UNFILTERED},
    "same": {"mismatch": 0.0},
    "disjoint": {"scenario": "disjoint", "mismatch": 1.0, **UNFILTERED},
    "greedy": {"scenario": "greedy", "mismatch": 0.5, **UNFILTERED},
}
ONE_DRAFT = 1 + 1e-9  # drafts a token, at most, where none is refused


def stage_of(frame: Frame) -> RulesFrame:
    """The scene's own record; TypeError where the frame is another scene's."""
    if not isinstance(frame.stage, RulesFrame):
        raise TypeError(f"stage is {frame.stage!r:.60}; the scene rules shows a RulesFrame")
    return frame.stage


def faint(frame: Frame) -> frozenset[str]:
    """The rules that stand back: where one is chosen to be compared with the lossless one, the others."""
    chosen = frame.settings["rule"]
    return frozenset() if chosen == "lossless" else frozenset(RULES) - {"lossless", chosen}


def columns(frame: Frame) -> Columns:
    """For each token the target and what came out of each rule."""
    stage = stage_of(frame)
    shares = {name: share(run.counts) for name, run in stage.runs.items()}
    heights = {name: row for name, row in shares.items() if row is not None}
    return Columns(
        names=tuple(frame.laws.names),
        heights={"target": frame.laws.p, **heights},
        top=top_of(frame.laws.p, *(run.law for run in stage.runs.values()), *heights.values()),
        faint=faint(frame),
    )


def lines(frame: Frame) -> Lines:
    """TV over draws of each rule, and its limit."""
    stage = stage_of(frame)
    histories = {name: run.curve for name, run in stage.runs.items()}
    end, ticks = distance.axis(histories.values())
    back = faint(frame)
    paths = {name: distance.curve(one) for name, one in histories.items()}
    paths |= {f"tip-{name}": distance.lone(one) for name, one in histories.items()}
    paths |= {f"limit-{name}": distance.level(stage.limits[name], end) for name in histories}
    paths["jumps"] = distance.jumps(histories.values())
    return Lines(
        paths=paths,
        start=1,
        end=end,
        top=1.0,
        ticks=ticks,
        faint=back | {f"limit-{name}" for name in back},
    )


def table(frame: Frame, catalog: Catalog) -> list[list[str]]:
    """For each rule its name, TV now, its limit, drafts a token in theory and so far."""
    stage = stage_of(frame)
    none = catalog.text("rules.none")
    rows = []
    for name in RULES:
        cells = [none] * 4
        if name in stage.runs:
            tv, used = stage.tv(name), stage.runs[name].drafts_per_token
            cells = [
                none if tv is None else probability(tv),
                probability(stage.limits[name]),
                decimal(stage.runs[name].drafts_in_theory),
                none if used is None else decimal(used),
            ]
        rows.append([catalog.text(f"rules.name-{name}"), *cells])
    return rows


def wastes(frame: Frame, catalog: Catalog) -> list[str]:
    """For each rule, in the order of RULES, what it wastes at these laws, in words."""
    told = {"lossless": _lossless, "naive": _naive, "top-1": _top_1, "classical": _classical}
    return [told[name](frame, catalog) for name in RULES]


def _lossless(frame: Frame, catalog: Catalog) -> str:
    alpha = acceptance_rate(frame.laws.p, frame.laws.q)
    if 1 - alpha <= SAME:
        return catalog.text("rules.lossless-same")
    return catalog.text("rules.lossless", rejected=percent(halves(alpha)[1]))


def _naive(frame: Frame, catalog: Catalog) -> str:
    tv = total_variation(frame.laws.p, frame.laws.q)
    return catalog.text("rules.naive-same" if tv <= SAME else "rules.naive", tv=probability(tv))


def _top_1(frame: Frame, catalog: Catalog) -> str:
    p, q = frame.laws.p, frame.laws.q
    best = int(p.argmax())
    if 1 - p[best] <= SAME:
        return catalog.text("rules.top-1-same", token=frame.laws.names[best])
    thrown = percent(min(1.0, max(0.0, 1 - float(q[best]))))
    lost = probability(min(1.0, 1 - float(p[best])))
    return catalog.text("rules.top-1", token=frame.laws.names[best], thrown=thrown, tv=lost)


def _classical(frame: Frame, catalog: Catalog) -> str:
    stage = stage_of(frame)
    if stage.unbounded is not None:
        token = stage.unbounded
        p, q = (probability(float(law[token])) for law in (frame.laws.p, frame.laws.q))
        key = "rules.classical-none" if frame.laws.q[token] == 0 else "rules.classical-rare"
        return catalog.text(key, token=frame.laws.names[token], p=p, q=q)
    M = stage.runs["classical"].drafts_in_theory
    if M <= ONE_DRAFT:
        return catalog.text("rules.classical-same")
    return catalog.text("rules.classical", bound=decimal(M), refused=percent(1 - 1 / M))


def draws(frame: Frame, catalog: Catalog) -> str:
    """How many tokens came out of each rule, in words."""
    n = stage_of(frame).draws
    return catalog.text("rules.draws" if n else "rules.no-draws", n=n)


def summary(frame: Frame, catalog: Catalog) -> str:
    """Both charts in words: what most often came out of each rule, and how far it is from p."""
    stage = stage_of(frame)
    told = [draws(frame, catalog)]
    if stage.draws:
        for name, run in stage.runs.items():
            often = int(np.argmax(run.counts))
            told.append(
                catalog.text(
                    "rules.summary",
                    rule=catalog.text(f"rules.name-{name}"),
                    token=frame.laws.names[often],
                    tv=probability(stage.tv(name) or 0.0),
                    limit=probability(stage.limits[name]),
                )
            )
    return " ".join(told)
