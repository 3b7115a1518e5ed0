"""The scene `spot` in a real browser: one votes by mouse or by keyboard, and the score stays on the device."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import state, wait_for

Live = Callable[..., Page]
WIDE = "document.documentElement.scrollWidth <= innerWidth"


def test_it_opens_by_navigation_and_a_vote_tells_all(live: Live) -> None:
    page = live("?scenario=worked&mismatch=1&seed=3")
    page.get_by_text("Go further").click()
    page.get_by_role("link", name="Which is which?").click()
    wait_for(page, "s.settings.scene === 'spot' && s.stage.n === 0")
    page.get_by_label("What may be hidden").select_option("naive")
    wait_for(page, "s.stage.opponent === 'naive'")
    page.evaluate("lossless.skip(1000)")
    wait_for(page, "s.stage.n === 1000 && s.stage.revealed === null")
    assert "was the target alone" not in page.content()
    assert page.get_by_text("Until you vote").is_visible()
    page.get_by_role("button", name="A is the target").click()
    wait_for(page, "s.stage.revealed !== null")
    told = state(page)["stage"]["revealed"]
    assert told["odds"] == 1
    expect(page.locator(".spot-reveal")).to_contain_text("Right" if told["target"] == "a" else "Wrong")
    expect(page.locator("#spot-score")).to_contain_text("of 1,")
    expect(page.locator("#spot-again")).to_be_focused()
    page.keyboard.press("Enter")
    wait_for(page, "s.stage.n === 0 && s.stage.voted === null")
    expect(page.locator("#spot-vote")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    wait_for(page, "s.stage.voted === 'a'")
    expect(page.locator("#spot-score")).to_contain_text("of 2,")
    assert page.errors == []  # type: ignore[attr-defined]


def test_it_opens_by_address_on_a_phone_and_the_same_deal_counts_once(live: Live) -> None:
    page = live("?scene=spot&scenario=worked&seed=3", width=320, height=700)
    page.get_by_role("button", name="Can't tell").click()
    wait_for(page, "s.stage.voted === 'none' && s.stage.revealed.odds === .5")
    expect(page.locator("#spot-score")).to_contain_text("Not guessed: 1.")
    page.evaluate("lossless.reset()")
    wait_for(page, "s.stage.voted === null")
    page.get_by_role("button", name="B is the target").click()
    wait_for(page, "s.stage.voted === 'b'")
    expect(page.locator("#spot-score")).to_contain_text("of 0,")
    assert page.evaluate(WIDE)
    assert page.errors == []  # type: ignore[attr-defined]
