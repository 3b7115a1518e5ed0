"""Inverse-transform sampling: uniforms to tokens, always the token that a search in the cumulative sums would give.

Few tokens: count the edges at or below u. Many: a guide table (Chen and Asau 1974) finds the neighbourhood, a step or two the
token. A token without mass is never given, not even for u = 0 or the largest float below 1.
"""

from __future__ import annotations

import numpy as np

FEW = 24  # tokens up to which counting edges is faster
ROUNDS = 3  # steps in the guide table's buckets before the search takes over


class Table:
    """A law prepared for sampling."""

    def __init__(self, law: np.ndarray) -> None:
        """Takes a law (V,)."""
        cumulative = np.cumsum(law)
        last = int(np.flatnonzero(law)[-1])
        cumulative[last:] = np.inf  # what rounding left over belongs to the last token that has mass
        self.cumulative = cumulative
        self.edges = cumulative[:last]
        self.only = last if last == 0 else None
        self.guide: np.ndarray | None = None
        if len(law) > FEW:
            buckets = 1 << int(2 * len(law) - 1).bit_length()  # a power of two, so that u * buckets is exact
            self.buckets = float(buckets)
            self.guide = np.searchsorted(cumulative, np.arange(buckets) / buckets, side="right")

    def pick(self, u: np.ndarray) -> np.ndarray:
        """The tokens, int64 like u, of uniforms u in [0, 1)."""
        if self.guide is None:
            few = np.zeros(u.shape, np.int8)
            for edge in self.edges:
                few += u >= edge
            return few.astype(np.int64)
        token = self.guide[(u * self.buckets).astype(np.int64)]
        behind = np.flatnonzero(self.cumulative[token] <= u)
        for _ in range(ROUNDS):
            if len(behind) == 0:
                return token
            token[behind] += 1
            behind = behind[self.cumulative[token[behind]] <= u[behind]]
        token[behind] = np.searchsorted(self.cumulative, u[behind], side="right")
        return token
