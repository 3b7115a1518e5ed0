"""Exact laws of one position in fractions, by enumerating every region in which the coins can fall.

Written apart from app/core and never importing it: laws are lists of Fractions that sum to 1 exactly. A
region is (draft, accepted, token) with its probability; retries are summed as the geometric series they are.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb, factorial

Law = list[Fraction]
Regions = dict[tuple[int, bool, int], Fraction]


def law(*weights: int | str) -> Law:
    """The weights over their sum; texts such as "0.34" are read as decimals."""
    exact = [Fraction(weight) for weight in weights]
    return [weight / sum(exact) for weight in exact]


def total_variation(p: Law, q: Law) -> Fraction:
    """The largest difference between the probabilities of one event: of those where p has more."""
    return sum((x - y for x, y in zip(p, q, strict=True) if x > y), Fraction(0))


def acceptance(p: Law, q: Law) -> list[Fraction]:
    """The length of the part of the coin's interval in which the draft x is kept."""
    one = Fraction(1)
    return [min(one, p[x] / q[x]) if q[x] else Fraction(p[x] > 0) for x in range(len(p))]


def acceptance_rate(p: Law, q: Law) -> Fraction:
    """The probability that a draft is kept."""
    return sum((q[x] * kept for x, kept in enumerate(acceptance(p, q)) if q[x]), Fraction(0))


def residual(p: Law, q: Law) -> Law | None:
    """What p has more than q, as a law; None where it has nothing more."""
    more = [max(x - y, Fraction(0)) for x, y in zip(p, q, strict=True)]
    return [x / sum(more) for x in more] if any(more) else None


def lossless(p: Law, q: Law) -> Regions:
    """Keep x with min(1, p/q), else draw from the residual."""
    regions: Regions = defaultdict(Fraction)
    left = residual(p, q)
    for x, kept in enumerate(acceptance(p, q)):
        regions[x, True, x] += q[x] * kept
        for y in range(len(p)) if left else ():
            regions[x, False, y] += q[x] * (1 - kept) * left[y]
    return _possible(regions)


def naive(p: Law, q: Law) -> Regions:
    """Keep every draft."""
    del p
    return _possible({(x, True, x): q[x] for x in range(len(q))})


def top_1(p: Law, q: Law) -> Regions:
    """Keep the first of p's most probable tokens alone; emit it in any case."""
    best = p.index(max(p))
    return _possible({(x, x == best, best): q[x] for x in range(len(q))})


def classical(p: Law, q: Law) -> Regions:
    """Keep x with p/(M q), else try again: the last proposal, the series of retries being 1/(1 - refused)."""
    M = bound(p, q)
    kept = [q[x] * p[x] / (M * q[x]) if q[x] else Fraction(0) for x in range(len(p))]
    refused = 1 - sum(kept)
    return _possible({(x, True, x): kept[x] / (1 - refused) for x in range(len(p))})


def bound(p: Law, q: Law) -> Fraction:
    """M = max p/q, which is also the mean number of proposals a token."""
    return max(x / y for x, y in zip(p, q, strict=True) if x)


def refused(p: Law, q: Law) -> Law | None:
    """The law of a proposal that classical rejection refuses; None where it refuses none."""
    M = bound(p, q)
    thrown = [y - x / M for x, y in zip(p, q, strict=True)]
    return [x / sum(thrown) for x in thrown] if any(thrown) else None


RULES = {"lossless": lossless, "naive": naive, "top-1": top_1, "classical": classical}


def _possible(regions: Regions) -> Regions:
    return {region: mass for region, mass in regions.items() if mass}


def output_law(regions: Regions, size: int) -> Law:
    """The law of what comes out."""
    out = [Fraction(0)] * size
    for (_, _, token), mass in regions.items():
        out[token] += mass
    return out


def accepted_law(regions: Regions, size: int) -> list[Fraction]:
    """The probability that x is drafted and accepted, for each x."""
    kept = [Fraction(0)] * size
    for (draft, accepted, _), mass in regions.items():
        kept[draft] += mass * accepted
    return kept


def tv_law(p: Law, n: int) -> dict[Fraction, Fraction]:
    """The exact law of TV(empirical, p) for n draws from p, by every way to split n into V counts."""
    laws: dict[Fraction, Fraction] = defaultdict(Fraction)
    for bars in combinations(range(n + len(p) - 1), len(p) - 1):
        ends = (-1, *bars, n + len(p) - 1)
        counts = [b - a - 1 for a, b in pairwise(ends)]
        ways = Fraction(factorial(n))
        for count, x in zip(counts, p, strict=True):
            ways *= x**count / factorial(count)
        laws[total_variation([Fraction(count, n) for count in counts], p)] += ways
    return dict(laws)


def expected_tv(p: Law, n: int) -> Fraction:
    """E TV(empirical, p) of n draws from p: the mean deviation of each binomial count, term by term."""
    deviation = Fraction(0)
    for x in p:
        for k in range(n + 1):
            deviation += comb(n, k) * x**k * (1 - x) ** (n - k) * abs(Fraction(k, n) - x)
    return deviation / 2


def cell(coins: Law, u: Fraction) -> int:
    """The token whose part of the unit interval holds u, parts in the order of the tokens."""
    end = Fraction(0)
    for x, mass in enumerate(coins):
        end += mass
        if u < end:
            return x
    raise ValueError(f"{u} is not in [0, 1)")
