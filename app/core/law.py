"""A probability vector, what two of them share, and what sampling settings make of one.

Leviathan, Kalman, Matias, ICML 2023, arXiv:2211.17192 (acceptance, residual). Nothing is drawn here.
"""

from __future__ import annotations

import math
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Law = NDArray[np.float64]  # (V,), read-only, not negative, sums to 1
Array = TypeVar("Array", bound=np.ndarray)

SUM_TOLERANCE = 1e-6  # a sum farther from 1 is a mistake, a nearer one is rounding and is divided away
ROUNDING = 16 * float(np.finfo(np.float64).eps)  # relative; differences up to this come from arithmetic
SAME = 1e-12  # a distance that rounding alone can make
REACHED = 1e-12  # top-p: a sum that misses the mass by less has reached it
BEYOND = 1e300  # entries over this are not added up: the sum may be beyond all floats


def as_law(values: ArrayLike, name: str = "the law") -> Law:
    """The values (V,) as a new read-only probability vector; a sum off by less than 1e-6 is divided away.

    Raises ValueError where the values are no vector of finite numbers from 0 up that sums to 1.

    >>> as_law([0.5, 0.3, 0.2])
    array([0.5, 0.3, 0.2])
    >>> as_law([0.5, 0.7], name="q")
    Traceback (most recent call last):
    ValueError: q sums to 1.2; each law must sum to 1: divide by the sum
    """
    law = _vector(values, name)
    total = _sum(law, name)
    if abs(total - 1) > ROUNDING:
        law /= total
    law += 0.0  # makes of -0.0 a plain zero
    return frozen(law)


def _vector(values: ArrayLike, name: str) -> Law:
    try:
        given = np.asarray(values)
        law = np.array(given, np.float64) if given.dtype.kind in "biufO" else None
    except (TypeError, ValueError, OverflowError):
        law = None
    if law is None:
        raise ValueError(f"{name} is {values!r:.80}; a law is a list of real numbers, one a token")
    if law.ndim != 1 or law.size == 0:
        raise ValueError(f"{name} has the shape {law.shape}; a law is one list with a number a token")
    return law


def _sum(law: Law, name: str) -> float:
    largest = law.max()
    if not (law.min() >= 0 and largest < math.inf):
        x = int((~np.isfinite(law) | (law < 0)).argmax())
        raise ValueError(f"{name} holds {law[x]} at token {x}; probabilities are finite numbers from 0 up")
    total = float(law.sum()) if largest < BEYOND else math.inf
    if not abs(total - 1) <= SUM_TOLERANCE:
        raise ValueError(f"{name} sums to {total:.9g}; each law must sum to 1: divide by the sum")
    return total


def frozen(array: Array) -> Array:
    """The same array, read-only from now on."""
    array.flags.writeable = False
    return array


def as_pair(p: ArrayLike, q: ArrayLike) -> tuple[Law, Law]:
    """Target p and draft q as laws over the same V tokens.

    Raises ValueError where either is no law or their lengths differ.
    """
    p, q = as_law(p, "p"), as_law(q, "q")
    if len(p) != len(q):
        raise ValueError(f"p has {len(p)} tokens and q has {len(q)}; both need a number for every token")
    return p, q


def total_variation(p: ArrayLike, q: ArrayLike) -> float:
    """TV(p, q) = 1/2 sum |p - q|, from 0 (identical) to 1 (disjoint).

    >>> round(total_variation([0.5, 0.3, 0.2], [0.2, 0.2, 0.6]), 12)
    0.4
    """
    p, q = as_pair(p, q)
    return min(1.0, 0.5 * float(np.abs(p - q).sum()))


def acceptance_probability(p: ArrayLike, q: ArrayLike) -> NDArray[np.float64]:
    """a(x) = min(1, p(x)/q(x)), array (V,); where q(x) = 0 it is 1 if p(x) > 0, else 0.

    Laws that differ by rounding alone reject nothing that p can emit.

    >>> acceptance_probability([0.5, 0.3, 0.2], [0.2, 0.2, 0.6])
    array([1.        , 1.        , 0.33333333])
    """
    p, q = as_pair(p, q)
    return acceptance_of(p, q, residual_of(p, q))


def acceptance_of(p: Law, q: Law, left: Law | None) -> NDArray[np.float64]:
    """`acceptance_probability` of two laws that are known to be some, and of what is left."""
    return (p > 0).astype(np.float64) if left is None else ratio(p, q)


def ratio(p: NDArray[np.float64], q: NDArray[np.float64]) -> NDArray[np.float64]:
    """min(1, p/q), of weights of any shape that need not sum to 1; where q = 0 it is 1 if p > 0, else 0."""
    a = (p > 0).astype(np.float64)
    return np.divide(p, q, out=a, where=p < q)


def acceptance_rate(p: ArrayLike, q: ArrayLike) -> float:
    """The rate alpha = sum min(p, q) = 1 - TV(p, q), Theorem 3.5; 1 where the laws differ by rounding alone.

    >>> round(acceptance_rate([0.5, 0.3, 0.2], [0.2, 0.2, 0.6]), 12)
    0.6
    """
    p, q = as_pair(p, q)
    return 1.0 if residual_of(p, q) is None else min(1.0, float(np.minimum(p, q).sum()))


def residual(p: ArrayLike, q: ArrayLike) -> Law | None:
    """The law max(0, p - q) / (1 - alpha) of a correction, or None where p - q is rounding everywhere.

    A difference up to 16 eps p counts as 0. None means that nothing is rejected.

    >>> residual([0.5, 0.3, 0.2], [0.2, 0.2, 0.6])
    array([0.75, 0.25, 0.  ])
    >>> residual([0.1 + 0.2, 0.7], [0.3, 0.7]) is None
    True
    """
    return residual_of(*as_pair(p, q))


