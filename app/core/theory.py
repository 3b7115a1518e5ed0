"""What theory says of the distance between a sample and its law.

De Moivre's mean absolute deviation (exact), McDiarmid's inequality (threshold), simulation (the chance band).
The page shows TV beside these; verdicts come from app.core.fit. The closed forms of many positions are in
app.core.speed and can be had from here too.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .law import as_law, as_pair
from .source import Source
from .speed import (
    acceptance_by_temperature,
    best_gamma,
    best_real_gamma,
    cycle_length_pmf,
    expected_tokens,
    operations_factor,
    speedup,
    time_per_token,
)
from .whole import as_whole

__all__ = [
    "acceptance_by_temperature",
    "band_grid",
    "best_gamma",
    "best_real_gamma",
    "chance_band",
    "cycle_length_pmf",
    "distances",
    "expected_tokens",
    "expected_tv",
    "expected_tv_of",
    "middle",
    "operations_factor",
    "speedup",
    "time_per_token",
    "tv_threshold",
]

EXACT_TO = 10_000  # draws up to which the mean is exact and the band simulated; beyond, both follow 1/sqrt(n)
NORMAL_FROM = 1000.0  # variance of a token's count from which, beyond EXACT_TO draws, it is taken as normal
MIDDLE = 0.95  # of runs that the chance band holds
A_DECADE = 8  # points of the band's grid
AT_ONCE = 1_000_000  # counts simulated at a time

Floats = NDArray[np.float64]


def expected_tv(p: ArrayLike, n: int) -> float:
    """E TV(empirical, p) of n exact samples: exact up to n = 10^4, then sum sqrt(p (1 - p) / (2 pi n)).

    Tokens too rare for that (variance of the count under 1000) stay exact. Raises ValueError where n < 1.

    >>> round(expected_tv([0.5, 0.5], 1), 6), round(expected_tv([0.5, 0.3, 0.2], 10**6) * 1000, 5)
    (0.5, 0.54187)
    """
    law = as_law(p, "p")
    n = as_whole(n, 1, "n", written=True)
    law = law[(law > 0) & (law < 1)]
    variance = n * law * (1 - law)
    normal = (variance >= NORMAL_FROM) & (n > EXACT_TO)
    values, times = np.unique(law[~normal], return_counts=True)
    deviations = [_mean_deviation(x, n) for x in values.tolist()]
    total = math.sqrt(2 / math.pi) * float(np.sqrt(variance[normal]).sum()) + float(times @ deviations)
    return total / (2 * n)


def _mean_deviation(p: float, n: int) -> float:
    """E|X - np| of a binomial X, by De Moivre: 2 (k+1) C(n, k+1) p^(k+1) (1-p)^(n-k), k = floor(np)."""
    k = min(math.floor(n * p), n - 1)
    choose = math.lgamma(n + 1) - math.lgamma(k + 2) - math.lgamma(n - k)
    return 2 * (k + 1) * math.exp(choose + (k + 1) * math.log(p) + (n - k) * math.log1p(-p))


def expected_tv_of(law: ArrayLike, p: ArrayLike, n: int) -> float:
    """E TV(empirical, p) where the n samples follow `law` o instead of p, each count taken as normal.

    1/2 sum [s sqrt(2/pi) exp(-d^2 / 2s^2) + d (1 - 2 Phi(-d/s))], s^2 = o (1 - o) / n, d = o - p; where
    s = 0 the term is |d|. Raises ValueError where n < 1.

    >>> round(expected_tv_of([0.2, 0.2, 0.6], [0.5, 0.3, 0.2], 10**6), 6)
    0.4
    """
    o, p = as_pair(law, p)
    n = as_whole(n, 1, "n", written=True)
    s, d = np.sqrt(o * (1 - o) / n), o - p
    total = float(np.abs(d[s == 0]).sum())
    for s_x, d_x in zip(s[s > 0].tolist(), d[s > 0].tolist(), strict=True):
        z = d_x / s_x / math.sqrt(2)
        total += s_x * math.sqrt(2 / math.pi) * math.exp(-z * z) + d_x * math.erf(z)
    return total / 2


def tv_threshold(p: ArrayLike, n: int, false_alarm: float) -> float:
    """The TV that n exact samples reach with a probability of at most `false_alarm`.

    E TV + sqrt(ln(1/false_alarm) / 2n), by McDiarmid. Raises ValueError where n < 1 or false_alarm is not
    in (0, 1].

    >>> round(tv_threshold([0.5, 0.3, 0.2], 10**6, 1e-9), 5)
    0.00376
    """
    if not 0 < false_alarm <= 1:
        raise ValueError(f"false_alarm is {false_alarm!r}; it must be above 0 and at most 1")
    return expected_tv(p, n) + math.sqrt(-math.log(false_alarm) / (2 * n))


def chance_band(p: ArrayLike, n: int, rng: np.random.Generator, runs: int = 20_000) -> tuple[float, float]:
    """The middle 95 % of TV(empirical, p) over simulated runs of n exact samples, ends included.

    TV takes few values at small n: see `middle`. The cost does not grow with n.
    Raises ValueError where n < 1 or runs < 1.

    >>> chance_band([1.0, 0.0], 10, np.random.default_rng(1))
    (0.0, 0.0)
    """
    law = as_law(p, "p")
    n, runs = as_whole(n, 1, "n", written=True), as_whole(runs, 1, "runs", written=True)
    return middle(distances(law, n, rng, runs))


def distances(p: Floats, n: int, rng: np.random.Generator, runs: int) -> Floats:
    """TV(empirical, p) of simulated runs of n exact samples from a law p (V,), array (runs,)."""
    law = Source(p).possible
    at_once = max(1, AT_ONCE // len(law))
    sizes = [min(at_once, runs - done) for done in range(0, runs, at_once)]
    return np.concatenate([np.abs(rng.multinomial(n, law, size) / n - law).sum(axis=1) / 2 for size in sizes])


def middle(values: Floats) -> tuple[float, float]:
    """The ends of the interval that holds as near to 95 % of the values as their ties allow, tails balanced.

    Of intervals that leave about 2.5 % on either side; an imbalance weighs a tenth of a miss.

    >>> middle(np.arange(1000.0))
    (25.0, 974.0)
    """
    atoms, counts = np.unique(np.asarray(values).round(12), return_counts=True)
    below = np.concatenate([[0], np.cumsum(counts)]) / len(values)  # share of the values below atom i
    tail = (1 - MIDDLE) / 2
    _, low, high = min(
        (abs(below[j + 1] - below[i] - MIDDLE) + 0.1 * abs(below[i] + below[j + 1] - 1), i, j)
        for i in _near(below[:-1], tail)
        for j in _near(below[1:], 1 - tail)
        if i <= j
    )
    return float(atoms[low]), float(atoms[high])


def _near(shares: Floats, wanted: float) -> range:
    """The four places of a rising row of shares around the wanted one."""
    at = int(np.searchsorted(shares, wanted))
    return range(max(0, at - 2), min(len(shares), at + 2))


def band_grid(most: int) -> NDArray[np.int64]:
    """Numbers of draws from 1 to `most`, about eight a decade, int (k,).

    >>> band_grid(10)
    array([ 1,  2,  3,  4,  6,  7, 10])
    """
    most = as_whole(most, 1, "most", written=True)
    decades = math.log10(most)
    return np.unique(np.round(np.logspace(0, decades, int(A_DECADE * decades) + 1))).astype(np.int64)
