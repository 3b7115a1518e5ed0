"""How well anybody can tell two laws apart from n draws: the odds of the best test.

Neyman and Pearson (1933): of all tests the one by the likelihood ratio errs least. With even chances
beforehand it is right with (1 + TV(P, Q)) / 2, P and Q the laws of all that is seen. TV(P, Q) is the mean of
|tanh(l / 2)|, l = ln dP/dQ, over the even mixture of both, and that is simulated: of a mean of numbers in
[0, 1] over `runs` the standard error is at most 1 / (2 sqrt(runs)), of the odds half of it, .0018 at 20,000
runs; it vanishes where the odds come near 1. Knows no engine, only laws of independent draws.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .law import ROUNDING, Law, as_law
from .sampler import Floats, Integers
from .source import Source
from .whole import as_whole

RUNS = 20_000


def best_odds(law: ArrayLike, other: ArrayLike, n: int, rng: np.random.Generator, runs: int = RUNS) -> float:
    """How often the best test tells from n draws which of two laws (V,) made them.

    (1 + TV(law^n, other^n)) / 2; exactly 1/2 where the laws differ by rounding alone or n is 0. Raises
    ValueError for laws that are none or differ in length, n < 0, runs < 2.

    >>> best_odds([1, 0], [0, 1], 1, np.random.default_rng(1)), best_odds([0.5, 0.5], [0.5, 0.5], 9, None)
    (1.0, 0.5)
    """
    p, o = _pair(law, other, n, runs)
    if n == 0 or _same(p, o):
        return 0.5
    score = _score(p, o)
    half = runs // 2
    seen = [_sum(_counts(one, n, half, rng), score) for one in (p, o)]
    return _right(np.concatenate(seen))


def best_odds_of_pair(
    law: ArrayLike, other: ArrayLike, n: int, rng: np.random.Generator, runs: int = RUNS
) -> float:
    """How often the best test tells which of two streams of n draws follows which of two laws (V,).

    Both streams are looked at, so that l = sum (A - B) ln(law / other) and these odds are at least those of
    `best_odds`; swapping the streams changes its sign alone, so that one order is enough to simulate. Raises
    ValueError as `best_odds`.

    >>> best_odds_of_pair([1, 0], [0.5, 0.5], 1, np.random.default_rng(1), runs=200_000)
    0.75...
    """
    p, o = _pair(law, other, n, runs)
    if n == 0 or _same(p, o):
        return 0.5
    score = _score(p, o)
    return _right(_sum(_counts(p, n, runs, rng), score) - _sum(_counts(o, n, runs, rng), score))


def _pair(law: ArrayLike, other: ArrayLike, n: int, runs: int) -> tuple[Law, Law]:
    p, o = as_law(law, "law"), as_law(other, "other")
    if len(p) != len(o):
        raise ValueError(f"law has {len(p)} tokens, other has {len(o)}; both need a number for every token")
    as_whole(n, 0, "n", written=True)
    as_whole(runs, 2, "runs", written=True)
    return p, o


def _same(p: Law, o: Law) -> bool:
    return bool((np.abs(p - o) <= ROUNDING * np.maximum(p, o)).all())


def _score(p: Law, o: Law) -> Floats:
    """ln(p / o), (V,): infinite where one of them cannot be, 0 where neither can."""
    with np.errstate(divide="ignore"):
        score: Floats = np.subtract(np.log(p), np.log(o), out=np.zeros(len(p)), where=(p > 0) | (o > 0))
    return score


def _counts(law: Law, n: int, runs: int, rng: np.random.Generator) -> Integers:
    """Counts of n draws, (runs, V)."""
    counts = np.zeros((runs, len(law)), np.int64)
    source = Source(law)
    counts[:, source.support] = rng.multinomial(n, source.possible, runs)
    return counts


def _sum(counts: Integers, score: Floats) -> Floats:
    """The sums of counts times score, (runs,); a token that did not come adds nothing, whatever its score."""
    finite = np.isfinite(score)
    total: Floats = counts[:, finite] @ score[finite]
    for x in np.flatnonzero(~finite).tolist():
        total[counts[:, x] > 0] = score[x]  # settles it: under one law, counts agree on which
    return total


def _right(ratios: Floats) -> float:
    return 0.5 * (1 + float(np.abs(np.tanh(ratios / 2)).mean()))
