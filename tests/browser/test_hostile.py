"""What no one should do to the page, and what no screen should do to it.

Hostile values, a monkey at the controls, odd screens. One page serves most tests; each sets what it needs.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import do, state, wait_live
from tests.browser.server import FaultyServer
from tests.more import LONG

PROBES = Path(__file__).with_name("probes.js").read_text(encoding="utf-8")
SCREENS = [  # name, width, height, projector
    ("small phone", 320, 640, False),
    ("phone", 390, 844, False),
    ("phone on its side", 740, 360, False),
    ("desktop at 200 %", 640, 360, False),
    ("small laptop", 1024, 600, False),
    ("laptop", 1366, 768, False),
    ("old projector", 1024, 768, True),
    ("projector", 1280, 720, True),
    ("4K projector", 3840, 2160, True),
]
BUTTONS = (
    "play play play step step reset replay new-seed naive naive theme start-again add-token remove-token help"
)
KINDS = (*["button"] * 6, "speed", "skip", "column", "choice", "slide", "edit")


def probe(page: Page, name: str, given: Any = None) -> Any:
    """Runs one function of probes.js in the page."""
    return page.evaluate(f"given => ({PROBES}).{name}(given)", given)


@pytest.fixture(scope="module")
def page(browser: Browser, site: FaultyServer) -> Iterator[Page]:
    """One live page, paused, for the tests of this module."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    page = context.new_page()
    page.errors = []  # type: ignore[attr-defined]
    page.on("pageerror", lambda error: page.errors.append(str(error)))  # type: ignore[attr-defined]
    page.goto(site.url + "?seed=3")
    wait_live(page)
    yield page
    context.close()


@pytest.fixture(autouse=True)
def no_error(page: Page) -> Iterator[None]:
    """No test may leave an error or a message of failure behind."""
    yield
    assert page.errors == []  # type: ignore[attr-defined]
    assert page.locator("#failure").is_hidden()


