"""The page under the Content-Security-Policy that `serve` sends: live, every scene drawn, and nothing refused."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from app.session.settings import SCENES
from tests.bench.browser import BUNDLE_ONLY, LIVE, SNAPSHOT_ONLY
from tests.bench.server import site
from tests.browser.conftest import LIVE as WITHIN
from tests.browser.conftest import state
from tools.places import places

REFUSED = """window.refused = [];
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => refused.push([violatedDirective, blockedURI, sourceFile]));"""


@pytest.fixture
def guarded(browser: Browser):
    """A page that keeps to its policy; what the console says of refusals is kept, workers' included."""
    context = browser.new_context(bypass_csp=False)
    context.add_init_script(REFUSED)
    page = context.new_page()
    page.said = []
    page.on(
        "console",
        lambda message: page.said.append(message.text) if "Security Policy" in message.text else None,
    )
    yield page
    context.close()


def refused(page: Page) -> list:
    return page.evaluate("refused") + page.said


@pytest.mark.parametrize(("kind", "script"), [("snapshot", SNAPSHOT_ONLY), ("bundle", BUNDLE_ONLY)])
def test_every_scene_is_drawn_and_nothing_is_refused(guarded: Page, kind: str, script: str) -> None:
    guarded.add_init_script(script)
    with site(places().dist) as place:
        answer = guarded.goto(place.url + "?play=1&speed=25")
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self' 'wasm-unsafe-eval' 'sha256-" in policy
        guarded.evaluate(LIVE, WITHIN)
        assert state(guarded)["start"]["kind"] == kind
        for scene in SCENES:
            settings = guarded.evaluate(
                f"lossless.set({{ scene: '{scene}' }}).then((state) => state.settings)"
            )
            assert settings["scene"] == scene
            guarded.evaluate("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
        assert (
            guarded.evaluate(
                "[...document.querySelectorAll('[data-plot]')].filter((one) => one.childElementCount).length"
            )
            > 5
        )
        assert refused(guarded) == []
        assert guarded.locator("#failure").is_hidden()


def test_what_is_not_of_the_page_is_refused(guarded: Page) -> None:
    with site(places().dist) as place:
        guarded.goto(place.url)
        guarded.evaluate(
            "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = true' }))"
        )
        assert guarded.evaluate("window.ran ?? null") is None
        guarded.evaluate("new Promise((go) => setTimeout(go, 100))")
        assert [one[0] for one in guarded.evaluate("refused")] == ["script-src-elem"]
