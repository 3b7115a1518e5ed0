"""The curve of TV over draws: recorded at numbers of draws that are fixed beforehand, so that it is the same however ticks fell."""

from __future__ import annotations

import numpy as np

from .frame import History

EVERY_TO = 100  # draws up to which each is recorded
A_DECADE = 100  # records beyond
MOST = 2_000  # points, however long the run


def _grid() -> np.ndarray:
    beyond = np.round(10 ** (2 + np.arange(1, 14 * A_DECADE) / A_DECADE)).astype(np.int64)
    return np.concatenate([np.arange(1, EVERY_TO + 1), beyond])


GRID = _grid()


def next_record(n: int) -> int:
    """The next number of draws after n at which TV is recorded."""
    return int(GRID[np.searchsorted(GRID, n, side="right")])


class Curve:
    """A growing history."""

    def __init__(self) -> None:
        """Nothing recorded yet."""
        self._n: list[int] = []
        self._tv: list[float] = []
        self._dashed: list[bool] = []

    def record(self, n: int, tv: float, *, skipped: bool = False) -> None:
        """Adds a point after all others; thins out the older half of the points where there would be too many."""
        self._n.append(n)
        self._tv.append(tv)
        self._dashed.append(skipped)
        if len(self._n) >= MOST:
            for row in (self._n, self._tv, self._dashed):
                del row[1 : MOST // 2 : 2]

    def history(self, n: int, tv: float | None) -> History:
        """All points, and the present one where it is not among them."""
        here = [] if tv is None or (self._n and self._n[-1] == n) else [(n, tv)]
        rows = (
            np.array(self._n + [n for n, _ in here], np.int64),
            np.array(self._tv + [tv for _, tv in here], float),
            np.array(self._dashed + [False for _ in here], bool),
        )
        for row in rows:
            row.flags.writeable = False
        return History(*rows)
