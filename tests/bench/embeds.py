"""Six demos on one page: memory against one, frames while scrolling, frames within frames that scroll."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page

from tests.bench.browser import WITHIN, Chromium, chromium
from tests.bench.figure import Figure, Target
from tests.bench.plan import Plan
from tests.bench.server import site
from tests.browser.host import Host
from tools.places import places

SIX = (
    "",
    'mismatch="1"',
    'scenario="worked" mismatch="1"',
    'scene="cycles"',
    'scene="speedup"',
    'scene="accounting" theme="dark"',
)
BETWEEN = "<p style='height:300px'>Between.</p>"
A_ROUND = 40.0  # seconds
SETTLED = 5000  # ms after the last demo is live
STARTED = """async (ms) => {
  const all = [...document.querySelectorAll("lossless-demo")];
  const live = all.map((one) => new Promise((resolve) => one.addEventListener("live", resolve)));
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("not all are live")), ms));
  for (const [i, one] of all.entries()) { one.start(); await Promise.race([live[i], late]); }
}"""
SCROLL = """(pixels) => new Promise((resolve) => {
  const gaps = [], tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
  observer.observe({ type: "longtask" });
  const began = performance.now();
  let last = began;
  const frame = (now) => {
    if (now > last) gaps.push(now - last);
    last = now;
    scrollBy(0, pixels);
    const { scrollHeight } = document.documentElement;
    if (scrollY + innerHeight < scrollHeight - 1) return requestAnimationFrame(frame);
    observer.disconnect();
    resolve({ frames: gaps.length / ((now - began) / 1000), tasks: tasks.length });
  };
  scrollTo(0, 0);
  requestAnimationFrame(frame);
})"""
PIXELS = 12  # a frame: a brisk reader


def measure(plan: Plan) -> Iterator[Figure]:
    """One demo and six, in browsers of their own; one of the six plays at 500x while the page scrolls."""
    held: dict[int, list[float]] = {1: [], 6: []}
    frames: list[float] = []
    tasks: list[float] = []
    host = Host()
    for _ in plan.rounds(A_ROUND * plan.runs):
        for number, megabytes in held.items():
            with chromium() as browser, site(places().dist) as place:
                page = opened(browser, host, place.url, number)
                megabytes.append(memory(browser))
                if number > 1:
                    page.evaluate("document.querySelector('lossless-demo').set({ speed: 500, play: true })")
                    seen = page.evaluate(SCROLL, PIXELS)
                    frames.append(seen["frames"])
                    tasks.append(seen["tasks"])
    host.close()
    one, six = (tuple(values) for values in held.values())
    yield Figure("memory with one demo", "MB", one, note="what the browser's page processes hold alone")
    yield Figure("memory with six demos", "MB", six)
    ratios = tuple(many / few for few, many in zip(one, six, strict=True))
    yield Figure("memory, six against one", "times", ratios, Target(1.5))
    yield Figure("frames while scrolling past six", "a second", tuple(frames), Target(59.0, at_most=False))
    yield Figure("tasks over 50 ms of the host's page meanwhile", "tasks", tuple(tasks), Target(0))


def opened(browser: Chromium, host: Host, url: str, number: int) -> Page:
    """A course's page with so many demos, all live."""
    demos = BETWEEN.join(f"<lossless-demo {attributes}></lossless-demo>" for attributes in SIX[:number])
    page = browser.context.new_page()
    page.goto(host.page(BETWEEN * 2 + demos, head=f'<script async src="{url}embed.js"></script>'))
    page.wait_for_function("Boolean(customElements.get('lossless-demo'))")
    page.evaluate(STARTED, WITHIN * 1000)
    page.wait_for_timeout(SETTLED)
    return page


def memory(browser: Chromium) -> float:
    """MB that the processes which run pages hold for themselves; files that all share do not count."""
    total = 0
    for process in browser.renderers():
        for line in Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines():
            if line.startswith(("Private_Clean", "Private_Dirty")):
                total += int(line.split()[1])
    return total / 1e3
