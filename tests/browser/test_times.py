"""Times that the page promises. These tests come last and alone, and count with the machine's own speed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from playwright.sync_api import Browser, Page

from app.session.settings import SCENES
from tests.browser.conftest import do, drawn_in, state, wait_live
from tests.browser.server import FaultyServer
from tests.browser.test_converge import WORKED
from tests.browser.test_embed import Embedded, demo
from tests.browser.test_embed import live as live_demos
from tests.browser.test_scene_yours import main_thread_tasks
from tests.browser.test_scenes import OPEN
from tests.more import slowness

SOON = 900  # ms; three times what is promised of a scene
HELD_UP = 80  # ms of processor time; BokehJS alone, run in one go, takes half as much again
Live = Callable[..., Page]


def test_the_rate_is_exact(same: Live) -> None:
    page = same(WORKED)
    for speed in (1, 5, 25, 100, 500):
        do(page, f"set({{speed: {speed}}})")
        do(page, "play()")
        drawn, least, most = drawn_in(page, 5.0, speed, tick=0.05)
        do(page, "pause()")
        assert least <= drawn <= most, speed


def test_pause_answers_within_100_ms_and_no_later_draw_is_shown(live: Live) -> None:
    page = live(WORKED + "&speed=500&play=1")
    page.wait_for_timeout(3000)
    waits = page.evaluate("""async () => {
        const waits = [];
        for (let i = 0; i < 10; i++) {
            const began = performance.now();
            const paused = await lossless.pause();
            waits.push(performance.now() - began);
            await new Promise(r => setTimeout(r, 200));
            const later = await lossless.state();
            if (later.draws !== paused.draws) throw new Error(`${paused.draws} then ${later.draws}`);
            if (later.playing) throw new Error("plays");
            await lossless.play();
            await new Promise(r => setTimeout(r, 200));
        }
        return waits;
    }""")
    assert np.median(waits) < 100 * slowness(), (
        waits
    )  # the median: what else the machine does is not the page's doing


def test_a_hidden_tab_pauses_and_resumes_without_a_burst(live: Live) -> None:
    page = live(WORKED + "&speed=500&play=1")
    page.wait_for_timeout(1000)
    hide = """hidden => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
    }"""
    page.evaluate(hide, True)
    page.wait_for_timeout(200)
    before = state(page)["draws"]
    page.wait_for_timeout(2000)
    assert state(page)["draws"] == before
    page.evaluate(hide, False)
    page.wait_for_timeout(1000)
    after = state(page)["draws"]
    assert 0.5 * 200 < after - before < 1.5 * 200 + 40
    assert state(page)["playing"]


def test_ticks_longer_than_their_period_leave_pause_and_rate_alone(blank: Page, site: FaultyServer) -> None:
    slow = "const began = performance.now(); while (performance.now() - began < 70);"
    with site.edit("worker.js", "const began = performance.now();", slow):
        blank.goto(site.url + "?seed=3&speed=500")
        wait_live(blank)
        blank.evaluate("lossless.play()")
        blank.wait_for_timeout(200)
        drawn, least, most = drawn_in(blank, 5.0, 500, tick=0.07)
        assert least <= drawn <= most
        wait = blank.evaluate("""async () => {
            const began = performance.now();
            await lossless.pause();
            return performance.now() - began;
        }""")
        assert wait < 150 * slowness()
        assert not state(blank)["playing"]


def test_each_scene_opens_soon(live: Live) -> None:
    page = live("?scenario=worked&seed=3")
    took = {scene: page.evaluate(OPEN, scene) for scene in SCENES}
    assert max(took.values()) < SOON * slowness(), took
    assert page.errors == []  # type: ignore[attr-defined]


def test_a_start_holds_the_page_up_nowhere_for_long(
    blank: Page, browser: Browser, site: FaultyServer
) -> None:
    browser.start_tracing(page=blank, categories=["toplevel"])
    blank.goto(site.url + "?seed=3")
    wait_live(blank)
    tasks = main_thread_tasks(browser.stop_tracing())
    assert len(tasks) > 100
    assert tasks[0] < HELD_UP * slowness(), tasks[:9]


def test_pause_answers_soon_while_others_play(embedded: Embedded) -> None:
    page = embedded(
        "".join(demo(f'scenario="worked" speed="500" play seed="{i}" id="d{i}"') for i in range(3))
    )
    page.evaluate("document.querySelectorAll('lossless-demo').forEach((one) => one.start())")
    found = live_demos(page, 3)
    page.wait_for_timeout(500)
    waits = [
        found[0].evaluate("""async () => {
        await lossless.play();
        await new Promise((done) => setTimeout(done, 200));
        const began = performance.now();
        await lossless.pause();
        return performance.now() - began;
    }""")
        for _ in range(5)
    ]
    assert sorted(waits)[2] < 200 * slowness()  # three demos at 500x beside this test's own load
