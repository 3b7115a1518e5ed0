"""Real Chromium on dist/ as built: one browser a file of tests, a fresh page for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from tests.browser.server import FaultyServer
from tools.browser import find_chromium

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
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
    chromium = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
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
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    page = context.new_page()
    page.errors = []  # type: ignore[attr-defined]
    page.on("pageerror", lambda error: page.errors.append(str(error)))  # type: ignore[attr-defined]
    yield page
    context.close()


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


def wait_live(page: Page) -> None:
    """Waits for the mark that the page sets when Python's first change is on screen."""
    page.wait_for_function("performance.getEntriesByName('lossless:live').length > 0", timeout=LIVE)


def state(page: Page) -> dict[str, Any]:
    """`await lossless.state()`."""
    return page.evaluate("lossless.state()")


def do(page: Page, command: str) -> dict[str, Any]:
    """Runs `lossless.<command>` and returns the state after it."""
    return page.evaluate(f"lossless.{command}")


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
