"""Logs as an engine would write them, made here: of the rule, and of one that is broken."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .faults import FAULTS
from .law import SAME, Law, as_pair, total_variation
from .sampler import sample

ROWS = 2000
BROKEN = "resample-target"  # the most common misreading of the rule
KINDS = ("exact", "broken")


def example_log(kind: str, p: ArrayLike, q: ArrayLike, seed: int) -> str:
    """ROWS draws as CSV, columns p0.., q0.., draft, coin, accepted, token; the same for the same seed.

    Raises ValueError naming a kind that there is none of.

    >>> print(example_log("exact", [0.5, 0.5], [0.9, 0.1], seed=1)[:48])
    p0,p1,q0,q1,draft,coin,accepted,token
    0.5,0.5,0.
    """
    if kind not in KINDS:
        raise ValueError(f"kind is {kind!r:.40}; it must be one of {', '.join(KINDS)}")
    p, q = as_pair(p, q)
    rng = np.random.default_rng(seed)
    draws = sample(p, q, ROWS, rng) if kind == "exact" else FAULTS[BROKEN].sample(p, q, ROWS, rng)
    laws = ",".join(str(x) for x in (*p.tolist(), *q.tolist()))
    columns = (draws.draft, draws.coin, draws.accepted.astype(int), draws.token)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return "\n".join([heading(p), *(f"{laws},{','.join(str(x) for x in row)}" for row in rows), ""])


def shows_fault(p: ArrayLike, q: ArrayLike) -> bool:
    """Whether the broken engine's output differs from p: not where nothing is rejected, or p is the residual.

    >>> shows_fault([0.5, 0.5], [0.9, 0.1]), shows_fault([0.5, 0.5], [0.5, 0.5]), shows_fault([1, 0], [0, 1])
    (True, False, False)
    """
    p, q = as_pair(p, q)
    return total_variation(FAULTS[BROKEN].output_law(p, q), p) > SAME


def heading(p: Law) -> str:
    """Names of the columns."""
    entries = [f"{law}{i}" for law in "pq" for i in range(len(p))]
    return ",".join([*entries, "draft", "coin", "accepted", "token"])
