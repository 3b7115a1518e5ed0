"""THE shared sampler: one position, every rule.

Leviathan et al. 2023, Algorithm 1; Chen et al. 2023. Draw i of every rule uses the uniforms 3i (draft),
3i + 1 (coin) and 3i + 2 (residual) of the generator, so that any split of a run gives the same stream. The
generator passed in is the only randomness. Several positions in a row are not its business.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .law import Law, acceptance_of, as_pair, frozen, left_over, one_hot, residual_of
from .source import Source, Tokens, chosen
from .whole import as_whole

BLOCK = 1 << 14  # draws made at a time: what they touch stays in the processor's cache
UNIFORMS = 3  # a draw
MAGNIFIED = 2.0**600  # an exact factor under which products with denormals keep all their digits
MOST_DRAWS = 2**62  # that integers count with room to spare

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Draws:
    """A run of draws, read-only arrays (n,): the draft, its coin, whether it was accepted, what came out.

    `proposals` counts the drafts it took: 1 but in classical rejection, whose draft and coin are the last.
    """

    draft: Integers
    coin: Floats
    accepted: Flags
    token: Integers
    proposals: Integers


@dataclass(frozen=True)
class Counts:
    """How often each token was drafted, drafted and accepted, came out: read-only arrays (V,)."""

    drafted: Integers
    accepted: Integers
    token: Integers


class Position:
    """p and q prepared for any number of draws: what a rule needs is computed once, on first use."""

    def __init__(self, p: ArrayLike, q: ArrayLike) -> None:
        """Takes two laws (V,); ValueError as `as_law`."""
        self.p, self.q = as_pair(p, q)
        self.residual = residual_of(self.p, self.q)

    @cached_property
    def favourite(self) -> int:
        """The target's most probable token, the first of them."""
        return int(self.p.argmax())

    @cached_property
    def accepts(self) -> Floats:
        """Acceptance probability a token, (V,)."""
        return acceptance_of(self.p, self.q, self.residual)

    @cached_property
    def correction(self) -> Law:
        """The residual; where none is left p, needed for a draft with p = 0 and q of rounding's size."""
        return self.p if self.residual is None else self.residual

    @cached_property
    def drafts(self) -> Source:
        """The draft law, to be drawn from."""
        return Source(self.q)

    @cached_property
    def corrections(self) -> Source:
        """The law of a correction, to be drawn from."""
        return Source(self.correction)

    @cached_property
    def targets(self) -> Source:
        """The target law, to be drawn from."""
        return Source(self.p)

    @cached_property
    def thresholds(self) -> Floats:
        """The least coin that each token fails, (V,), 1 where none does: u q(x) < p(x) holds under it."""
        p, q = self.p * MAGNIFIED, self.q * MAGNIFIED
        coin = (p > 0).astype(float)
        if self.residual is None:
            return coin
        np.divide(p, q, out=coin, where=p < q)
        # The quotient is off by a rounding; products grow with the coin, so step to where they pass p.
        while (passes := (coin < 1) & (coin * q < p)).any():
            coin[passes] = np.nextafter(coin[passes], 1)
        while (fails := (coin > 0) & (np.nextafter(coin, 0) * q >= p)).any():
            coin[fails] = np.nextafter(coin[fails], 0)
        return coin

    @cached_property
    def bound(self) -> float:
        """M = max p/q of classical rejection.

        Raises ValueError where p > 0 = q, or p/q is beyond all numbers: no M bounds the ratio there.
        """
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            ratio = np.where(self.p > 0, self.p / self.q, 0.0)
        x = int(ratio.argmax())
        if not ratio[x] < MOST_DRAWS:
            raise ValueError(
                f"token {x} has p = {self.p[x]:.6g} and q = {self.q[x]:.6g}: no M bounds p/q;"
                " classical rejection needs a draft that proposes whatever the target can emit"
            )
        return max(1.0, float(ratio[x]))  # two laws cannot do with less; rounding can

    @cached_property
    def refused(self) -> Source | None:
        """The law q - p/M of a proposal that classical rejection refuses; None where it refuses none."""
        left = left_over(self.q, self.p / self.bound)
        return Source(frozen(left / left.sum())) if self.bound > 1 and left.any() else None


def prepared(p: ArrayLike, q: ArrayLike) -> Position:
    """The laws as a position; the last few are kept, so that many calls with the same laws are cheap."""
    p, q = as_pair(p, q)
    return _prepared(p.tobytes(), q.tobytes())


@lru_cache(maxsize=4)
def _prepared(p: bytes, q: bytes) -> Position:
    return Position(np.frombuffer(p), np.frombuffer(q))


