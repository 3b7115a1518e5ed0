"""While Python is held back the first draws are told from a recording, and Python goes on with the very next one."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import do, state, wait_for, wait_live
from tests.browser.server import FaultyServer
from tests.more import mostly

BEGIN = 'enter("download");'
WATCH = """() => {
    window.seen = [];
    setInterval(async () => {
        const { draws, live, counts, last, playing } = await lossless.state();
        window.seen.push({ draws, live, playing, total: counts.reduce((a, b) => a + b, 0), last: last?.n ?? 0 });
    }, 25);
}"""


@contextmanager
def held_back(site: FaultyServer, ms: int) -> Iterator[None]:
    """Python begins that much later."""
    with site.edit("worker.js", BEGIN, f"{BEGIN} await new Promise((go) => setTimeout(go, {ms}));"):
        yield


def opened(page: Page, site: FaultyServer, query: str) -> None:
    page.goto(site.url + query, wait_until="commit")
    page.wait_for_function("window.lossless && losslessPage.ready")


def test_python_goes_on_with_the_next_draw(blank: Page, site: FaultyServer) -> None:
    with held_back(site, 5000):
        opened(blank, site, "?play=1")
        blank.evaluate(WATCH)
        wait_for(blank, "!s.live && s.playing && s.draws === 2", within=10_000)
        expect(blank.locator("#story-title")).to_have_text("Draw 2")
        expect(blank.locator("#beats li:not(.waiting)")).to_have_count(1)
        assert blank.locator("#bars-painted .kept, #bars-painted .corrected").count() >= 8
        seed = state(blank)["settings"]["seed"]
        assert blank.locator("#seed").input_value() == str(seed)
        assert seed in blank.evaluate("losslessPage.data.recorded.seeds")
        wait_live(blank)
    reached = state(blank)["draws"]
    wait_for(blank, f"s.live && s.draws === {reached + 2}", within=10_000)
    seen = blank.evaluate("seen")
    told = do(blank, "pause()")
    draws = [one["draws"] for one in seen]
    assert {one["live"] for one in seen} == {True, False}
    assert all(later - sooner in {0, 1} for sooner, later in pairwise(draws)), draws
    assert all(one["draws"] == one["total"] == one["last"] for one in seen)
    assert all(one["playing"] for one in seen if one["draws"])
    blank.goto(f"{site.url}?seed={seed}")
    wait_live(blank)
    for _ in range(told["draws"]):
        fresh = do(blank, "step()")
    for name in ("draws", "counts", "accepted", "last", "tv"):
        assert fresh[name] == told[name], name
    assert not blank.errors  # type: ignore[attr-defined]


def test_steps_and_a_pause_before_python_are_told_and_not_made_twice(blank: Page, site: FaultyServer) -> None:
    with held_back(site, 4000):
        opened(blank, site, "")
        for _ in range(3):
            blank.locator("#step").click()
        wait_for(blank, "!s.live && s.draws === 3 && !s.playing", within=3000)
        told = state(blank)
        expect(blank.locator("#beats li:not(.waiting)")).to_have_count(4)
        wait_live(blank)
    wait_for(blank, "s.live && !s.playing")
    now = state(blank)
    for name in ("draws", "counts", "last", "tv"):
        assert now[name] == told[name], name
    assert do(blank, "step()")["draws"] == 4
    assert not blank.errors  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "query",
    mostly(2, ["?play=1&seed=3", "?play=1&speed=25", "?play=1&mismatch=0.5", "?play=1&scenario=worked"]),
)
def test_what_was_not_recorded_is_not_pretended(blank: Page, site: FaultyServer, query: str) -> None:
    with held_back(site, 2500):
        opened(blank, site, query)
        blank.wait_for_timeout(1000)
        assert state(blank)["draws"] == 0
        assert not state(blank)["live"]
        wait_live(blank)
    wait_for(blank, "s.live && s.playing && s.draws > 0")


def test_another_wish_ends_what_is_told_and_is_obeyed_from_there(blank: Page, site: FaultyServer) -> None:
    with held_back(site, 4000):
        opened(blank, site, "?play=1")
        wait_for(blank, "!s.live && s.draws === 1", within=3000)
        blank.get_by_role("slider", name="Mismatch").fill("1")
        blank.wait_for_timeout(500)
        wait_live(blank)
    wait_for(blank, "s.live && s.settings.mismatch === 1 && s.draws >= 1 && s.playing")
    assert do(blank, "pause()")["draws"] < 4


@pytest.mark.parametrize("fault", mostly(1, ["garbled", "missing", "short"]))
def test_without_the_recording_python_tells_it_all(blank: Page, site: FaultyServer, fault: str) -> None:
    with site.fault("recording.json", fault), held_back(site, 1500):
        opened(blank, site, "")
        blank.locator("#step").click()
        blank.locator("#step").click()
        wait_live(blank)
    wait_for(blank, "s.live && s.draws === 2 && !s.playing")
    assert blank.locator("#failure").is_hidden()
