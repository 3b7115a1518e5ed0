"""A draft and a correction picked by argmax with the same exponential noise, which makes them lean alike.

The draft is argmin_i E_i / q_i, the correction argmin_i E_i / res_i with the same E. [d] The winner's time
t = min E_i / q_i is Exp(1) whatever won, and for every other i E_i = q_i t + Exp(1): the correction is a race
of exponentials of rate res_i that start at t q_i / res_i. Its law does not depend on what was rejected.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .fault_laws import corrected_from
from .formula import Parts
from .law import Law, frozen
from .sampler import Block, Floats, Position

AT_ONCE = 1 << 20  # noises made at a time
GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # steps and factors of SplitMix64 (Steele, Lea, Flood 2014)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def shared_noise(position: Position) -> Parts:
    """A correction is picked by the noise that picked the draft."""
    return corrected_from(position, race(position.q, position.correction))


def race(q: Law, res: Law) -> Law:
    """Who wins where i starts at t q_i / res_i with rate res_i, t ~ Exp(1); tokens with res = 0 do not start.

    Sorted by start, k tokens are running between the starts k and k + 1 and i wins in between with
    (H_k - H_{k+1}) res_i / S_k; S and C are the sums of res and q so far, H_k = 1 / (1 + S_k c_k - C_k).
    """
    runners = np.flatnonzero(res)
    with np.errstate(over="ignore"):
        c = q[runners] / res[runners]
    order = np.argsort(c, kind="stable")
    runners, c = runners[order], c[order]
    rate = res[runners]
    S, C = np.cumsum(rate), np.cumsum(q[runners])
    H = np.append(1 / (1 + np.maximum(S * c - C, 0.0)), 0.0)
    by_now = (H[:-1] - H[1:]) / S
    won = np.zeros(len(res))
    won[runners] = rate * np.cumsum(by_now[::-1])[::-1]
    return frozen(won / won.sum())


def draw_shared_noise(position: Position, parts: Parts, u: Floats) -> Block:
    """The first uniform seeds all noise, the second is the coin; the third is not used: the fault."""
    tokens = len(position.p)
    draft, other = np.empty((2, len(u)), np.intp)
    with np.errstate(divide="ignore", over="ignore"):
        slow_q, slow_left = 1 / position.q, 1 / position.correction
        for start in range(0, len(u), step := max(1, AT_ONCE // tokens)):
            here = slice(start, start + step)
            noise = exponentials(u[here, 0], tokens)
            draft[here], other[here] = (noise * slow_q).argmin(axis=1), (noise * slow_left).argmin(axis=1)
    coin = u[:, 1].copy()
    accepted = coin < parts.accepts.take(draft)
    return draft, coin, accepted, np.where(accepted, draft, other), 1


def exponentials(seeds: Floats, tokens: int) -> Floats:
    """Exp(1) noise (n, tokens), each row made of one uniform seed (n,) by SplitMix64."""
    state = _mixed((seeds * 2.0**53).astype(np.uint64))[:, None]
    steps = np.arange(1, tokens + 1, dtype=np.uint64) * GOLDEN
    bits = _mixed(state + steps) >> np.uint64(12)  # 52 bits, so that no noise is 0
    return -np.log((bits.astype(np.float64) + 0.5) * 2.0**-52)


def _mixed(z: NDArray[np.uint64]) -> NDArray[np.uint64]:
    z = (z ^ (z >> np.uint64(30))) * FIRST
    z = (z ^ (z >> np.uint64(27))) * SECOND
    return z ^ (z >> np.uint64(31))