def accept(p: ArrayLike, q: ArrayLike, draft: ArrayLike, coin: ArrayLike) -> Flags:
    """Whether each draft is accepted, bool (n,): u q(x) < p(x), strict, so that a token with p = 0 never is.

    Drafts (n,) and their coins (n,); one of either serves all, as numpy broadcasts. Raises ValueError for a
    draft that is no token, a coin outside [0, 1), or shapes that do not go together.

    >>> accept([0.5, 0.3, 0.2], [0.2, 0.2, 0.6], [0, 2, 2], [0.99, 0.33, 0.34])
    array([ True,  True, False])
    """
    position = prepared(p, q)
    x, u = np.asarray(draft), np.asarray(coin, np.float64)
    try:
        np.broadcast_shapes(x.shape, u.shape)
    except ValueError:
        raise ValueError(f"draft has the shape {x.shape} and coin {u.shape}; give one coin a draft") from None
    wrong = np.ones(1, bool) if x.dtype.kind not in "iu" and x.size else (x < 0) | (x >= len(position.p))
    if wrong.any():
        raise ValueError(f"draft is {draft!r:.80}; it must hold tokens from 0 to {len(position.p) - 1}")
    if not ((u >= 0) & (u < 1)).all():
        raise ValueError(f"coin is {coin!r:.80}; coins are from 0 up to and without 1")
    accepted: Flags = u < position.thresholds[x.astype(np.intp)]
    return accepted


Three = tuple[Integers, Integers, Integers]  # as in Counts
Block = tuple[Tokens, Floats, Flags | bool, Tokens, Integers | int]  # as in Draws, of up to BLOCK draws


def _lossless(position: Position, u: Floats) -> Block:
    draft, coin = position.drafts.pick(u[:, 0]), u[:, 1]
    accepted: Flags = coin < position.thresholds[draft.astype(np.intp, copy=False)]
    if position.drafts.is_short and position.corrections.is_short:
        # A correction for every draw costs less than finding those that need one.
        correction = position.corrections.pick(u[:, 2])
        return draft, coin, accepted, chosen(accepted, draft, correction), 1
    token = draft.copy()
    rejected = np.flatnonzero(~accepted)
    token[rejected] = position.corrections.pick(u[rejected, 2])
    return draft, coin, accepted, token, 1


def _naive(position: Position, u: Floats) -> Block:
    draft = position.drafts.pick(u[:, 0])
    return draft, u[:, 1], True, draft, 1


def _top_1(position: Position, u: Floats) -> Block:
    draft, best = position.drafts.pick(u[:, 0]), position.favourite
    return draft, u[:, 1], draft == best, np.full_like(draft, best), 1


def _classical(position: Position, u: Floats) -> Block:
    """The proposal that ends the retries: a token of p, a coin under p/(M q); refusals are geometric."""
    M = position.bound
    token = position.targets.pick(u[:, 0])
    p, q = position.p.take(token), position.q.take(token)
    coin = u[:, 1] * np.minimum(1.0, p / q / M)
    with np.errstate(divide="ignore"):  # M = 1: log 0, and nothing is refused
        refused = np.floor(np.log1p(-u[:, 2]) / np.log1p(-1 / M))
    return token, coin, True, token, 1 + refused.astype(np.int64)


def _count_lossless(position: Position, n: int, rng: np.random.Generator) -> Three:
    drafted = position.drafts.counts(n, rng)
    accepted = rng.binomial(drafted, position.accepts)
    corrected = position.corrections.counts(n - int(accepted.sum()), rng)
    return drafted, accepted, accepted + corrected


def _count_naive(position: Position, n: int, rng: np.random.Generator) -> Three:
    drafted = position.drafts.counts(n, rng)
    return drafted, drafted, drafted


def _count_top_1(position: Position, n: int, rng: np.random.Generator) -> Three:
    drafted = position.drafts.counts(n, rng)
    best = one_hot(position.favourite, len(position.p)).astype(np.int64)
    return drafted, drafted * best, n * best


def _count_classical(position: Position, n: int, rng: np.random.Generator) -> Three:
    M = position.bound
    if n * M >= MOST_DRAWS:
        raise ValueError(f"n is {n}, at M = {M:.3g} proposals a token; n M must be under 2^62")
    token = position.targets.counts(n, rng)
    if n == 0 or position.refused is None:
        return token, token, token
    return token + position.refused.counts(int(rng.negative_binomial(n, 1 / M)), rng), token, token


