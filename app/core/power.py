"""What a sample tells beside `judge`: which tokens are off, how small a fault so many draws could have seen.

A token is off by Chernoff's bound on a binomial tail, which holds at any count, shared among the tokens
(Bonferroni); the standardised residual beside it is for the reader. [d] sum (o - p)^2 / p >= 4 TV^2 by Cauchy
and Schwarz, so that a fault of TV 1/2 sqrt(needed / n) can't hide, but among tokens that `judge` pools: their
mass is added. Nothing here is a verdict on the whole: see fit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from .fit import FALSE_ALARM, as_counts, cells_pooled, chi2_tail
from .law import Law, as_law
from .sampler import Floats
from .whole import as_whole

LEAST = 150.0  # the non-centrality that the gallery counts with
MOST_MISSED = 2.326  # standard deviations: of faults this large one in a hundred is missed
WIDEST = 1e12  # no chi-squared bound is looked for beyond


@dataclass(frozen=True)
class Off:
    """A token that came out `seen` times and not about `expected`: `z` standard deviations more (or less)."""

    token: int
    seen: int
    expected: float
    z: float


def tokens_off(counts: ArrayLike, p: ArrayLike, false_alarm: float = FALSE_ALARM) -> tuple[Off, ...]:
    """The tokens whose counts (V,) honest draws from p (V,) show with a chance under `false_alarm` in all.

    The farthest off come first; one that p cannot give has z = inf. Raises ValueError as `judge`.

    >>> tokens_off([5030, 2980, 1990], [0.5, 0.3, 0.2])
    ()
    >>> [(one.token, round(one.z)) for one in tokens_off([4000, 3200, 2800], [0.5, 0.3, 0.2])]
    [(0, -20), (2, 20)]
    """
    p = as_law(p, "p")
    seen = as_counts(counts, len(p))
    _is_chance(false_alarm)
    n = int(seen.sum())
    expected, z = n * p, standardised(seen, p, n)
    off = np.flatnonzero(_log_tail(seen, p, n) < math.log(false_alarm / (2 * len(p))))
    farthest = off[np.argsort(-np.abs(z[off]), kind="stable")]
    return tuple(Off(int(x), int(seen[x]), float(expected[x]), float(z[x])) for x in farthest)


def standardised(seen: np.ndarray, p: Law, n: int) -> Floats:
    """(seen - n p) / sqrt(n p (1 - p)), (V,); where chance does nothing 0, or inf with its sign."""
    apart, scatter = seen - n * p, np.sqrt(n * p * (1 - p))
    certain = np.where(apart == 0, 0.0, np.copysign(np.inf, apart))
    z: Floats = np.divide(apart, scatter, out=certain, where=scatter > 0)
    return z


def _log_tail(seen: np.ndarray, p: Law, n: int) -> Floats:
    """Chernoff's bound on ln P(a count as far on this side of n p), (V,): -n KL(seen / n, p)."""
    s = seen / n
    with np.errstate(divide="ignore", invalid="ignore"):
        more = np.where(s > 0, s * np.log(s / p), 0.0)
        less = np.where(s < 1, (1 - s) * np.log((1 - s) / (1 - p)), 0.0)
    bound: Floats = -n * np.maximum(more + less, 0.0)
    return bound


@dataclass(frozen=True)
class Sight:
    """What n draws can see, all but one in a hundred: n sum (o - p)^2 / p from `non_centrality` on.

    A fault of this `tv` or more can't hide, wherever it is; a smaller one is seen where it sits on rare
    tokens, as long as they are not so rare that `judge` pools them.
    """

    non_centrality: float
    tv: float


def sight(p: ArrayLike, n: int, false_alarm: float = FALSE_ALARM) -> Sight:
    """The smallest fault that `judge` sees with n draws from p (V,): tv is 1 where n is too few for any.

    Raises ValueError where n is no whole number from 1 up or false_alarm is not in (0, 1].

    >>> sight([0.5, 0.3, 0.2], 1_000_000)
    Sight(non_centrality=150.0, tv=0.0061...)
    """
    law = as_law(p, "p")
    n = as_whole(n, 1, "n", written=True)
    rising = np.sort(law[law > 0])
    pooled = cells_pooled(n * rising)
    needed = needed_non_centrality(len(rising) - max(1, pooled), false_alarm)
    hidden = float(rising[:pooled].sum()) if pooled > 1 else 0.0
    return Sight(needed, min(1.0, 0.5 * math.sqrt(needed / n) + hidden))


@lru_cache(maxsize=64)
def needed_non_centrality(dof: int, false_alarm: float = FALSE_ALARM) -> float:
    """The non-centrality that 99 of 100 times takes chi-squared over its bound; 150 at least.

    A noncentral chi-squared has the mean dof + x and the variance 2 dof + 4 x; it is taken as normal.

    >>> needed_non_centrality(2), round(needed_non_centrality(31_999))
    (150.0, 2168)
    """
    _is_chance(false_alarm)
    beyond = chi2_bound(dof, false_alarm) - dof
    # x = beyond + z sqrt(2 dof + 4 x), a quadratic in x
    z2 = MOST_MISSED**2
    root = math.sqrt(4 * z2 * z2 + 4 * z2 * (2 * dof + 4 * beyond))
    return max(LEAST, beyond + 2 * z2 + root / 2)


def chi2_bound(dof: int, false_alarm: float) -> float:
    """The chi-squared that dof degrees of freedom exceed with this chance, by halving; 0 where dof is 0.

    >>> round(chi2_bound(1, 0.05), 6)
    3.841459
    """
    if dof == 0:
        return 0.0
    low, high = 0.0, 1.0
    while chi2_tail(high, dof) > false_alarm and high < WIDEST:
        low, high = high, 2 * high
    while high - low > 1e-10 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if chi2_tail(middle, dof) > false_alarm else (low, middle)
    return high


def _is_chance(false_alarm: float) -> None:
    if not 0 < false_alarm <= 1:
        raise ValueError(f"false_alarm is {false_alarm!r}; it must be above 0 and at most 1")
