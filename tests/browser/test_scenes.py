"""All scenes in the browser: each opens soon, fits every screen, and two hundred fast switches leave nothing behind."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from app.session.settings import SCENES
from tests.browser.conftest import state, wait_for, wait_live
from tests.browser.server import FaultyServer
from tests.more import LONG

Live = Callable[..., Page]

OPEN = """async (scene) => {
  const began = performance.now();
  losslessPage.openScene(scene);
  while ((await lossless.state()).settings.scene !== scene) await new Promise((go) => setTimeout(go, 2));
  const slots = [...document.querySelectorAll(`.scene[data-scene="${scene}"] [data-plot]`)];
  while (slots.some((slot) => !slot.firstElementChild?.shadowRoot?.querySelector("canvas, .bk-Canvas"))) await new Promise((go) => setTimeout(go, 2));
  await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  return performance.now() - began;
}"""
KEPT = """() => ({
  models: losslessPage.document._all_models.size,
  views: document.querySelectorAll("[data-plot] > *").length,
  elements: document.querySelectorAll("#lossless-page *").length,
})"""
HOP = """async ([names, times]) => {
  const { documentElement: root } = document;
  for (let i = 0; i < times; i++) {
    losslessPage.openScene(names[(7 * i + 3) % names.length]);
    if (i % 25 === 0) document.getElementById("theme").click();
    if (i % 40 === 0) lossless.step();
    await new Promise((go) => setTimeout(go, i % 3 ? 0 : 20));
  }
  losslessPage.openScene("converge");
  await lossless.state();
}"""
SIZES = [(1280, 860), (768, 1024), (390, 844), (320, 640)]


def test_a_page_that_rests_makes_the_other_scenes_ready(blank: Page, site: FaultyServer) -> None:
    site.prepares = True
    try:
        blank.goto(site.url + "?seed=3")
        wait_live(blank)
    finally:
        site.prepares = False
    before = blank.evaluate(KEPT)["models"]
    blank.wait_for_function(f"({KEPT})().models > {before}", timeout=20_000)
    assert state(blank)["draws"] == 0
    assert blank.errors == []  # type: ignore[attr-defined]


def test_a_scene_that_is_pointed_at_is_made_ready_and_one_that_is_passed_is_not(live: Live) -> None:
    page = live("?seed=3&speed=5&play=1")
    models = f"({KEPT})().models"
    before = page.evaluate(models)
    link = page.locator('[data-scene-link="cycles"]').first
    link.dispatch_event("pointerenter")
    link.dispatch_event("pointerleave")
    page.wait_for_timeout(500)
    assert page.evaluate(models) == before
    link.dispatch_event("pointerenter")
    page.wait_for_function(f"{models} > {before}", timeout=20_000)
    told = state(page)
    assert told["playing"]
    assert told["settings"]["scene"] == "converge"
    assert page.errors == []  # type: ignore[attr-defined]


def test_many_fast_switches_leave_nothing_behind(same: Live) -> None:
    page = same("?scenario=worked&seed=3")
    for scene in (*SCENES, "converge"):
        page.evaluate(OPEN, scene)
    page.evaluate("lossless.skip(1000)")
    wait_for(page, "s.draws === 1000")
    before = page.evaluate(KEPT)
    page.evaluate(HOP, [list(SCENES), 200 if LONG else 80])
    page.set_viewport_size({"width": 700, "height": 800})
    wait_for(page, "s.settings.scene === 'converge'")
    page.set_viewport_size({"width": 1280, "height": 860})
    after = page.evaluate(KEPT)
    assert (after["models"], after["views"]) == (before["models"], before["views"])
    assert abs(after["elements"] - before["elements"]) < 60  # words of what was stepped to
    assert page.locator("#failure").is_hidden()
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("scene", SCENES)
def test_a_scene_scrolls_sideways_on_no_screen(same: Live, scene: str) -> None:
    page = same(f"?scene={scene}&seed=3")
    wait_for(page, f"s.settings.scene === '{scene}'")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(120)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (scene, width)
    assert page.errors == []  # type: ignore[attr-defined]


def test_a_long_name_makes_no_scene_scroll_sideways(live: Live) -> None:
    page = live(f"?p=.5,.5&names={24 * 'W'},b&seed=3", width=320, height=640)
    for scene in SCENES:
        page.evaluate("scene => lossless.set({ scene })", scene)
        wait_for(page, f"s.settings.scene === '{scene}'")
        page.evaluate("lossless.skip(1000)")
        page.wait_for_timeout(120)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, scene
    assert page.errors == []  # type: ignore[attr-defined]


def test_a_scene_that_is_left_at_once_leaves_no_complaint_and_back_leads_back(same: Live) -> None:
    page = same("?seed=3")
    page.evaluate("lossless.set({ scene: 'quiz' }); lossless.set({ scene: 'converge' })")
    page.wait_for_function(
        "!location.search.includes('scene=')"
    )  # a scene of a moment has no entry of its own
    page.get_by_role("link", name="Why", exact=True).click()
    wait_for(page, "s.settings.scene === 'accounting'")
    page.wait_for_function("location.search.includes('scene=accounting')")
    page.go_back()
    wait_for(page, "s.settings.scene === 'converge'")
    assert page.locator("#failure").is_hidden()
    assert page.errors == []  # type: ignore[attr-defined]


def test_on_a_phone_the_links_are_one_line_whichever_scene_is_shown(same: Live) -> None:
    page = same("", width=360, height=740)
    line = page.locator("#scenes a").first.bounding_box()
    assert line is not None
    for scene in SCENES:
        page.evaluate("(scene) => losslessPage.showScene(scene)", scene)
        links = page.locator("#scenes").bounding_box()
        assert links is not None
        assert links["height"] < 1.5 * line["height"], scene
