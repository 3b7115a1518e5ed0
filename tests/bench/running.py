"""Minutes at 500x: frames, long tasks, how busy the worker is, and whether anything grows."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import CDPSession, Page

from tests.bench.browser import LIVE, WITHIN, Chromium, chromium
from tests.bench.figure import Figure, Target
from tests.bench.inside import Inside
from tests.bench.plan import Plan
from tests.bench.server import site
from tools.places import places

FRAMES = """(seconds) => new Promise((resolve) => {
  const tasks = [], gaps = [];
  const add = (list) => tasks.push(...list.getEntries().map((entry) => entry.duration));
  const observer = new PerformanceObserver(add);
  observer.observe({ type: "longtask" });
  const start = performance.now();
  let last = start;
  const frame = (now) => {
    if (now > last) gaps.push(now - last);
    last = now;
    if (now - start < 1000 * seconds) return requestAnimationFrame(frame);
    observer.disconnect();
    resolve({ frames: gaps.length / ((now - start) / 1000), gap: Math.max(...gaps), tasks });
  };
  requestAnimationFrame(frame);
})"""
MODELS = "Bokeh.documents[0]._all_models.size"
WASM = "function () { return this._module.HEAPU8.length; }"
RATE = 200.0  # draws a second at 500x
FLAT = Target(1.05)
THINGS = {  # held: in words, and counted in
    "page": ("page's heap", "MB"),
    "worker": ("worker's heap", "MB"),
    "wasm": ("wasm heap", "MB"),
    "models": ("Bokeh models", "models"),
    "listeners": ("listeners", "listeners"),
}
TICKS = 100  # of the kernel's clock, a second


@dataclass(frozen=True)
class Held:
    """What a page holds after a collection."""

    page: float  # MB of JavaScript, as those below
    worker: float
    wasm: float
    models: float
    listeners: float


def measure(plan: Plan) -> Iterator[Figure]:
    """One window of frames and tasks at 500x, then the heaps after some minutes against those after one."""
    with chromium() as browser, site(places().dist) as place:
        page = browser.context.new_page()
        page.goto(place.url, wait_until="commit")
        page.evaluate(LIVE, WITHIN * 1000)
        debugger = browser.context.new_cdp_session(page)
        debugger.send("Performance.enable", {"timeDomain": "threadTicks"})  # without waits for a core
        inside = Inside(page)
        page.evaluate("lossless.set({ speed: 500 })")
        page.evaluate("lossless.play()")
        page.wait_for_timeout(1000)
        began = time.monotonic()
        yield from window(browser, page, debugger, plan.window)
        first = held(page, debugger, inside)
        page.wait_for_timeout(max(0.0, began + 60 * plan.minutes - time.monotonic()) * 1000)
        yield from growth(first, held(page, debugger, inside), plan)


def window(browser: Chromium, page: Page, debugger: CDPSession, seconds: float) -> Iterator[Figure]:
    """Frames, tasks, and what page and worker compute, in a stretch of time."""
    start, worker, main = time.monotonic(), workers(browser), busy(debugger)
    draws = page.evaluate("lossless.state().then((state) => state.draws)")
    seen = page.evaluate(FRAMES, seconds)
    drawn = page.evaluate("lossless.state().then((state) => state.draws)") - draws
    lasted = time.monotonic() - start
    note = f"one window of {seconds:g} s"
    yield Figure(
        "draws made at 500x", "a second", (drawn / lasted,), Target(RATE * 0.97, at_most=False), note
    )
    yield Figure("frames at 500x", "a second", (seen["frames"],), Target(59.0, at_most=False), note)
    yield Figure("longest gap between frames at 500x", "ms", (seen["gap"],), note=note)
    yield Figure("tasks over 50 ms at 500x", "tasks", (len(seen["tasks"]),), Target(0), note)
    yield Figure("longest of them (0: none)", "ms", (max(seen["tasks"], default=0),), note=note)
    yield Figure("main thread busy at 500x", "%", (100 * (busy(debugger) - main) / lasted,), note=note)
    if worker is not None:
        share = 100 * ((workers(browser) or 0.0) - worker) / lasted
        yield Figure("worker busy at 500x", "%", (share,), Target(15.0), note)


def growth(first: Held, last: Held, plan: Plan) -> Iterator[Figure]:
    """Each thing held at the end against what it was after the window."""
    note = f"after {plan.minutes:g} min against after {plan.window:g} s"
    for name, (what, unit) in THINGS.items():
        before, after = getattr(first, name), getattr(last, name)
        yield Figure(f"{what} after {plan.minutes:g} min at 500x", unit, (after,))
        yield Figure(f"{what}, growth", "times", (after / before,), FLAT if plan.minutes > 1 else None, note)


def held(page: Page, debugger: CDPSession, inside: Inside) -> Held:
    """What the page and its worker hold now."""
    debugger.send("HeapProfiler.collectGarbage")
    inside.send("HeapProfiler.collectGarbage")
    mega = 1e6
    return Held(
        page=debugger.send("Runtime.getHeapUsage")["usedSize"] / mega,
        worker=inside.send("Runtime.getHeapUsage")["usedSize"] / mega,
        wasm=inside.call(WASM) / mega,
        models=page.evaluate(MODELS),
        listeners=debugger.send("Memory.getDOMCounters")["jsEventListeners"],
    )


def busy(debugger: CDPSession) -> float:
    """Seconds that the page's main thread has worked."""
    metrics = debugger.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


def workers(browser: Chromium) -> float | None:
    """Seconds that the threads of workers have computed; None where the system does not tell of threads."""
    total, found = 0, False
    for process in browser.renderers():
        for thread in Path(f"/proc/{process}/task").glob("*"):
            if (thread / "comm").read_text().startswith("DedicatedWorker"):
                user, system = (thread / "stat").read_text().rpartition(") ")[2].split()[11:13]
                total, found = total + int(user) + int(system), True
    return total / TICKS if found else None
