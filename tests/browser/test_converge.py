"""The scene `converge` in a real browser: what the issue calls "it must show"."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from app.core.theory import tv_threshold
from tests.browser.conftest import SHIFTS, do, state, wait_live
from tests.browser.server import FaultyServer
from tests.more import LONG
from tests.statistical.budget import FALSE_ALARM

WORKED = "?scenario=worked&mismatch=1&seed=7"
Live = Callable[..., Page]


def play_for(page: Page, seconds: float) -> dict:
    do(page, "play()")
    page.wait_for_timeout(1000 * seconds)
    return do(page, "pause()")


def test_the_output_converges_whatever_the_draft_and_naive_does_not(same: Live) -> None:
    page = same(WORKED + "&speed=500")
    seconds = 60 if LONG else 15
    now = play_for(page, seconds)
    n, p = now["draws"], now["p"]
    assert n >= 0.97 * 200 * seconds
    assert now["limit"] == 0
    assert now["tv"] < tv_threshold(p, n, FALSE_ALARM)
    # McDiarmid's bound for a share of n independent coins, the budget's false alarm on both sides
    assert abs(now["acceptance"] - 0.6) < np.sqrt(np.log(2 / FALSE_ALARM) / (2 * n))
    lossless = (now["counts"], now["tv"])

    naive = do(page, "set({rule: 'naive'})")
    assert naive["draws"] == n, "naive judges the same draws"
    assert naive["limit"] == pytest.approx(0.4)
    assert abs(naive["tv"] - 0.4) < tv_threshold(p, n, FALSE_ALARM)
    expect(page.locator("[data-show='chip.accepted_end']")).to_contain_text("0.600")
    expect(page.locator("[data-show='chip.bias_end']")).to_contain_text("0.400")

    back = do(page, "set({rule: 'lossless'})")
    assert (back["counts"], back["tv"]) == lossless


def test_a_wrong_rule_would_be_rejected_by_the_same_check(same: Live) -> None:
    page = same(WORKED + "&speed=500&rule=naive")
    do(page, "skip(100000)")
    now = state(page)
    assert now["tv"] > tv_threshold(now["p"], now["draws"], FALSE_ALARM)


def test_the_same_seed_gives_the_same_numbers_however_the_ticks_fell(same: Live) -> None:
    page = same(WORKED + "&speed=500")
    fast = play_for(page, 0.5)
    do(page, "reset()")
    do(page, "set({speed: 100})")
    slow = page.evaluate(STEPS, fast["draws"])
    assert slow["draws"] == fast["draws"]
    assert slow["counts"] == fast["counts"]
    assert slow["tv"] == fast["tv"]


STEPS = "async (n) => { while ((await lossless.step()).draws < n); return lossless.state(); }"


def test_each_narration_at_1x_agrees_with_the_draw(same: Live) -> None:
    page = same("?scenario=worked&mismatch=0.9&seed=11")
    names = ["a", "b", "c"]
    told = page.evaluate("""async () => {
        const told = [];
        for (let i = 0; i < 80; i++) {
            const { last, p, q } = await lossless.step();
            const beats = [...document.querySelectorAll("#beats > li:not(.waiting)")].map(li => li.innerText);
            const coin = document.querySelector("[data-show='narration.coin_text']").textContent;
            told.push({ last, p, q, beats, coin });
        }
        return told;
    }""")
    seen = set()
    for i, one in enumerate(told):
        last, p, q, beats = one["last"], one["p"], one["q"], one["beats"]
        x = last["draft"]
        assert last["n"] == i + 1
        assert names[x] in beats[0]
        assert last["ratio"] == pytest.approx(p[x] / q[x])
        assert f"{min(p[x] / q[x], 9):.3f}" in beats[1] or p[x] >= q[x]
        assert last["accepted"] == (last["coin"] * q[x] < p[x])
        words = " ".join(beats)
        if p[x] >= q[x]:
            seen.add("sure")
            assert "no coin" in words.lower()
        else:
            assert f"{last['coin']:.3f}" in words + one["coin"]
        if last["accepted"]:
            seen.add("kept")
            assert last["token"] == x
            assert last["residual"] is None
            assert "corrected" not in words
        else:
            seen.add("corrected")
            left = np.maximum(0, np.subtract(p, q))
            assert last["residual"] == pytest.approx(list(left / left.sum()))
            assert "corrected" in words
            assert names[last["token"]] in beats[3]
    assert seen == {"sure", "kept", "corrected"}


def test_the_page_opens_paused_on_a_correction(live: Live) -> None:
    page = live()
    opening = state(page)
    assert opening["draws"] == 0
    assert not opening["playing"]
    assert opening["tv"] is None
    first = do(page, "step()")
    assert first["draws"] == 1
    assert first["last"]["accepted"] is False


FORMS = {"": (1280, 860), "?embed=1": (700, 860), "?projector=1": (1920, 1080), "?theme=dark": (375, 700)}


@pytest.mark.parametrize("query", FORMS)
def test_nothing_moves_from_the_first_paint_to_the_live_page(
    blank: Page, site: FaultyServer, query: str
) -> None:
    width, height = FORMS[query]
    blank.set_viewport_size({"width": width, "height": height})
    blank.add_init_script(SHIFTS)
    blank.goto(site.url + query)
    wait_live(blank)
    blank.wait_for_timeout(500)
    assert blank.evaluate("shifted") == 0


TOLD = {
    "": (1280, 860),
    "?embed=1": (700, 860),
    "?projector=1": (1920, 1080),
    "phone": (390, 844),
    "tablet": (820, 1180),
}


@pytest.mark.parametrize("form", TOLD)
def test_draws_that_are_told_move_nothing(live: Live, form: str) -> None:
    """Some take more words than others; the curve below stays where it is."""
    width, height = TOLD[form]
    page = live(form if form.startswith("?") else "", width=width, height=height)
    do(page, "set({scenario: 'worked', mismatch: 1, seed: 7})")
    top = "() => document.querySelector('.scene[data-scene=converge] .curve').offsetTop"
    kinds, places = set(), {page.evaluate(top)}
    for _ in range(12):
        kinds.add(do(page, "step()")["last"]["accepted"])
        places.add(page.evaluate(top))
    assert kinds == {True, False}
    assert len(places) == 1, places


def test_a_phone_shows_the_draw_in_words_between_the_bars_and_the_controls(live: Live) -> None:
    page = live("?seed=5", width=390, height=844)
    for _ in range(8):
        do(page, "step()")
        told = page.locator("#beats").bounding_box()
        assert told is not None
        deck = page.locator(".controls").bounding_box()
        assert deck is not None
        bars = page.locator("#columns").bounding_box()
        assert bars is not None
        assert bars["y"] + bars["height"] < told["y"]
        assert told["y"] + told["height"] < deck["y"]
