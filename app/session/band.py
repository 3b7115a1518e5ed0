"""The chance band of a law, simulated a slice at a time so that no tick waits for it.

A coarse pass comes first, then the one that stays. Beyond 10^4 draws the band at 10^4 is scaled by 1/sqrt(n).
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator

import numpy as np

from app.core.theory import EXACT_TO, band_grid, middle

from .frame import Band

SEED = 20_230_731  # of the simulation alone: the band of a law is the same on every page
PASSES = (1_000, 20_000)  # runs a number of draws
SLICE = 10_000  # counts simulated at a time
FARTHEST = 10**9  # draws
KEPT = 12  # laws


class Bands:
    """The band of the law in use, and those of the last few laws."""

    def __init__(self) -> None:
        """None yet."""
        self.current: Band | None = None
        self._law: bytes | None = None
        self._known: OrderedDict[bytes, Band] = OrderedDict()
        self._passes: Iterator[Band | None] = iter(())

    def want(self, p: np.ndarray) -> None:
        """Makes the band of this law (V,) the current one: at once if it is known, else by and by."""
        law = p.tobytes()
        if law == self._law:
            return
        self._law, self.current = law, self._known.get(law)
        self._passes = iter(()) if self.current else simulate(p)

    def keep(self, p: np.ndarray, band: Band) -> None:
        """Takes the band of this law (V,) as known: the build simulated it with this very code."""
        for row in (band.n, band.low, band.high):
            row.flags.writeable = False
        self._known[p.tobytes()] = band
        if self._law == p.tobytes():
            self.current, self._passes = band, iter(())

    def work(self, budget: float) -> bool:
        """Simulates for about `budget` seconds, at least one slice; returns whether anything is left."""
        end = time.perf_counter() + budget
        for band in self._passes:
            self.current = band or self.current
            if time.perf_counter() >= end:
                return True
        if self._law is not None and self.current is not None:
            self._known[self._law] = self.current
            self._known.move_to_end(self._law)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return False


def simulate(p: np.ndarray) -> Iterator[Band | None]:
    """The band of each pass as it is done, and None after every slice of work."""
    law = p[p > 0]
    law = law / law.sum()
    grid = band_grid(FARTHEST)
    near, far = grid[grid <= EXACT_TO], grid[grid > EXACT_TO]
    slice_ = max(1, SLICE // len(law))  # runs
    for runs in PASSES:
        rng = np.random.default_rng([SEED, runs])
        ends = []
        for n in near.tolist():
            distances = np.empty(runs)
            for start in range(0, runs, slice_):
                here = distances[start : start + slice_]
                counts = rng.multinomial(n, law, size=len(here))
                here[:] = np.abs(counts / n - law).sum(axis=1) / 2
                yield None
            ends.append(middle(distances))
        low, high = np.array(ends).T  # (k,)
        scale = np.sqrt(EXACT_TO / far)
        band = Band(grid.astype(float), np.append(low, low[-1] * scale), np.append(high, high[-1] * scale))
        for row in (band.n, band.low, band.high):
            row.flags.writeable = False
        yield band
