"""Real Chromium on dist/ as built: one browser a file of tests, a fresh page for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from app.session import address
from app.session.settings import NAMES, Settings
from tests.browser.host import Host
from tests.browser.server import FaultyServer
from tools.browser import FOR_TESTS, find_chromium

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
AT_A_START = {"embed", "hide", "lang", "lock", "names", "origins", "p", "play", "predict", "projector", "r"}
DEFAULTS = {name: Settings.param[name].default for name in NAMES if name not in AT_A_START | {"seed"}}
SHIFTS = """
window.shifted = 0;
const add = (list) => { for (const one of list.getEntries()) window.shifted += one.value; };
new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
"""  # an init script that counts as Chromium does
LIVE = 60_000  # ms within which Python must be live, on the slowest machine we test on


@pytest.fixture(scope="session")
def site(dist: Path) -> Iterator[FaultyServer]:
    """dist/ on a local server."""
    server = FaultyServer(dist)
    yield server
    server.close()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives browsers."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One headless Chromium a file of tests: what one keeps for long does not reach the others."""
    chromium = playwright.chromium.launch(executable_path=find_chromium(FOR_TESTS), args=FLAGS)
    # What is kept in the background is a matter of test_offline.py. And Playwright waits by means that the policy
    # of `serve` forbids: that the page needs none of them is a matter of test_policy.py.
    for name in ("new_context", "new_page"):
        opened = partial(getattr(chromium, name), service_workers="block", bypass_csp=True)
        setattr(chromium, name, opened)
    yield chromium
    chromium.close()


@pytest.fixture
def blank(browser: Browser) -> Iterator[Page]:
    """A fresh page in a context of its own; what its console reports as an error is kept in `page.errors`."""
    page = new_page(browser)
    yield page
    page.context.close()


def new_page(browser: Browser) -> Page:
    """A page in a context of its own, with `errors`."""
    page = browser.new_context(viewport={"width": 1280, "height": 860}).new_page()
    page.errors = []  # type: ignore[attr-defined]
    page.on("pageerror", lambda error: page.errors.append(str(error)))  # type: ignore[attr-defined]
    return page


@pytest.fixture
def live(blank: Page, site: FaultyServer) -> Callable[..., Page]:
    """Opens the page at an address and waits until Python is live."""

    def open_live(query: str = "", **viewport: int) -> Page:
        if viewport:
            blank.set_viewport_size(viewport)  # type: ignore[arg-type]
        blank.goto(site.url + query)
        wait_live(blank)
        return blank

    return open_live


AS_OPENED = """async (settings) => {
    window.openedAt ??= new Set(document.querySelectorAll("details[open]"));
    for (const one of document.querySelectorAll("dialog[open]")) one.close();
    for (const one of document.querySelectorAll("details")) one.open = openedAt.has(one);
    document.activeElement?.blur();
    scrollTo(0, 0);
    await lossless.pause();
    await lossless.set(settings);
    return lossless.reset();
}"""


@pytest.fixture(scope="module")
def kept(browser: Browser) -> Iterator[list[Page]]:
    """The live page that the tests of a file share by `same`, once there is one."""
    pages: list[Page] = []
    yield pages
    for page in pages:
        page.context.close()


@pytest.fixture
def same(browser: Browser, site: FaultyServer, kept: list[Page]) -> Callable[..., Page]:
    """As `live`, for tests that ask for settings alone: one page serves a file of tests, since a start takes seconds.

    Each gets it with the settings of its address, the others at their defaults, and nothing drawn.
    """

    def open_same(query: str = "", **viewport: int) -> Page:
        asked, wrong = address.from_query(query)
        assert not wrong, f"{query} is not for a shared page: {wrong}"
        assert not AT_A_START & set(asked), f"{query} asks for what only a start obeys"
        settings = DEFAULTS | asked
        if not kept:
            page = new_page(browser)
            kept.append(page)
            page.goto(site.url)
            wait_live(page)
        page = kept[0]
        page.set_viewport_size({"width": 1280, "height": 860} | viewport)  # type: ignore[arg-type]
        now = page.evaluate(AS_OPENED, settings)
        shown = {name: now["settings"][name] for name in settings}
        assert (shown, now["draws"], now["playing"]) == (settings, 0, False)
        assert page.locator("#failure").is_hidden()
        page.errors.clear()  # type: ignore[attr-defined]
        return page

    return open_same


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    """A course's site."""
    server = Host()
    yield server
    server.close()


@pytest.fixture
def embedded(blank: Page, site: FaultyServer, host: Host) -> Callable[..., Page]:
    """Opens a course's page with embed.js in it; `{}` in the body stands for the demo's address."""

    def open_page(body: str, width: int = 1280, at: str = "127.0.0.1", **more: str) -> Page:
        blank.set_viewport_size({"width": width, "height": 800})
        script = f'<script async src="{site.url}embed.js"></script>'
        blank.goto(host.page(body.replace("{}", site.url), head=script, site=at, **more))
        return blank

    return open_page


def wait_live(page: Page) -> None:
    """Waits for the mark that the page sets when Python's first change is on screen."""
    page.wait_for_function("performance.getEntriesByName('lossless:live').length > 0", timeout=LIVE)


def state(page: Page) -> dict[str, Any]:
    """`await lossless.state()`."""
    return page.evaluate("lossless.state()")


def do(page: Page, command: str) -> dict[str, Any]:
    """Runs `lossless.<command>` and returns the state after it."""
    return page.evaluate(f"lossless.{command}")


RATE = """async (seconds) => {
    const seen = async () => {
        const asked = performance.now() / 1000;
        const { draws } = await lossless.state();
        return { asked, told: performance.now() / 1000, draws };
    };
    const first = await seen();
    await new Promise((done) => setTimeout(done, 1000 * seconds));
    return [first, await seen()];
}"""


def drawn_in(page: Page, seconds: float, speed: int, tick: float) -> tuple[int, float, float]:
    """Draws made while it plays, and the fewest and most that are due.

    A count was true between its question and its answer, or a tick before: two where the machine is late.
    """
    first, last = page.evaluate(RATE, seconds)
    rate = 0.4 * speed
    slack = 1 + rate * 2 * tick
    least = rate * (last["asked"] - first["told"]) - slack
    most = rate * (last["told"] - first["asked"]) + slack
    return last["draws"] - first["draws"], least, most


POLL = """async (condition, within) => {
    const holds = new Function("s", `return (${condition});`);
    const end = performance.now() + within;
    for (;;) {
        const s = await lossless.state();
        if (holds(s)) return;
        if (performance.now() > end) throw new Error(`never true: ${condition}, of ${JSON.stringify(s)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
}"""


def wait_for(page: Page, condition: str, within: int = 5000) -> None:
    """Waits until a condition on `s`, the state, holds; fails with the last state after `within` ms.

    Playwright's own wait_for_function takes the promise of an async function for true.
    """
    page.evaluate(f"([condition, within]) => ({POLL})(condition, within)", [condition, within])
