"""Each scene: how soon it is there after the click, and how the page runs in it at 500x."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page

from app.session.settings import SCENES
from tests.bench.browser import LIVE, WITHIN, chromium
from tests.bench.figure import Figure, Target
from tests.bench.plan import Plan
from tests.bench.running import FRAMES
from tests.bench.server import site
from tools.places import places

OPENS = """async (scene) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const section = document.querySelector(`.scene[data-scene="${scene}"]`);
  const drawn = () => [...section.querySelectorAll("[data-plot]")].every((slot) => slot.firstElementChild);
  const began = performance.now();
  losslessPage.openScene(scene);
  const { settings } = await lossless.state();
  if (settings.scene !== scene) throw new Error(`${settings.scene} came in place of ${scene}`);
  while (!drawn()) await frame();
  await frame(); await frame(); // what was drawn is on screen
  return performance.now() - began;
}"""
WITHOUT_DRAWS = {"speedup", "yours", "quiz"}
SOON = Target(300.0)  # ms
FRAME_BUDGET = Target(59.0, at_most=False)  # frames a second, as in `converge`
A_ROUND = 15.0  # seconds
LONGEST_WINDOW = 10.0  # seconds a scene


def measure(plan: Plan) -> Iterator[Figure]:
    """Every scene opened for the first time and once more, in pages of their own; then at 500x."""
    with chromium() as browser, site(places().dist) as place:
        opened: dict[str, dict[str, list[float]]] = {
            when: {scene: [] for scene in SCENES[1:]} for when in ("for the first time", "again")
        }
        page = browser.context.new_page()
        for _ in plan.rounds(A_ROUND * plan.runs):
            page.close()
            page = live(browser.context.new_page(), place.url)
            for times in opened.values():
                for scene, one in times.items():
                    one.append(page.evaluate(OPENS, scene))
        for when, times in opened.items():
            for scene, one in times.items():
                yield Figure(f"{scene}: opens {when}", "ms", tuple(one), SOON)
        for scene in SCENES:
            if scene not in WITHOUT_DRAWS:
                yield from running(page, scene, min(plan.window, LONGEST_WINDOW))


def live(page: Page, url: str) -> Page:
    """The page once Python is live in it."""
    page.goto(url, wait_until="commit")
    page.evaluate(LIVE, WITHIN * 1000)
    return page


def running(page: Page, scene: str, seconds: float) -> Iterator[Figure]:
    """Frames and long tasks of a scene at 500x."""
    page.evaluate("(scene) => losslessPage.openScene(scene, { speed: 500 })", scene)
    page.evaluate("lossless.replay()")
    page.wait_for_timeout(1000)
    seen = page.evaluate(FRAMES, seconds)
    page.evaluate("lossless.pause()")
    note = f"one window of {seconds:g} s"
    yield Figure(f"{scene}: frames at 500x", "a second", (seen["frames"],), FRAME_BUDGET, note)
    yield Figure(f"{scene}: tasks over 50 ms at 500x", "tasks", (len(seen["tasks"]),), Target(0), note)