@pytest.mark.parametrize(("name", "width", "height", "projector"), SCREENS)
def test_everything_fits_every_screen(
    page: Page, name: str, width: int, height: int, projector: bool
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("on => { losslessPage.projector = on; losslessPage.applyForm(); }", projector)
    for scenario, rule in (("next-word", "lossless"), ("long-tail", "naive")):
        do(page, f"set({{scenario: '{scenario}', rule: '{rule}', mismatch: 1}})")
        do(page, "skip(1000)")
        do(page, "set({mismatch: .7})")
        while do(page, "step()")["last"]["accepted"] and rule == "lossless":
            pass  # a correction has most to say
        page.wait_for_timeout(300)
        assert probe(page, "misfits") == [], name
        assert probe(page, "gap") < 1.5, "the buttons lie where the bars are"
    page.evaluate("losslessPage.projector = false; losslessPage.applyForm()")
    page.set_viewport_size({"width": 1280, "height": 860})


def test_names_stay_text_and_in_their_place(page: Page) -> None:
    names = ["$$x^2$$", "<b>bold</b>", "שלום", "W" * 24]
    do(page, f"set({{p: [.1, .2, .3, .4], r: [.4, .3, .2, .1], names: {names}}})")
    do(page, "step()")
    assert page.locator("#columns span").all_inner_texts() == names
    assert page.locator("#lossless-page b", has_text="bold").count() == 0
    assert probe(page, "misfits") == []


def test_any_value_from_a_host_is_taken_or_noted(page: Page) -> None:
    names = page.evaluate("losslessPage.data.schema.map((row) => row.name)")
    assert probe(page, "hurl", [*names, "__proto__"]) == []
    do(page, "pause()")
    do(page, "set({scenario: 'next-word', temperature: 1, top_k: 0, top_p: 1})")
    assert do(page, "step()")["draws"] >= 1
    do(
        page,
        "set({lock: 0, projector: 0, embed: 0, hide: [], predict: 'none', theme: 'light', scene: 'converge'})",
    )


def test_hostile_values_before_python_do_not_keep_it_from_coming(blank: Page, site: FaultyServer) -> None:
    blank.goto(site.url + "?seed=3", wait_until="commit")
    blank.wait_for_function("window.lossless")
    assert probe(blank, "hurl", ["mismatch", "p", "names"]) == []
    wait_live(blank)
    assert do(blank, "step()")["draws"] == 1
    assert blank.errors == []  # type: ignore[attr-defined]
    assert blank.locator("#failure").is_hidden()


def test_own_laws_of_an_address_are_painted_before_python(blank: Page, site: FaultyServer) -> None:
    blank.route("**/worker.js", lambda route: route.abort())
    bars = blank.locator("#bars-painted rect.bar.p")
    blank.goto(site.url + "?p=.5,.3,.2&r=.2,.2,.6&names=one,two,three&mismatch=1")
    assert bars.count() == 3
    assert blank.locator("#columns span").all_inner_texts() == ["one", "two", "three"]
    early = state(blank)
    assert early["q"] == pytest.approx([0.2, 0.2, 0.6])
    assert early["acceptance_theory"] == pytest.approx(0.6)
    assert early["counts"] == [0, 0, 0]
    for no_law in ("p=5,5", "p=1&r=.5,.5", "p=-1,2", "p=" + ",".join(["0.001"] * 1000), "p=x"):
        blank.goto(f"{site.url}?{no_law}")
        assert bars.count() == 8, no_law


def test_a_monkey_at_the_controls_breaks_nothing(page: Page) -> None:
    chance = random.Random(2)  # which button is pressed next
    ids = {"button": BUTTONS.split(), "choice": ["scenario", "draft", "tv_scale"]}
    probe(page, "fold", True)
    for turn in range(400 if LONG else 100):
        kind = chance.choice(KINDS)
        probe(page, "press", [kind, chance.choice(ids.get(kind, [""])), chance.randrange(1000)])
        if turn % 12 == 0:
            page.wait_for_timeout(chance.choice([0, 30, 120]))
            assert probe(page, "amiss") == [], f"turn {turn}"
    do(page, "pause()")
    probe(page, "fold", False)


def test_a_screen_reader_can_follow_at_full_speed(page: Page) -> None:
    do(page, "set({scenario: 'next-word', speed: 500})")
    do(page, "replay()")
    changes = probe(page, "chatter")
    do(page, "pause()")
    assert changes["live"] == 0
    assert 1 <= changes["names"] <= 4
    assert 1 <= changes["summary"] <= 4
    expect(page.locator("#summary")).to_contain_text(f"{state(page)['draws']:,} draws")


def test_one_drag_of_the_slider_is_one_mark(page: Page) -> None:
    do(page, "set({scenario: 'worked', speed: 500, mismatch: 1})")
    do(page, "replay()")
    page.wait_for_timeout(300)
    box = page.get_by_role("slider", name="Mismatch").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] - 14, box["y"] + box["height"] / 2)
    page.mouse.down()
    for step in range(1, 15):
        page.mouse.move(box["x"] + box["width"] * (1 - step / 20), box["y"] + box["height"] / 2)
        page.wait_for_timeout(20)
    page.mouse.up()
    now = do(page, "pause()")
    assert 0.2 < now["settings"]["mismatch"] < 0.4
    marks = "losslessPage.document.get_model_by_name('curve-marks').data"
    assert page.evaluate(f"(data => (data.get ? data.get('n') : data.n).length)({marks})") == 1


def test_it_prints_dark_on_white(page: Page) -> None:
    page.evaluate("losslessPage.theme = 'dark'; losslessPage.applyForm()")
    page.emulate_media(media="print")
    expect(page.locator("body")).to_have_css("color", "rgb(20, 32, 43)")
    page.emulate_media(media="screen")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.evaluate("losslessPage.theme = 'light'; losslessPage.applyForm()")


def test_two_frames_take_the_height_they_tell_and_refuse_in_words(
    browser: Browser, site: FaultyServer
) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    host = context.new_page()
    host.goto(site.url + "manifest.json")
    frames = probe(host, "frames", site.url + "?embed=1&seed=3")
    context.close()
    fine = {"down": 0, "across": 0, "cut": False, "draws": 1, "failed": False}
    assert frames == [fine | {"refused": 0}, fine | {"refused": 1}]


def test_retry_pressed_three_times_starts_once(blank: Page, site: FaultyServer) -> None:
    with site.fault("document.json", "missing"):
        blank.goto(site.url + "?seed=3")
        expect(blank.get_by_role("alert")).to_be_visible(timeout=45_000)
    blank.evaluate("for (let i = 0; i < 3; i++) document.getElementById('retry').click()")
    wait_live(blank)
    assert do(blank, "step()")["draws"] == 1
    charts = [blank.locator(f"#{slot} canvas").count() for slot in ("bars-slot", "curve-slot")]
    assert charts[0] == charts[1]
    expect(blank.get_by_role("alert")).to_be_hidden()
