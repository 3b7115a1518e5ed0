"""The curve of TV over draws, recorded at numbers of draws that are fixed beforehand.

So it is the same however the draws were cut into ticks: every number up to 100, then about 100 a decade.
"""

from __future__ import annotations

import numpy as np

from .frame import History

EVERY_TO = 100  # draws up to which each is recorded
A_DECADE = 100  # records beyond
DECADES = 14  # beyond
MOST = 2_000  # points; the grid has fewer, but every skip may add two

_BEYOND = np.round(EVERY_TO * 10 ** (np.arange(1, DECADES * A_DECADE) / A_DECADE)).astype(np.int64)
GRID = np.concatenate([np.arange(1, EVERY_TO + 1), _BEYOND])


class Curve:
    """The growing history of one tally of tokens against the law p (V,)."""

    def __init__(self, p: np.ndarray) -> None:
        """Nothing recorded yet."""
        self._p = p
        self._points = 0
        self._n = np.zeros(MOST, np.int64)
        self._tv = np.zeros(MOST)
        self._dashed = np.zeros(MOST, bool)

    def follow(self, counts: np.ndarray, tokens: np.ndarray) -> None:
        """Records what the grid asks for while `tokens` (n,) come one by one after `counts` (V,)."""
        first = int(counts.sum())
        begin, end = GRID.searchsorted([first, first + len(tokens)], side="right")
        if begin == end:
            return
        at = GRID[begin:end]  # (k,)
        size = len(counts)
        record = (at - first).searchsorted(np.arange(len(tokens)), side="right")  # (n,), which counts it
        new = np.bincount(record * size + tokens, minlength=(len(at) + 1) * size)
        new = new[: len(at) * size].reshape(len(at), size)
        for n, tv in zip(at.tolist(), self._distances(counts + new.cumsum(axis=0)), strict=True):
            self._record(n, tv)

    def jump(self, before: np.ndarray, after: np.ndarray) -> None:
        """Records a skip from counts (V,) to counts (V,), both ends."""
        start, end = int(before.sum()), int(after.sum())
        if start > self._last:
            self._record(start, self._distance(before))
        self._record(end, self._distance(after), dashed=start > 0)

    def history(self, counts: np.ndarray) -> History:
        """All points and the present one, where `counts` (V,) are now."""
        n = int(counts.sum())
        more = n > self._last
        rows = tuple(row[: self._points + more].copy() for row in (self._n, self._tv, self._dashed))
        if more:
            rows[0][-1], rows[1][-1], rows[2][-1] = n, self._distance(counts), False
        for row in rows:
            row.flags.writeable = False
        return History(*rows)

    @property
    def _last(self) -> int:
        return int(self._n[self._points - 1]) if self._points else 0

    def _distance(self, counts: np.ndarray) -> float:
        return float(self._distances(counts[None])[0])

    def _distances(self, counts: np.ndarray) -> np.ndarray:
        """TV(empirical, p) of each row of counts (k, V)."""
        shares = counts / counts.sum(axis=1, keepdims=True)
        distances: np.ndarray = np.minimum(1.0, np.abs(shares - self._p).sum(axis=1) / 2)
        return distances

    def _record(self, n: int, tv: float, *, dashed: bool = False) -> None:
        at = self._points
        self._n[at], self._tv[at], self._dashed[at] = n, tv, dashed
        self._points += 1
        if self._points == MOST:
            self._thin()

    def _thin(self) -> None:
        """Drops every second point of the older half; what was skipped stays dashed."""
        half = MOST // 2
        kept = np.r_[0:half:2, half:MOST]
        self._dashed[2 : half + 1 : 2] |= self._dashed[1:half:2]
        for row in (self._n, self._tv, self._dashed):
            row[: len(kept)] = row[kept]
        self._points = len(kept)
