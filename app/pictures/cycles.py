"""The scene `cycles`: the text as it was written, token by token, and one cycle told position by position.

A token is one of KINDS. What was thrown away is shown in the last cycles alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from app.core.examples import NAMES
from app.core.ledger import EIGHT, Ledger, replay
from app.core.words import WORDS
from app.session.frame import Frame
from app.session.frames.cycles import Cycle, CyclesFrame
from app.text.catalog import Catalog
from app.text.numbers import decimal, probability

from .shown import LAST_BEAT

KINDS = ("kept", "corrected", "bonus", "rejected", "thrown", "proposed")
WITH_THROWN = 3  # cycles, the newest, that still show what was thrown away
EIGHT_GAMMA = 4
Cell = tuple[str, str]  # what is written, kind


def stage(frame: Frame) -> CyclesFrame:
    """The scene's own record."""
    assert isinstance(frame.stage, CyclesFrame)
    return frame.stage


def names(shown: CyclesFrame) -> tuple[str, ...]:
    """The tokens' names."""
    return WORDS if shown.model == "words" else NAMES


def judged(frame: Frame) -> int:
    """How many positions of the last cycle are told: none, half, all of them by the beat; then the end."""
    shown = stage(frame)
    if not shown.recent or frame.beat >= LAST_BEAT or not frame.narrated:
        return shown.gamma + 1
    looked_at = looked_at_in(shown, shown.recent[-1])
    return (0, 0, -(-looked_at // 2), looked_at)[frame.beat]


def looked_at_in(shown: CyclesFrame, cycle: Cycle) -> int:
    """How many drafts of a cycle were looked at: to the first rejection, or all."""
    to_the_end = shown.keep_going or shown.verifier == "block"
    return shown.gamma if to_the_end else min(shown.gamma, cycle.kept + 1)


def text(frame: Frame) -> list[dict[str, object]]:
    """The newest cycles, each with its number `n` and its `cells`: pairs of what is written and its kind."""
    shown = stage(frame)
    word = names(shown)
    last = len(shown.recent) - 1
    told = judged(frame)
    rows: list[dict[str, object]] = []
    for i, cycle in enumerate(shown.recent):
        upto = told if i == last else shown.gamma + 1
        cells = cells_of(cycle, upto, keep_going=shown.keep_going)
        if last - i >= WITH_THROWN:
            cells = [cell for cell in cells if cell[1] not in {"rejected", "thrown"}]
        rows.append({"n": cycle.number, "cells": [[word[x], kind] for x, kind in cells]})
    return rows


def cells_of(cycle: Cycle, upto: int, *, keep_going: bool) -> list[tuple[int, str]]:
    """Tokens with their kinds, in the order of the text; drafts from `upto` on are not judged yet."""
    gamma, kept = len(cycle.drafts), cycle.kept
    if keep_going:
        return going_on(cycle, upto)
    cells = [(x, "kept" if i < upto else "proposed") for i, x in enumerate(cycle.drafts[:kept])]
    for i, x in enumerate(cycle.drafts[kept:], kept):
        kind = "rejected" if i == kept else "thrown"
        cells.append((x, kind if upto > kept else "proposed"))
    if upto > gamma:
        cells.append((cycle.tokens[-1], "corrected" if kept < gamma else "bonus"))
    return cells


def going_on(cycle: Cycle, upto: int) -> list[tuple[int, str]]:
    """The same for the engine that corrects a position and goes on behind it."""
    cells: list[tuple[int, str]] = []
    for i, (x, accepted) in enumerate(zip(cycle.drafts, cycle.accepted, strict=True)):
        if i >= upto:
            cells.append((x, "proposed"))
        elif accepted:
            cells.append((x, "kept"))
        else:
            cells += [(x, "rejected"), (cycle.tokens[i], "corrected")]
    return [*cells, (cycle.tokens[-1], "bonus")] if upto > len(cycle.drafts) else cells


def told_rows(frame: Frame, catalog: Catalog) -> list[list[str]]:
    """The last cycle, a row a position: place, draft, chance to be kept, coin, verdict."""
    shown = stage(frame)
    if not shown.recent or shown.told is None:
        return []
    cycle, told, word = shown.recent[-1], shown.told, names(shown)
    upto, looked_at = judged(frame), looked_at_in(shown, cycle)
    rows = []
    for i, x in enumerate(cycle.drafts):
        limit = coin = verdict = catalog.text("cycles.nothing")
        if i < min(upto, looked_at):
            limit, coin = probability(told.limits[i]), decimal(told.coins[i])
        if i < upto:
            verdict = catalog.text(f"cycles.verdict-{verdict_of(shown, cycle, i, looked_at)}")
        rows.append([str(i + 1), word[x], limit, coin, verdict])
    return rows


def verdict_of(shown: CyclesFrame, cycle: Cycle, i: int, looked_at: int) -> str:
    """What became of the draft at position i."""
    if cycle.accepted[i]:
        return "kept"
    if shown.keep_going:
        return "corrected"
    if shown.verifier == "block":
        return "block"
    return "rejected" if i < looked_at else "thrown"


def told_title(frame: Frame, catalog: Catalog) -> str:
    """Which cycle is told."""
    shown = stage(frame)
    if not shown.recent:
        return catalog.text("cycles.told-none-title")
    return catalog.text("cycles.told-title", n=shown.recent[-1].number)


def told_end(frame: Frame, catalog: Catalog) -> str:
    """How the last cycle ends: with a correction or a bonus."""
    shown = stage(frame)
    alone = "-alone" if shown.gamma == 1 else ""
    if not shown.recent:
        return catalog.text(f"cycles.told-none{alone}", gamma=shown.gamma)
    cycle = shown.recent[-1]
    upto = judged(frame)
    if upto <= shown.gamma:
        proposes, judges = (
            catalog.text(f"cycles.told-{key}{alone}", gamma=shown.gamma) for key in ("proposes", "judges")
        )
        return judges if upto else proposes
    slots = {"token": names(shown)[cycle.tokens[-1]], "n": len(cycle.tokens)}
    if shown.keep_going:
        return catalog.text("cycles.told-going-on", **slots)
    if cycle.kept == shown.gamma:
        return catalog.text("cycles.told-bonus", **slots)
    ends = cycle.kept + 1 == shown.gamma  # nothing stood behind the rejected draft
    return catalog.text(f"cycles.told-corrected{'-last' if ends else ''}", **slots)


def spoken(frame: Frame, catalog: Catalog) -> str:
    """The last cycle as one sentence, for those who hear the page."""
    shown = stage(frame)
    if not shown.recent:
        return told_end(frame, catalog)
    cycle = shown.recent[-1]
    said = [names(shown)[x] for x in cycle.tokens]
    return catalog.text("cycles.spoken", n=cycle.number, kept=cycle.kept, words=" ".join(said))


def numbers(frame: Frame, catalog: Catalog) -> list[list[str]]:
    """The counts by name: what, as counted."""
    shown = stage(frame)
    totals = shown.totals
    rows = [
        ("accepted-drafted", totals.accepted, totals.drafted),
        ("accepted-tested", totals.accepted, totals.tested),
        ("per-pass", totals.tokens, totals.cycles),
    ]
    return [[catalog.text(f"cycles.{key}"), share_of(top, below, catalog)] for key, top, below in rows]


def share_of(top: int, below: int, catalog: Catalog) -> str:
    """A quotient with what it is made of."""
    if not below:
        return catalog.text("cycles.nothing")
    return catalog.text("cycles.share", top=top, below=below, share=decimal(top / below))


def passes(frame: Frame, catalog: Catalog) -> str:
    """How many tokens so many target passes gave."""
    totals = stage(frame).totals
    return catalog.text("cycles.passes", tokens=totals.tokens, passes=totals.cycles)


def eight(catalog: Catalog) -> dict[str, object]:
    """The lesson's eight cycles: their cells by sign, and the ledger that follows from their lengths."""
    ledger = replay(EIGHT, EIGHT_GAMMA)
    cells = [[[catalog.text(f"cycles.sign-{kind}"), kind] for kind in eight_kinds(n)] for n in EIGHT]
    return {
        "rows": [{"n": i, "cells": row} for i, row in enumerate(cells, 1)],
        "ledger": eight_ledger(ledger, catalog),
    }


def eight_kinds(length: int) -> Sequence[str]:
    """The kinds of a cycle of this length with four drafts.

    >>> eight_kinds(5), eight_kinds(2)
    (['kept', 'kept', 'kept', 'kept', 'bonus'], ['kept', 'rejected', 'corrected', 'thrown', 'thrown'])
    """
    kept = length - 1
    if kept == EIGHT_GAMMA:
        return ["kept"] * kept + ["bonus"]
    return ["kept"] * kept + ["rejected", "corrected"] + ["thrown"] * (EIGHT_GAMMA - kept - 1)


def eight_ledger(ledger: Ledger, catalog: Catalog) -> list[str]:
    """The ledger in sentences."""
    drafted, tested = Fraction(ledger.accepted, ledger.drafted), Fraction(ledger.accepted, ledger.tested)
    slots = {
        "tokens": ledger.tokens,
        "cycles": ledger.cycles,
        "accepted": ledger.accepted,
        "corrections": ledger.corrections,
        "bonuses": ledger.bonuses,
        "drafted": ledger.drafted,
        "tested": ledger.tested,
        "never": ledger.never_tested,
        "per_pass": decimal(ledger.tokens / ledger.cycles),
        "per_drafted": decimal(float(drafted)),
        "per_tested": decimal(float(tested)),
    }
    return [catalog.text(f"cycles.eight-{key}", **slots) for key in ("tokens", "drafted", "tested", "never")]
