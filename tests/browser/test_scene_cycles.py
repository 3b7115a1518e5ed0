"""The scene `cycles` in the browser: opened by address and navigation, played, worked by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import wait_for

Live = Callable[..., Page]

OVERFLOW = "document.documentElement.scrollWidth - innerWidth"


def test_the_text_is_written_and_marked(live: Live) -> None:
    page = live("?scene=cycles&seed=7")
    for n in range(1, 6):
        page.get_by_role("button", name="Step", exact=True).click()
        wait_for(page, f"s.stage.cycles === {n}")
    standing = page.locator("#cycles-text .kept, #cycles-text .corrected, #cycles-text .bonus")
    told = "[...document.querySelectorAll('[data-table=\"cycles.told\"] tr')].map(r => [...r.cells].map(c => c.textContent))"
    for _, _, limit, coin, verdict in page.evaluate(told):
        if re.fullmatch(r"[01]\.\d+", coin):
            assert (float(coin) < float(limit)) == ("kept" in verdict), "its numbers say another verdict"
    expect(standing).to_have_count(page.evaluate("lossless.state().then(s => s.stage.tokens)"))
    assert page.locator("#cycles-text .rejected").count() >= 1
    lines = page.evaluate(
        "[...document.querySelectorAll('#cycles-text .rejected')].map(e => getComputedStyle(e).textDecorationLine)"
    )
    assert set(lines) == {"line-through"}
    assert page.locator('[data-plot="cycles-lengths"] canvas, [data-plot="cycles-lengths"] *').count() > 0
    page.get_by_role("button", name="Replay the eight cycles").click()
    expect(page.locator("#cycles-eight p")).to_have_count(8)
    expect(page.get_by_text("accepted / tested = 17/23")).to_be_visible()
    assert page.errors == []  # type: ignore[attr-defined]


def test_it_is_opened_by_navigation_and_worked_by_keyboard(live: Live) -> None:
    page = live("?seed=7")
    page.get_by_role("link", name="Many tokens").click()
    wait_for(page, "s.settings.scene === 'cycles'")
    page.keyboard.press("ArrowRight")
    wait_for(page, "s.stage.cycles === 1")
    page.locator("#cycles-gamma").focus()
    page.keyboard.press("ArrowRight")
    wait_for(page, "s.settings.gamma === 5 && s.stage.cycles === 0")
    page.get_by_role("button", name="Two tokens").focus()
    page.keyboard.press("Enter")
    wait_for(page, "s.settings.model === 'markov'")
    page.get_by_role("switch", name="Broken engine").focus()
    page.keyboard.press("Space")
    wait_for(page, "s.settings.keep_going && s.stage.lengths.length === 6")
    page.evaluate("lossless.skip(1000)")
    wait_for(page, "s.stage.lengths[5] === 1000")
    assert page.errors == []  # type: ignore[attr-defined]


def test_cycles_that_are_told_move_nothing(live: Live) -> None:
    """Some take more rows and words than others; a card that has grown for them stays so."""
    page = live("?scene=cycles&seed=7", width=390, height=844)
    top = "lossless.step().then(() => document.querySelector('.cycles-lengths').offsetTop)"
    tops = [page.evaluate(top) for _ in range(16)]
    assert len(set(tops[8:])) == 1, tops


def test_it_plays_a_hundred_cycles_a_second_and_fits_a_phone(live: Live) -> None:
    page = live("?scene=cycles&seed=7&speed=500&play=1", width=320, height=700)
    wait_for(page, "s.stage.cycles > 100")
    assert page.locator("#cycles-text p").count() <= 3
    assert page.evaluate(OVERFLOW) <= 0
    assert page.errors == []  # type: ignore[attr-defined]
