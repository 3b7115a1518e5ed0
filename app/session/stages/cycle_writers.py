"""How the scene `cycles` writes: many fresh cycles of the Markov example at once, or one text of words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from app.core.chain_faults import CHAIN_FAULTS
from app.core.examples import GOES_ON, markov_models
from app.core.following import follow, go_on, retraced, uniforms
from app.core.making import Maker
from app.core.verifiers import Drafted, Floats, block_limits, verifier_of
from app.core.words import word_models
from app.session.frames.cycles import Likeness, Told

EVERY = 8  # word cycles of which one is judged by both verifiers
OTHER = {"token": "block", "block": "token"}
FIRST_TOKENS = 1  # second stream of a seed: the cycle after one that committed a single token
Whole = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Batch:
    """Cycles just written: drafts and accepted (n, gamma), tokens (n, gamma + 1) padded with -1.

    `by_both` holds the tokens that each verifier commits of the same drafts, token and block, (m,) each; none
    where an engine goes on. `seconds` are the second tokens of texts (n,), -1 where the cycle has its own.
    """

    drafts: Whole
    accepted: NDArray[np.bool_]
    tokens: Whole
    tested: Whole  # (gamma,)
    by_both: tuple[Whole, Whole]
    seconds: Whole | None
    likeness: tuple[Likeness, Likeness] | None


class Writer(Protocol):
    """Writes cycles, the same however they are asked for."""

    gamma: int
    size: int
    at_once: int

    def write(self, n: int) -> Batch:
        """The next n cycles."""

    def told(self) -> Told | None:
        """By what the last cycle was judged; None before the first."""


def writer_of(settings: Mapping[str, Any], seed: int) -> Writer:
    """The writer of the settings' model, from its first cycle."""
    make = WordWriter if settings["model"] == "words" else MarkovWriter
    return make(settings["gamma"], settings["verifier"], seed, going_on=settings["keep_going"])


class MarkovWriter:
    """Cycles of the two-token example, each the beginning of a text of its own."""

    at_once = 20_000

    def __init__(self, gamma: int, verifier: str, seed: int, *, going_on: bool) -> None:
        """Nothing written yet."""
        self.gamma, self.verifier, self.going_on = gamma, verifier, going_on
        self.target, self.draft = markov_models()
        self.size = self.target.size
        self.makers = {name: Maker.of(self.target, self.draft, gamma, name) for name in OTHER}
        self.rng = np.random.default_rng(seed)
        self.next_rng = np.random.default_rng([seed, FIRST_TOKENS])
        self._last: tuple[Whole, Floats] | None = None

    def write(self, n: int) -> Batch:
        """The next n cycles."""
        u = self.rng.random((n, uniforms(self.gamma, going_on=self.going_on)))
        batch = self._going_on(u) if self.going_on else self._exact(u)
        if n:
            self._last = batch.drafts[-1:], u[-1:, self.gamma : 2 * self.gamma]
        return batch

    def _exact(self, u: Floats) -> Batch:
        n, gamma = len(u), self.gamma
        s, t = (np.full(n, model.start, np.int64) for model in (self.target, self.draft))
        made = {name: maker.cycles(u, s, t) for name, maker in self.makers.items()}
        drafts, kept, tokens = made[self.verifier]
        accepted = np.arange(gamma) < kept[:, None]
        tested = tested_at(kept, gamma, self.verifier)
        both = made["token"][1] + 1, made["block"][1] + 1
        return Batch(drafts, accepted, tokens, tested, both, self._seconds(tokens), None)

    def _seconds(self, tokens: Whole) -> Whole:
        """The second tokens of the texts whose first cycle committed one alone: another cycle goes on."""
        u = self.next_rng.random((len(tokens), uniforms(self.gamma)))
        short = np.flatnonzero(tokens[:, 1] < 0)
        begin = tokens[short, 0]
        s, t = (model.step(np.full(len(short), model.start), begin) for model in (self.target, self.draft))
        seconds = np.full(len(tokens), -1, np.int64)
        seconds[short] = self.makers[self.verifier].cycles(u[short], s, t)[2][:, 0]
        return seconds

    def _going_on(self, u: Floats) -> Batch:
        made = CHAIN_FAULTS[GOES_ON].of_uniforms(self.target, self.draft, u)
        none = np.empty(0, np.int64)
        tested = np.full(self.gamma, len(u))
        seconds = np.full(len(u), -1, np.int64)  # with its bonus every cycle has two tokens at least
        return Batch(made.drafts, made.accepted, made.tokens, tested, (none, none), seconds, None)

    def told(self) -> Told | None:
        """By what the last cycle was judged."""
        if self._last is None:
            return None
        drafts, coins = self._last
        begins = np.array([self.target.start]), np.array([self.draft.start])
        return told_of(retraced(self.target, self.draft, drafts, begins), coins, self.verifier, self.going_on)


