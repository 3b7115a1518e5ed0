"""The one-file page, opened from a folder with spaces and foreign letters, without a network: all of it works."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from app.session.settings import SCENES
from tests.bench import firefox
from tests.browser.conftest import do, state, wait_for, wait_live
from tests.browser.server import FaultyServer
from tests.browser.test_figures import open_panel, saved
from tests.browser.test_scenes import OPEN
from tests.more import MORE, mostly
from tools import single

ODD = "Ein Stick – ключ/ストラ & 50% #1"
INNER = ("blob:", "data:")  # of the page itself
LATE = 0.75  # share of the time until it is live by which the bars must be painted
PART = re.compile(
    r'<script type="text/plain" data-name="([^"]+)" data-sum="\w+"[^>]*>\n([\w+/=\n]+)</script>'
)


@pytest.fixture(scope="module")
def file(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The one file alone on its stick."""
    home = tmp_path_factory.mktemp("stick") / ODD
    home.mkdir(parents=True)
    return Path(shutil.copyfile(dist / single.NAME, home / single.NAME))


def opened(browser: Browser, asked: list[str]) -> Iterator[Page]:
    """A page without a network; what it asks for beside itself goes to `asked`."""
    context = browser.new_context(viewport={"width": 1280, "height": 860}, offline=True)
    page = context.new_page()
    page.errors = []  # type: ignore[attr-defined]
    page.on("pageerror", lambda error: page.errors.append(str(error)))  # type: ignore[attr-defined]
    context.on("request", lambda request: asked.append(request.url))
    yield page
    context.close()


@pytest.fixture
def asked() -> list[str]:
    """What the page asked for."""
    return []


@pytest.fixture
def page(browser: Browser, asked: list[str]) -> Iterator[Page]:
    """A page without a network."""
    yield from opened(browser, asked)


def strangers(asked: list[str], file: Path) -> list[str]:
    """What was asked for that is neither the file nor the page's own memory."""
    return [url for url in asked if not url.startswith((*INNER, file.as_uri()))]


def go(page: Page, file: Path, query: str = "") -> None:
    page.goto(file.as_uri() + query, wait_until="commit")
    wait_live(page)


def test_it_is_live_and_every_scene_opens_without_a_single_request(
    page: Page, file: Path, asked: list[str]
) -> None:
    go(page, file)
    told = state(page)
    assert told["start"] == {"kind": "snapshot", "reason": None}
    painted, live = page.evaluate(
        "['painted', 'live'].map((name) => performance.getEntriesByName(`lossless:${name}`)[0].startTime)"
    )
    assert painted < LATE * live, (painted, live)
    assert do(page, "step()")["draws"] == 1
    for scene in (*SCENES, "converge"):
        page.evaluate(OPEN, scene)
        expect(page.locator(f".scene[data-scene='{scene}']")).to_be_visible()
    do(page, "skip(1000)")
    wait_for(page, "s.draws === 1001")
    assert page.locator("script[type='text/plain']").count() == 0, "what was read has left the page"
    assert len([url for url in asked if url.startswith(file.as_uri())]) == 1
    assert strangers(asked, file) == []
    assert page.errors == []  # type: ignore[attr-defined]
    assert page.locator("#failure").is_hidden()


def test_deep_links_the_tour_the_theme_and_a_dropped_file(page: Page, file: Path, asked: list[str]) -> None:
    go(page, file, "?scene=cycles&seed=3&theme=dark")
    told = state(page)["settings"]
    assert (told["scene"], told["seed"], told["theme"]) == ("cycles", 3, "dark")
    page.locator("#take-tour").click()
    expect(page.locator("#tour")).to_be_visible()
    page.locator("#tour-next").click()
    page.locator("#tour-leave").click()
    page.locator("#theme").click()
    page.evaluate("lossless.set({ scene: 'yours', scenario: 'worked' })")
    wait_for(page, "s.settings.scene === 'yours'")
    page.locator("#yours-file").set_input_files(
        {"name": "ids.txt", "mimeType": "text/plain", "buffer": b"0\n1\n2\n0\n1\n0\n0\n1\n2\n0\n" * 500}
    )
    expect(page.locator("[data-show='yours.headline']")).to_contain_text("They follow p")
    with page.expect_download() as download:
        page.locator("#yours-save").click()
    assert json.loads(download.value.path().read_text(encoding="utf-8"))["cases"]
    assert strangers(asked, file) == []
    assert page.errors == []  # type: ignore[attr-defined]


def test_data_are_saved_and_pictures_where_they_are_inside(
    page: Page, file: Path, dist: Path, asked: list[str]
) -> None:
    go(page, file, "?scenario=worked&seed=4")
    open_panel(page, "json")
    assert json.loads(saved(page).path().read_text(encoding="utf-8"))
    expect(page.locator("input[name='keep-format'][value='png']")).to_be_disabled()
    expect(page.locator("#keep-needs")).to_contain_text("lossless-with-figures.html")
    larger = dist / single.WITH_FIGURES
    page.goto(larger.as_uri() + "?scenario=worked&seed=4", wait_until="commit")
    wait_live(page)
    open_panel(page, "svg")
    expect(page.locator("#keep-needs")).to_be_empty()
    assert "<svg" in saved(page).path().read_text(encoding="utf-8")
    assert strangers(asked, file) == [url for url in asked if url.startswith(larger.as_uri())]
    assert page.errors == []  # type: ignore[attr-defined]


