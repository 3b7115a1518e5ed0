"""The parts of the broken engines whose fault is in a law: what is drafted, kept or drawn from instead.

Each function makes (r, a, R) of app.core.formula from the laws of a position. Where an engine would divide by
a residual of nothing it is taken to draw from p. Faults in the coins stand in coin_faults.py.
"""

from __future__ import annotations

import numpy as np

from .formula import Always, Parts, Without
from .law import Law, acceptance_of, frozen, left_over, one_hot, ratio, residual_of, temperature, top_k
from .sampler import Floats, Position

LENIENCE = 0.5  # l: a draft is kept with p / (l q)
TARGET_SHARE = 0.5  # w: the rule is run against w p + (1 - w) q
TEMPERATURE = 0.5  # T of one side alone
TOP = 2  # tokens the draft is really drawn from
FLOOR = 1e-5  # least residual of every token, before dividing


def normalised(weights: Floats) -> Law:
    """The weights (V,), not all of them 0, over their sum."""
    return frozen(weights / weights.sum())


def against(r: Law, p: Law, q: Law) -> Parts:
    """A draft from r under the exact rule, which reads p and q."""
    left = residual_of(p, q)
    return Parts(r, acceptance_of(p, q, left), Always(p if left is None else left))


def exact(position: Position) -> Parts:
    """The rule without a fault."""
    return Parts(position.q, position.accepts, Always(position.correction))


def corrected_from(position: Position, law: Law) -> Parts:
    """The rule with another law in place of the residual."""
    return Parts(position.q, position.accepts, Always(law))


def kept_with(position: Position, accepts: Floats) -> Parts:
    """The rule with another acceptance probability, and its residual."""
    return Parts(position.q, accepts, Always(position.correction))


def at_least_as_likely(position: Position) -> Floats:
    """1 where p >= q, else 0; laws that differ by rounding alone are the same."""
    return position.accepts if position.residual is None else (position.p >= position.q).astype(np.float64)


def naive(position: Position) -> Parts:
    """Every draft is kept."""
    return kept_with(position, np.ones(len(position.p)))


def resample_target(position: Position) -> Parts:
    """A rejection draws from p."""
    return corrected_from(position, position.p)


def resample_draft(position: Position) -> Parts:
    """A rejection draws from q."""
    return corrected_from(position, position.q)


def resample_uniform(position: Position) -> Parts:
    """A rejection draws any token alike."""
    return corrected_from(position, normalised(np.ones(len(position.p))))


def softmax_residual(position: Position) -> Parts:
    """A rejection draws from softmax(max(0, p - q))."""
    return corrected_from(position, normalised(np.exp(left_over(position.p, position.q))))


def absolute_residual(position: Position) -> Parts:
    """A rejection draws from |p - q| over its sum."""
    apart = np.abs(position.p - position.q)
    return corrected_from(position, position.p if position.residual is None else normalised(apart))


def spilled_residual(position: Position) -> Parts:
    """A rejection draws from max(0, p - q) not divided; what is missing falls on the last id."""
    spilled = left_over(position.p, position.q)
    spilled[-1] += max(0.0, 1 - spilled.sum())
    return corrected_from(position, normalised(spilled))


def zero_rejected_only(position: Position) -> Parts:
    """A rejection draws from p without the rejected token."""
    return Parts(position.q, position.accepts, Without(position.p))


def inverted_ratio(position: Position) -> Parts:
    """Kept with min(1, q/p)."""
    return kept_with(position, ratio(position.q, position.p))


def hard_threshold(position: Position) -> Parts:
    """Kept if and only if p >= q."""
    return kept_with(position, at_least_as_likely(position))


def top_1(position: Position) -> Parts:
    """Only the target's favourite is kept, and it comes out in any case."""
    best = one_hot(position.favourite, len(position.p))
    return Parts(position.q, best, Always(best))


def lenience(position: Position) -> Parts:
    """Kept with min(1, p / (l q)); the residual is the strict one."""
    return kept_with(position, ratio(position.p, LENIENCE * position.q))


def ensemble(position: Position) -> Parts:
    """The rule against w p + (1 - w) q."""
    mixed = frozen(TARGET_SHARE * position.p + (1 - TARGET_SHARE) * position.q)
    return against(position.q, mixed, position.q)


def greedy_draft(position: Position) -> Parts:
    """The draft is always q's favourite; the rule reads all of q."""
    return against(one_hot(int(position.q.argmax()), len(position.q)), position.p, position.q)


def draft_temperature(position: Position) -> Parts:
    """The draft is drawn at T; the rule reads q at 1."""
    return against(temperature(position.q, TEMPERATURE), position.p, position.q)


def draft_top_k(position: Position) -> Parts:
    """The draft is drawn from its most probable tokens; the rule reads q in full."""
    return against(top_k(position.q, TOP), position.p, position.q)


def asked_at_temperature(position: Position) -> Law:
    """The law asked for: p at T."""
    return temperature(position.p, TEMPERATURE)


def residual_temperature(position: Position) -> Parts:
    """The coin reads p at T, the residual p at 1."""
    p_T = asked_at_temperature(position)
    return kept_with(position, acceptance_of(p_T, position.q, residual_of(p_T, position.q)))


def off_by_one_draft(position: Position) -> Parts:
    """The rule reads q with every probability at the next id."""
    return against(position.q, position.p, frozen(np.roll(position.q, 1)))


def off_by_one_target(position: Position) -> Parts:
    """The rule reads p with every probability at the next id."""
    return against(position.q, frozen(np.roll(position.p, 1)), position.q)


def look_ahead_length(position: Position) -> Parts:
    """A draft is admitted only after a look at it, if p >= q; otherwise the token is drawn from p."""
    return Parts(position.q, at_least_as_likely(position), Always(position.p))


def residual_floor(position: Position) -> Parts:
    """A rejection draws from max(0, p - q), no token under the floor, over its sum."""
    return corrected_from(position, normalised(np.maximum(left_over(position.p, position.q), FLOOR)))


def bfloat16(values: Floats) -> Floats:
    """The values rounded to 8 significant bits, ties to even, as a bfloat16 holds them.

    >>> bfloat16(np.array([0.5, 0.3, 0.2]))
    array([0.5       , 0.30078125, 0.20019531])
    """
    bits = np.asarray(values).astype(np.float32).view(np.uint32)
    rounded = (bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))) & np.uint32(0xFFFF0000)
    return rounded.view(np.float32).astype(np.float64)


def half_precision(position: Position) -> Parts:
    """The rule reads p and q in bfloat16."""
    p, q = bfloat16(position.p), bfloat16(position.q)
    left = left_over(p, q)
    return Parts(position.q, ratio(p, q), Always(normalised(left) if left.any() else position.p))
