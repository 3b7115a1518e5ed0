"""The scene `accounting`: the proof as two doors, theory beside the running counts, and the worked table.

Door one commits a proposed token, min(p, q) of the time; door two the resample, max(0, p - q). Leviathan et
al. 2023, Appendix A.1. The running counts are those since the draft was last changed: doors depend on q.
"""

from __future__ import annotations

import numpy as np

from app.core.law import acceptance_probability, left_over, residual
from app.session.frame import Frame
from app.text.catalog import Catalog
from app.text.numbers import decimal, halves

from .plots import Columns, top_of
from .shown import acceptance

PROOF = 4  # lines of it
LARGEST_DENOMINATOR = 60  # of a share that is told as a fraction
EXACT = 1e-9
SPEAKS_OF = {  # line of the proof: the series that it speaks of
    0: frozenset({"target", "draft", "trimmed", "kept", "corrected", "ran_kept", "ran_corrected"}),
    1: frozenset({"draft", "kept"}),
    2: frozenset({"trimmed", "draft"}),
    3: frozenset({"corrected", "ran_corrected"}),
    4: frozenset({"target", "kept", "corrected"}),
}
COLUMNS = ("name", "p", "q", "ratio", "kept", "residual", "corrected", "sum")


def columns(frame: Frame) -> Columns:
    """Four bars a token: target, draft with what is trimmed of it, both doors in theory, both as counted."""
    p, q = frame.laws.p, frame.laws.q
    kept = np.minimum(p, q)
    ran_kept, ran_corrected = counted(frame)
    heights = {
        "target": p,
        "draft": kept,
        "trimmed": q - kept,
        "kept": kept,
        "corrected": left_over(p, q),
        "ran_kept": ran_kept,
        "ran_corrected": ran_corrected,
    }
    return Columns(
        names=tuple(frame.laws.names),
        heights=heights,
        top=top_of(p, q, ran_kept + ran_corrected),
        faint=SPEAKS_OF[0] - SPEAKS_OF[frame.settings["line"]],
    )


def counted(frame: Frame) -> tuple[np.ndarray, np.ndarray]:
    """Shares of the draws with this draft that came through door one and door two, (V,) each."""
    draws = max(1, frame.recent.draws)
    return frame.recent.kept / draws, frame.recent.corrected / draws


def proof(frame: Frame, catalog: Catalog) -> list[str]:
    """The four lines of the proof, with the numbers of these laws."""
    accepted, rejected = (decimal(half) for half in halves(acceptance(frame)))
    slots = {"accepted": accepted, "rejected": rejected}
    lines = [catalog.text(f"accounting.line-{i + 1}", **slots) for i in range(PROOF)]
    if residual(frame.laws.p, frame.laws.q) is None:
        lines[2] = catalog.text("accounting.line-3-none")
    return lines


def table(frame: Frame, catalog: Catalog) -> list[list[str]]:
    """The worked table: for each token the cells of COLUMNS; each row's kept + corrected is its p."""
    p, q = frame.laws.p, frame.laws.q
    ratio, kept, left = acceptance_probability(p, q), np.minimum(p, q), left_over(p, q)
    law = residual(p, q)
    law = np.zeros(len(p)) if law is None else law
    rows = zip(frame.laws.names, p, q, ratio, kept, law, left, kept + left, strict=True)
    return [[name, *(fraction(float(x), catalog) for x in numbers)] for name, *numbers in rows]


def fraction(x: float, catalog: Catalog) -> str:
    """A share with three decimals, and as a fraction where a simple one says it better.

    >>> [fraction(x, Catalog()) for x in (1 / 3, 0.75, 0.6, 0.0)]
    ['1/3 ≈ 0.333', '3/4 = 0.750', '3/5 = 0.600', '0']
    """
    below = next((n for n in range(1, LARGEST_DENOMINATOR + 1) if abs(round(x * n) / n - x) <= EXACT), None)
    if below is None:
        return decimal(x)
    above = round(x * below)
    if below == 1:
        return str(above)
    key = "accounting.equal" if 1000 % below == 0 else "accounting.about"
    return catalog.text(key, fraction=f"{above}/{below}", decimal=decimal(x))


def totals(frame: Frame, catalog: Catalog) -> str:
    """How much goes through each door, in theory and as counted."""
    one, two = (decimal(half) for half in halves(acceptance(frame)))
    share = frame.recent.accepted_per_drafted
    if share is None:
        return catalog.text("accounting.totals-none", one=one, two=two)
    ran_one, ran_two = (decimal(half) for half in halves(share))
    slots = {"one": one, "two": two, "ran_one": ran_one, "ran_two": ran_two, "n": frame.recent.draws}
    return catalog.text("accounting.totals", **slots)


def summary(frame: Frame, catalog: Catalog) -> str:
    """The chart in words: for each token what comes through which door."""
    left, kept = left_over(frame.laws.p, frame.laws.q), np.minimum(frame.laws.p, frame.laws.q)
    told = zip(frame.laws.names, frame.laws.p, kept, left, strict=True)
    return " ".join(
        catalog.text("accounting.summary", token=name, p=decimal(p), one=decimal(one), two=decimal(two))
        for name, p, one, two in told
    )
