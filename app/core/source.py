"""One law, ready to be drawn from: a token a uniform, or n tokens at once as counts.

The inverse of the cumulative sum, found by a guide table (Chen and Asau 1974): the unit interval is cut into
cells, and in most of them one token alone is possible. Tokens are those of a binary search, draw by draw.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .law import Law

FEWEST_CELLS = 1024
CELLS_A_TOKEN = 32
GUIDED_FROM = 512  # uniforms at once; fewer don't pay for the table


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
    def guide(self) -> NDArray[np.int32]:
        """The only token possible in each cell of the unit interval, -1 where there are several."""
        cells = FEWEST_CELLS
        while cells < CELLS_A_TOKEN * len(self.edges):
            cells *= 2
        cell = np.ceil(np.minimum(self.edges, 1.0) * cells).astype(np.intp)  # a power of two: no rounding
        first = np.bincount(cell, minlength=cells + 1).cumsum()  # edges at or below the start of each cell
        after = np.append(first[1:-1], len(self.edges))
        return np.where(first[:-1] == after, first[:-1], -1).astype(np.int32)

    def pick(self, u: NDArray[np.float64]) -> NDArray[np.intp]:
        """The token that each uniform in [0, 1) falls on; one without mass is never picked."""
        if len(u) < GUIDED_FROM:
            return self.edges.searchsorted(u, side="right")
        token = self.guide.take((u * len(self.guide)).astype(np.intp)).astype(np.intp)
        unclear = np.flatnonzero(token < 0)
        token[unclear] = self.edges.searchsorted(u[unclear], side="right")
        return token

    def counts(self, n: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """How often each token comes among n draws, int (V,), at a cost that does not grow with n."""
        counts = np.zeros(len(self.law), np.int64)
        counts[self.support] = rng.multinomial(n, self.possible)
        return counts
