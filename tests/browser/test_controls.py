"""Every control, by mouse and by keyboard, and the ways in: address, JavaScript, messages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from app.text.en import ENGLISH
from tests.browser.conftest import do, state, wait_for, wait_live
from tests.browser.server import FaultyServer

Live = Callable[..., Page]

EMBED = """url => {
    window.heard = [];
    addEventListener('message', e => heard.push(e.data));
    const frame = document.createElement('iframe');
    Object.assign(frame, { src: url, width: 700, height: 600 });
    document.body.append(frame);
}"""
TELL = "message => document.querySelector('iframe').contentWindow.postMessage(message, '*')"


def test_a_condition_that_never_holds_fails(same: Live) -> None:
    with pytest.raises(Error, match=r"never true: s\.draws === 1"):
        wait_for(same("?seed=3"), "s.draws === 1", within=300)


def test_buttons_do_what_they_say(same: Live) -> None:
    page = same("?seed=3")
    page.get_by_role("button", name="Step", exact=True).click()
    wait_for(page, "s.draws === 1")
    page.locator("label", has_text="500×").click()
    wait_for(page, "s.settings.speed === 500")
    page.get_by_role("button", name="Play").click()
    wait_for(page, "s.playing && s.draws > 20")
    page.get_by_role("button", name="Pause").click()
    wait_for(page, "!s.playing")
    page.get_by_text("More:").click()
    page.get_by_role("button", name="Skip ahead 1,000 draws").click()
    wait_for(page, "s.draws > 1000")
    page.get_by_role("button", name="Reset").click()
    wait_for(page, "s.draws === 0 && !s.playing && s.settings.seed === 3")
    page.get_by_role("button", name="Replay").click()
    wait_for(page, "s.playing && s.draws > 0 && s.settings.seed === 3")
    page.get_by_role("button", name="New seed").click()
    wait_for(page, "s.playing && s.settings.seed !== 3")


def test_naive_toggle_and_mismatch_slider(same: Live) -> None:
    page = same("?seed=3&scenario=worked&mismatch=1")
    do(page, "skip(10000)")
    page.get_by_role("switch", name="Naive").click()
    wait_for(page, "s.settings.rule === 'naive' && Math.abs(s.tv - .4) < .05")
    page.get_by_role("switch", name="Naive").click()
    wait_for(page, "s.settings.rule === 'lossless' && s.tv < .05")
    counts = state(page)["counts"]
    page.get_by_role("slider", name="Mismatch").fill("0.5")
    wait_for(page, "s.settings.mismatch === .5 && s.drafted === 0")
    assert state(page)["counts"] == counts, "the lossless tally does not depend on the draft"
    expect(page.locator("#note")).not_to_be_empty()
    page.get_by_role("button", name="Start again with this draft").click()
    wait_for(page, "s.draws === 0 && s.settings.mismatch === .5")


@pytest.mark.parametrize(
    "scenario", ["next-word", "worked", "same", "disjoint", "greedy", "long-tail", "own"]
)
def test_every_scenario_draws_and_adds_up(same: Live, scenario: str) -> None:
    page = same("?seed=5")
    page.get_by_text("More:").click()
    page.locator("#more").get_by_label("Scenario").select_option(scenario)
    wait_for(page, f"s.settings.scenario === '{scenario}'")
    do(page, "skip(1000)")
    now = do(page, "step()")
    assert now["draws"] == 1001 == sum(now["counts"])
    assert now["acceptance_theory"] + 0.5 * sum(
        abs(a - b) for a, b in zip(now["p"], now["q"], strict=True)
    ) == pytest.approx(1)
    assert all(count == 0 for count, p in zip(now["counts"], now["p"], strict=True) if p == 0)
    assert not page.errors  # type: ignore[attr-defined]
    assert page.locator("#failure").is_hidden()


def test_sampling_settings_and_tilt(same: Live) -> None:
    page = same("?seed=5")
    page.get_by_text("More:").click()
    page.locator("#more").get_by_label("How the draft goes wrong").select_option("tilt")
    wait_for(page, "s.settings.draft === 'tilt'")
    page.get_by_text("Sampling settings", exact=True).click()
    page.locator("#more").get_by_label("Top-k").fill("3")
    page.locator("#more").get_by_label("Top-k").press("Enter")
    wait_for(page, "s.settings.top_k === 3 && s.p.filter(x => x > 0).length === 3")
    page.locator("#more").get_by_label("Temperature").fill("0.5")
    page.locator("#more").get_by_label("Temperature").press("Enter")
    wait_for(page, "s.settings.temperature === .5 && s.p[0] > .5")
    page.locator("#more").get_by_label("Distance axis").select_option("log")
    wait_for(page, "s.settings.tv_scale === 'log'")


def test_keys_work_in_the_demo_and_can_be_switched_off(same: Live) -> None:
    page = same("?seed=3")
    page.keyboard.press("ArrowRight")
    wait_for(page, "s.draws === 1")
    page.keyboard.press("3")
    wait_for(page, "s.settings.speed === 25")
    page.keyboard.press("n")
    wait_for(page, "s.settings.rule === 'naive'")
    page.keyboard.press("n")
    page.keyboard.press("[")
    wait_for(page, "s.settings.mismatch === .75")
    page.keyboard.press("]")
    wait_for(page, "s.settings.mismatch === .8")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    wait_for(page, "s.playing")
    page.keyboard.press("Space")
    wait_for(page, "!s.playing")
    page.keyboard.press("r")
    wait_for(page, "s.draws === 0")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_label("Letters and digits work as keys").uncheck()
    page.get_by_role("button", name="Close", exact=True).click()
    page.keyboard.press("n")
    page.wait_for_timeout(300)
    assert state(page)["settings"]["rule"] == "lossless"


def test_every_control_is_reached_by_tab_and_has_a_name(same: Live) -> None:
    page = same("?seed=3")
    page.get_by_text("More:").click()
    page.get_by_text("Sampling settings", exact=True).click()
    page.get_by_text("The numbers, and your own laws").click()
    page.wait_for_function("document.querySelectorAll('#rows tr').length === 8")
    wanted = page.evaluate("""() => [...document.querySelectorAll("a[href], button, input, select, summary")]
        .filter(e => e.checkVisibility() && e.tabIndex >= 0)
        .filter(e => !e.closest('dialog') && !(e.type === 'radio' && !e.checked)).length""")
    page.evaluate("document.activeElement.blur(); window.scrollTo(0, 0)")
    reached = set()
    for _ in range(wanted + 5):
        page.keyboard.press("Tab")
        place = page.evaluate("""() => {
            const e = document.activeElement;
            if (e === document.body) return null;
            const all = [...document.querySelectorAll('*')];
            const label = [...(e.labels ?? [])].map(l => l.innerText).join(' ');
            const name = e.getAttribute('aria-label') || label || e.innerText || e.title;
            return [all.indexOf(e), e.tagName, (name || '').trim()];
        }""")
        if place:
            assert place[2], f"{place} has no name"
            reached.add(place[0])
    assert len(reached) >= wanted


def test_a_column_shows_the_last_draws_that_gave_it(same: Live) -> None:
    page = same("?seed=3&scenario=worked&mismatch=1")
    for _ in range(12):
        do(page, "step()")
    page.locator("#columns button").first.click()
    expect(page.locator("#chosen")).to_be_visible()
    assert page.locator("#last-draws li").count() >= 1


def test_dragging_a_bar_makes_the_laws_your_own(same: Live) -> None:
    page = same("?seed=3&scenario=worked&mismatch=1")
    box = page.locator("#columns").bounding_box()
    assert box
    before = state(page)
    top = page.evaluate("losslessLaws.axisTop([.5,.3,.2],[.2,.2,.6])")
    x = box["x"] + box["width"] / 3 * (0.5 - 0.28)
    y = box["y"] + box["height"] * (1 - before["p"][0] / top)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 40, steps=5)
    page.mouse.up()
    wait_for(page, "s.settings.scenario === 'own'")
    after = state(page)
    assert after["p"][0] < before["p"][0] - 0.05
    assert sum(after["p"]) == pytest.approx(1)
    assert after["p"][1] / after["p"][2] == pytest.approx(1.5)


def test_the_table_edits_laws_names_and_length(same: Live) -> None:
    page = same("?seed=3&scenario=worked")
    page.get_by_text("More:").click()
    page.get_by_text("The numbers, and your own laws").click()
    page.wait_for_function("document.querySelectorAll('#rows tr').length === 3")
    cell = page.locator("#rows tr").nth(0).locator("input.p")
    cell.fill("0.8")
    cell.press("Enter")
    wait_for(page, "s.settings.scenario === 'own' && Math.abs(s.p[0] - .8) < 1e-9")
    page.locator("#rows tr").nth(1).locator("input.name").fill("<b>x</b>")
    page.locator("#rows tr").nth(1).locator("input.name").press("Enter")
    page.get_by_role("button", name="Add a token").click()
    wait_for(page, "s.p.length === 4")
    assert page.locator("b", has_text="x").count() == 0, "a name never becomes markup"
    page.get_by_role("button", name="Remove the last token").click()
    wait_for(page, "s.p.length === 3")


def test_a_box_that_is_left_empty_shows_again_what_holds(same: Live) -> None:
    page = same("?seed=3&scenario=worked&top_k=2")
    page.get_by_text("More:").click()
    page.get_by_text("Sampling settings", exact=True).click()
    page.get_by_text("The numbers, and your own laws").click()
    page.wait_for_function("document.querySelectorAll('#rows tr').length === 3")
    inputs = ("p", "r", "name")
    for place in ("#seed", "#top_k", "#temperature", "#top_p", *(f"#rows input.{one}" for one in inputs)):
        box = page.locator(place).first
        before = box.input_value()
        box.fill("")
        box.press("Tab")
        assert box.input_value() == before != "", place
    now = do(page, "step()")
    assert (now["settings"]["scenario"], now["settings"]["seed"], now["settings"]["top_k"]) == (
        "worked",
        3,
        2,
    )
    page.evaluate("lossless.set({ scene: 'engines' })")
    wait_for(page, "s.settings.scene === 'engines'")
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    page.locator("#engines-top-k").fill("")
    page.locator("#engines-top-k").press("Tab")
    assert page.locator("#engines-top-k").input_value() == "2"
    assert not page.errors  # type: ignore[attr-defined]


def test_buttons_that_are_not_there_yet_do_nothing(same: Live) -> None:
    page = same("?scene=quiz&seed=3")
    question = page.locator("#quiz-question").inner_text()
    page.evaluate("for (let i = 0; i < 12; i++) document.getElementById('quiz-next').click()")
    assert page.locator("#quiz-question").inner_text() == question
    page.evaluate("for (const id of ['tour-next', 'tour-back']) document.getElementById(id).click()")
    page.evaluate("lossless.set({ scene: 'spot' })")
    wait_for(page, "s.settings.scene === 'spot'")
    assert page.locator(".streams").is_hidden()
    do(page, "step()")
    expect(page.locator(".streams")).to_be_visible()
    assert not page.errors  # type: ignore[attr-defined]


def test_the_address_sets_and_follows(live: Live) -> None:
    page = live("?scenario=worked&mismatch=0.25&speed=25&rule=naive&seed=42&theme=dark&unknown=1")
    now = state(page)["settings"]
    assert (now["scenario"], now["mismatch"], now["speed"], now["rule"], now["seed"]) == (
        "worked",
        0.25,
        25,
        "naive",
        42,
    )
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    do(page, "set({mismatch: 0.5})")
    page.wait_for_function("location.search.includes('mismatch=0.5')")
    assert "unknown" not in page.url.split("?")[1]


@pytest.mark.parametrize(
    "query",
    [
        "?mismatch=7&speed=3&seed=-1&temperature=x",
        "?p=1,2,nope&scenario=own",
        "?names=%3Cscript%3Ealert(1)%3C/script%3E&p=.5,.5&r=.5,.5&scenario=own",
        "?scene=nowhere&top_k=-3&hide=%00,nav",
    ],
)
def test_a_bad_address_is_noted_and_harmless(live: Live, query: str) -> None:
    page = live(query)
    assert do(page, "step()")["draws"] == 1
    assert not page.errors  # type: ignore[attr-defined]
    assert page.locator("#failure").is_hidden()


def test_what_is_pressed_before_python_is_kept_and_obeyed(blank: Page, site: FaultyServer) -> None:
    begin = 'enter("download");'
    with site.edit("worker.js", begin, begin + " await new Promise((go) => setTimeout(go, 4000));"):
        blank.goto(site.url + "?seed=3&scenario=worked", wait_until="commit")
        blank.wait_for_function("window.lossless")
        blank.locator("label", has_text="500×").click()
        blank.get_by_role("slider", name="Mismatch").fill("1")
        blank.get_by_role("button", name="Play").click()
        early = state(blank)
        assert early["live"] is False
        assert early["q"] == pytest.approx([0.2, 0.2, 0.6])
        wait_live(blank)
    obeyed = "s.live && s.playing && s.settings.speed === 500 && s.settings.mismatch === 1 && s.draws > 50"
    wait_for(blank, obeyed)


def test_before_python_each_scene_has_its_heading_and_hears_its_buttons(
    blank: Page, site: FaultyServer
) -> None:
    begin = 'enter("download");'
    with site.edit("worker.js", begin, begin + " await new Promise((go) => setTimeout(go, 3000));"):
        blank.goto(site.url + "?seed=3&scene=yours", wait_until="commit")
        blank.wait_for_function("window.lossless")
        expect(blank.locator("[data-show='question']")).to_have_text(ENGLISH["question.yours"])
        expect(blank.locator("[data-show='hint']")).to_have_text(ENGLISH["hint.yours"])
        blank.get_by_role("button", name="A log of the rule").click()
        expect(blank.locator("#note")).to_have_text(ENGLISH["loading.kept"])
        wait_live(blank)
    wait_for(blank, "s.stage.n === 2000 && s.stage.ok")


def test_the_frame_form_tells_its_host(browser: Browser, site: FaultyServer) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(site.url + "manifest.json")
    page.set_content("")
    page.evaluate(EMBED, site.url + "?embed=1&seed=3")
    page.wait_for_function("heard.some(m => m.type === 'lossless:ready')", timeout=60_000)
    assert page.evaluate("heard.some(m => m.type === 'lossless:size' && m.height > 300)")
    page.evaluate(TELL, {"type": "lossless:step"})
    page.wait_for_function("heard.some(m => m.type === 'lossless:state' && m.state.draws === 1)")
    page.evaluate(TELL, {"type": "lossless:set", "settings": {"mismatch": 0.5}})
    page.wait_for_function("heard.some(m => m.type === 'lossless:state' && m.state.settings.mismatch === .5)")
    context.close()


def test_fast_clicks_lose_and_double_nothing(same: Live) -> None:
    page = same("?seed=3")
    page.evaluate("for (let i = 0; i < 50; i++) document.getElementById('step').click()")
    wait_for(page, "s.draws === 50")
    page.evaluate("for (let i = 0; i < 41; i++) document.getElementById('play').click()")
    page.wait_for_timeout(300)
    assert not page.errors  # type: ignore[attr-defined]
