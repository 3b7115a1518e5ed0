"""How fast one position is drawn in CPython: draws a second of `sample`, microseconds of `count`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from app.core import sampler
from tests.bench.figure import Figure, Target
from tests.bench.plan import Plan

SIZES = (3, 8, 50, 32_000)
DRAWS = 1_000_000  # of one timed run of `sample`
SKIP = 1_000_000_000  # draws of one `count`
CALLS = 200  # of `count` in one timed run
FEW = 3  # the same for large vocabularies
FASTEST = {3: 40.0, 8: 40.0, 32_000: 8.0}  # million draws a second that issue 2 asks for, by V
COUNTED = {3: 30.0, 8: 30.0}  # microseconds
LOSSLESS = sampler.RULES["lossless"]
RUNS = 5  # each takes milliseconds


def measure(_plan: Plan) -> Iterator[Figure]:
    """Draws and counts by the lossless rule, on laws prepared once and on laws as a caller has them."""
    for size in SIZES:
        p, q = np.random.default_rng(size).dirichlet(np.ones(size), 2)
        position, rng = sampler.Position(p, q), np.random.default_rng(1)
        drawn = seconds(partial(LOSSLESS.draws, position, DRAWS, rng), 1)
        target = Target(FASTEST[size], at_most=False) if size in FASTEST else None
        yield Figure(f"sample, V={size:,}", "M draws/s", tuple(DRAWS / s / 1e6 for s in drawn), target)
        ways = {
            "prepared laws": partial(LOSSLESS.counts, position, SKIP, rng),
            "as called": partial(sampler.count, p, q, SKIP, rng),
        }
        for way, once in ways.items():
            counted = seconds(once, CALLS if size < SIZES[-1] else FEW)
            target = Target(COUNTED[size]) if size in COUNTED else None
            yield Figure(f"count, V={size:,}, {way}", "µs", tuple(s * 1e6 for s in counted), target)


def seconds(work: Callable[[], object], calls: int) -> list[float]:
    """The seconds of one call, in each of RUNS runs of some calls, after one call that fills the tables."""
    work()
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        for _ in range(calls):
            work()
        times.append((time.perf_counter() - start) / calls)
    return times
