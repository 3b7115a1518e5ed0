"""One law, ready to be drawn from: a token a uniform, or n tokens at once as counts.

The inverse of the cumulative sum, found by a guide table (Chen and Asau 1974): the unit interval is cut into
cells, and in most of them one token alone is possible. Where tokens are few, the uniform is compared with
every edge instead. Either way the tokens are those of a binary search, draw by draw.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .law import Law

FEWEST_CELLS = 1024
CELLS_A_TOKEN = 32
MOST_COMPARED = 12  # tokens; a few comparisons cost less than a look-up, most of all in WebAssembly
GUIDED_FROM = 512  # uniforms at once; fewer don't pay for the table

Tokens = NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class Source:
    """A law (V,) as a source of tokens; what speeds it up is made on first use."""

    law: Law

    @cached_property
    def support(self) -> NDArray[np.intp]:
        """The ids of the tokens with any mass."""
        return np.flatnonzero(self.law)

    @cached_property
    def possible(self) -> NDArray[np.float64]:
        """Their masses alone: numpy's multinomial hands what rounding leaves to the last one it is given."""
        return self.law[self.support]

    @cached_property
    def edges(self) -> NDArray[np.float64]:
        """Cumulative masses before the last token with any, which gets what rounding leaves at the end."""
        return np.cumsum(self.law)[: self.support[-1]]

    @cached_property
    def is_short(self) -> bool:
        """Whether comparing with every edge is the fastest way."""
        return len(self.support) <= MOST_COMPARED and len(self.law) <= 1 << 8

    @cached_property
    def steps(self) -> tuple[tuple[float, np.uint64], ...]:
        """Each edge between tokens with any mass, and how far on the next of them is; of a short law."""
        edges = self.edges[self.support[:-1]].tolist()
        return tuple(zip(edges, np.diff(self.support).astype(np.uint64), strict=True))

    @cached_property
    def guide(self) -> NDArray[np.int32]:
        """The only token possible in each cell of the unit interval, -1 where there are several."""
        cells = FEWEST_CELLS
        while cells < CELLS_A_TOKEN * len(self.edges):
            cells *= 2
        cell = np.ceil(np.minimum(self.edges, 1.0) * cells).astype(np.intp)  # a power of two: no rounding
        first = np.bincount(cell, minlength=cells + 1).cumsum()  # edges at or below the start of each cell
        after = np.append(first[1:-1], len(self.edges))
        return np.where(first[:-1] == after, first[:-1], -1).astype(np.int32)

    def pick(self, u: NDArray[np.float64]) -> Tokens:
        """The token that each uniform in [0, 1) falls on, never one without mass; bytes of a short law."""
        if self.is_short:
            return self._compared(np.ascontiguousarray(u))
        if len(u) < GUIDED_FROM:
            return self.edges.searchsorted(u, side="right")
        token = self.guide[(u * len(self.guide)).astype(np.intp)].astype(np.intp, copy=False)
        unclear = np.flatnonzero(token < 0)
        token[unclear] = self.edges.searchsorted(u[unclear], side="right")
        return token

    def _compared(self, u: NDArray[np.float64]) -> Tokens:
        token, over = eights(len(u)), eights(len(u))
        token.view(np.uint8).fill(self.support[0])
        flags = over.view(np.bool_)[: len(u)]
        for edge, step in self.steps:
            np.greater_equal(u, edge, out=flags)
            if step > 1:
                over *= step
            token += over
        return token.view(np.uint8)[: len(u)]

    def counts(self, n: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """How often each token comes among n draws, int (V,), at a cost that does not grow with n."""
        counts = np.zeros(len(self.law), np.int64)
        counts[self.support] = rng.multinomial(n, self.possible)
        return counts


def eights(n: int) -> NDArray[np.uint64]:
    """Zeros with room for n bytes, as words of eight: one sum of words sums eight bytes if none overflows."""
    return np.zeros(-(-n // 8), np.uint64)


def chosen(flags: NDArray[np.bool_], yes: Tokens, no: Tokens) -> Tokens:
    """Where the flags (n,) are set the tokens of one array, elsewhere those of the other; all of them bytes.

    >>> chosen(np.array([True, False]), np.array([1, 2], np.uint8), np.array([3, 4], np.uint8)).tolist()
    [1, 4]
    """
    mask, one, other = (words(row) for row in (flags.view(np.uint8), yes, no))
    both = ((one ^ other) & (mask * np.uint64(255))) ^ other
    return both.view(np.uint8)[: len(flags)]


def words(row: Tokens) -> NDArray[np.uint64]:
    """The bytes (n,) as words of eight, zeros at the end where n is no multiple of that."""
    if len(row) % 8:
        row = np.append(row, np.zeros(-len(row) % 8, np.uint8))
    return row.view(np.uint64)
