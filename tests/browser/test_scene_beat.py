"""The scene `beat` in a real browser: sliders work by mouse and by keyboard, and a large law is refused."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import state, wait_for

Live = Callable[..., Page]
WIDE = "document.documentElement.scrollWidth <= innerWidth"


def test_it_opens_by_navigation_and_an_attempt_is_made_by_hand(live: Live) -> None:
    page = live("?scenario=worked&mismatch=1")
    page.get_by_text("Go further").click()
    page.get_by_role("link", name="Beat the rule").click()
    wait_for(page, "s.settings.scene === 'beat' && s.stage.name === 'naive'")
    title = page.locator("#beat-verdict")
    expect(title).to_have_text("It accepts more, but is no longer exact")
    page.get_by_role("button", name="what your a(x) leaves missing").click()
    slider = page.get_by_role("slider", name="Probability to keep c")
    slider.fill("0.2")
    wait_for(page, "s.stage.verdict === 'less' && Math.abs(s.stage.accepted - .52) < 1e-9")
    slider.focus()
    for _ in range(13):
        page.keyboard.press("ArrowRight")
    wait_for(page, "s.stage.verdict === 'best' && Math.abs(s.stage.best - .6) < 1e-9")
    expect(title).to_have_text("Exact, and at the bound")
    page.get_by_role("button", name="p", exact=True).click()
    wait_for(page, "s.stage.name === 'resample-target'")
    expect(page.locator(".beat-named")).to_contain_text("Correct from p")
    expect(page.get_by_role("button", name="p", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Start from the rule").click()
    wait_for(page, "s.stage.verdict === 'best'")
    page.keyboard.press("Space")
    page.get_by_role("button", name="Step").click()
    wait_for(page, "s.stage.draws >= 1 && !s.playing")
    assert page.errors == []  # type: ignore[attr-defined]


def test_it_opens_by_address_on_a_phone_and_asks_for_a_smaller_scenario(live: Live) -> None:
    page = live("?scene=beat&scenario=long-tail", width=320, height=700)
    assert state(page)["stage"]["a"] is None
    expect(page.locator("#beat-verdict")).to_contain_text("50 tokens")
    expect(page.locator(".beat-hands")).to_be_hidden()
    page.get_by_role("button", name="Take the worked example").click()
    wait_for(page, "s.settings.scenario === 'worked' && s.stage.a.length === 3")
    expect(page.get_by_role("slider", name="Weight of c after a rejection")).to_be_visible()
    assert page.evaluate(WIDE)
    assert page.errors == []  # type: ignore[attr-defined]
