"""Does this sample follow p? Pearson's chi-squared test; TV is shown beside it and judges nothing.

The chi-squared tail is ours (the page has no scipy), tested against scipy on the host. The verdict holds for
independent draws.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .law import as_law
from .tally import tv_of
from .theory import expected_tv, tv_threshold

FALSE_ALARM = 1e-9  # the chance that honest draws are called broken, wherever the page gives a verdict
LEAST_EXPECTED = 5.0  # a cell that expects fewer is pooled
SETTLED = 1e-15  # a factor this close to 1 changes nothing any more
TINY = 1e-300  # stands for 0 in a denominator


@dataclass(frozen=True)
class Verdict:
    """Whether a sample is `ok`: no `impossible` token (p = 0, yet it came out) and p_value >= false_alarm."""

    ok: bool
    tv: float
    tv_expected: float
    tv_threshold: float
    chi2: float
    dof: int
    p_value: float
    impossible: tuple[int, ...]


def judge(counts: ArrayLike, p: ArrayLike, false_alarm: float = FALSE_ALARM) -> Verdict:
    """Whether counts (V,) look like independent draws from p (V,).

    `false_alarm` is the chance of calling exact draws broken at one look, with n fixed before it; who looks
    again and again as n grows calls more of them so. Raises ValueError for what are not counts, or where
    nothing was drawn.

    >>> judge([5000, 3000, 2000], [0.5, 0.3, 0.2]).ok, judge([2000, 2000, 6000], [0.5, 0.3, 0.2]).ok
    (True, False)
    """
    p = as_law(p, "p")
    seen = as_counts(counts, len(p))
    n = int(seen.sum())
    impossible = tuple(int(x) for x in np.flatnonzero((seen > 0) & (p == 0)))
    chi2, dof = _chi_squared(seen, p, n)
    p_value = chi2_tail(chi2, dof)
    return Verdict(
        ok=not impossible and p_value >= false_alarm,
        tv=tv_of(seen, p) or 0.0,
        tv_expected=expected_tv(p, n),
        tv_threshold=tv_threshold(p, n, false_alarm),
        chi2=chi2,
        dof=dof,
        p_value=0.0 if impossible else p_value,
        impossible=impossible,
    )


def as_counts(counts: ArrayLike, tokens: int) -> np.ndarray:
    """The counts as integers (tokens,).

    Raises ValueError where they are no whole numbers from 0 up, one a token, or nothing was drawn.
    """
    raw = np.asarray(counts)
    if raw.dtype.kind not in "biuf":
        raise ValueError(f"counts are {counts!r:.80}; they must be a list of whole numbers")
    if raw.shape != (tokens,):
        raise ValueError(f"counts have the shape {raw.shape}; p has {tokens} tokens: give one count a token")
    wrong = ~((raw >= 0) & np.isfinite(raw) & (raw == np.floor(raw)))
    if wrong.any():
        at = int(np.argmax(wrong))
        raise ValueError(f"counts[{at}] is {raw[at]}; every count must be a whole number of at least 0")
    if raw.sum() == 0:
        raise ValueError("counts sum to 0; at least one draw is needed")
    return raw.astype(np.int64)


def _chi_squared(seen: np.ndarray, p: np.ndarray, n: int) -> tuple[float, int]:
    """Pearson's statistic and its degrees of freedom, cells with expected < 5 pooled into one."""
    some = p > 0
    observed, expected = seen[some].astype(float), n * p[some]
    order = np.argsort(expected)
    observed, expected = observed[order], expected[order]
    pooled = cells_pooled(expected)
    if pooled > 1:
        observed = np.concatenate([[observed[:pooled].sum()], observed[pooled:]])
        expected = np.concatenate([[expected[:pooled].sum()], expected[pooled:]])
    if len(expected) == 1:
        return 0.0, 0
    return float(((observed - expected) ** 2 / expected).sum()), len(expected) - 1


def cells_pooled(expected: np.ndarray) -> int:
    """How many of the cells, rising from the rarest, are pooled into one; 0 or 1 where each stands alone."""
    pooled = int(np.searchsorted(expected, LEAST_EXPECTED))
    while 0 < pooled < len(expected) and expected[:pooled].sum() < LEAST_EXPECTED:
        pooled += 1
    return pooled


def chi2_tail(chi2: float, dof: int) -> float:
    """P(X >= chi2) of a chi-squared X with dof degrees of freedom: Q(dof/2, chi2/2).

    The power series below the mean, the continued fraction above.

    >>> round(chi2_tail(3.841458820694124, 1), 12)
    0.05
    """
    if dof == 0 or chi2 <= 0:
        return 1.0
    a, x = dof / 2, chi2 / 2
    scale = math.exp(-x + a * math.log(x) - math.lgamma(a))
    return min(1.0, max(0.0, 1 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)))


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    k = a
    while term > total * 1e-17:
        k += 1
        term *= x / k
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """Lentz's evaluation of the continued fraction of the upper incomplete gamma function."""
    b = x + 1 - a
    c, d = 1 / TINY, 1 / (b or TINY)
    total = d
    for k in range(1, 100_000):
        factor = -k * (k - a)
        b += 2
        d = 1 / ((factor * d + b) or TINY)
        c = (b + factor / c) or TINY
        total *= d * c
        if abs(d * c - 1) < SETTLED:
            break
    return total
