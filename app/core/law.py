"""A probability vector, and what two of them share.

Leviathan, Kalman, Matias 2023 (Theorem 3.5: the acceptance rate is 1 - TV). Laws are read-only float64 arrays (V,) that sum to 1.
Knows nothing of draws.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

TOLERANCE = 1e-6  # how far from 1 a law may sum and still be renormalised
ROUNDING = 16 * np.finfo(float).eps  # relative: a p - q below this share of p is rounding, not mass
REACHED = 1e-12  # top-p counts a mass as reached when it is this close


def as_law(values: ArrayLike, name: str = "law") -> np.ndarray:
    """A new read-only float64 array (V,), renormalised when it is off by less than 1e-6.

    Raises ValueError where a value is negative or not finite, the shape is not (V,), V is 0, or the sum is off by more.

    >>> as_law([0.5, 0.3, 0.2])
    array([0.5, 0.3, 0.2])
    """
    try:
        law = np.array(values, dtype=float)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} is {values!r:.80}; it must be a list of numbers") from error
    if law.ndim != 1:
        raise ValueError(f"{name} has shape {law.shape}; it must be one row of V probabilities")
    if len(law) == 0:
        raise ValueError(f"{name} is empty; it must have at least one token")
    wrong = ~(np.isfinite(law) & (law >= 0))
    if wrong.any():
        at = int(np.argmax(wrong))
        raise ValueError(f"{name}[{at}] is {law[at]}; every probability must be finite and at least 0")
    total = law.sum()
    if not abs(total - 1) <= TOLERANCE:
        raise ValueError(f"{name} sums to {total:.9g}; each law must sum to 1 (divide it by its sum)")
    if total != 1:
        law /= total
    law += 0.0  # no negative zero
    law.flags.writeable = False
    return law


def as_pair(p: ArrayLike, q: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Both as laws; ValueError where their lengths differ."""
    p, q = as_law(p, "p"), as_law(q, "q")
    if len(p) != len(q):
        raise ValueError(f"p has {len(p)} tokens and q has {len(q)}; both must be laws over the same tokens")
    return p, q


def total_variation(p: ArrayLike, q: ArrayLike) -> float:
    """TV(p, q) = 1/2 sum |p - q|, from 0 (identical) to 1 (disjoint).

    >>> round(total_variation([0.5, 0.3, 0.2], [0.2, 0.2, 0.6]), 12)
    0.4
    """
    p, q = as_pair(p, q)
    return min(1.0, float(np.abs(p - q).sum() / 2))


def acceptance_probability(p: ArrayLike, q: ArrayLike) -> np.ndarray:
    """a(x) = min(1, p/q) for each token, (V,); where q = 0: 1 where p > 0, else 0.

    >>> acceptance_probability([0.5, 0.3, 0.2], [0.2, 0.2, 0.6]).round(3)
    array([1.   , 1.   , 0.333])
    """
    p, q = as_pair(p, q)
    a = (p > 0).astype(float)
    thinned = q > p
    a[thinned] = p[thinned] / q[thinned]
    return a


def acceptance_rate(p: ArrayLike, q: ArrayLike) -> float:
    """alpha = sum min(p, q) = 1 - TV(p, q), at most 1.

    >>> round(acceptance_rate([0.5, 0.3, 0.2], [0.2, 0.2, 0.6]), 12)
    0.6
    """
    p, q = as_pair(p, q)
    return min(1.0, float(np.minimum(p, q).sum()))


def residual(p: ArrayLike, q: ArrayLike) -> np.ndarray | None:
    """The law max(0, p - q) / (1 - alpha) that a rejected draft is replaced from, (V,).

    None where nothing is left, and then every draft is kept: p - q counts as 0 where it is at most 16 eps p.

    >>> residual([0.5, 0.3, 0.2], [0.2, 0.2, 0.6]).round(3)
    array([0.75, 0.25, 0.  ])
    >>> residual([0.3, 0.7], [0.1 + 0.2, 0.7]) is None
    True
    """
    p, q = as_pair(p, q)
    left = p - q
    left[left <= ROUNDING * p] = 0
    total = left.sum()
    return as_law(left / total) if total > 0 else None


