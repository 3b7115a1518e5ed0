"""How fast the sampler is in the page: timed by the page's own Python, in its worker, while it is paused."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench.browser import LIVE, WITHIN, chromium
from tests.bench.figure import Figure, Target
from tests.bench.inside import Inside
from tests.bench.plan import Plan
from tests.bench.server import site
from tools.places import places

RUN = "function (code) { return this.runPython(code).toJs(); }"
CODE = """
import time
import numpy as np
from app.core import sampler
p, q = np.random.default_rng({size}).dirichlet(np.ones({size}), 2)
rule, position, rng = sampler.RULES["lossless"], sampler.Position(p, q), np.random.default_rng(1)
def timed(work, calls):
    end = time.perf_counter() + 0.5
    while time.perf_counter() < end:  # until the browser has compiled it a second time, for speed
        work()
    times = []
    for _ in range({runs}):
        start = time.perf_counter()
        for _ in range(calls):
            work()
        times.append((time.perf_counter() - start) / calls)
    return times
[timed(lambda: rule.draws(position, 100_000, rng), 10),
 timed(lambda: rule.counts(position, 10**9, rng), 200),
 timed(lambda: sampler.count(p, q, 10**9, rng), 200)]
"""
RUNS = 5
AT_V = {
    3: (None, None, None),
    8: (Target(15.0, at_most=False), Target(60.0), Target(150.0)),
    50: (None, None, None),
}


def measure(_plan: Plan) -> Iterator[Figure]:
    """Draws a second and microseconds a count in Chromium's WebAssembly."""
    with chromium() as browser, site(places().dist) as place:
        page = browser.context.new_page()
        page.goto(place.url, wait_until="commit")
        page.evaluate(LIVE, WITHIN * 1000)
        python = Inside(page)
        for size, (drawn, prepared, called) in AT_V.items():
            draws, counts, calls = python.call(RUN, CODE.format(size=size, runs=RUNS))
            yield Figure(f"sample in the page, V={size}", "M draws/s", tuple(0.1 / s for s in draws), drawn)
            yield Figure(f"count in the page, V={size}, prepared laws", "µs", micro(counts), prepared)
            yield Figure(f"count in the page, V={size}, as called", "µs", micro(calls), called)


def micro(seconds: list[float]) -> tuple[float, ...]:
    """Seconds as microseconds."""
    return tuple(second * 1e6 for second in seconds)