class WordWriter:
    """One text of the word model, cycle after cycle."""

    at_once = 20

    def __init__(self, gamma: int, verifier: str, seed: int, *, going_on: bool) -> None:
        """Nothing written yet."""
        self.gamma, self.verifier, self.going_on = gamma, verifier, going_on
        self.target, self.draft = word_models()
        self.size = self.target.size
        self.rng = np.random.default_rng(seed)
        self.begin = self.target.start, self.draft.start
        self.written = 0
        self._last: tuple[Whole, Floats, tuple[int, int]] | None = None

    def write(self, n: int) -> Batch:
        """The next n cycles."""
        gamma = self.gamma
        drafts, accepted = np.empty((n, gamma), np.int64), np.empty((n, gamma), np.bool_)
        tokens = np.full((n, gamma + 1), -1, np.int64)
        both: list[tuple[int, int]] = []
        sums = np.zeros((2, 4))
        for c, u in enumerate(self.rng.random((n, uniforms(gamma, going_on=self.going_on)))):
            begin = self.begin
            if self.going_on:
                made = go_on(self.target, self.draft, u, begin)
            else:
                made = follow(self.target, self.draft, u, begin, self.verifier)
                if self.written % EVERY == 0:
                    other = follow(self.target, self.draft, u, begin, OTHER[self.verifier])
                    pair = len(made.tokens), len(other.tokens)
                    both.append(pair if self.verifier == "token" else pair[::-1])
            drafts[c], accepted[c] = made.drafts, made.accepted
            tokens[c, : len(made.tokens)] = made.tokens
            self._liken(made.tokens, begin[0], sums)
            self._last = drafts[c : c + 1], u[None, gamma : 2 * gamma], begin
            self.begin = made.end
            self.written += 1
        kept = accepted.sum(axis=1, dtype=np.int64)
        tested = np.full(gamma, n) if self.going_on else tested_at(kept, gamma, self.verifier)
        token, block = np.array(both, np.int64).reshape(-1, 2).T
        first, later = (Likeness(int(row[0]), *row[1:].tolist()) for row in sums)
        return Batch(drafts, accepted, tokens, tested, (token, block), None, (first, later))

    def _liken(self, tokens: list[int], state: int, sums: Floats) -> None:
        """Adds how probable the target finds the first token, and those after it, in what is written."""
        for i, x in enumerate(tokens):
            p = self.target.law(state)
            square = float(p @ p)
            sums[min(i, 1)] += (1, p[x], square, float(p @ (p * p)) - square * square)
            state = self.target.after(state, x)

    def told(self) -> Told | None:
        """By what the last cycle was judged."""
        if self._last is None:
            return None
        drafts, coins, begin = self._last
        begins = np.array(begin[:1]), np.array(begin[1:])
        return told_of(retraced(self.target, self.draft, drafts, begins), coins, self.verifier, self.going_on)


def tested_at(kept: Whole, gamma: int, verifier: str) -> Whole:
    """In how many cycles the draft at each position was tested, (gamma,); a block is judged as a whole."""
    if verifier_of(verifier).looks_at_all:
        return np.full(gamma, len(kept))
    return np.array([(kept >= i).sum() for i in range(gamma)], np.int64)


def told_of(cycle: Drafted, coins: Floats, verifier: str, going_on: bool) -> Told:
    """Of one cycle, what each coin was compared with; a block's limits depend on what comes after."""
    p, q = cycle.ratios
    limits = np.minimum(1, np.divide(p, q, out=np.ones_like(p), where=q > 0))
    if verifier == "block" and not going_on:
        limits = block_limits(cycle)
    rows = (p[0], q[0], limits[0], coins[0])
    return Told(*(tuple(row.tolist()) for row in rows))
