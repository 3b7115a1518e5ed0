"""Closed forms of the speed-up: what an acceptance rate, a draft length and a draft's cost are worth.

Leviathan et al. 2023, Equation 1, Theorems 3.8 and 3.11. Each draft is accepted independently with the same
rate alpha, and a draft step costs the same part of a target pass at any length; real texts do neither.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .law import acceptance_rate, filtered
from .ledger import as_gamma

ENOUGH = 1e-15  # relative; a step of Newton's method under it is the last
SMALL = 0.5  # where e^z - 1 - z loses a digit
TINY_COST = 1e-300


def cycle_length_pmf(alpha: float, gamma: int) -> NDArray[np.float64]:
    """P(L = i + 1), array (gamma + 1,): (1 - alpha) alpha^i, and alpha^gamma for all accepted.

    Raises ValueError for an alpha outside 0..1 or a gamma that is no number of drafts.

    >>> cycle_length_pmf(0.6, 4)
    array([0.4   , 0.24  , 0.144 , 0.0864, 0.1296])
    """
    alpha, gamma = _rate(alpha), as_gamma(gamma, 0)
    pmf = alpha ** np.arange(gamma + 1.0)
    pmf[:gamma] *= 1 - alpha
    return pmf


def expected_tokens(alpha: float, gamma: int) -> float:
    """E[L] = (1 - alpha^(gamma+1)) / (1 - alpha), tokens a target pass; gamma + 1 at alpha = 1.

    >>> round(expected_tokens(0.6, 4), 4), expected_tokens(1, 4), expected_tokens(0.3, 0)
    (2.3056, 5.0, 1.0)
    """
    alpha, gamma = _rate(alpha), as_gamma(gamma, 0)
    return _expected_tokens(alpha, gamma)


def _expected_tokens(alpha: float, gamma: int) -> float:
    if gamma == 0 or alpha in {0.0, 1.0}:
        return gamma + 1.0 if alpha == 1 else 1.0
    return -math.expm1((gamma + 1) * math.log(alpha)) / (1 - alpha)


def speedup(alpha: float, gamma: int, cost: float) -> float:
    """S = E[L] / (gamma c + 1), c = time of a draft step / time of a target pass; 1 is plain decoding.

    >>> round(speedup(0.8, 8, 0.05), 2), speedup(1, 4, 0), speedup(0, 4, 0.25)
    (3.09, 5.0, 0.5)
    """
    return expected_tokens(alpha, gamma) / (gamma * _cost(cost) + 1)


def operations_factor(alpha: float, gamma: int, operations: float) -> float:
    """How many times the arithmetic of plain decoding: (gamma c^ + gamma + 1) / E[L].

    c^ = operations of a draft step / of a target's token.

    >>> round(operations_factor(0.8, 4, 0.05), 3), operations_factor(1, 4, 0)
    (1.547, 1.0)
    """
    return (gamma * _cost(operations, "operations") + gamma + 1) / expected_tokens(alpha, gamma)


def time_per_token(alpha: float, gamma: int, draft_time: float, target_time: float) -> float:
    """TPOT = (gamma t_draft + t_target) / E[L], in the unit of the times.

    >>> round(time_per_token(0.8, 4, 1.0, 20.0), 3)
    7.139
    """
    expected = expected_tokens(alpha, gamma)
    return (gamma * _cost(draft_time, "draft_time") + _cost(target_time, "target_time")) / expected


def best_gamma(alpha: float, cost: float) -> float:
    """The draft length of the largest speed-up; 0 where none beats 1, math.inf where longer is always better.

    The smallest on ties. One more draft pays while alpha^(gamma+1) (gamma c + 1) > c E[L], and once it does
    not it never will.

    >>> best_gamma(0.8, 0.05), best_gamma(0.3, 0.4), best_gamma(0.8, 0)
    (8, 0, inf)
    """
    alpha, cost = _rate(alpha), _cost(cost)
    if cost >= alpha:
        return 0
    if cost == 0 or alpha == 1:
        return math.inf
    low, high = 0, 1  # one more than `low` pays
    while _pays(alpha, cost, high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _pays(alpha, cost, middle) else (low, middle)
    return high


def _pays(alpha: float, cost: float, gamma: int) -> bool:
    """Whether one draft more than gamma is worth it."""
    return math.pow(alpha, gamma + 1) * (gamma * cost + 1) > cost * _expected_tokens(alpha, gamma)


def best_real_gamma(alpha: float, cost: float) -> float:
    """Where the speed-up is largest if gamma may be any real number from 0 up.

    (y - 1) / (-ln alpha) - 1/c with y = -W_-1(-alpha^(1/c - 1) / e), which is ln y / (-ln alpha) - 1.

    >>> round(best_real_gamma(0.8, 0.05), 2), best_real_gamma(0.8, 0), best_real_gamma(0.3, 0.9)
    (7.86, inf, 0.0)
    """
    alpha, cost = _rate(alpha), _cost(cost)
    if alpha == 0 or cost >= 1:
        return 0.0
    if cost == 0 or alpha == 1:
        return math.inf
    decay = -math.log(alpha)
    if cost < TINY_COST:  # 1/c may be beyond all floats; y and y - ln y are alike here
        return (math.log(decay) - math.log(cost)) / decay - 1
    return max(0.0, log_minus_lambert((1 / cost - 1) * decay) / decay - 1)


def log_minus_lambert(above: float) -> float:
    """Ln y of y = -W_-1(-exp(-1 - above)), W_-1 Lambert's lower branch, `above` from 0 up.

    y is the root of y - ln y = 1 + above that is at least 1. In z = ln y that is e^z - 1 - z = above, which
    neither runs out of exponents nor loses digits near z = 0. Raises ValueError where above < 0.

    >>> y = math.exp(log_minus_lambert(2.0))
    >>> round(y, 6), round(-y * math.exp(-y), 12) == round(-math.exp(-3), 12)
    (4.505241, True)
    """
    if not 0 <= above < math.inf:
        raise ValueError(f"above is {above!r}; it must be a finite number from 0 up")
    z = math.log1p(math.sqrt(2 * above) + above)  # over the root: Newton's steps all go down from here
    for _ in range(100):
        step = (_over_line(z) - above) / math.expm1(z) if z else 0.0
        z = max(0.0, z - step)
        if abs(step) <= ENOUGH * z:
            break
    return z


def _over_line(z: float) -> float:
    """e^z - 1 - z, by its series where the two sides nearly cancel."""
    if z > SMALL:
        return math.expm1(z) - z
    term = total = z * z / 2
    for k in range(3, 20):
        term *= z / k
        total += term
    return total


def acceptance_by_temperature(
    p: ArrayLike, q: ArrayLike, temperatures: Iterable[float], k: int = 0, mass: float = 1.0
) -> NDArray[np.float64]:
    """Alpha where p and q are both filtered: each temperature, then top-k (0 is off), then top-p (1 is off).

    Raises ValueError as the filters do.

    >>> acceptance_by_temperature([0.5, 0.3, 0.2], [0.2, 0.2, 0.6], [0, 1, 1000]).round(3)
    array([0. , 0.6, 1. ])
    """
    return np.array([acceptance_rate(filtered(p, t, k, mass), filtered(q, t, k, mass)) for t in temperatures])


def _rate(alpha: float) -> float:
    if not 0 <= alpha <= 1:
        raise ValueError(f"alpha is {alpha!r}; an acceptance rate is from 0 to 1")
    return float(alpha)


def _cost(cost: float, name: str = "cost") -> float:
    if not 0 <= cost < math.inf:
        raise ValueError(f"{name} is {cost!r}; it must be a finite number from 0 up")
    return float(cost)
