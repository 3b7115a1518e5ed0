"""The broken engines in fractions, by every region in which their coins can fall. Never imports app/core.

Each makes the regions of tests/oracle.py from what the engine does with its coins: coins used twice are cut
up as intervals, noise is integrated, retries are summed. Of softmax alone the exponentials are floats.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise

from tests import oracle
from tests.oracle import Law, Regions, acceptance, output_law, residual

HALF = Fraction(1, 2)


def engine(r: Law, a: list[Fraction], resample: Law | Callable[[int], Law] | None) -> Regions:
    """A draft from r, kept with a, else a token of `resample`, which may depend on the draft."""
    regions: Regions = defaultdict(Fraction)
    for x, drafted in enumerate(r):
        regions[x, True, x] += drafted * a[x]
        if drafted * (1 - a[x]):
            law = resample(x) if callable(resample) else resample
            for y, mass in enumerate(law):
                regions[x, False, y] += drafted * (1 - a[x]) * mass
    return {region: mass for region, mass in regions.items() if mass}


def over_sum(weights: Iterable[Fraction]) -> Law:
    weights = list(weights)
    return [x / sum(weights) for x in weights]


def one_hot(law: Law) -> Law:
    return [Fraction(x == law.index(max(law))) for x in range(len(law))]


def squared(law: Law) -> Law:
    """The law at temperature 1/2."""
    return over_sum(x * x for x in law)


def top_2(law: Law) -> Law:
    best = sorted(range(len(law)), key=lambda x: (-law[x], x))[:2]
    return over_sum(mass if x in best else Fraction(0) for x, mass in enumerate(law))


def rolled(law: Law) -> Law:
    return law[-1:] + law[:-1]


def mixed(p: Law, q: Law) -> Law:
    return [HALF * x + HALF * y for x, y in zip(p, q, strict=True)]


def left(p: Law, q: Law) -> list[Fraction]:
    return [max(x - y, Fraction(0)) for x, y in zip(p, q, strict=True)]


def ratio(p: Law, q: Law) -> list[Fraction]:
    """min(1, p/q) of what need not be laws."""
    return [min(Fraction(1), x / y) if y else Fraction(x > 0) for x, y in zip(p, q, strict=True)]


def or_p(law: Law | None, p: Law) -> Law:
    """An engine that divides by nothing is taken to draw from p."""
    return law or p


def rule(r: Law, p: Law, q: Law) -> Regions:
    """The exact rule on p and q, the draft drawn from r."""
    return engine(r, acceptance(p, q), or_p(residual(p, q), p))


def corrected(p: Law, q: Law, law: Law | Callable[[int], Law]) -> Regions:
    return engine(q, acceptance(p, q), law)


def kept(p: Law, q: Law, a: list[Fraction]) -> Regions:
    return engine(q, a, or_p(residual(p, q), p))


def at_least(p: Law, q: Law) -> list[Fraction]:
    return [Fraction(x >= y) for x, y in zip(p, q, strict=True)]


def apart(p: Law, q: Law) -> Law:
    return over_sum(abs(x - y) for x, y in zip(p, q, strict=True)) if p != q else p


def softmax(p: Law, q: Law) -> Law:
    return over_sum(Fraction(math.exp(float(x))) for x in left(p, q))


def spilled(p: Law, q: Law) -> Law:
    law = left(p, q)
    return [*law[:-1], 1 - sum(law[:-1])]


def without(p: Law, y: int) -> Law:
    return over_sum(Fraction(0) if x == y else mass for x, mass in enumerate(p))


def same_twice(p: Law, q: Law) -> Regions:
    """x of q and y of p; where they differ a third token, of p."""
    regions: Regions = defaultdict(Fraction)
    for x, drafted in enumerate(q):
        for y, wanted in enumerate(p):
            if x == y:
                regions[x, True, x] += drafted * wanted
                continue
            for z, again in enumerate(p):
                regions[x, False, z] += drafted * wanted * again
    return regions


def same_once(p: Law, q: Law) -> Regions:
    """x of q and y of p, which comes out."""
    return {(x, x == y, y): a * b for x, a in enumerate(q) for y, b in enumerate(p)}


def retried(p: Law, q: Law) -> Regions:
    """The tries before the last are a geometric series: what is accepted, over the chance that it is."""
    accepted = oracle.accepted_law(rule(q, p, q), len(p))
    return {(x, True, x): mass / sum(accepted) for x, mass in enumerate(accepted)}


def parts_of_unit(law: Law) -> list[tuple[Fraction, Fraction]]:
    edges = [sum(law[:x], Fraction(0)) for x in range(len(law) + 1)]
    return list(pairwise(edges))


def overlap(one: tuple[Fraction, Fraction], other: tuple[Fraction, Fraction]) -> Fraction:
    return max(Fraction(0), min(one[1], other[1]) - max(one[0], other[0]))


def one_coin_for_both(p: Law, q: Law) -> Regions:
    """A coin over a(x) rejects x and is looked up in the residual as it is."""
    regions: Regions = defaultdict(Fraction)
    cells = parts_of_unit(or_p(residual(p, q), p))
    for x, a in enumerate(acceptance(p, q)):
        regions[x, True, x] += q[x] * a
        for y, cell in enumerate(cells):
            regions[x, False, y] += q[x] * overlap((a, Fraction(1)), cell)
    return regions


def drawn_and_judged(p: Law, q: Law) -> Regions:
    """The coin that drew x must also be under a(x)."""
    regions: Regions = defaultdict(Fraction)
    law = or_p(residual(p, q), p)
    for x, (cell, a) in enumerate(zip(parts_of_unit(q), acceptance(p, q), strict=True)):
        under = overlap(cell, (Fraction(0), a))
        regions[x, True, x] += under
        for y, mass in enumerate(law):
            regions[x, False, y] += (q[x] - under) * mass
    return regions


def raced(p: Law, q: Law) -> Law:
    """Who wins the correction's race, integrated over z = time / first arrival, piece by piece.

    i starts at z = c_i = q_i / res_i. With B(z) = sum res_j max(0, z - c_j) the density of i winning at z is
    res_i E[t exp(-t B)] = res_i / (1 + B)^2, and B is straight between two starts.
    """
    res = or_p(residual(p, q), p)
    starts = {i: q[i] / res[i] for i in range(len(res)) if res[i]}

    def below(z: Fraction) -> Fraction:
        return sum((res[j] * (z - c) for j, c in starts.items() if c < z), Fraction(0))

    edges = sorted(set(starts.values()))
    won = [Fraction(0)] * len(res)
    for i, c in starts.items():
        for z, after in zip(edges, [*edges[1:], None], strict=True):
            if z < c:
                continue
            if after is None:
                running = sum((res[j] for j in starts), Fraction(0))
                won[i] += res[i] / (running * (1 + below(z)))
            else:
                won[i] += res[i] * (after - z) / ((1 + below(z)) * (1 + below(after)))
    return won


def coarse(p: Law, q: Law, m: int = 256) -> Regions:
    """One of m levels k/m, each alike; equality is kept."""
    a = acceptance(p, q)
    return kept(p, q, [Fraction(sum(Fraction(k, m) <= x for k in range(m)), m) for x in a])


def floored(p: Law, q: Law) -> Law:
    return over_sum(max(x, Fraction(1, 100_000)) for x in left(p, q))


def rounded(x: Fraction, bits: int = 8) -> Fraction:
    """x with so many significant bits, ties to even."""
    if not x:
        return x
    unit = Fraction(2) ** (math.frexp(float(x))[1] - bits)
    return round(x / unit) * unit


def half(p: Law, q: Law) -> Regions:
    p_read, q_read = [rounded(x) for x in p], [rounded(x) for x in q]
    rest = left(p_read, q_read)
    return engine(q, ratio(p_read, q_read), over_sum(rest) if any(rest) else p)


FAULTS: dict[str, Callable[[Law, Law], Regions]] = {
    "naive": oracle.naive,
    "resample-target": lambda p, q: corrected(p, q, p),
    "resample-draft": lambda p, q: corrected(p, q, q),
    "resample-uniform": lambda p, q: corrected(p, q, [Fraction(1, len(p))] * len(p)),
    "softmax-residual": lambda p, q: corrected(p, q, softmax(p, q)),
    "absolute-residual": lambda p, q: corrected(p, q, apart(p, q)),
    "spilled-residual": lambda p, q: corrected(p, q, spilled(p, q)),
    "zero-rejected-only": lambda p, q: corrected(p, q, lambda y: without(p, y)),
    "inverted-ratio": lambda p, q: kept(p, q, ratio(q, p)),
    "hard-threshold": lambda p, q: kept(p, q, at_least(p, q)),
    "top-1": oracle.top_1,
    "redraw-on-mismatch": same_twice,
    "lenience": lambda p, q: kept(p, q, ratio([2 * x for x in p], q)),
    "ensemble": lambda p, q: rule(q, mixed(p, q), q),
    "greedy-draft": lambda p, q: rule(one_hot(q), p, q),
    "draft-temperature": lambda p, q: rule(squared(q), p, q),
    "draft-top-k": lambda p, q: rule(top_2(q), p, q),
    "target-temperature": oracle.lossless,
    "residual-temperature": lambda p, q: kept(p, q, acceptance(squared(p), q)),
    "off-by-one-draft": lambda p, q: rule(q, p, rolled(q)),
    "off-by-one-target": lambda p, q: rule(q, rolled(p), q),
    "retry-until-accepted": retried,
    "look-ahead-length": lambda p, q: engine(q, at_least(p, q), p),
    "reused-coin": one_coin_for_both,
    "shared-draft-coin": drawn_and_judged,
    "shared-noise": lambda p, q: corrected(p, q, raced(p, q)),
    "coarse-coin": coarse,
    "residual-floor": lambda p, q: corrected(p, q, floored(p, q)),
    "half-precision": half,
}
LOOKALIKES: dict[str, Callable[[Law, Law], Regions]] = {
    "sample-and-match": same_once,
    "one-hot-draft": lambda p, q: rule(one_hot(q), p, one_hot(q)),
    "no-bonus": oracle.lossless,
}
ENGINES = FAULTS | LOOKALIKES


def out(name: str, p: Law, q: Law) -> Law:
    """The law of what comes out of the engine of this name."""
    return output_law(ENGINES[name](p, q), len(p))


def asked(name: str, p: Law) -> Law:
    """The law that was asked for."""
    return squared(p) if name in {"target-temperature", "residual-temperature"} else p


Rows = list[Law]


def joint(name: str, target: tuple[Law, Rows], draft: tuple[Law, Rows], gamma: int) -> list[Law]:
    """The joint law of a text's first two tokens, by each draft, verdict and correction of the first."""
    (p, P), (q, Q) = target, draft
    table = [[Fraction(0)] * len(p) for _ in p]
    for (x, accepted, first), mass in oracle.lossless(p, q).items():
        row = P[first]  # what the second token should follow
        if name == "goes-on-after-rejection":
            row = P[x]
        elif accepted and gamma == 1:
            row = Q[x] if name == "bonus-from-draft" else p
        for y, then in enumerate(row):
            table[first][y] += mass * then
    return table
