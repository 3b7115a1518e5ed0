"""What theory says of the distance between a sample and its law.

De Moivre's mean absolute deviation (exact), McDiarmid's inequality (threshold), simulation (the chance band). TV is never judged by
these in the page: app.core.fit judges.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from .law import as_law, as_pair

EXACT_TO = 10_000  # draws up to which the mean is exact and the band simulated; beyond, both follow 1/sqrt(n)
MIDDLE = 0.95  # of runs that the chance band holds
A_DECADE = 8  # points of the band's grid


def expected_tv(p: ArrayLike, n: int) -> float:
    """E TV(empirical, p) of n exact samples: exact up to n = 10^4, then sum sqrt(p (1 - p) / (2 pi n)).

    Raises ValueError where n < 1.

    >>> round(expected_tv([0.5, 0.5], 1), 6)
    0.5
    """
    law = as_law(p, "p")
    _at_least_one(n)
    if n > EXACT_TO:
        return float(np.sqrt(law * (1 - law) / (2 * math.pi * n)).sum())
    values, times = np.unique(law, return_counts=True)
    deviations = [_mean_deviation(float(x), n) for x in values]
    return float(np.dot(deviations, times)) / (2 * n)


def _mean_deviation(p: float, n: int) -> float:
    """E|X - np| of a binomial X, by De Moivre: 2 (k+1) C(n, k+1) p^(k+1) (1-p)^(n-k), k = floor(np)."""
    k = math.floor(n * p)
    if p == 0 or k >= n:
        return 0.0
    choose = math.lgamma(n + 1) - math.lgamma(k + 2) - math.lgamma(n - k)
    return 2 * (k + 1) * math.exp(choose + (k + 1) * math.log(p) + (n - k) * math.log1p(-p))


def expected_tv_of(law: ArrayLike, p: ArrayLike, n: int) -> float:
    """E TV(empirical, p) where the n samples follow `law` instead of p, each count taken as normal.

    Raises ValueError where n < 1.
    """
    o, p = as_pair(law, p)
    _at_least_one(n)
    total = 0.0
    for o_x, d in zip(o.tolist(), (o - p).tolist(), strict=True):
        s = math.sqrt(o_x * (1 - o_x) / n)
        if s == 0:
            total += abs(d)
        else:
            total += s * math.sqrt(2 / math.pi) * math.exp(-(d**2) / (2 * s**2)) + d * math.erf(d / (s * math.sqrt(2)))
    return total / 2


def tv_threshold(p: ArrayLike, n: int, false_alarm: float) -> float:
    """The TV that n exact samples pass with probability at most `false_alarm`: E TV + sqrt(ln(1 / false_alarm) / 2n).

    Raises ValueError where n < 1 or false_alarm is not in (0, 1].
    """
    if not 0 < false_alarm <= 1:
        raise ValueError(f"false_alarm is {false_alarm!r}; it must be above 0 and at most 1")
    return expected_tv(p, n) + math.sqrt(math.log(1 / false_alarm) / (2 * n))


def chance_band(p: ArrayLike, n: int, rng: np.random.Generator, runs: int = 20_000) -> tuple[float, float]:
    """The middle 95 % of TV(empirical, p) over runs of n exact samples, by simulation.

    TV takes few values at small n: of the intervals between two of them that leave about 2.5 % on either side, the one whose share of
    runs is nearest to 95 % is taken.
    """
    law = as_law(p, "p")
    _at_least_one(n)
    some = law > 0
    counts = rng.multinomial(n, law[some] / law[some].sum(), size=runs)
    return middle(np.abs(counts / n - law[some]).sum(axis=1) / 2)


def middle(values: np.ndarray) -> tuple[float, float]:
    """The ends of the interval that holds as near to 95 % of the values as their ties allow, with balanced tails."""
    atoms, counts = np.unique(values.round(12), return_counts=True)
    below = np.concatenate([[0], np.cumsum(counts)]) / len(values)  # share of runs below atom i
    tail = (1 - MIDDLE) / 2
    lows = _near(below[:-1], tail)
    highs = _near(below[1:], 1 - tail)
    cost, low, high = min(
        (abs(below[high + 1] - below[low] - MIDDLE) + 0.1 * abs(below[low] + below[high + 1] - 1), low, high)
        for low in lows
        for high in highs
        if low <= high
    )
    return float(atoms[low]), float(atoms[high])


def _near(shares: np.ndarray, wanted: float) -> range:
    """The four places of a rising row of shares around the wanted one."""
    at = int(np.searchsorted(shares, wanted))
    return range(max(0, at - 2), min(len(shares), at + 2))


def band_grid(most: int) -> np.ndarray:
    """Numbers of draws from 1 to `most`, about eight a decade, int (k,)."""
    decades = math.log10(most) if most > 1 else 0
    return np.unique(np.round(np.logspace(0, decades, int(A_DECADE * decades) + 1)).astype(int))


def _at_least_one(n: int) -> None:
    if isinstance(n, bool) or n != n or n < 1 or int(n) != n:
        raise ValueError(f"n is {n!r}; it must be a whole number of at least 1")
