"""Variable-length verification under load: whose drafts a busy target looks at, and how many of each.

DSpark, arXiv:2607.05147. A request's confidences are taken as the chances that its drafts are accepted, given
those before. The result is lossless only while a length never looks at the token it admits.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .law import Law, acceptance_of, as_law, as_pair, residual_of

Capacity = Callable[[int], float]  # SPS(B): verify steps a second at a batch of B tokens


@dataclass(frozen=True)
class Knee:
    """A capacity curve: a step takes `step` s up to `free` tokens, and `each` s more a token beyond.

    >>> sps = Knee(step=0.02, free=8, each=0.005)
    >>> sps(1), sps(8), sps(12)
    (50.0, 50.0, 25.0)
    """

    step: float
    free: int
    each: float

    def __call__(self, batch: int) -> float:
        """Verify steps a second at a batch of so many tokens."""
        return 1 / (self.step + self.each * max(0, batch - self.free))


@dataclass(frozen=True)
class Admission:
    """What is admitted: lengths (requests,), and after each admitted draft the batch and the tokens a second.

    `order` names the admitted drafts as (request, position); `batches`, `tokens` and `rates` have one more
    entry, first that of no draft; `tokens` is tau, the expected tokens of a step. `refused_rate` is the rate
    with the draft at which it first drops; None where all were admitted.
    """

    lengths: tuple[int, ...]
    order: tuple[tuple[int, int], ...]
    batches: tuple[int, ...]
    tokens: tuple[float, ...]
    rates: tuple[float, ...]
    refused_rate: float | None


def survival(confidences: ArrayLike) -> NDArray[np.float64]:
    """a_j = c_1 ... c_j: the chance that a draft and all before it are accepted, (l,).

    Raises ValueError for a confidence outside 0..1.

    >>> survival([0.9, 0.5])
    array([0.9 , 0.45])
    """
    c = np.asarray(confidences, np.float64)
    if c.ndim != 1 or not ((c >= 0) & (c <= 1)).all():
        raise ValueError(f"confidences are {confidences!r:.80}; they must be a list of numbers from 0 to 1")
    return np.cumprod(c, dtype=np.float64)


def admit(confidences: Iterable[ArrayLike], sps: Capacity) -> Admission:
    """Admits drafts in falling survival while tau SPS(B) does not drop.

    B = sum (1 + l) over requests, tau = sum (1 + sum a). Of drafts that survive alike the lower request comes
    first. Drafts at the end that gain nothing are left out. Raises ValueError for no request, a confidence
    outside 0..1 or a capacity that is not positive.

    >>> admit([[0.9, 0.8], [0.5, 0.5]], Knee(step=0.02, free=4, each=0.01)).lengths
    (2, 0)
    """
    chances: list[list[float]] = [survival(c).tolist() for c in confidences]
    if not chances:
        raise ValueError("confidences are empty; at least one request is needed, if with no draft")
    batch, tau = len(chances), float(len(chances))
    order: list[tuple[int, int]] = []
    path = [(batch, tau, tau * _steps(sps, batch))]
    refused = None
    waiting = [(-a[0], r, 0) for r, a in enumerate(chances) if len(a)]
    heapq.heapify(waiting)
    while waiting:
        less, r, j = heapq.heappop(waiting)
        batch, tau = batch + 1, tau - less
        rate = tau * _steps(sps, batch)
        if rate < path[-1][2]:
            refused = rate
            break
        order.append((r, j))
        path.append((batch, tau, rate))
        if j + 1 < len(chances[r]):
            heapq.heappush(waiting, (-chances[r][j + 1], r, j + 1))
    best = max(range(len(path)), key=lambda i: path[i][2])  # the first of the largest
    lengths = [0] * len(chances)
    for r, _ in order[:best]:
        lengths[r] += 1
    batches, tokens, rates = zip(*path[: best + 1], strict=True)
    return Admission(tuple(lengths), tuple(order[:best]), batches, tokens, rates, refused)


def _steps(sps: Capacity, batch: int) -> float:
    steps = sps(batch)
    if not 0 < steps < np.inf:
        raise ValueError(f"SPS({batch}) is {steps!r}; it must be a positive number of steps a second")
    return float(steps)


def admitted_blindly(p: ArrayLike, q: ArrayLike, chance: float) -> Law:
    """The law (V,) where a draft is admitted with a chance that does not look at it: p, whatever the chance.

    >>> admitted_blindly([0.7, 0.3], [0.5, 0.5], 0.4)
    array([0.7, 0.3])
    """
    p, q = as_pair(p, q)
    if not 0 <= chance <= 1:
        raise ValueError(f"the chance is {chance!r}; it must be from 0 to 1")
    left = residual_of(p, q)
    kept = q * acceptance_of(p, q, left)
    rest = 0 if left is None else (1 - kept.sum()) * left
    return as_law(chance * (kept + rest) + (1 - chance) * p)


def look_ahead_law(p: ArrayLike, q: ArrayLike) -> Law:
    """The law (V,) where a draft is admitted only once p(x) >= q(x) is seen; else the token is drawn from p.

    >>> look_ahead_law([0.7, 0.3], [0.5, 0.5])
    array([0.85, 0.15])
    """
    p, q = as_pair(p, q)
    admitted = np.where(p >= q, q, 0.0)
    return as_law(admitted + (1 - admitted.sum()) * p)
