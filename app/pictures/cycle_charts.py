"""The charts of the scene `cycles`: committed lengths, survival by position, neighbouring tokens.

Exact laws stand beside the counts where there are any: for the Markov example. Of the word model the lengths
are compared with the formula for independent acceptance (Leviathan et al. 2023, Eq. 1), and its text with
what the target itself expects of its own words: the mean of p(x | text) is that of sum p^2 if it is exact.
"""

from __future__ import annotations

import math

import numpy as np

from app.core.examples import NAMES, asked_pairs, lengths, pairs
from app.core.law import total_variation
from app.core.speed import cycle_length_pmf
from app.core.theory import expected_tv
from app.session.frame import Frame
from app.session.frames.cycles import CyclesFrame, Likeness
from app.text.catalog import Catalog
from app.text.numbers import decimal

from .cycles import stage
from .plots import Columns, Lines, Path, top_of


def expected_lengths(shown: CyclesFrame) -> np.ndarray | None:
    """What the lengths are compared with, (gamma + 1,): the exact law, the formula, or None for neither."""
    if shown.keep_going:
        return np.asarray(np.eye(shown.gamma + 1)[-1])
    if shown.model == "markov":
        return np.asarray(lengths(shown.gamma, shown.verifier))
    if shown.verifier == "block" or not shown.totals.tested:
        return None
    return cycle_length_pmf(shown.totals.accepted / shown.totals.tested, shown.gamma)


def length_columns(frame: Frame) -> Columns:
    """Two bars a length: what is expected, and the share of cycles that committed so many tokens."""
    shown = stage(frame)
    expected = expected_lengths(shown)
    theory = np.full(shown.gamma + 1, np.nan) if expected is None else expected
    counted = shown.totals.lengths / max(1, shown.totals.cycles)
    return Columns(
        names=tuple(str(i + 1) for i in range(shown.gamma + 1)),
        heights={"theory": theory, "counted": counted},
        top=top_of(np.nan_to_num(theory), counted),
    )


def length_note(frame: Frame, catalog: Catalog) -> str:
    """What the outlined bars are."""
    shown = stage(frame)
    if shown.keep_going:
        return catalog.text("cycles.lengths-going-on", n=shown.gamma + 1)
    if shown.model == "markov":
        law = lengths(shown.gamma, shown.verifier)
        mean = decimal(float(law @ np.arange(1, shown.gamma + 2)))
        return catalog.text("cycles.lengths-exact", mean=mean)
    if shown.verifier == "block":
        return catalog.text("cycles.lengths-block")
    if not shown.totals.tested:
        return catalog.text("cycles.lengths-none")
    return catalog.text("cycles.lengths-formula", alpha=decimal(shown.totals.accepted / shown.totals.tested))


def survival_lines(frame: Frame) -> Lines:
    """By position: the share of cycles in which the draft is kept, and that share of those that got there."""
    shown = stage(frame)
    x = np.arange(1, shown.gamma + 1)
    paths = {}
    if shown.totals.cycles:
        kept, given = survival(shown)
        paths = {"survival": Path(x, kept), "survival_points": Path(x, kept), "given": Path(x, given)}
    if shown.model == "markov" and not shown.keep_going:
        law = lengths(shown.gamma, shown.verifier)
        paths["theory"] = Path(x, 1 - np.cumsum(law)[:-1])
    ticks = {float(i): str(i) for i in x}
    return Lines(paths=paths, start=0.8, end=shown.gamma + 0.2, top=1.0, ticks=ticks)


def survival(shown: CyclesFrame) -> tuple[np.ndarray, np.ndarray]:
    """Kept per cycle, and kept per cycle that kept all drafts before, (gamma,) each; NaN where none did."""
    accepted = shown.totals.accepted_at.astype(float)
    cycles = float(shown.totals.cycles)
    before = np.full(len(accepted), cycles) if shown.keep_going else np.append(cycles, accepted[:-1])
    given = np.divide(accepted, before, out=np.full(len(accepted), np.nan), where=before > 0)
    return accepted / cycles, given


