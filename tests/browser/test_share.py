"""Share dialog, link builder, lock, predict first, and the host page of the documents: each as a person meets it."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Page, expect

from tests.browser.conftest import LIVE, do, state, wait_for, wait_live
from tests.browser.server import FaultyServer

Live = Callable[..., Page]
REFUSE = "navigator.clipboard.writeText = () => Promise.reject(new Error('no')); document.execCommand = () => false"
READ = "window.copied = null; navigator.clipboard.writeText = async (text) => { copied = text; }"


def query(address: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(address).query, keep_blank_values=True))


def test_a_view_is_copied_as_a_link_and_as_lines(live: Live, blank: Page) -> None:
    blank.add_init_script(READ)
    page = live("?seed=3&scenario=worked&mismatch=1&theme=dark")
    page.get_by_role("button", name="Share this view").first.click()
    page.get_by_role("button", name="Copy link to this view").click()
    expect(page.locator("#share-told")).to_have_text("Copied.")
    link = page.evaluate("copied")
    assert query(link) == {"scenario": "worked", "mismatch": "1", "seed": "3", "theme": "dark"}
    page.get_by_label("with seed 3").uncheck()
    page.get_by_role("button", name="Copy embed code").click()
    page.wait_for_function("copied.startsWith('<iframe')")
    [source] = re.findall(r'<iframe src="([^"]+)"', page.evaluate("copied"))
    assert query(html.unescape(source)) == {
        "scenario": "worked",
        "mismatch": "1",
        "theme": "dark",
        "embed": "1",
    }
    assert "MB" in page.locator("#share-size").inner_text()
    page.evaluate(REFUSE)
    page.get_by_role("button", name="Copy link to this view").click()
    expect(page.locator("#share-told")).to_contain_text("copy it with Ctrl+C")
    assert page.evaluate("document.activeElement.id") == "share-link"
    page.keyboard.press("n")
    page.locator("#share-dialog").get_by_role("button", name="Close").click()
    assert state(page)["settings"]["rule"] == "lossless", "keys rest while a dialog is open"


def test_the_link_builder_shows_what_it_writes(blank: Page, site: FaultyServer) -> None:
    page = blank
    page.goto(site.url + "links.html?scene=accounting&line=2")
    demo = page.frame_locator("#preview")
    expect(demo.locator('.scene[data-scene="accounting"]')).to_be_visible(timeout=LIVE)
    expect(page.get_by_label("Line of the proof")).to_have_value("2")
    assert page.get_by_label("Draft length").is_hidden(), "the scene has no use for it"
    assert 'height="1200"' in page.locator("#lines").input_value()  # of a frame that nobody has measured
    frame = next(one for one in page.frames if "index.html" in one.url)
    frame.wait_for_function("performance.getEntriesByName('lossless:live').length > 0", timeout=LIVE)
    page.locator("select[name=scene]").select_option("converge")
    page.get_by_label("Verdict shown").select_option("naive")
    page.get_by_label("Lock:").check()
    page.get_by_label("naive mode").check()
    page.locator("select[name=predict]").select_option("limit")
    link = page.get_by_label("Link", exact=True)
    expect(link).to_have_value(re.compile(r"\?rule=naive&hide=naive&lock=1&predict=limit$"))
    frame.wait_for_function(
        "lossless.state().then((s) => s.settings.lock && s.settings.scene === 'converge')", timeout=9000
    )
    expect(demo.locator("#locked")).to_be_visible()
    expect(demo.locator("#guess")).to_be_visible()
    assert demo.locator("#naive").is_hidden()
    page.get_by_label("Begin with").select_option(label="10 minutes: Why it adds up")
    expect(link).to_have_value(re.compile(r"scene=accounting"))
    assert query(link.input_value())["projector"] == "1"
    assert page.errors == []  # type: ignore[attr-defined]


def test_the_link_builder_keeps_the_commas_of_names(blank: Page, site: FaultyServer) -> None:
    blank.goto(site.url + "links.html?scenario=own&p=0.5,0.5&names=a%252Cb,c")
    expect(blank.locator("input[name=names]")).to_have_value("a%2Cb,c")
    assert query(blank.get_by_label("Link", exact=True).input_value())["names"] == "a%2Cb,c"
    expect(blank.frame_locator("#preview").locator("#columns")).to_contain_text("a,b", timeout=LIVE)


def test_a_locked_page_plays_and_keeps_what_was_fixed(live: Live) -> None:
    page = live("?seed=3&scenario=worked&lock=1")
    expect(page.locator("#locked")).to_contain_text("Locked by the link")
    assert page.get_by_role("slider", name="Mismatch").is_disabled()
    assert "Locked" in (page.locator("#naive").get_attribute("title") or "")
    for key in ("n", "]"):
        page.keyboard.press(key)
    page.evaluate(
        "losslessPage.openScene('rules'); losslessPage.send({ type: 'new-seed' }); losslessPage.send({ type: 'bar', law: 'p', index: 0, value: .9 })"
    )
    page.keyboard.press("ArrowRight")
    page.keyboard.press("4")
    wait_for(page, "s.draws === 1 && s.settings.speed === 100")
    now = state(page)["settings"]
    assert (now["rule"], now["mismatch"], now["scene"], now["seed"], now["scenario"]) == (
        "lossless",
        0.8,
        "converge",
        3,
        "worked",
    )
    assert do(page, "set({mismatch: .5})")["settings"]["mismatch"] == 0.5, "a host may"
    do(page, "set({lock: 0})")
    assert page.get_by_role("slider", name="Mismatch").is_enabled()
    page.keyboard.press("n")
    wait_for(page, "s.settings.rule === 'naive'")


def test_what_waits_for_a_guess_is_covered_until_it_was_made(live: Live) -> None:
    page = live("?seed=3&scenario=worked&mismatch=1&predict=bars")
    after = do(page, "skip(1000)")
    assert sum(after["counts"]) == 1000, "nothing is kept from a host"
    bars = "losslessPage.document.get_model_by_name('bars-data').data"
    heights = f"Array.from(({bars}).get ? ({bars}).get('kept') : ({bars}).kept)"
    assert page.evaluate(heights) == [0, 0, 0]
    assert "guessed" in page.locator("#summary").inner_text()
    page.get_by_role("button", name="Like green, the target").click()
    expect(page.locator("#guess-said")).to_contain_text("You said: Like green, the target.")
    assert sum(page.evaluate(heights)) > 0
    assert state(page)["guess"]["choice"] == 0
    do(page, "set({predict: 'limit', rule: 'naive'})")
    expect(page.get_by_text("limit in theory: guess first")).to_be_visible()
    page.keyboard.press("g")
    expect(page.get_by_text("limit in theory: TV(p, q) = 0.400")).to_be_visible()


def test_the_limit_is_covered_before_python_is_there(blank: Page, site: FaultyServer) -> None:
    blank.route("**/worker.js", lambda route: route.abort())
    blank.goto(site.url + "?predict=limit")
    assert blank.locator('[data-show="limit_text"]').is_hidden()


def test_the_host_page_of_the_documents_drives_and_reads(blank: Page, site: FaultyServer) -> None:
    blank.goto(site.url + "examples/host.html")
    says = blank.locator("#says")
    expect(says).to_have_text("lossless: 0 draws, no distance yet", timeout=LIVE)
    blank.get_by_role("button", name="10,000 draws").click()
    expect(says).to_have_text(re.compile(r"lossless: 10000 draws, distance 0\.0\d\d, in the end 0\.000"))
    blank.get_by_role("button", name="Keep every draft").click()
    expect(says).to_have_text(re.compile(r"naive: 10000 draws, distance 0\.\d+, in the end 0\.400"))
    assert blank.locator("#demo").evaluate("frame => frame.clientHeight") != 760, "it sizes itself"
    assert blank.errors == []  # type: ignore[attr-defined]


FOREIGN = """url => {
    window.heard = [];
    addEventListener('message', (e) => heard.push(e.data));
    const frame = document.createElement('iframe');
    Object.assign(frame, { src: url, width: 700, height: 600 });
    document.body.append(frame);
}"""
TELL = "message => document.querySelector('iframe').contentWindow.postMessage(message, '*')"


def test_only_hosts_that_the_address_names_are_heard(blank: Page, site: FaultyServer) -> None:
    other = site.url.replace("127.0.0.1", "localhost")
    port = urlsplit(site.url).port
    blank.goto(other + "manifest.json")
    for origins, heard in ((f"localhost:{port}", True), ("lms.example.edu", False)):
        blank.set_content("")
        blank.evaluate(FOREIGN, f"{site.url}?embed=1&seed=3&origins={origins}")
        frame = blank.wait_for_selector("iframe").content_frame()
        frame.wait_for_url("**embed=1**")
        wait_live(frame)  # type: ignore[arg-type]
        blank.evaluate(TELL, {"type": "lossless:step"})
        blank.wait_for_timeout(500)
        assert frame.evaluate("lossless.state()")["draws"] == int(heard)
        told = blank.evaluate("heard.some((m) => m.type === 'lossless:state' && m.state.draws === 1)")
        assert told == heard
