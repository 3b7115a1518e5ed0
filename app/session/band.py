"""The chance band, simulated a slice at a time, so that no tick waits for it: a coarse pass first, then the one that stays."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator

import numpy as np

from app.core.theory import EXACT_TO, band_grid, middle

from .frame import Band

SEED = 20_230_731  # of the simulation alone: the band of a law is the same on every page
PASSES = (1_000, 20_000)  # runs
SLICE = 500_000  # counts simulated at a time
FARTHEST = 10**9  # draws
KEPT = 12  # laws


class Bands:
    """Bands by law, the last few kept."""

    def __init__(self) -> None:
        """None yet."""
        self._done: OrderedDict[bytes, Band] = OrderedDict()
        self._law = b""
        self._work: Iterator[Band] | None = None
        self.current: Band | None = None

    def want(self, p: np.ndarray) -> None:
        """Makes the band of this law the current one: at once if it is known, else by and by."""
        law = p.tobytes()
        if law == self._law:
            return
        self._law = law
        self.current = self._done.get(law)
        self._work = None if self.current else simulate(p)

    def keep(self, p: np.ndarray, band: Band) -> None:
        """Takes a band that was simulated before, by this very code."""
        self._done[p.tobytes()] = band
        if len(self._done) > KEPT:
            self._done.popitem(last=False)
        if p.tobytes() == self._law:
            self.current, self._work = band, None

    def work(self, budget: float) -> bool:
        """Simulates for about `budget` seconds; returns whether anything is left."""
        end = time.perf_counter() + budget
        while self._work is not None:
            band = next(self._work, None)
            if band is None:
                self._work = None
                if self.current:
                    self.keep(np.frombuffer(self._law), self.current)
            elif len(band.n):
                self.current = band
            if time.perf_counter() >= end:
                break
        return self._work is not None


def simulate(p: np.ndarray) -> Iterator[Band]:
    """Yields an empty band after each slice, and a whole one after each pass."""
    law = p[p > 0] / p[p > 0].sum()
    grid = band_grid(FARTHEST)
    near = grid[grid <= EXACT_TO]
    nothing = Band(*(np.zeros(0) for _ in range(3)))
    for runs in PASSES:
        rng = np.random.default_rng([SEED, runs])
        ends = []
        for n in near:
            distances = []
            for start in range(0, runs, max(1, SLICE // (50 * len(law)))):
                size = min(runs - start, max(1, SLICE // (50 * len(law))))
                counts = rng.multinomial(n, law, size=size)
                distances.append(np.abs(counts / n - law).sum(axis=1) / 2)
                yield nothing
            ends.append(middle(np.concatenate(distances)))
        low, high = np.array(ends).T
        far = np.sqrt(EXACT_TO / grid[len(near) :])
        yield Band(grid.astype(float), np.concatenate([low, low[-1] * far]), np.concatenate([high, high[-1] * far]))
