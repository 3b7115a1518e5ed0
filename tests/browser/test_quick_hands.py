"""Quick hands: what is pressed twice, dragged fast, left at once or asked for early does what was meant."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from app.core.law import filtered
from app.core.scenario import SCENARIOS
from tests.browser.conftest import state, wait_for, wait_live
from tests.browser.server import FaultyServer

Live = Callable[..., Page]
FOCUSED = "document.activeElement.id"


def unharmed(page: Page) -> None:
    assert page.locator("#failure").is_hidden()
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("early", [True, False])
def test_numbers_given_to_a_scene_that_is_left_at_once_are_read(
    blank: Page, site: FaultyServer, early: bool
) -> None:
    blank.goto(site.url + "?scene=yours&scenario=worked", wait_until="domcontentloaded")
    if not early:
        wait_live(blank)
    blank.evaluate("""() => {
        document.getElementById("yours-text").value = "0 1 2 0";
        document.getElementById("yours-judge").click();
        document.querySelector("[data-scene-link=cycles]").click();
    }""")
    wait_live(blank)
    wait_for(blank, "s.settings.scene === 'cycles'")
    blank.wait_for_timeout(300)
    blank.evaluate("lossless.set({ scene: 'yours' })")
    wait_for(blank, "s.settings.scene === 'yours' && s.stage.n === 4")
    unharmed(blank)


def test_a_vote_counts_once_however_often_it_is_pressed(blank: Page, site: FaultyServer) -> None:
    blank.goto(site.url + "?scene=spot&scenario=worked&seed=7", wait_until="domcontentloaded")
    vote = blank.locator('[data-scene="spot"] [data-act="vote"]').first
    vote.evaluate("(one) => { one.click(); one.click(); }")
    wait_for(blank, "s.stage?.voted === 'a'")
    blank.get_by_role("button", name="Another round").click()
    wait_for(blank, "s.stage.voted === null")
    vote.dblclick()
    wait_for(blank, "s.stage.voted === 'a'")
    unharmed(blank)


def test_a_drag_waits_for_nobody_and_ends_where_it_was_let_go(live: Live) -> None:
    page = live("?scene=spot&seed=7")
    sent = page.evaluate("""async () => {
        const slider = document.getElementById("mismatch"), { transport } = losslessPage;
        let sent = 0;
        losslessPage.transport = (message) => { sent += message.type === "set"; transport(message); };
        for (let i = 1; i <= 60; i++) { slider.value = i / 100; slider.dispatchEvent(new Event("input")); }
        slider.dispatchEvent(new Event("change"));
        await lossless.state();
        losslessPage.transport = transport;
        return sent;
    }""")
    assert state(page)["settings"]["mismatch"] == 0.6
    assert sent == 2  # the first, and the last
    unharmed(page)


def test_an_address_with_filters_is_painted_and_told_with_them(blank: Page, site: FaultyServer) -> None:
    query = "?scenario=long-tail&temperature=2&top_k=20&top_p=0.9&mismatch=1&seed=3"
    blank.goto(site.url + query, wait_until="domcontentloaded")
    early = state(blank)
    assert early["live"] is False
    one = SCENARIOS["long-tail"]
    assert early["p"] == pytest.approx(filtered(one.p, 2.0, 20, 0.9).tolist(), abs=1e-12)
    assert early["q"] == pytest.approx(filtered(one.r, 2.0, 20, 0.9).tolist(), abs=1e-12)
    unknown = blank.locator('.chip [data-show], #curve-slot, [data-show="limit_text"], [data-show="summary"]')
    assert unknown.count() >= 6
    hidden = "(all) => all.map((one) => getComputedStyle(one).visibility === 'hidden')"
    assert all(unknown.evaluate_all(hidden))  # what is of the opening's laws is not said of these
    wait_live(blank)
    assert not any(unknown.evaluate_all(hidden))
    now = state(blank)
    for name in ("p", "q", "acceptance_theory", "limit"):
        assert now[name] == pytest.approx(early[name], abs=1e-12)


def test_the_tour_is_left_and_ended_with_the_focus_in_the_page(live: Live) -> None:
    page = live("?seed=7&tour=predict")
    page.locator("#tour-leave").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#tour")).to_be_hidden()
    assert page.evaluate(FOCUSED) == "take-tour"
    page.keyboard.press("Enter")
    expect(page.locator("#tour")).to_be_visible()
    page.evaluate("document.getElementById('tour-next').focus()")
    stops = page.evaluate("losslessPage.data.tour.length")
    for _ in range(stops):
        stop = state(page)["settings"]["tour"]
        page.locator("#tour-next").press("Enter")
        wait_for(page, f"s.settings.tour !== '{stop}'")
    assert state(page)["settings"]["tour"] == "off"
    assert page.evaluate(FOCUSED) == "take-tour"
    unharmed(page)


def test_back_leads_to_what_was_there(live: Live) -> None:
    page = live("?scenario=worked&seed=7&scene=speedup&rule=naive&mismatch=0.3")
    page.evaluate("lossless.set({ scene: 'cycles', mismatch: 0.6, rule: 'lossless' })")
    page.wait_for_function("location.search.includes('scene=cycles')")
    page.go_back()
    wait_for(
        page, "s.settings.scene === 'speedup' && s.settings.mismatch === .3 && s.settings.rule === 'naive'"
    )
    page.go_forward()
    wait_for(
        page, "s.settings.scene === 'cycles' && s.settings.mismatch === .6 && s.settings.rule === 'lossless'"
    )
    unharmed(page)


def test_after_retry_the_focus_is_in_the_page(live: Live) -> None:
    page = live("?seed=7")
    page.evaluate("losslessPage.fail('raised', 'for a test', losslessPage.restart)")
    page.locator("#retry").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#failure")).to_be_hidden()
    assert page.evaluate(FOCUSED) == "play"
