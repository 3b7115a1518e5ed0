"""The scene `speedup` in a real browser: opens both ways, its dials and load work by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import state, wait_for
from tests.browser.server import FaultyServer

Live = Callable[..., Page]
WIDE = "document.documentElement.scrollWidth <= innerWidth"


def test_it_opens_by_navigation_and_its_dials_move_time_alone(live: Live) -> None:
    page = live("?scenario=worked&mismatch=1")
    page.get_by_role("link", name="Speed-up").click()
    wait_for(page, "s.settings.scene === 'speedup' && Math.abs(s.stage.alpha - .6) < 1e-9")
    assert state(page)["stage"]["best_gamma"] == 4
    slider = page.get_by_role("slider", name="Accepted share of drafts, alpha")
    assert slider.input_value() == "0.6"
    page.get_by_role("button", name="n-grams of the text").click()
    page.get_by_role("button", name="a quotation").click()
    wait_for(page, "s.settings.alpha === .9 && s.settings.cost === .01 && s.stage.best_gamma === 24")
    expect(page.get_by_role("button", name="a quotation")).to_have_attribute("aria-pressed", "true")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    wait_for(page, "s.settings.alpha === .89")
    tv = page.locator('[data-show="speedup.meters.tv"]')
    expect(tv).to_have_text("0.000")
    page.get_by_role("button", name="Alpha of the laws below").click()
    wait_for(page, "s.settings.alpha === 'auto' && Math.abs(s.stage.alpha - .6) < 1e-9")
    assert page.errors == []  # type: ignore[attr-defined]


def test_it_opens_by_address_on_a_phone_and_the_fault_shows_its_law(live: Live) -> None:
    page = live("?scene=speedup&alpha=0.8&cost=0.05&gamma=8", width=320, height=700)
    assert round(state(page)["stage"]["speedup"], 2) == 3.09
    assert page.evaluate(WIDE)
    page.get_by_text("Further: many requests").click()
    drawn = page.locator('[data-plot="speedup-rates"]')
    page.wait_for_function(
        "document.querySelector('[data-plot=\"speedup-rates\"]').firstElementChild?.offsetHeight > 100"
    )
    expect(drawn).to_be_visible()
    page.get_by_role("slider", name="Confidence of request D").fill("1")
    wait_for(page, "s.stage.admitted[3] === 4")
    fault = page.get_by_role("switch", name="Choose the length after looking")
    fault.focus()
    page.keyboard.press("Space")
    wait_for(page, "s.stage.looks_ahead")
    expect(page.locator('[data-table="speedup.load.look_ahead.table"]')).to_contain_text("0.850")
    assert page.evaluate(WIDE)
    assert page.errors == []  # type: ignore[attr-defined]


QUICK = """() => {
  for (const one of ["speedup.drafts.n-gram", "speedup.texts.quotation"]) document.querySelector(`[data-set="${one}"]`).click();
}"""
CHOSEN = "s.settings.alpha === .9 && s.settings.cost === .01"


@pytest.fixture
def early(blank: Page, site: FaultyServer) -> Page:
    """The scene before Python is there."""
    blank.goto(site.url + "?scene=speedup", wait_until="domcontentloaded")
    return blank


def test_a_draft_and_a_text_are_both_kept_however_quickly_chosen(live: Live) -> None:
    page = live("?scene=speedup")
    page.evaluate(QUICK)
    wait_for(page, CHOSEN)


def test_a_draft_and_a_text_chosen_before_python_is_there_are_both_kept(early: Page) -> None:
    early.evaluate(QUICK)
    assert state(early)["live"] is False
    wait_for(early, CHOSEN)


def test_what_was_chosen_early_in_a_scene_that_was_left_holds_up_no_other(early: Page) -> None:
    early.evaluate(QUICK)
    early.evaluate("losslessPage.openScene('rules')")
    early.locator('[data-set="rules.edges.greedy"]').click()
    wait_for(early, "s.settings.scene === 'rules' && s.settings.scenario === 'greedy'")