def spoilt(file: Path, name: str, how: Callable[[str], str]) -> None:
    """Changes the text of the middle part of one file that lies inside."""
    text = file.read_text(encoding="utf-8")
    found = [match for match in PART.finditer(text) if match[1] == name]
    match = found[len(found) // 2]
    file.write_text(text[: match.start(2)] + how(match[2]) + text[match.end(2) :], encoding="utf-8")


def swapped(text: str) -> str:
    """Two letters changed."""
    at = len(text) // 2
    return text[:at] + ("AB" if text[at : at + 2] != "AB" else "CD") + text[at + 2 :]


@pytest.fixture
def copy(file: Path) -> Iterator[Path]:
    """A copy to be spoilt, beside the file."""
    other = Path(shutil.copyfile(file, file.with_name("copy.html")))
    yield other
    other.unlink()


def test_a_damaged_snapshot_is_noticed_and_the_bundle_starts(page: Page, copy: Path) -> None:
    spoilt(copy, "snapshot/python.bin", swapped)
    go(page, copy)
    told = state(page)["start"]
    assert told["kind"] == "bundle"
    assert "python.bin: damaged" in told["reason"]
    assert do(page, "step()")["draws"] == 1


@pytest.mark.parametrize("name", mostly(0, ["pyodide/pyodide.asm.wasm", "bokeh/bokeh.min.js"]))
def test_a_damaged_part_is_named_and_trying_again_reads_the_file_anew(
    page: Page, file: Path, copy: Path, name: str
) -> None:
    spoilt(copy, name, swapped)
    page.goto(copy.as_uri())
    box = page.get_by_role("alert")
    expect(box).to_contain_text("This file is not whole", timeout=45_000)
    expect(box.locator("[data-failure='details']")).to_contain_text(
        f"{name.rsplit('/', maxsplit=1)[-1]}: damaged", use_inner_text=False
    )
    expect(page.locator("#bars-painted")).to_be_visible()
    assert page.evaluate("losslessPage.lastFailure.kind") == "damaged"
    shutil.copyfile(file, copy)
    page.get_by_role("button", name="Try again").click()
    wait_live(page)
    assert do(page, "step()")["draws"] == 1


@pytest.mark.parametrize("share", mostly(1, [0.3, 0.02]))
def test_a_file_that_was_cut_short_says_so(page: Page, copy: Path, share: float) -> None:
    whole = copy.read_bytes()
    copy.write_bytes(whole[: int(len(whole) * share)])
    page.goto(copy.as_uri())
    expect(page.get_by_role("alert")).to_contain_text("This file is not whole", timeout=45_000)
    expect(page.locator("[data-failure='details']")).to_contain_text("ends before", use_inner_text=False)
    expect(page.locator("#bars-painted")).to_be_visible()


def test_a_python_that_stops_starts_again_from_the_same_file(page: Page, file: Path) -> None:
    go(page, file, "?seed=3")
    page.evaluate("performance.clearMarks('lossless:live'); losslessPage.restart()")
    wait_live(page)
    assert do(page, "step()")["draws"] == 1
    assert state(page)["start"]["kind"] == "snapshot"


def test_the_served_page_from_a_disk_offers_it(blank: Page, dist: Path) -> None:
    blank.goto((dist / "index.html").as_uri() + "?scene=rules")
    link = blank.get_by_role("alert").get_by_role("link")
    size = round((dist / single.NAME).stat().st_size / 1e6)
    expect(link).to_have_text(f"Open lossless.html instead: the same page in one file ({size} MB)")
    link.click()
    wait_live(blank)
    assert state(blank)["settings"]["scene"] == "rules"


def resident(browser: Browser) -> int:
    """Bytes that the browser's processes hold, each page of memory counted once."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    total = 0
    for process in told:
        rolled = Path(f"/proc/{process['id']}/smaps_rollup").read_text(encoding="utf-8")
        total += 1024 * int(re.search(r"^Pss: +(\d+) kB", rolled, re.MULTILINE)[1])  # type: ignore[index]
    return total


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="Linux tells what a process holds")
@MORE
def test_it_needs_little_more_memory_than_the_served_page(
    browser: Browser, page: Page, blank: Page, file: Path, site: FaultyServer
) -> None:
    empty = resident(browser)
    go(page, file)
    alone = resident(browser) - empty
    page.goto("about:blank")
    page.context.close()
    empty = resident(browser)
    blank.goto(site.url)
    wait_live(blank)
    served = resident(browser) - empty
    assert alone < 1.5 * served, (alone, served)


@pytest.mark.skipif(firefox.find() is None, reason="Firefox is not installed")
def test_it_is_live_in_firefox(file: Path) -> None:
    with firefox.firefox() as fox:
        fox.goto(file.as_uri() + "?mismatch=0.5&seed=3")
        told = fox.wait_for(
            "new Promise((go) => new PerformanceObserver((list) => "
            "{ if (list.getEntriesByName('lossless:live').length) go(); }).observe({ type: 'mark', buffered: true }))"
            ".then(() => lossless.step())"
        )
        asked = fox.wait_for("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert (told["start"]["kind"], told["settings"]["mismatch"], told["draws"]) == ("snapshot", 0.5, 1)
    assert [url for url in asked if not url.startswith(INNER)] == []
