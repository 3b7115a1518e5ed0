"""Exact laws in fractions, of one position and of cycles, by enumerating every region the coins can fall in.

Written apart from app/core and never importing it: laws are lists of Fractions that sum to 1 exactly. A
region is (draft, accepted, token) with its probability; retries are summed as the geometric series they are.
A model is a function from the tokens so far to a law; cycles are (kept, tokens) with their probability.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import comb, factorial

Law = list[Fraction]
Regions = dict[tuple[int, bool, int], Fraction]
Model = Callable[[tuple[int, ...]], Law]
Cycles = dict[tuple[int, tuple[int, ...]], Fraction]


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


def markov(initial: Law, transition: list[Law]) -> Model:
    """The model in which a token depends on the one before."""
    return lambda text: transition[text[-1]] if text else initial


def token_cycles(target: Model, draft: Model, gamma: int, text: tuple[int, ...] = ()) -> Cycles:
    """Position after position by the rule of one position, up to the first rejection or the bonus."""
    cycles: Cycles = defaultdict(Fraction)
    if gamma == 0:
        return {(0, (y,)): mass for y, mass in enumerate(target(text)) if mass}
    for (_, accepted, token), mass in lossless(target(text), draft(text)).items():
        if not accepted:
            cycles[0, (token,)] += mass
            continue
        for (kept, tokens), rest in token_cycles(target, draft, gamma - 1, (*text, token)).items():
            cycles[kept + 1, (token, *tokens)] += mass * rest
    return dict(cycles)


def block_cycles(target: Model, draft: Model, gamma: int, text: tuple[int, ...] = ()) -> Cycles:
    """The longest prefix whose coin allows it, looked for from the end; 0/0 counts as 1."""
    cycles: Cycles = defaultdict(Fraction)
    for drafts in product(range(len(target(text))), repeat=gamma):
        mass = Fraction(1)
        weights = [Fraction(1)]
        for i, x in enumerate(drafts):
            q = draft((*text, *drafts[:i]))[x]
            mass *= q
            weights.append(min(Fraction(1), weights[-1] * target((*text, *drafts[:i]))[x] / q) if q else q)
        for kept in range(gamma, -1, -1):
            before = (*text, *drafts[:kept])
            p = target(before)
            left = [max(weights[kept] * x - y, Fraction(0)) for x, y in zip(p, draft(before), strict=True)]
            s = sum(left)
            under = s + 1 - weights[kept]
            h = weights[gamma] if kept == gamma else s / under if under else Fraction(1)
            chance = h if kept else Fraction(1)
            last = p if kept == gamma else [x / s for x in left] if s else [Fraction(0)] * len(p)
            for y, share in enumerate(last):
                if mass * chance * share:
                    cycles[kept, (*drafts[:kept], y)] += mass * chance * share
            mass *= 1 - chance
    return dict(cycles)


VERIFIERS = {"token": token_cycles, "block": block_cycles}


def length_law(cycles: Cycles, gamma: int) -> Law:
    """P(i + 1 tokens are committed)."""
    return [
        sum((m for (_, t), m in cycles.items() if len(t) == i + 1), Fraction(0)) for i in range(gamma + 1)
    ]


def mean_length(cycles: Cycles) -> Fraction:
    """E[L]."""
    return sum((len(tokens) * mass for (_, tokens), mass in cycles.items()), Fraction(0))


def opening_law(verifier, target: Model, draft: Model, gamma: int) -> list[Law]:
    """The joint law of a text's first two tokens; a first cycle of one token is followed by another."""
    size = len(target(()))
    joint = [[Fraction(0)] * size for _ in range(size)]
    for (_, tokens), mass in verifier(target, draft, gamma).items():
        if len(tokens) > 1:
            joint[tokens[0]][tokens[1]] += mass
            continue
        for (_, later), rest in verifier(target, draft, gamma, tokens).items():
            joint[tokens[0]][later[0]] += mass * rest
    return joint


def text_law(target: Model, size: int) -> list[Law]:
    """The joint law of the first two tokens that the target alone writes."""
    return [[target(())[x] * y for y in target((x,))] for x in range(size)]


def speedup(alpha: Fraction, gamma: int, cost: Fraction) -> Fraction:
    """Tokens a cycle over its time in target passes, the tokens as the sum of the chances to get that far."""
    return sum(alpha**i for i in range(gamma + 1)) / (1 + gamma * cost)


def admissions(confidences: list[list[Fraction]]) -> dict[tuple[int, ...], Fraction]:
    """Every way to admit a prefix of each request, with the expected tokens of a step."""
    worth = {}
    for lengths in product(*(range(len(c) + 1) for c in confidences)):
        tau = Fraction(len(confidences))
        for c, length in zip(confidences, lengths, strict=True):
            alive = Fraction(1)
            for chance in c[:length]:
                alive *= chance
                tau += alive
        worth[lengths] = tau
    return worth
