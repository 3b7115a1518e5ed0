"""Figures to keep: fetched and drawn on the first click, with the demo running; the files are those of the state."""

import json
import re
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Download, Page, expect

from tests.browser.conftest import do, state, wait_for
from tests.more import MORE, mostly

PING = """() => {
    window.waits = [];
    window.pinging = setInterval(async () => {
        const sent = performance.now();
        await lossless.state();
        window.waits.push(performance.now() - sent);
    }, 25);
}"""


def open_panel(page: Page, format_: str = "png", look: str = "screen") -> None:
    if not page.locator("#keep").evaluate("one => one.open"):
        page.locator("#keep > summary").click()
    page.locator(f'input[name="keep-format"][value="{format_}"]').check(force=True)
    if format_ not in {"csv", "json"}:
        page.locator(f'input[name="keep-look"][value="{look}"]').check(force=True)


def saved(page: Page) -> Download:
    with page.expect_download(timeout=30_000) as waited:
        page.locator("#keep-download").click()
    return waited.value


def bytes_of(download: Download) -> bytes:
    return download.path().read_bytes()


def fetched(site, name: str) -> int:
    return site.asked.count(name)


def test_the_first_figure_has_what_draws_fetched_once_and_the_demo_goes_on(live, site):
    page = live("?scenario=worked&seed=4&speed=25&play=1")
    before = fetched(site, "figures.zip"), fetched(site, "export.zip")
    assert (
        page.evaluate("performance.getEntriesByType('resource').some((one) => one.name.includes('figures'))")
        is False
    )
    open_panel(page)
    expect(page.locator("#keep-needs")).to_contain_text("MB, once")
    drawn = state(page)["draws"]
    page.evaluate(PING)
    for _ in range(2):
        download = saved(page)
    page.evaluate("clearInterval(window.pinging)")
    waits = page.evaluate("window.waits")
    assert bytes_of(download)[:8] == b"\x89PNG\r\n\x1a\n"
    assert download.suggested_filename == "lossless-converge-worked-seed-4.png"
    assert state(page)["draws"] > drawn
    assert len(waits) > 2, "the demo stood still"
    assert (fetched(site, "figures.zip"), fetched(site, "export.zip")) == (before[0] + 1, before[1] + 1)
    assert fetched(site, "site-rest.zip") == 0
    expect(page.locator("#keep-needs")).to_be_empty()
    do(page, "pause()")
    assert page.errors == []


def test_the_figure_is_of_the_click_though_another_scene_is_opened_meanwhile(live):
    page = live("?scenario=worked&seed=4")
    do(page, "skip(1000)")
    page.evaluate('document.querySelector(\'input[name="keep-format"][value="svg"]\').click()')
    with page.expect_download(timeout=30_000) as waited:
        page.evaluate(
            "() => { document.getElementById('keep-download').click(); lossless.set({ scene: 'quiz' }); }"
        )
    assert waited.value.suggested_filename == "lossless-converge-worked-seed-4.svg"
    assert b"1,000 draws" in bytes_of(waited.value)
    assert page.errors == []


def test_what_draws_comes_while_its_panel_is_looked_at_and_not_for_a_table(live, site):
    page = live("?scenario=worked&seed=4")
    before = fetched(site, "figures.zip")
    page.evaluate('document.querySelector(\'input[name="keep-format"][value="json"]\').click()')
    open_panel(page, "json")
    page.locator("#keep-download").hover()
    page.wait_for_timeout(300)
    assert fetched(site, "figures.zip") == before
    open_panel(page, "svg")
    expect(page.locator("#keep-needs")).to_be_empty(timeout=30_000)
    expect(page.locator("#keep-said")).to_be_empty()
    expect(page.locator("#keep-progress")).to_be_hidden()
    assert "<svg" in bytes_of(saved(page)).decode()
    assert fetched(site, "figures.zip") == before + 1
    assert page.errors == []


def test_what_is_saved_is_what_the_state_says(live):
    page = live("?scenario=worked&seed=4&mismatch=1")
    do(page, "skip(1000)")
    told = state(page)
    open_panel(page, "svg", "print")
    texts = [
        one.text for one in ET.fromstring(bytes_of(saved(page))).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert any(text.startswith("1,000 draws") and f"TV {told['tv']:.3f}" in text for text in texts)
    assert {f"{value:.2f}" for value in told["empirical"]} <= set(texts)
    open_panel(page, "pdf")
    assert bytes_of(saved(page)).startswith(b"%PDF-1.4")
    open_panel(page, "json")
    data = json.loads(bytes_of(saved(page)))
    assert data["state"]["counts"] == told["counts"]
    assert data["counts"]["series"]["came"] == told["counts"]
    open_panel(page, "csv")
    assert re.search(r"^# seed: 4\r?$", bytes_of(saved(page)).decode(), re.MULTILINE)
    page.locator('[data-scene-link="cycles"]').click()
    wait_for(page, "s.settings.scene === 'cycles'")
    open_panel(page, "svg")
    page.locator("#keep-picture").select_option("eight")
    svg = bytes_of(saved(page)).decode()
    assert "25 tokens from 8 passes" in svg
    assert "↻" in svg


@MORE
def test_figures_come_to_a_page_that_started_from_its_parts(blank, site):
    with site.fault("snapshot/python.bin", "missing"):
        blank.goto(site.url + "?scene=rules&seed=2")
        blank.wait_for_function("performance.getEntriesByName('lossless:live').length > 0", timeout=60_000)
        assert state(blank)["start"]["kind"] == "bundle"
        open_panel(blank, "pdf")
        assert b"/FontFile2" in bytes_of(saved(blank))
    assert fetched(site, "site-rest.zip") == 0


@pytest.mark.parametrize("fault", mostly(1, ["short", "missing", "garbled"]))
def test_a_download_that_fails_says_so_and_can_be_tried_again(live, site, fault):
    page = live("?seed=1")
    open_panel(page, "svg")
    with site.fault("figures.zip", fault):
        page.locator("#keep-download").click()
        expect(page.locator("#keep-said")).to_contain_text("did not work", timeout=30_000)
    assert page.locator("#failure").is_hidden()
    do(page, "step()")
    assert bytes_of(saved(page)).startswith(b"<?xml")


def test_a_figure_goes_to_the_clipboard_and_a_browser_that_refuses_is_told_of(live):
    page = live("?seed=1")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_panel(page, "csv")
    page.locator("#keep-copy").click()
    expect(page.locator("#keep-said")).to_have_text("Copied.", timeout=30_000)
    assert page.evaluate("navigator.clipboard.readText()").startswith("# title: The draft is wrong.")
    page.evaluate("() => { navigator.clipboard.write = () => Promise.reject(new Error('no')); }")
    page.locator("#keep-copy").click()
    expect(page.locator("#keep-said")).to_contain_text("Download it instead", timeout=30_000)


def test_the_quiz_has_no_figure_and_what_is_empty_says_so(live):
    page = live("?scene=yours")
    open_panel(page, "json")
    page.locator("#keep-download").click()
    expect(page.locator("#keep-said")).to_have_text("There is nothing to keep yet.", timeout=30_000)
    page.evaluate("lossless.set({ scene: 'quiz' })")
    expect(page.locator("#keep")).to_be_hidden()
