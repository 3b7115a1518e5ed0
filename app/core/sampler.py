"""THE shared sampler: one position, every rule.

Leviathan, Kalman, Matias 2023 (Algorithm 1); Chen et al. 2023. Draw i of the lossless, naive and top-1 rules uses exactly the
uniforms 3i (draft), 3i+1 (coin) and 3i+2 (residual) of the generator, so any split of a run gives the same stream. The generator
passed in is the only randomness.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from .law import acceptance_probability, as_pair, one_hot, residual
from .table import Table

BLOCK = 1 << 15  # draws made at a time: what they touch stays in the processor's cache
UNIFORMS = 3  # a draw


@dataclass(frozen=True)
class Draws:
    """n draws, arrays (n,): what was drafted, the coin, whether it was accepted, the token that came out, proposals needed."""

    draft: np.ndarray
    coin: np.ndarray
    accepted: np.ndarray
    token: np.ndarray
    proposals: np.ndarray


@dataclass(frozen=True)
class Counts:
    """Integer counts a token, (V,): drafted, drafted and accepted, came out."""

    drafted: np.ndarray
    accepted: np.ndarray
    token: np.ndarray


class Position:
    """p and q prepared for any number of draws; everything a rule needs is computed once."""

    def __init__(self, p: ArrayLike, q: ArrayLike) -> None:
        """Takes two laws (V,); ValueError as `as_law`."""
        self.p, self.q = as_pair(p, q)
        self.residual = residual(self.p, self.q)

    @cached_property
    def accepts(self) -> np.ndarray:
        """Acceptance probability a token, (V,)."""
        if self.residual is None:
            return (self.p > 0).astype(float)
        return acceptance_probability(self.p, self.q)

    @cached_property
    def correction(self) -> np.ndarray:
        """The law of a correction. Where nothing is left it is needed only for a draft with p = 0 and q at rounding's size."""
        return self.p if self.residual is None else self.residual

    @cached_property
    def draft_table(self) -> Table:
        """q for sampling."""
        return Table(self.q)

    @cached_property
    def correction_table(self) -> Table:
        """The correction's law for sampling."""
        return Table(self.correction)

    @cached_property
    def supports(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Tokens that q and the correction can give, and their probabilities, for `multinomial`."""
        drafted, corrected = np.flatnonzero(self.q), np.flatnonzero(self.correction)
        return drafted, self.q[drafted], corrected, self.correction[corrected]

    @cached_property
    def bound(self) -> float:
        """M = max p/q of classical rejection.

        Raises ValueError where p > 0 = q somewhere: no M bounds the ratio there.
        """
        unreachable = (self.p > 0) & (self.q == 0)
        if unreachable.any():
            at = int(np.argmax(unreachable))
            raise ValueError(f"token {at} has p = {self.p[at]:.6g} and q = 0; classical rejection needs q > 0 wherever p > 0")
        some = self.q > 0
        return float((self.p[some] / self.q[some]).max())


def accept(p: ArrayLike, q: ArrayLike, draft: ArrayLike, coin: ArrayLike) -> np.ndarray:
    """Whether each draft is accepted, bool (n,): u q(x) < p(x), strict, so that a token with p = 0 is never kept.

    >>> accept([0.5, 0.3, 0.2], [0.2, 0.2, 0.6], [0, 2, 2], [0.99, 0.33, 0.34])
    array([ True,  True, False])
    """
    return _accept(Position(p, q), np.asarray(draft), np.asarray(coin, float))


def _accept(position: Position, draft: np.ndarray, coin: np.ndarray) -> np.ndarray:
    p = position.p.take(draft)
    if position.residual is None:
        return p > 0
    return coin * position.q.take(draft) < p


def _lossless(position: Position, uniforms: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    draft = position.draft_table.pick(uniforms[:, 0])
    accepted = _accept(position, draft, uniforms[:, 1])
    token = draft.copy()
    rejected = np.flatnonzero(~accepted)
    token[rejected] = position.correction_table.pick(uniforms[rejected, 2])
    return draft, accepted, token


def _naive(position: Position, uniforms: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    draft = position.draft_table.pick(uniforms[:, 0])
    return draft, np.ones(len(draft), bool), draft


def _top_1(position: Position, uniforms: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    draft = position.draft_table.pick(uniforms[:, 0])
    favourite = int(np.argmax(position.p))
    return draft, draft == favourite, np.full(len(draft), favourite)


Judge = Callable[[Position, np.ndarray], tuple[np.ndarray, np.ndarray, np.ndarray]]


def _in_blocks(position: Position, n: int, rng: np.random.Generator, judge: Judge) -> Draws:
    draft, token = np.empty(n, np.int64), np.empty(n, np.int64)
    accepted, coin = np.empty(n, bool), np.empty(n)
    for start in range(0, n, BLOCK):
        here = slice(start, min(n, start + BLOCK))
        uniforms = rng.random((here.stop - start, UNIFORMS))
        coin[here] = uniforms[:, 1]
        draft[here], accepted[here], token[here] = judge(position, uniforms)
    return Draws(draft, coin, accepted, token, np.ones(n, np.int64))


def _classical(position: Position, n: int, rng: np.random.Generator) -> Draws:
    """Draws drafts until one passes p/(M q); draft and coin are the last of each draw."""
    bound = position.bound
    draft, coin, proposals = np.empty(n, np.int64), np.empty(n), np.zeros(n, np.int64)
    waiting = np.arange(n)
    while len(waiting):
        uniforms = rng.random((len(waiting), 2))
        draft[waiting] = position.draft_table.pick(uniforms[:, 0])
        coin[waiting] = uniforms[:, 1]
        proposals[waiting] += 1
        x = draft[waiting]
        waiting = waiting[~(uniforms[:, 1] * bound * position.q[x] < position.p[x])]
    return Draws(draft, coin, np.ones(n, bool), draft.copy(), proposals)


def _spread(n: int, tokens: np.ndarray, law: np.ndarray, size: int, rng: np.random.Generator) -> np.ndarray:
    """Multinomial counts (V,) that give nothing to a token without mass (numpy hands rounding's rest to the last one)."""
    counts = np.zeros(size, np.int64)
    counts[tokens] = rng.multinomial(n, law)
    return counts


def _count_lossless(position: Position, n: int, rng: np.random.Generator) -> Counts:
    drafts, q, corrections, left = position.supports
    size = len(position.p)
    drafted = _spread(n, drafts, q, size, rng)
    accepted = rng.binomial(drafted, position.accepts)
    corrected = _spread(n - int(accepted.sum()), corrections, left, size, rng)
    return Counts(drafted, accepted, accepted + corrected)


def _count_naive(position: Position, n: int, rng: np.random.Generator) -> Counts:
    drafts, q, _, _ = position.supports
    drafted = _spread(n, drafts, q, len(position.p), rng)
    return Counts(drafted, drafted.copy(), drafted.copy())


def _count_top_1(position: Position, n: int, rng: np.random.Generator) -> Counts:
    drafted = _count_naive(position, n, rng).drafted
    favourite = int(np.argmax(position.p))
    accepted, token = np.zeros_like(drafted), np.zeros_like(drafted)
    accepted[favourite], token[favourite] = drafted[favourite], n
    return Counts(drafted, accepted, token)


def _count_classical(position: Position, n: int, rng: np.random.Generator) -> Counts:
    bound, size = position.bound, len(position.p)
    some = np.flatnonzero(position.p)
    token = _spread(n, some, position.p[some], size, rng)
    thrown = position.q - position.p / bound  # what a proposal that is not accepted follows, unnormalised
    thrown[thrown <= 0] = 0
    total = thrown.sum()
    failures = int(rng.negative_binomial(n, min(1.0, 1 / bound))) if n and total > 0 else 0
    tokens = np.flatnonzero(thrown)
    rejected = _spread(failures, tokens, thrown[tokens] / total, size, rng) if failures else np.zeros(size, np.int64)
    return Counts(token + rejected, token, token.copy())


@dataclass(frozen=True)
class Rule:
    """A way to turn drafts into tokens."""

    id: str
    draws: Callable[[Position, int, np.random.Generator], Draws]
    counts: Callable[[Position, int, np.random.Generator], Counts]
    law: Callable[[Position], np.ndarray]

    def sample(self, p: ArrayLike, q: ArrayLike, n: int, rng: np.random.Generator) -> Draws:
        """n draws, one by one."""
        return self.draws(Position(p, q), as_number(n), rng)

    def count(self, p: ArrayLike, q: ArrayLike, n: int, rng: np.random.Generator) -> Counts:
        """The counts of n draws at a cost that does not grow with n; the same law as counting `sample`."""
        return self.counts(Position(p, q), as_number(n), rng)

    def output_law(self, p: ArrayLike, q: ArrayLike) -> np.ndarray:
        """The law that the tokens follow, (V,)."""
        return self.law(Position(p, q))


def _stream_rule(name: str, judge: Judge, counts: Callable[..., Counts], law: Callable[[Position], np.ndarray]) -> Rule:
    return Rule(name, lambda position, n, rng: _in_blocks(position, n, rng, judge), counts, law)


def _classical_law(position: Position) -> np.ndarray:
    _ = position.bound  # raises where the rule is not defined
    return position.p


RULES: dict[str, Rule] = {
    rule.id: rule
    for rule in (
        _stream_rule("lossless", _lossless, _count_lossless, lambda position: position.p),
        _stream_rule("naive", _naive, _count_naive, lambda position: position.q),
        _stream_rule("top-1", _top_1, _count_top_1, lambda position: one_hot(int(np.argmax(position.p)), len(position.p))),
        Rule("classical", _classical, _count_classical, _classical_law),
    )
}


def sample(p: ArrayLike, q: ArrayLike, n: int, rng: np.random.Generator, rule: str = "lossless") -> Draws:
    """n draws of one position by a rule of RULES.

    Raises ValueError for a law that is none, n < 0, or an unknown rule.

    >>> draws = sample([0.5, 0.3, 0.2], [0.2, 0.2, 0.6], 4, np.random.default_rng(1))
    >>> len(draws.token)
    4
    """
    return rule_of(rule).sample(p, q, n, rng)


def count(p: ArrayLike, q: ArrayLike, n: int, rng: np.random.Generator, rule: str = "lossless") -> Counts:
    """The counts of n draws by a rule of RULES, at a cost that does not grow with n.

    Raises ValueError as `sample` does.

    >>> int(count([0.5, 0.3, 0.2], [0.2, 0.2, 0.6], 10**9, np.random.default_rng(1)).token.sum())
    1000000000
    """
    return rule_of(rule).count(p, q, n, rng)


def rule_of(name: str) -> Rule:
    """The rule of this name; ValueError naming those there are."""
    if name not in RULES:
        raise ValueError(f"rule {name!r} is unknown; it must be one of {', '.join(RULES)}")
    return RULES[name]


def as_number(n: int) -> int:
    """n as a number of draws; ValueError where it is none."""
    if isinstance(n, bool) or not isinstance(n, int | np.integer | float) or n != n or n < 0 or int(n) != n:
        raise ValueError(f"n is {n!r}; it must be a whole number of draws, 0 or more")
    return int(n)


def stream(seed: int, start: int = 0) -> np.random.Generator:
    """The generator of a run, placed so that its next draw is draw `start` of the seed's stream."""
    return np.random.Generator(np.random.PCG64(seed).advance(UNIFORMS * start))


def skip_stream(seed: int, start: int) -> np.random.Generator:
    """The generator of a skip that begins after `start` draws: its own, the same every time."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(start,)))
