"""The scene `yours` in a real browser: files of a real engine's size, judged while the page stays responsive."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import wait_for

Live = Callable[..., Page]
VERDICT = "[data-show='yours.headline']"
LONGEST_TASK = 50  # ms of the main thread's own time: what else the machine does is not the page's
MAKE = """(rounds) => {
    // ids of the worked example's law, exactly 5 : 3 : 2, in one file of 20 bytes a round
    const text = "0\\n1\\n2\\n0\\n1\\n0\\n0\\n1\\n2\\n0\\n".repeat(rounds);
    window.made = new DataTransfer();
    window.made.items.add(new File([text], "<b>ids.txt"));
    return text.length;
}"""
GIVE = """() => {
    const input = document.getElementById("yours-file");
    input.files = window.made.files;
    input.dispatchEvent(new Event("change"));
}"""


def give(page: Page, rounds: int) -> None:
    page.evaluate(MAKE, rounds)
    page.evaluate(GIVE)


def test_it_opens_by_address_and_by_navigation_and_judges_what_is_pasted_by_keyboard(live: Live) -> None:
    page = live("?scenario=worked")
    page.locator("#further > summary").click()
    page.locator("[data-scene-link='yours']").click()
    expect(page.locator(VERDICT)).to_contain_text("Nothing read yet")
    page.locator("#yours-text").focus()
    page.keyboard.type("count 5000 3000 2000".replace(" ", "\n"))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(VERDICT)).to_contain_text("They follow p, as far as 10,000 tokens can tell.")
    page.locator("#yours-text").fill("count\n4000\n3000\n3000")
    page.locator("#yours-judge").click()
    expect(page.locator(VERDICT)).to_contain_text("They do not follow p.")
    page.locator("#yours-text").fill("count\n4000\n<img>\n3000")
    page.locator("#yours-judge").click()
    expect(page.locator("[data-show='yours.refused']")).to_contain_text("Line 3: “<img>” is no number.")
    expect(page.locator(VERDICT)).to_contain_text("They do not follow p.")
    with page.expect_download() as download:
        page.locator("#yours-save").click()
    cases = json.loads(download.value.path().read_text(encoding="utf-8"))["cases"]
    assert cases[0]["p"] == [0.5, 0.3, 0.2]
    assert page.errors == []


def test_examples_show_what_a_verdict_looks_like(live: Live) -> None:
    page = live("?scene=yours&seed=3")
    page.get_by_role("button", name="A log of an engine that corrects from p").click()
    expect(page.locator(VERDICT)).to_contain_text("They do not follow p.")
    expect(page.locator("[data-list='yours.decisions']")).to_contain_text("of which q has too much already")
    expect(page.locator("[data-show='yours.read']")).to_have_text("Read as 2,000 rows from the example.")
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("button", name="A log of the rule").click()
    expect(page.locator(VERDICT)).to_contain_text("They follow p")
    assert page.errors == []


def test_it_fits_a_narrow_phone_and_its_chart_a_projector(live: Live) -> None:
    page = live("?scene=yours&seed=3", width=320, height=640)
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page = live("?scene=yours&seed=3&projector=1", width=1280, height=720)
    page.get_by_role("button", name="A log of an engine that corrects from p").click()
    expect(page.locator(VERDICT)).to_contain_text("They do not follow p.")
    chart = page.locator("[data-plot='yours-bars']").bounding_box()
    assert chart is not None
    assert chart["height"] > 0.2 * 720


def test_a_file_of_twenty_megabytes_is_judged_and_the_page_stays_responsive(
    live: Live, browser: Browser
) -> None:
    page = live("?scene=yours&scenario=worked")
    give(page, 10)
    wait_for(page, "s.stage && s.stage.n === 100", 20_000)  # the chart is drawn once, with the first sample
    size = page.evaluate(MAKE, 1_000_000)
    page.wait_for_timeout(1000)
    browser.start_tracing(page=page, categories=["toplevel"])
    page.evaluate(GIVE)
    wait_for(page, "s.stage.reading > 0", 20_000)
    expect(page.locator("[data-show='yours.reading']")).to_contain_text(
        re.compile(r"Reading <b>ids.txt: .* of 19\.1 MB")
    )
    wait_for(page, "s.stage.n === 10_000_000", 120_000)
    tasks = main_thread_tasks(browser.stop_tracing())
    assert size >= 20_000_000
    expect(page.locator(VERDICT)).to_contain_text("They follow p, as far as 10,000,000 tokens can tell.")
    assert len(tasks) > 100
    assert tasks[0] < LONGEST_TASK, tasks[:5]
    assert page.errors == []


def main_thread_tasks(trace: bytes) -> list[float]:
    """The processor time of all that the page's main thread did in one go, in ms, the longest first."""
    events = json.loads(trace)["traceEvents"]
    main = {(e["pid"], e["tid"]) for e in events if e.get("args", {}).get("name") == "CrRendererMain"}
    mine = [e for e in events if (e["pid"], e["tid"]) in main and "tdur" in e]
    return sorted((e["tdur"] / 1000 for e in mine), reverse=True)


def test_a_file_can_be_stopped(live: Live) -> None:
    page = live("?scene=yours&scenario=worked")
    give(page, 2_000_000)
    page.locator("#yours-cancel").click()
    wait_for(page, "s.stage.reading === null")
    expect(page.locator(VERDICT)).to_contain_text("Nothing read yet")
    give(page, 10)
    expect(page.locator(VERDICT)).to_contain_text("100 tokens")
    assert page.errors == []