def joint_columns(frame: Frame, catalog: Catalog) -> Columns:
    """Pairs of first tokens against the target's; or how probable the target finds the words written."""
    shown = stage(frame)
    if shown.pairs is not None:
        asked = asked_pairs().ravel()
        counted = shown.pairs.ravel() / max(1, int(shown.pairs.sum()))
        law = pairs(shown.gamma, shown.verifier, going_on=True).ravel() if shown.keep_going else None
        stated = np.full(4, np.nan) if law is None else law
        heights = {"target": asked, "counted": counted, "stated": stated}
        named = tuple(f"{x} {y}" for x in NAMES for y in NAMES)
        return Columns(named, heights, top_of(asked, counted, np.nan_to_num(stated)))
    rows = [means(one) for one in shown.likeness or ()]
    target, counted = (np.array([row[i] for row in rows]) for i in (1, 0))
    named = catalog.text("cycles.first-tokens"), catalog.text("cycles.later-tokens")
    heights = {"target": target, "counted": counted, "stated": np.full(2, np.nan)}
    return Columns(named, heights, top_of(target, counted))


def means(one: Likeness) -> tuple[float, float, float]:
    """Found, expected, and by how much chance moves what is found, all a token."""
    n = max(1, one.n)
    return one.found / n, one.expected / n, math.sqrt(max(0.0, one.variance)) / n


def joint_notes(frame: Frame, catalog: Catalog) -> list[str]:
    """What to see in the chart of neighbours: first tokens alone, and tokens together."""
    shown = stage(frame)
    if shown.pairs is None:
        return likeness_notes(shown, catalog)
    n = int(shown.pairs.sum())
    if not n:
        return [catalog.text("cycles.joint-none")]
    notes = []
    for key, counts, law in (
        ("first", shown.pairs.sum(axis=1), asked_pairs().sum(axis=1)),
        ("pairs", shown.pairs.ravel(), asked_pairs().ravel()),
    ):
        distance, chance = total_variation(counts / n, law), expected_tv(law, n)
        slots = {"tv": decimal(float(distance)), "chance": decimal(float(chance)), "n": n}
        notes.append(catalog.text(f"cycles.joint-{key}", **slots))
    if shown.keep_going:
        law = pairs(shown.gamma, shown.verifier, going_on=True).ravel()
        limit = decimal(float(total_variation(law, asked_pairs().ravel())))
        notes.append(catalog.text("cycles.joint-limit", limit=limit))
    return notes


def likeness_notes(shown: CyclesFrame, catalog: Catalog) -> list[str]:
    """The same for the word model."""
    notes = []
    for key, one in zip(("first", "later"), shown.likeness or (), strict=False):
        if one.n:
            found, expected, chance = (decimal(x) for x in means(one))
            slots = {"found": found, "expected": expected, "chance": chance, "n": one.n}
            notes.append(catalog.text(f"cycles.likeness-{key}", **slots))
    return notes or [catalog.text("cycles.joint-none")]


def compared(frame: Frame, catalog: Catalog) -> list[list[str]]:
    """Tokens a pass by both verifiers on the same drafts: as counted, and in theory where it is known."""
    shown = stage(frame)
    if shown.keep_going:
        return []
    rows = []
    for name, total in (("token", shown.compared.token), ("block", shown.compared.block)):
        exact = ""
        if shown.model == "markov":
            mean = float(lengths(shown.gamma, name) @ np.arange(1, shown.gamma + 2))
            exact = catalog.text("cycles.in-theory", mean=decimal(mean))
        n = shown.compared.cycles
        counted = decimal(total / n) if n else catalog.text("cycles.nothing")
        rows.append([catalog.text(f"cycles.verifier-{name}"), counted, exact])
    return rows


def compared_note(frame: Frame, catalog: Catalog) -> str:
    """On how many cycles both were tried."""
    shown = stage(frame)
    if shown.keep_going:
        return catalog.text("cycles.compared-going-on")
    key = "words" if shown.model == "words" else "all"
    return catalog.text(f"cycles.compared-{key}", n=shown.compared.cycles)


def summary(frame: Frame, catalog: Catalog) -> list[str]:
    """The three charts in words."""
    shown = stage(frame)
    totals = shown.totals
    if not totals.cycles:
        return [catalog.text("cycles.summary-none")]
    kept, _ = survival(shown)
    longest = int(totals.lengths.argmax()) + 1
    return [
        catalog.text("cycles.summary-lengths", n=totals.cycles, length=longest),
        catalog.text("cycles.summary-survival", first=decimal(kept[0]), last=decimal(kept[-1])),
        *joint_notes(frame, catalog),
    ]