@dataclass(frozen=True)
class Rule:
    """A way to turn drafts into tokens, by what it does at a prepared position.

    `sample`, `count` and `output_law` take plain laws; the fields are what they rest on.
    """

    id: str  # its name in addresses and messages
    block: Callable[[Position, Floats], Block]  # the draws that uniforms (k, 3) make
    counter: Callable[[Position, int, np.random.Generator], Three]  # the counts of n draws, none made singly
    law: Callable[[Position], Law]  # what comes out (V,); raises ValueError where the rule is not defined
    retries: bool = False  # whether a token can take several proposals

    def draws(self, position: Position, n: int, rng: np.random.Generator) -> Draws:
        """Draw n times from a prepared position, one by one."""
        self.law(position)  # raises where the rule is not defined, also for n = 0
        draft, token = np.empty((2, n), np.int64)
        coin, accepted = np.empty(n), np.empty(n, np.bool_)
        proposals = np.empty(n, np.int64) if self.retries else np.broadcast_to(np.int64(1), n)
        for start in range(0, n, BLOCK):
            here = slice(start, min(n, start + BLOCK))
            u = rng.random((here.stop - start, UNIFORMS))
            draft[here], coin[here], accepted[here], token[here], needed = self.block(position, u)
            if self.retries:
                proposals[here] = needed
        return Draws(frozen(draft), frozen(coin), frozen(accepted), frozen(token), frozen(proposals))

    def counts(self, position: Position, n: int, rng: np.random.Generator) -> Counts:
        """The counts of n draws of a prepared position, at a cost that does not grow with n."""
        drafted, accepted, token = self.counter(position, n, rng)
        return Counts(frozen(drafted), frozen(accepted), frozen(token))

    def sample(self, p: ArrayLike, q: ArrayLike, n: int, rng: np.random.Generator) -> Draws:
        """Draw n times from laws p and q (V,); ValueError as `sample`."""
        return self.draws(prepared(p, q), as_number(n), rng)

    def count(self, p: ArrayLike, q: ArrayLike, n: int, rng: np.random.Generator) -> Counts:
        """The counts of n draws from laws p and q (V,); ValueError as `sample`."""
        return self.counts(prepared(p, q), as_number(n), rng)

    def output_law(self, p: ArrayLike, q: ArrayLike) -> Law:
        """The law (V,) that the tokens follow; ValueError as `sample`."""
        return self.law(prepared(p, q))


def _target(position: Position) -> Law:
    return position.p


def _draft(position: Position) -> Law:
    return position.q


def _favourite(position: Position) -> Law:
    return one_hot(position.favourite, len(position.p))


def _target_if_bounded(position: Position) -> Law:
    _ = position.bound  # raises where there is none
    return position.p


RULES: dict[str, Rule] = {
    rule.id: rule
    for rule in (
        Rule("lossless", _lossless, _count_lossless, _target),
        Rule("naive", _naive, _count_naive, _draft),
        Rule("top-1", _top_1, _count_top_1, _favourite),
        Rule("classical", _classical, _count_classical, _target_if_bounded, retries=True),
    )
}


def sample(p: ArrayLike, q: ArrayLike, n: int, rng: np.random.Generator, rule: str = "lossless") -> Draws:
    """Draw n times at one position by a rule of RULES.

    Raises ValueError for a law that is none, an n that is no number of draws, an unknown rule, or classical
    rejection where no M bounds p/q.

    >>> draws = sample([0.5, 0.3, 0.2], [0.2, 0.2, 0.6], 4, np.random.default_rng(1))
    >>> draws.draft, draws.accepted, draws.token
    (...)
    """
    return rule_of(rule).sample(p, q, n, rng)


def count(p: ArrayLike, q: ArrayLike, n: int, rng: np.random.Generator, rule: str = "lossless") -> Counts:
    """The counts of n draws by a rule of RULES, at a cost that does not grow with n.

    They follow the same law as the counts of `sample`. Raises ValueError as `sample` does.

    >>> int(count([0.5, 0.3, 0.2], [0.2, 0.2, 0.6], 10**9, np.random.default_rng(1)).token.sum())
    1000000000
    """
    return rule_of(rule).count(p, q, n, rng)


def rule_of(name: str) -> Rule:
    """The rule of this name; ValueError naming those there are."""
    if not isinstance(name, str) or name not in RULES:
        raise ValueError(f"rule {name!r} is unknown; it must be one of {', '.join(RULES)}")
    return RULES[name]


def as_number(n: int) -> int:
    """The number of draws as an int.

    Raises ValueError where it is no whole number from 0 to 2^62.
    """
    return as_whole(n, 0, "n", most=MOST_DRAWS, of="draws")


def stream(seed: int, start: int = 0) -> np.random.Generator:
    """The generator of a run, placed so that its next draw is draw `start` of the seed's stream."""
    return np.random.Generator(np.random.PCG64(seed).advance(UNIFORMS * start))


def skip_stream(seed: int, start: int) -> np.random.Generator:
    """The generator of a skip that begins after `start` draws: its own, the same every time."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(start,)))
