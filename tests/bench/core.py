"""How fast one position is drawn: draws a second of `sample`, microseconds of `count`; medians of five."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np

from app.core.sampler import RULES, Position

SIZES = (3, 8, 50, 32_000)
DRAWS = 1_000_000  # of one timed run of `sample`
SKIP = 1_000_000_000  # draws of one `count`
CALLS = 200  # of `count` in one timed run
RUNS = 5


def figures() -> dict[str, float]:
    """Million draws a second by the lossless rule, and microseconds a `count`, on prepared laws, by V."""
    rule, found = RULES["lossless"], {}
    for size in SIZES:
        p, q = np.random.default_rng(size).dirichlet(np.ones(size), 2)
        position, rng = Position(p, q), np.random.default_rng(1)
        calls = CALLS if size < SIZES[-1] else 3
        drawn = _seconds(lambda at=position, rng=rng: rule.draws(at, DRAWS, rng))
        counted = _seconds(
            lambda at=position, rng=rng, n=calls: [rule.counts(at, SKIP, rng) for _ in range(n)]
        )
        found[f"sample, V={size:,}, million draws/s"] = DRAWS / drawn / 1e6
        found[f"count, V={size:,}, microseconds"] = counted / calls * 1e6
    return found


def _seconds(work: Callable[[], object]) -> float:
    """The median of RUNS runs, after one that fills the tables."""
    work()
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


if __name__ == "__main__":
    for name, value in figures().items():
        print(f"{name}: {value:,.1f}")
