"""The lesson page: opens on the worked example, its scenes come to life in place, and it reads without any of that."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import LIVE, SHIFTS
from tests.browser.server import FaultyServer
from tests.more import mostly

SCENES = 7


def until(page: Page, scene: str, condition: str, within: int = LIVE) -> None:
    """Waits until the state of a scene fulfils a condition on `s`."""
    page.evaluate(
        """async ([id, condition, within]) => {
        const holds = new Function("s", `return (${condition});`);
        for (const end = performance.now() + within; ;) {
            const s = await document.getElementById(`live-${id}`).state();
            if (s && holds(s)) return;
            if (performance.now() > end) throw new Error(`never true: ${condition}, of ${JSON.stringify(s)}`);
            await new Promise((resolve) => setTimeout(resolve, 100));
        }
    }""",
        [scene, condition, within],
    )


def press(page: Page, line: str) -> None:
    """Chooses a line without waiting until the page has rested: a demo that plays keeps a slow machine busy."""
    page.evaluate("(line) => document.querySelector(line).click()", line)


def test_it_opens_on_the_worked_example_and_scenes_come_to_life_where_they_are(
    blank: Page, site: FaultyServer
) -> None:
    blank.add_init_script(SHIFTS)
    site.asked.clear()
    blank.goto(site.url + "lesson.html")
    assert blank.locator("lossless-demo").count() == SCENES
    until(blank, "opening", "s.live && s.p.length === 3 && Math.abs(s.q[2] - 0.6) < 1e-9")
    press(blank, "#scene-opening a[data-then=step]")
    until(blank, "opening", "s.draws === 1")
    press(blank, "#scene-opening a[data-then=play]")
    until(blank, "opening", "s.playing && s.settings.speed === 500 && s.draws > 20")
    press(blank, "#scene-opening a:last-child")
    until(blank, "opening", "s.settings.rule === 'naive'")
    assert blank.evaluate("document.getElementById('live-speed').state()") is None
    blank.evaluate("document.getElementById('scene-worked').scrollIntoView({ behavior: 'instant' })")
    until(blank, "worked", "s.live && s.settings.scene === 'accounting'")
    assert site.asked.count("snapshot/python.bin") <= 1
    assert blank.evaluate("shifted") < 0.01
    assert blank.errors == []


def test_it_reads_without_javascript(browser: Browser, site: FaultyServer) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(site.url + "lesson.html")
    assert page.locator("h2").count() == 14
    for scene in page.locator("lossless-demo").all():
        assert scene.locator("svg.drawn, .bars").first.is_visible()
    first = page.locator(".quiz details").first
    first.locator("summary").click()
    assert first.locator("p").is_visible()
    assert page.locator("#formula-rate math").first.is_visible()
    context.close()


@pytest.mark.parametrize("width", mostly(2, [320, 1280, 390, 768]))
def test_it_never_scrolls_sideways(blank: Page, site: FaultyServer, width: int) -> None:
    blank.set_viewport_size({"width": width, "height": 800})
    blank.goto(site.url + "lesson.html")
    assert blank.evaluate("document.documentElement.scrollWidth") <= width


def test_the_demo_leads_to_it_and_it_leads_back(blank: Page, site: FaultyServer) -> None:
    blank.goto(site.url)
    blank.locator("footer a.beside").click()
    blank.wait_for_url("**/lesson.html")
    blank.locator("header a.home").click()
    blank.wait_for_url("**/index.html")
