"""Any attempt to beat the rule: another a(x), another law after a rejection, and what they must cost.

out(x) = q(x) a(x) + rejected R(x) (app.core.formula). Nobody beats sum min(p, q): out >= q a everywhere, so
TV(out, p) >= sum max(0, q a - p) >= sum (q a - min(p, q)) = accepted - bound. The bound is that of a maximal
coupling of p and q (Lindvall 2002, I.5), and the rule reaches it. Laws R_y that differ by what was rejected
are not offered; they would not help: the bound does not ask for R.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from .faults import FAULTS
from .formula import Always, Parts
from .law import (
    Law,
    acceptance_probability,
    acceptance_rate,
    as_law,
    as_pair,
    frozen,
    left_over,
    residual,
    total_variation,
)
from .memoryless import parts_of
from .sampler import Floats, prepared

MOST_TOKENS = 8  # of a scenario that is worked on by hand
EXACT = 1e-9  # a TV that rounding alone can make
NEAR = 0.005  # q a and the output may differ by this from those of the fault that an attempt is called
PART = 0.1  # and the output by this part of the fault's own TV: small faults are not seen everywhere


@dataclass(frozen=True, eq=False)
class Attempt:
    """Drafts from q (V,), kept with a(x) (V,), else drawn from R (V,); p (V,) is what is wanted."""

    p: Law
    q: Law
    a: Floats
    R: Law

    @cached_property
    def parts(self) -> Parts:
        """The attempt as an engine that can be drawn from."""
        return Parts(self.q, self.a, Always(self.R))

    @property
    def law(self) -> Law:
        """The law (V,) of what comes out in the limit."""
        return self.parts.law

    @cached_property
    def tv(self) -> float:
        """TV(out, p): where the distance ends."""
        return min(1.0, 0.5 * float(np.abs(self.law - self.p).sum()))

    @property
    def accepted(self) -> float:
        """The share of drafts that are kept, sum q a."""
        return min(1.0, float(self.q @ self.a))

    @property
    def rejected(self) -> float:
        """The share of drafts that are not, sum q (1 - a)."""
        return float(self.q @ (1 - self.a))

    @cached_property
    def bound(self) -> float:
        """What an exact attempt accepts at most, sum min(p, q) = 1 - TV(p, q)."""
        return acceptance_rate(self.p, self.q)

    @property
    def least_tv(self) -> float:
        """The TV that accepting so much costs whatever R is: accepted - bound, at least 0."""
        over = self.accepted - self.bound
        return over if over > EXACT else 0.0

    @property
    def exact(self) -> bool:
        """Whether the limit is p."""
        return self.tv <= EXACT

    @property
    def verdict(self) -> str:
        """`best` (exact, at the bound), `less` (exact, under it), `more` (over it, not exact), `biased`."""
        if self.exact:
            return "best" if self.accepted >= self.bound - EXACT else "less"
        return "more" if self.least_tv else "biased"


def attempt(p: ArrayLike, q: ArrayLike, a: ArrayLike, R: ArrayLike) -> Attempt:
    """The attempt with these laws (V,) and acceptance probabilities (V,).

    Raises ValueError where the laws are none, or a(x) is not from 0 to 1 for every token.

    >>> one = attempt([0.5, 0.3, 0.2], [0.2, 0.2, 0.6], [1, 1, 0.5], [0.75, 0.25, 0])
    >>> round(one.accepted, 12), round(one.bound, 12), round(one.tv, 12), one.verdict
    (0.7, 0.6, 0.1, 'more')
    """
    p, q = as_pair(p, q)
    R, kept = as_law(R, "R"), np.array(a, np.float64)
    if len(R) != len(p) or kept.shape != p.shape:
        raise ValueError(
            f"a has the shape {kept.shape}, R {R.shape}; both need a number for every token of p"
        )
    if not ((kept >= 0) & (kept <= 1)).all():
        raise ValueError(f"a is {a!r:.80}; acceptance probabilities are from 0 to 1")
    return Attempt(p, q, frozen(kept), R)


def rule(p: ArrayLike, q: ArrayLike) -> Attempt:
    """The rule itself as an attempt.

    >>> rule([0.5, 0.3, 0.2], [0.2, 0.2, 0.6]).verdict
    'best'
    """
    p, q = as_pair(p, q)
    left = residual(p, q)
    return attempt(p, q, acceptance_probability(p, q), p if left is None else left)


def missing(p: ArrayLike, q: ArrayLike, a: ArrayLike) -> Law:
    """The law of what door one leaves missing, max(0, p - q a) over its sum; p where nothing is.

    It makes every attempt exact that keeps no token too often (q a <= p), and the rule's is its residual.

    >>> missing([0.5, 0.3, 0.2], [0.2, 0.2, 0.6], [0, 0, 0])
    array([0.5, 0.3, 0.2])
    """
    p, q = as_pair(p, q)
    left = left_over(p, q * np.asarray(a, np.float64))
    total = float(left.sum())
    return frozen(left / total) if total > EXACT else p


def fault_of(one: Attempt) -> str | None:
    """The id of the fault of the gallery that the attempt is, the nearest in output; None where none is.

    Engines that don't draft from q are no attempts, and an exact attempt is no fault.

    >>> p, q = [0.5, 0.3, 0.2], [0.2, 0.2, 0.6]
    >>> fault_of(attempt(p, q, [1, 1, 1 / 3], p)), fault_of(attempt(p, q, [1, 1, 1], p)), fault_of(rule(p, q))
    ('resample-target', 'naive', None)
    """
    if one.exact:
        return None
    position = prepared(one.p, one.q)
    found, nearest = None, np.inf
    for fault in FAULTS.values():
        try:
            parts = parts_of(fault.parts, position)
        except ValueError:  # retries without an end
            continue
        if np.abs(parts.draft - one.q).max() > EXACT or np.abs(one.q * (parts.accepts - one.a)).max() > NEAR:
            continue
        apart = total_variation(parts.law, one.law)
        if apart <= min(NEAR, PART * total_variation(parts.law, one.p)) and apart < nearest - EXACT:
            found, nearest = fault.id, apart
    return found
