"""The demo in other people's pages: the element of embed.js, one Python for all, and what hosts forbid."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Frame, Page, expect

from app.session.settings import SCENES
from tests.bench import heights
from tests.browser.conftest import LIVE, wait_live
from tests.browser.host import Host
from tests.browser.server import FaultyServer
from tests.more import mostly

SIX = (
    "",
    'mismatch="1"',
    'scenario="worked" mismatch="1"',
    'scene="cycles"',
    'scene="speedup"',
    'scene="accounting" theme="dark"',
)
FAR = '<p style="height:3000px">Before.</p>'
Embedded = Callable[..., Page]


def demo(attributes: str = "", inside: str = "") -> str:
    return f"<lossless-demo {attributes}>{inside}</lossless-demo>"


def frames(page: Page) -> list[Frame]:
    return [frame for frame in page.frames if "embed=1" in frame.url]


def frame_of(page: Page, number: int) -> Frame:
    """The frame of one demo in the page's order; `frames` has them as they came."""
    box = page.locator("lossless-demo").nth(number).locator("iframe").element_handle()
    frame = box.content_frame() if box else None
    assert frame, f"demo {number} has no frame"
    return frame


def live(page: Page, number: int = 1) -> list[Frame]:
    """The demos' frames once so many of them are live."""
    page.wait_for_function("n => document.querySelectorAll('lossless-demo').length >= n", arg=number)
    for _ in range(LIVE // 100):
        found = frames(page)
        if len(found) >= number and all(map(is_live, found)):
            return found
        page.wait_for_timeout(100)
    raise AssertionError([frame.url for frame in frames(page)])


def is_live(frame: Frame) -> bool:
    return frame.evaluate("performance.getEntriesByName('lossless:live').length > 0")


def misfit(page: Page) -> list:
    """What scrolls inside a frame, or makes the host scroll sideways."""
    wrong = [page.evaluate("document.scrollingElement.scrollWidth - innerWidth")]
    for frame in frames(page):
        wrong += frame.evaluate(
            "(r => [Math.max(0, r.scrollHeight - r.clientHeight), Math.max(0, r.scrollWidth - r.clientWidth)])(document.scrollingElement)"
        )
    return [one for one in wrong if one > 0]


def targets(browser: Browser, kind: str) -> int:
    """How many workers of a kind the browser has."""
    session = browser.new_browser_cdp_session()
    found = session.send("Target.getTargets", {"filter": [{}]})["targetInfos"]
    session.detach()
    return sum(one["type"] == kind for one in found)


def test_six_demos_show_posters_at_once_and_share_one_python(embedded: Embedded, browser: Browser) -> None:
    page = embedded(FAR + "<p>Between.</p>".join(map(demo, SIX)))
    posters = page.locator("lossless-demo .poster .question")
    expect(posters).to_have_count(6)
    assert page.locator("lossless-demo svg.bars rect.target").count() == 8 + 8 + 3
    assert frames(page) == []
    for i in range(6):
        page.locator("lossless-demo").nth(i).scroll_into_view_if_needed()
        live(page, i + 1)
    assert targets(browser, "shared_worker") == 1
    assert [len(frame.page.workers) for frame in frames(page)][:1] == [0]
    assert misfit(page) == []
    first, second = frame_of(page, 0), frame_of(page, 1)
    assert first.evaluate("lossless.step().then((s) => s.draws)") == 1
    assert second.evaluate("lossless.state().then((s) => [s.draws, s.start.kind])") == [0, "snapshot"]
    assert second.evaluate("lossless.skip(1000).then((s) => s.draws)") == 1000
    assert first.evaluate("lossless.state().then((s) => s.draws)") == 1
    # one that leaves does not disturb the others
    page.evaluate("document.querySelectorAll('lossless-demo')[0].remove()")
    assert second.evaluate("lossless.step().then((s) => s.draws)") == 1001
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("width", mostly(1, [320, 1280, 768]))
def test_a_demo_takes_the_height_it_needs(embedded: Embedded, width: int) -> None:
    page = embedded(demo('scenario="worked" mismatch="1"') + demo('scene="cycles"'), width=width)
    page.evaluate("document.querySelectorAll('lossless-demo').forEach((one) => one.start())")
    live(page, 2)
    page.wait_for_timeout(300)
    assert misfit(page) == []


ALIKE = (  # settings, and how many tokens they have
    ({"temperature": "0.5", "top_k": "4"}, 8),
    ({"p": ",".join(["0.04"] * 23 + ["0.02"] * 4)}, 27),
    ({"p": "0.95,0.05"}, 2),
)
HEIGHTS = "(bars) => bars.map((bar) => parseFloat(bar.getAttribute('height')))"


def test_a_poster_has_the_bars_that_the_page_paints(embedded: Embedded, site: FaultyServer) -> None:
    attributes = [" ".join(f'{name}="{value}"' for name, value in one.items()) for one, _ in ALIKE]
    page = embedded("".join(demo(f'start="click" {one}') for one in attributes))
    posters = page.locator("lossless-demo svg.bars")
    expect(posters).to_have_count(len(ALIKE))
    told = [
        [posters.nth(i).locator(f"rect.{shape}").evaluate_all(HEIGHTS) for shape in ("target", "outline")]
        for i in range(len(ALIKE))
    ]
    for (settings, tokens), both in zip(ALIKE, told, strict=True):
        page.goto(f"{site.url}?{urlencode(settings)}", wait_until="domcontentloaded")
        for bar, shown in zip(("p", "q"), both, strict=True):
            painted = page.locator(f"#bars-painted rect.bar.{bar}").evaluate_all(HEIGHTS)
            assert len(shown) == tokens
            assert shown == pytest.approx(painted, abs=0.006)


def test_it_starts_when_it_is_seen_or_clicked_and_not_before(embedded: Embedded) -> None:
    page = embedded(
        '<details id="more"><summary>More</summary>'
        + demo('scenario="worked" colour="red" mismatch="1"')
        + "</details>"
        + demo('start="click" scene="quiz"')
        + "<script>window.heard = []</script>"
    )
    page.wait_for_function("Boolean(customElements.get('lossless-demo'))")
    page.wait_for_timeout(500)
    assert frames(page) == []
    page.locator("#more > summary").click()
    (first,) = live(page)
    assert "colour" not in first.url
    assert first.evaluate("lossless.state().then((s) => [s.settings.scenario, s.settings.mismatch])") == [
        "worked",
        1,
    ]
    assert misfit(page) == []
    page.get_by_role("button", name="Start the demo").click()
    assert len(live(page, 2)) == 2


def test_the_host_drives_it_and_hears_of_it(embedded: Embedded, site: FaultyServer, blank: Page) -> None:
    """From the demo's own origin, which may send all messages."""
    blank.goto(site.url + "manifest.json")
    said = blank.evaluate("""async () => {
        const script = document.createElement("script");
        script.src = "embed.js";
        document.body.append(script);
        await customElements.whenDefined("lossless-demo");
        const one = document.createElement("lossless-demo");
        one.setAttribute("scenario", "worked");
        one.setAttribute("start", "click");
        document.body.append(one);
        const heard = [];
        one.addEventListener("live", () => heard.push("live"));
        one.set({ mismatch: 0.5, names: ["one", "a,b", "c"] });
        const before = await one.state();
        one.start();
        await new Promise((done) => one.addEventListener("live", done, { once: true }));
        one.step();
        await new Promise((done) => one.addEventListener("state", ({ detail }) => detail.draws === 1 && done()));
        one.setAttribute("mismatch", "0.25");
        await new Promise((done) => one.addEventListener("state", ({ detail }) => detail.settings.mismatch === 0.25 && done()));
        const state = await one.state();
        return { before, heard, draws: state.draws, names: state.settings.names, mismatch: one.getAttribute("mismatch") };
    }""")
    assert said == {
        "before": None,
        "heard": ["live"],
        "draws": 1,
        "names": ["one", "a,b", "c"],
        "mismatch": "0.25",
    }


def test_it_is_light_or_dark_as_the_host_is(embedded: Embedded) -> None:
    page = embedded(demo('scenario="worked"') + demo('theme="dark" start="click"'))
    (frame,) = live(page)
    theme = "document.documentElement.dataset.theme"
    box = page.locator("lossless-demo .box")
    assert frame.evaluate(theme) == "light"
    expect(box.nth(1)).to_have_attribute("data-theme", "dark")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    frame.wait_for_function(f"{theme} === 'dark'")
    page.evaluate("delete document.documentElement.dataset.theme; document.body.style.background = '#eee'")
    frame.wait_for_function(f"{theme} === 'light'")
    page.evaluate("document.body.style.background = ''; document.documentElement.style.colorScheme = 'dark'")
    frame.wait_for_function(f"{theme} === 'dark'")


def test_in_a_sandbox_without_an_origin_it_is_live(embedded: Embedded) -> None:
    page = embedded(
        '<iframe sandbox="allow-scripts" src="{}?embed=1&scenario=worked&seed=3" width="900" height="700"></iframe>'
    )
    page.wait_for_function("document.querySelector('iframe')")
    for _ in range(LIVE // 100):
        found = frames(page)
        if found and found[0].url.startswith("http") and is_live(found[0]):
            break
        page.wait_for_timeout(100)
    (frame,) = frames(page)
    assert frame.evaluate("[self.origin, typeof lossless]") == ["null", "object"]
    assert frame.evaluate("lossless.step().then((s) => [s.draws, s.live])") == [1, True]
    assert frame.locator("#failure").is_hidden()
    assert page.errors == []  # type: ignore[attr-defined]


def test_a_policy_that_allows_scripts_and_frames_of_ours_is_enough(
    embedded: Embedded, site: FaultyServer
) -> None:
    policy = (
        f"default-src 'none'; script-src {site.url}; frame-src {site.url}; require-trusted-types-for 'script'"
    )
    page = embedded(
        demo('scenario="worked" mismatch="1"') + demo('scene="cycles" start="click"'),
        Content_Security_Policy=policy,
    )
    live(page)
    expect(page.locator("lossless-demo .poster .question").nth(1)).to_be_visible()
    expect(page.locator("lossless-demo .box").nth(1)).to_have_css("display", "grid")


def test_where_nothing_can_be_shared_one_runs_at_a_time(embedded: Embedded, blank: Page) -> None:
    blank.add_init_script("delete self.SharedWorker")
    page = embedded(demo('scenario="worked"') * 2, at="localhost")
    (first,) = live(page)
    assert first.evaluate("lossless.step().then((s) => s.draws)") == 1
    page.get_by_role("button", name="Run it here").click()
    second = live_one(page, 1)
    expect(first.locator("#rest")).to_be_visible()
    assert len(page.workers) == 1
    expect(first.locator("[data-show='numbers.draws']")).to_contain_text("1 draw")
    expect(page.locator("lossless-demo iframe")).to_have_count(2)
    first.evaluate("performance.clearMarks('lossless:live')")
    first.get_by_role("button", name="Run it here").click()
    live_one(page, 0)
    expect(second.locator("#rest")).to_be_visible()


def live_one(page: Page, number: int) -> Frame:
    """One of the frames, once it is live."""
    page.locator("lossless-demo").nth(number).locator("iframe").wait_for(state="attached")
    frame = frame_of(page, number)
    frame.wait_for_function("performance.getEntriesByName('lossless:live').length > 0", timeout=LIVE)
    return frame


def test_a_shared_python_that_hangs_starts_over_for_all(embedded: Embedded, site: FaultyServer) -> None:
    listens = "port.onmessage = ({ data }) => client.hear(data);"
    hangs = (
        "port.onmessage = ({ data }) => { while (data.message?.includes('\"skip\"')); client.hear(data); };"
    )
    with site.edit("worker.js", listens, hangs):
        page = embedded(demo('scenario="worked" mismatch="0.5"') + demo('start="click"'))
        page.evaluate("document.querySelectorAll('lossless-demo').forEach((one) => one.start())")
        first, second = live(page, 2)
        first.evaluate(
            "void lossless.state(); void lossless.skip(1000)"
        )  # what answers the one says nothing of the other
        expect(first.get_by_role("alert")).to_contain_text("stopped answering", timeout=LIVE)
        for frame in (first, second):
            frame.evaluate("performance.clearMarks('lossless:live')")
        first.get_by_role("button", name="Try again").click()
        live(page, 2)
    assert first.evaluate("lossless.step().then((s) => [s.draws, s.settings.mismatch])") == [1, 0.5]


def test_on_paper_it_is_a_poster_a_link_and_a_code(embedded: Embedded, site: FaultyServer) -> None:
    page = embedded(demo('scenario="worked" mismatch="1" theme="dark"'))
    live(page)
    page.emulate_media(media="print")
    expect(page.locator("lossless-demo .poster")).to_be_visible()
    expect(page.locator("lossless-demo iframe")).to_be_hidden()
    expect(page.locator("lossless-demo .print a")).to_have_attribute(
        "href", f"{site.url}index.html?scenario=worked&mismatch=1&theme=dark"
    )
    expect(page.locator("lossless-demo .print svg")).to_be_visible()
    page.emulate_media(media="screen")
    expect(page.locator("lossless-demo iframe")).to_be_visible()


def test_without_scripts_the_words_inside_are_there(browser: Browser, site: FaultyServer, host: Host) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    image = f'<img src="{site.url}posters/cycles-light.svg" alt="Many tokens" width="800"><p>Needs JavaScript.</p>'
    page.goto(host.page(demo('scene="cycles"', image)))
    expect(page.get_by_text("Needs JavaScript.")).to_be_visible()
    assert page.locator("img").bounding_box()["height"] == pytest.approx(460, abs=2)  # type: ignore[index]
    context.close()


ROOM = json.loads(heights.KNOWN.read_text(encoding="utf-8"))


def test_the_room_that_is_kept_for_each_scene_is_about_what_it_takes(blank: Page, site: FaultyServer) -> None:
    assert list(ROOM) == list(SCENES)
    blank.goto(site.url + "?embed=1")
    wait_live(blank)
    for scene, rows in ROOM.items():
        blank.evaluate("(scene) => lossless.set({ scene })", scene)
        for width, height in rows[3::4]:
            now = heights.height_at(blank, width)
            assert abs(now / height - 1) < heights.NEAR, (scene, width, height, now)
