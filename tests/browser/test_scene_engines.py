"""The scenes `rules` and `engines` in a real browser: opened by address and by navigation, played, by keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from app.core.theory import tv_threshold
from tests.browser.conftest import do, state, wait_for
from tests.statistical.budget import FALSE_ALARM

W = "scenario=worked&mismatch=1&seed=7"
P = (0.5, 0.3, 0.2)
Live = Callable[..., Page]


def test_rules_opens_by_address_and_every_rule_lands_where_theory_says(same: Live) -> None:
    page = same(f"?scene=rules&{W}")
    now = do(page, "skip(1000000)")["stage"]["rules"]
    for rule, limit in {"lossless": 0, "naive": 0.4, "top-1": 0.5, "classical": 0}.items():
        assert now[rule]["limit"] == pytest.approx(limit)
        assert abs(now[rule]["tv"] - limit) < tv_threshold(P, 1_000_000, FALSE_ALARM)
    page.get_by_role("button", name="Nothing in common").click()
    wait_for(page, "s.settings.scenario === 'disjoint' && s.stage.unbounded === 0")
    expect(page.locator("[data-show='rules.wastes.3']")).to_contain_text("cannot run")
    expect(page.get_by_role("button", name="Nothing in common")).to_have_attribute("aria-pressed", "true")
    assert page.errors == []  # type: ignore[attr-defined]


def test_an_address_that_asks_for_another_rule_opens_rules(live: Live) -> None:
    page = live("?rule=top-1")
    expect(page.locator(".scene[data-scene='rules']")).to_be_visible()
    assert state(page)["settings"]["scene"] == "rules"


def test_engines_by_navigation_and_keyboard_predict_then_run(same: Live) -> None:
    page = same(f"?{W}&speed=500")
    page.locator("#further summary").click()
    page.get_by_role("link", name="Broken engines").click()
    page.locator("#engines-fault").select_option("resample-target")
    wait_for(page, "s.stage && s.stage.fault === 'resample-target'")
    expect(page.locator("[data-show='engines.numbers.limit']")).to_have_text("–")
    page.locator("[data-act='predict'][data-value='1']").focus()
    page.keyboard.press("Enter")
    wait_for(page, "s.stage.predicted && s.stage.vote === 1")
    expect(page.locator("[data-show='engines.numbers.limit']")).to_have_text("0.100")
    page.locator("[data-show='engines.about.what']").click()  # focus away from the buttons
    page.keyboard.press("Space")
    page.wait_for_timeout(1_500)
    do(page, "pause()")
    assert state(page)["stage"]["draws"] > 200
    now = do(page, "skip(1000000)")["stage"]
    assert abs(now["tv"] - 0.1) < tv_threshold(P, now["draws"], FALSE_ALARM)
    assert now["verdict"]["ok"] is False
    expect(page.locator("[data-show='engines.verdict']")).to_contain_text("broken")
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("scene", ["rules", "engines"])
def test_it_fits_a_phone(live: Live, scene: str) -> None:
    page = live(f"?scene={scene}&{W}", width=320, height=700)
    do(page, "skip(1000)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.locator(f".scene[data-scene='{scene}'] canvas").count() > 0