def residual_of(p: Law, q: Law) -> Law | None:
    """`residual` of two laws that are known to be some."""
    left = left_over(p, q)
    total = float(left.sum())
    return frozen(left / total) if total > 0 else None


def left_over(p: NDArray[np.float64], q: NDArray[np.float64]) -> NDArray[np.float64]:
    """max(0, p - q), array (V,), where a difference up to 16 eps p counts as 0; p and q as they are."""
    left = p - q
    return np.where(left > ROUNDING * p, left, 0.0)


def one_hot(token: int, tokens: int) -> Law:
    """The law (V,) that gives everything to one token.

    >>> one_hot(1, 3)
    array([0., 1., 0.])
    """
    law = np.zeros(tokens)
    law[token] = 1
    return frozen(law)


def mix(p: ArrayLike, r: ArrayLike, m: float) -> Law:
    """The draft (1 - m) p + m r, m from 0 to 1: TV(p, mix) = m TV(p, r).

    >>> mix([0.5, 0.5], [0.0, 1.0], 0.5)
    array([0.25, 0.75])
    """
    p, r = _ends(p, r, m)
    return as_law((1 - m) * p + m * r, "q")


def tilt(p: ArrayLike, r: ArrayLike, m: float) -> Law:
    """The draft proportional to p^(1-m) r^m with 0^0 = 1, m from 0 to 1: p at 0, r at 1.

    Raises ValueError where the product is zero at every token.

    >>> tilt([0.8, 0.2], [0.2, 0.8], 0.5)
    array([0.5, 0.5])
    """
    p, r = _ends(p, r, m)
    if m in {0, 1}:
        return as_law(r if m else p)
    both = (p > 0) & (r > 0)
    if not both.any():
        raise ValueError(f"p and r share no token: p^(1-m) r^m is 0 everywhere at m = {m}; mix them instead")
    return _from_logs((1 - m) * _log(p) + m * _log(r))


def _ends(p: ArrayLike, r: ArrayLike, m: float) -> tuple[Law, Law]:
    p, r = as_law(p, "p"), as_law(r, "r")
    if len(p) != len(r):
        raise ValueError(f"p has {len(p)} tokens and r has {len(r)}; both need a number for every token")
    if not 0 <= m <= 1:
        raise ValueError(f"the mismatch is {m}; it goes from 0 (q = p) to 1 (q = r)")
    return p, r


def _log(p: Law) -> NDArray[np.float64]:
    with np.errstate(divide="ignore"):
        return np.log(p)


def _from_logs(logs: NDArray[np.float64]) -> Law:
    weights = np.exp(logs)
    return frozen(weights / weights.sum())


def temperature(p: ArrayLike, t: float) -> Law:
    """The law proportional to p^(1/t), t from 0 up; t = 0 is one-hot at the first of the most probable.

    >>> temperature([0.4, 0.4, 0.2], 0)
    array([1., 0., 0.])
    >>> temperature([0.8, 0.2], 0.5).round(3)
    array([0.941, 0.059])
    """
    p = as_law(p, "p")
    if not (math.isfinite(t) and t >= 0):
        raise ValueError(f"the temperature is {t}; it must be a finite number from 0 up")
    if t == 0:
        return one_hot(int(p.argmax()), len(p))
    if t == 1:
        return p
    logs = _log(p)
    with np.errstate(over="ignore"):
        return _from_logs((logs - logs.max()) / t)


def top_k(p: ArrayLike, k: int) -> Law:
    """The law of exactly the k most probable tokens (all, where k >= V); the lower id wins a tie.

    >>> top_k([0.2, 0.3, 0.3, 0.2], 3)
    array([0.25 , 0.375, 0.375, 0.   ])
    """
    p = as_law(p, "p")
    if not (1 <= k < math.inf and int(k) == k):
        raise ValueError(f"top-k is {k}; it is the number of tokens kept, at least 1")
    return _only(p, _by_probability(p)[: int(k)])


def top_p(p: ArrayLike, mass: float) -> Law:
    """The law of the fewest tokens that together reach `mass`, most probable and lowest id first; 1 is off.

    >>> top_p([0.5, 0.3, 0.2], 0.75)
    array([0.625, 0.375, 0.   ])
    """
    p = as_law(p, "p")
    if not 0 < mass <= 1:
        raise ValueError(f"top-p is {mass}; it is the mass kept, over 0 and up to 1")
    if mass == 1:
        return p
    order = _by_probability(p)
    short = np.cumsum(p[order]) < mass - REACHED
    return _only(p, order[: int(short.sum()) + 1])


def _by_probability(p: Law) -> NDArray[np.intp]:
    return np.argsort(-p, kind="stable")


def _only(p: Law, tokens: NDArray[np.intp]) -> Law:
    kept = np.zeros_like(p)
    kept[tokens] = p[tokens]
    return frozen(kept / kept.sum())


def filtered(p: ArrayLike, temperature_: float = 1.0, k: int = 0, mass: float = 1.0) -> Law:
    """What these settings sample from: temperature, then top-k (0 is off), then top-p (1 is off).

    >>> filtered([0.5, 0.3, 0.2], k=2)
    array([0.625, 0.375, 0.   ])
    """
    law = temperature(p, temperature_)
    return top_p(top_k(law, k) if k else law, mass)