def mix(p: ArrayLike, r: ArrayLike, m: float) -> np.ndarray:
    """The draft (1 - m) p + m r: TV to p is m TV(p, r), and the residual is the same for every m > 0.

    >>> mix([0.5, 0.5], [0.1, 0.9], 0.5)
    array([0.3, 0.7])
    """
    p, r = as_pair(p, r)
    _in_range("mismatch", m, 0, 1)
    return as_law((1 - m) * p + m * r)


def tilt(p: ArrayLike, r: ArrayLike, m: float) -> np.ndarray:
    """The draft ~ p^(1-m) r^m: between p and r on the exponential path, where the residual changes with m.

    Raises ValueError where p and r share no token and 0 < m < 1.
    """
    p, r = as_pair(p, r)
    _in_range("mismatch", m, 0, 1)
    if m in (0, 1):
        return p if m == 0 else r
    shared = (p > 0) & (r > 0)
    if not shared.any():
        raise ValueError(f"p and r share no token, so no tilt lies between them at mismatch {m}; use the mix")
    power = np.full(len(p), -np.inf)
    power[shared] = (1 - m) * np.log(p[shared]) + m * np.log(r[shared])
    raw = np.exp(power - power.max())
    return as_law(raw / raw.sum())


def temperature(p: ArrayLike, t: float) -> np.ndarray:
    """The law ~ p^(1/t); t = 0 is one-hot at the first argmax.

    >>> temperature([0.5, 0.3, 0.2], 0)
    array([1., 0., 0.])
    """
    p = as_law(p, "p")
    _in_range("temperature", t, 0, np.inf)
    if t == 1:
        return p
    if t == 0:
        return one_hot(int(np.argmax(p)), len(p))
    raw = np.zeros(len(p))
    some = p > 0
    log = np.log(p[some])
    with np.errstate(over="ignore"):  # a tiny t sends all but the top to 0, as it should
        raw[some] = np.exp((log - log.max()) / t)
    return as_law(raw / raw.sum())


def top_k(p: ArrayLike, k: int) -> np.ndarray:
    """The law of the k most likely tokens, exactly k kept (all, where k >= V); the lower id wins a tie.

    >>> top_k([0.4, 0.2, 0.2, 0.2], 2).round(3)
    array([0.667, 0.333, 0.   , 0.   ])
    """
    p = as_law(p, "p")
    if isinstance(k, bool) or int(k) != k or k < 1:
        raise ValueError(f"top-k is {k!r}; it must be a whole number of at least 1")
    return _only(p, np.argsort(-p, kind="stable")[: int(k)])


def top_p(p: ArrayLike, mass: float) -> np.ndarray:
    """The law of the fewest most likely tokens that reach `mass`; the lower id wins a tie.

    >>> top_p([0.5, 0.3, 0.2], 0.8)
    array([0.625, 0.375, 0.   ])
    """
    p = as_law(p, "p")
    if not 0 < mass <= 1:
        raise ValueError(f"top-p is {mass!r}; it must be above 0 and at most 1")
    if mass == 1:
        return p
    order = np.argsort(-p, kind="stable")
    fewest = int(np.searchsorted(np.cumsum(p[order]), mass - REACHED)) + 1
    return _only(p, order[:fewest])


def filtered(p: ArrayLike, t: float = 1.0, k: int = 0, mass: float = 1.0) -> np.ndarray:
    """Temperature, then top-k (0 is off), then top-p (1 is off)."""
    law = temperature(p, t)
    return top_p(top_k(law, k) if k else law, mass)


def one_hot(token: int, tokens: int) -> np.ndarray:
    """The law that gives everything to one token."""
    law = np.zeros(tokens)
    law[token] = 1
    return as_law(law)


def _only(p: np.ndarray, tokens: np.ndarray) -> np.ndarray:
    law = np.zeros(len(p))
    law[tokens] = p[tokens]
    return as_law(law / law.sum())


def _in_range(name: str, value: float, low: float, high: float) -> None:
    if not (low <= value <= high and np.isfinite(value)):
        raise ValueError(f"{name} is {value!r}; it must be from {low} to {high}")
