"""A small word model of a public book: each order mixed with the one below it, a two-gram to a four-gram.

Counts of "Alice's Adventures in Wonderland" (Lewis Carroll, 1865), made by tools/words.py; mixed as Witten
and Bell (1991) do: p(x | h) = (c(h x) + T p(x | h')) / (c(h) + T), T the number of different tokens seen
after h, h' = h without its first token. It knows 400 words and marks, and no word beyond.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .law import Law, frozen
from .models import Rows, States, Tokens

ROWS_KEPT = 2_000  # laws of states, the latest
FULL_STOP = "."  # a text begins as after it


@dataclass(frozen=True, eq=False)
class Counts:
    """Words (V,), runs of four tokens (m, 4) in ascending order, and how often each was counted (m,).

    The number V in a run stands for nothing: before it the text was cut.
    """

    words: tuple[str, ...]
    grams: NDArray[np.integer[Any]]
    counts: NDArray[np.integer[Any]]


def load() -> Counts:
    """The counts that tools/words.py made."""
    with np.load(Path(__file__).with_suffix(".npz")) as file:
        words = tuple(file["words"].tolist())
        return Counts(words, file["grams"], file["counts"])  # 16 bits each: they lie in the page's memory


COUNTS = load()  # at import: the page keeps what is in memory and has no file to open later
WORDS = COUNTS.words


@dataclass(frozen=True, eq=False)
class Level:
    """What was seen after each history of one length: histories by code, and where their tokens stand."""

    codes: NDArray[np.int64]  # (k,), ascending
    starts: NDArray[np.int64]  # (k + 1,)
    tokens: NDArray[np.int64]
    counts: NDArray[np.float64]
    totals: NDArray[np.float64]  # (k,)

    def mixed(self, code: int, below: Law) -> Law:
        """The law after a history, given the one after a history shorter by one; that one where it is new."""
        i = int(self.codes.searchsorted(code))
        if i == len(self.codes) or self.codes[i] != code:
            return below
        here = slice(self.starts[i], self.starts[i + 1])
        counts = self.counts[here]
        different = float(len(counts))
        p: Law = below * different
        p[self.tokens[here]] += counts  # each token stands there once
        p /= self.totals[i] + different
        return p


@dataclass(frozen=True, eq=False)
class WordModel:
    """A model whose next token depends on the `order` - 1 tokens before it; a state is their code."""

    order: int
    levels: tuple[Level, ...]  # for histories of 1 .. order - 1 tokens
    single: Law  # how often each token stands in the text
    start: int
    seen: OrderedDict[int, Law] = field(default_factory=OrderedDict, repr=False)
    sums: OrderedDict[int, Law] = field(default_factory=OrderedDict, repr=False)

    @property
    def size(self) -> int:
        """The number V of tokens."""
        return len(self.single)

    @property
    def base(self) -> int:
        """Of the code of a history: V tokens, and nothing."""
        return self.size + 1

    def law(self, state: int) -> Law:
        """The law (V,) of the next token in a state; read only.

        >>> target, _ = word_models()
        >>> law = target.law(target.start)
        >>> WORDS[law.argmax()], bool(abs(law.sum() - 1) < 1e-12)
        ('I', True)
        """
        known = self.seen.get(state)
        if known is None:
            known = self.single
            for i, level in enumerate(self.levels, 1):
                known = level.mixed(state % self.base**i, known)
            self.seen[state] = frozen(known)
            if len(self.seen) > ROWS_KEPT:
                self.seen.popitem(last=False)
        return known

    def edges(self, state: int) -> Law:
        """Its cumulative sum (V,)."""
        known = self.sums.get(state)
        if known is None:
            known = self.sums[state] = frozen(self.law(state).cumsum())
            if len(self.sums) > ROWS_KEPT:
                self.sums.popitem(last=False)
        return known

    def after(self, state: int, token: int) -> int:
        """The state after one more token."""
        return int((state * self.base + token) % self.base ** (self.order - 1))

    def laws(self, states: States) -> Rows:
        """The law of the next token in each state, (n, V)."""
        return np.array([self.law(state) for state in states.tolist()])

    def step(self, states: States, tokens: Tokens) -> States:
        """The states (n,) after one more token each."""
        wide = np.asarray(states, np.int64)  # the page's own integers have 32 bits, too few for a code
        after: States = (wide * self.base + tokens) % self.base ** (self.order - 1)
        return after


def model_of(counts: Counts, order: int) -> WordModel:
    """The model of this order, from 2 to 4, that the counts make; a text begins as after a full stop.

    Raises ValueError for another order.
    """
    if order not in {2, 3, 4}:
        raise ValueError(f"order is {order!r}; four tokens were counted together, so it is 2, 3 or 4")
    size = len(counts.words)
    base = size + 1
    single = np.bincount(counts.grams[:, 3], counts.counts, minlength=size)
    levels = tuple(level_of(counts, base, length) for length in range(1, order))
    nothing = sum(size * base**i for i in range(1, order - 1))
    start = nothing + counts.words.index(FULL_STOP)
    return WordModel(order, levels, frozen(single / single.sum()), start)


def level_of(counts: Counts, base: int, length: int) -> Level:
    """What was counted after histories of `length` tokens."""
    columns = counts.grams[:, 3 - length :].T
    code = np.zeros(len(counts.grams), np.int64)
    for column in columns:
        code = code * base + column
    codes, where = np.unique(code, return_inverse=True)
    numbers = np.bincount(where, counts.counts).astype(np.float64)
    history, starts = np.unique(codes // base, return_index=True)
    totals = np.add.reduceat(numbers, starts)
    return Level(history, np.append(starts, len(codes)), codes % base, numbers, totals)


@lru_cache(maxsize=1)
def word_models() -> tuple[WordModel, WordModel]:
    """The target, an interpolated four-gram, and the draft, a two-gram of the same counts."""
    return model_of(COUNTS, 4), model_of(COUNTS, 2)
