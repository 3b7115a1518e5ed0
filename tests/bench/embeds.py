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
STARTED = """async ([number, ms]) => {
  const all = [...document.querySelectorAll("lossless-demo")].slice(0, number);
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
    """One demo; six of which one is live; six that all are. Then one plays at 500x while the page scrolls."""
    held: dict[str, list[float]] = {"one demo": [], "six, one of them live": [], "six, all live": []}
    frames: list[float] = []
    tasks: list[float] = []
    host = Host()
    for _ in plan.rounds(A_ROUND * plan.runs):
        for what, megabytes in held.items():
            with chromium() as browser, site(places().dist) as place:
                before = memory(browser)
                page = opened(browser, host, place.url, 1 if what == "one demo" else 6)
                page.evaluate(STARTED, [6 if what == "six, all live" else 1, WITHIN * 1000])
                page.wait_for_timeout(SETTLED)
                browser.context.new_cdp_session(page).send("HeapProfiler.collectGarbage")
                page.wait_for_timeout(SETTLED)
                megabytes.append(memory(browser) - before)
                if what == "six, all live":
                    page.evaluate("document.querySelector('lossless-demo').set({ speed: 500, play: true })")
                    seen = page.evaluate(SCROLL, PIXELS)
                    frames.append(seen["frames"])
                    tasks.append(seen["tasks"])
    host.close()
    for what, values in held.items():
        yield Figure(f"memory, {what}", "MB", tuple(values), note="of page processes, after a collection")
    one, painted, live = held.values()
    yield Figure("memory, six of which one is live, against one", "times", ratios(painted, one), Target(1.5))
    yield Figure("memory, six that are all live, against one", "times", ratios(live, one))
    yield Figure("frames while scrolling past six", "a second", tuple(frames), Target(59.0, at_most=False))
    yield Figure("tasks over 50 ms of the host's page meanwhile", "tasks", tuple(tasks), Target(0))


def ratios(many: list[float], few: list[float]) -> tuple[float, ...]:
    """Each against its partner of the same round."""
    return tuple(one / other for one, other in zip(many, few, strict=True))


def opened(browser: Chromium, host: Host, url: str, number: int) -> Page:
    """A course's page with so many demos, none of them near the screen yet."""
    demos = BETWEEN.join(f"<lossless-demo {attributes}></lossless-demo>" for attributes in SIX[:number])
    page = browser.context.new_page()
    page.goto(host.page(BETWEEN * 8 + demos, head=f'<script async src="{url}embed.js"></script>'))
    page.wait_for_function("Boolean(customElements.get('lossless-demo'))")
    return page


def memory(browser: Chromium) -> float:
    """MB that the processes which run pages hold for themselves; files that all share do not count."""
    total = 0
    for process in browser.renderers():
        for line in Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines():
            if line.startswith(("Private_Clean", "Private_Dirty")):
                total += int(line.split()[1])
    return total / 1e3
