"""What no one should do to the page, and what no screen should do to it: hostile values, a monkey at the controls, odd screens.

One page serves most tests here; each sets what it needs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import do, state, wait_live
from tests.browser.server import FaultyServer

SCREENS = [  # name, width, height, projector
    ("small phone", 320, 640, False),
    ("phone", 390, 844, False),
    ("phone on its side", 740, 360, False),
    ("desktop at 200 %", 640, 360, False),
    ("small laptop", 1024, 600, False),
    ("laptop", 1366, 768, False),
    ("old projector", 1024, 768, True),
    ("projector", 1280, 720, True),
    ("4K projector", 3840, 2160, True),
]

# What does not fit: content wider than the window, cards that clip, texts on top of each other.
MISFITS = """() => {
  const wrong = [];
  const root = document.scrollingElement;
  if (root.scrollWidth > innerWidth) wrong.push(`scrolls sideways: ${root.scrollWidth} in ${innerWidth}`);
  for (const card of document.querySelectorAll('.card')) {
    if (card.checkVisibility() && (card.scrollWidth > card.clientWidth + 1 || (getComputedStyle(card).overflowY === 'hidden' && card.scrollHeight > card.clientHeight + 1)))
      wrong.push(`${card.className}: ${card.scrollWidth} x ${card.scrollHeight} in ${card.clientWidth} x ${card.clientHeight}`);
  }
  const texts = [];
  const walker = document.createTreeWalker(document.getElementById('lossless-page'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, parent = text.parentElement;
    const seen = text.data.trim() && parent.checkVisibility({ visibilityProperty: true });
    if (!seen || parent.closest('.visually-hidden, svg, select, .slot, #columns, h1')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) texts.push([text.data.trim().slice(0, 30), box, parent.closest('.controls') !== null]);
  }
  texts.forEach(([a, one, above], i) => texts.slice(i + 1).forEach(([b, two, over]) => {
    const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
    const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
    if (above === over && across > 2 && down > 4) wrong.push(`"${a}" on "${b}"`);
  }));
  return wrong;
}"""

# How far the canvas's frame is from the buttons that lie over it, in CSS pixels.
GAP = """() => {
  const find = (view) => view.model.name === 'bars' && view.frame ? view : view.child_views?.map(find).find(Boolean);
  const view = [...Bokeh.index].map(find).find(Boolean);
  const canvas = view.el.getBoundingClientRect(), frame = view.frame.bbox, over = document.getElementById('columns').getBoundingClientRect();
  return Math.max(...[canvas.left + frame.left - over.left, canvas.left + frame.right - over.right, canvas.top + frame.top - over.top, canvas.top + frame.bottom - over.bottom].map(Math.abs));
}"""

# What must hold at every moment: the state against itself, and the controls against the state.
AMISS = """async () => {
  const s = await lossless.state(), wrong = [], byId = (id) => document.getElementById(id);
  const check = (fine, what) => fine || wrong.push(what);
  const distance = (a, b) => 0.5 * a.reduce((sum, x, i) => sum + Math.abs(x - b[i]), 0);
  check(s.counts.reduce((a, b) => a + b, 0) === s.draws, `counts sum to other than ${s.draws}`);
  check(s.accepted <= s.drafted, `${s.accepted} of ${s.drafted}`);
  check(s.draws === 0 ? s.tv === null : Math.abs(distance(s.p, s.counts.map((n) => n / s.draws)) - s.tv) < 1e-12, `tv ${s.tv}`);
  check(s.acceptance === (s.drafted ? s.accepted / s.drafted : null), `acceptance ${s.acceptance}`);
  check(Math.abs(1 - distance(s.p, s.q) - s.acceptance_theory) < 1e-9, `theory ${s.acceptance_theory}`);
  check(s.settings.rule === 'naive' || s.counts.every((n, i) => n === 0 || s.p[i] > 0), 'an impossible token came out');
  check((byId('play').getAttribute('aria-label') === losslessPage.text['control.pause']) === s.playing, 'play');
  check(byId('naive').checked === (s.settings.rule === 'naive'), 'naive');
  check(Number(byId('mismatch').value) === Math.round(100 * s.settings.mismatch) / 100, 'mismatch');
  check(byId('scenario').value === s.settings.scenario, 'scenario');
  check(byId('columns').children.length === s.p.length, 'columns');
  check(!/NaN|undefined|null|Infinity/.test(byId('lossless-page').innerText), 'words');
  check(byId('failure').hidden, byId('failure').innerText);
  return wrong;
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, site: FaultyServer) -> Iterator[Page]:
    """One live page, paused, for the tests of this module."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    page = context.new_page()
    page.errors = []  # type: ignore[attr-defined]
    page.on("pageerror", lambda error: page.errors.append(str(error)))  # type: ignore[attr-defined]
    page.goto(site.url + "?seed=3")
    wait_live(page)
    yield page
    context.close()


@pytest.fixture(autouse=True)
def no_error(page: Page) -> Iterator[None]:
    """No test may leave an error or a message of failure behind."""
    yield
    assert page.errors == []  # type: ignore[attr-defined]
    assert page.locator("#failure").is_hidden()


@pytest.mark.parametrize(("name", "width", "height", "projector"), SCREENS)
def test_everything_fits_every_screen(
    page: Page, name: str, width: int, height: int, projector: bool
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("on => { losslessPage.projector = on; losslessPage.applyForm(); }", projector)
    for scenario, rule in (("next-word", "lossless"), ("long-tail", "naive")):
        do(page, f"set({{scenario: '{scenario}', rule: '{rule}', mismatch: 1}})")
        do(page, "skip(1000)")
        do(page, "set({mismatch: .7})")
        do(page, "step()")
        page.wait_for_timeout(300)
        assert page.evaluate(MISFITS) == [], name
        assert page.evaluate(GAP) < 1.5, "the buttons lie where the bars are"
    page.evaluate("losslessPage.projector = false; losslessPage.applyForm()")
    page.set_viewport_size({"width": 1280, "height": 860})


def test_names_stay_text_and_in_their_place(page: Page) -> None:
    names = ["$$x^2$$", "<b>bold</b>", "שלום", "W" * 24]
    do(page, f"set({{p: [.1, .2, .3, .4], r: [.4, .3, .2, .1], names: {names}}})")
    do(page, "step()")
    assert page.locator("#columns span").all_inner_texts() == names
    assert page.locator("#lossless-page b").count() == 0
    assert page.evaluate(MISFITS) == []


def test_any_value_from_a_host_is_taken_or_noted(page: Page) -> None:
    raised = page.evaluate(
        """async () => {
        const cycle = {}; cycle.cycle = cycle;
        const values = [undefined, null, NaN, Infinity, -1, 1.5, "", "x", "1e9", [], {}, true, () => 1, Symbol("s"), 10n, [NaN], "\\ud800", Array(1e5).fill(1), cycle];
        const raised = [];
        for (const { name } of [...losslessPage.data.schema, { name: "__proto__" }])
          await Promise.all(values.map((value) => lossless.set({ [name]: value }).catch((error) => raised.push(`${name}: ${error}`))));
        for (const value of values) {
          await lossless.set(value).catch((error) => raised.push(`set: ${error}`));
          if (await lossless.skip(value).catch((error) => error instanceof RangeError) !== true) raised.push("skip");
        }
        return raised;
    }"""
    )
    assert raised == []
    do(page, "pause()")
    do(page, "set({scenario: 'next-word', temperature: 1, top_k: 0, top_p: 1})")
    assert do(page, "step()")["draws"] >= 1


def test_hostile_values_before_python_do_not_keep_it_from_coming(blank: Page, site: FaultyServer) -> None:
    blank.goto(site.url + "?seed=3", wait_until="commit")
    blank.wait_for_function("window.lossless")
    blank.evaluate(
        """async () => { const cycle = {}; cycle.cycle = cycle;
        for (const value of [cycle, 10n, Symbol("s"), () => 1, NaN]) { await lossless.set({ mismatch: value, p: value }); await lossless.skip(value).catch(() => 0); } }"""
    )
    wait_live(blank)
    assert do(blank, "step()")["draws"] == 1
    assert blank.errors == []  # type: ignore[attr-defined]
    assert blank.locator("#failure").is_hidden()


def test_own_laws_of_an_address_are_painted_before_python(blank: Page, site: FaultyServer) -> None:
    blank.route("**/worker.js", lambda route: route.abort())
    painted = "[...document.querySelectorAll('#bars-painted rect.bar')].length / 3"
    blank.goto(site.url + "?p=.5,.3,.2&r=.2,.2,.6&names=one,two,three&mismatch=1")
    assert blank.evaluate(painted) == 3
    assert blank.locator("#columns span").all_inner_texts() == ["one", "two", "three"]
    early = state(blank)
    assert early["q"] == pytest.approx([0.2, 0.2, 0.6])
    assert early["acceptance_theory"] == pytest.approx(0.6)
    assert early["counts"] == [0, 0, 0]
    for no_law in ("p=5,5", "p=1&r=.5,.5", "p=-1,2", "p=" + ",".join(["0.001"] * 1000), "p=x"):
        blank.goto(site.url + "?" + no_law)
        assert blank.evaluate(painted) == 8, no_law


def test_a_monkey_at_the_controls_breaks_nothing(page: Page) -> None:
    chance = random.Random(2)  # which button is pressed next
    press = "id => { const e = document.getElementById(id); if (!e.hidden) e.click(); document.getElementById('help-dialog').close(); }"
    choose = "([id, n]) => { const e = document.getElementById(id); e.selectedIndex = n % e.options.length; e.dispatchEvent(new Event('change')); }"
    slide = "n => { const e = document.getElementById('mismatch'); for (let i = 0; i < n; i++) { e.value = Math.random(); e.dispatchEvent(new Event('input')); } e.dispatchEvent(new Event('change')); }"
    edit = "n => { const all = document.querySelectorAll('#rows input'); if (!all.length) return; const e = all[n % all.length]; e.value = e.type === 'number' ? [0, 1, .3, -1, 7, ''][n % 6] : ['a', '', '<b>'][n % 3]; e.dispatchEvent(new Event('change')); }"
    page.evaluate("for (const id of ['more', 'sampling', 'numbers']) document.getElementById(id).open = true")
    ids = ["play", "play", "play", "step", "step", "reset", "replay", "new-seed", "naive", "naive", "theme", "start-again", "add-token", "remove-token", "help"]
    acts: list[Callable[[], object]] = [
        *[lambda: page.evaluate(press, chance.choice(ids))] * 6,
        lambda: page.evaluate(
            "n => document.querySelectorAll('[name=speed]')[n].click()", chance.randrange(5)
        ),
        lambda: page.evaluate(slide, chance.randrange(1, 12)),
        lambda: page.evaluate(
            choose, [chance.choice(["scenario", "draft", "tv_scale"]), chance.randrange(9)]
        ),
        lambda: page.evaluate(edit, chance.randrange(150)),
        lambda: page.evaluate(
            "n => document.querySelectorAll('[data-skip]')[n].click()", chance.randrange(4)
        ),
        lambda: page.evaluate(
            "n => { const all = document.getElementById('columns').children; all[n % all.length].click(); }",
            chance.randrange(50),
        ),
    ]
    for turn in range(240):
        chance.choice(acts)()
        if turn % 12 == 0:
            page.wait_for_timeout(chance.choice([0, 30, 120]))
            wrong = page.evaluate(AMISS)
            assert wrong == [], f"turn {turn}"
    do(page, "pause()")
    page.evaluate(
        "for (const id of ['more', 'sampling', 'numbers']) document.getElementById(id).open = false"
    )


def test_a_screen_reader_is_not_talked_to_death_at_full_speed(page: Page) -> None:
    do(page, "set({scenario: 'next-word', speed: 500})")
    do(page, "replay()")
    changes = page.evaluate(
        """async () => {
        await new Promise((done) => setTimeout(done, 300));
        const changes = { live: 0, names: 0, summary: 0 };
        const count = (element, key) => new MutationObserver(() => changes[key]++).observe(element, { subtree: true, childList: true, characterData: true, attributeFilter: ["aria-label", "title"] });
        for (const element of document.querySelectorAll("[role=status], [role=alert], [aria-live]:not([aria-live=off])")) count(element, "live");
        count(document.getElementById("columns"), "names");
        count(document.getElementById("summary"), "summary");
        await new Promise((done) => setTimeout(done, 3000));
        return changes;
    }"""
    )
    do(page, "pause()")
    assert changes["live"] == 0
    assert 1 <= changes["names"] <= 4
    assert 1 <= changes["summary"] <= 4
    expect(page.locator("#summary")).to_contain_text(f"{state(page)['draws']:,} draws")


def test_one_drag_of_the_slider_is_one_mark(page: Page) -> None:
    do(page, "set({scenario: 'worked', speed: 500, mismatch: 1, tv_scale: 'linear'})")
    do(page, "replay()")
    page.wait_for_timeout(300)
    box = page.get_by_role("slider", name="Mismatch").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] - 14, box["y"] + box["height"] / 2)
    page.mouse.down()
    for step in range(1, 15):
        page.mouse.move(box["x"] + box["width"] * (1 - step / 20), box["y"] + box["height"] / 2)
        page.wait_for_timeout(20)
    page.mouse.up()
    now = do(page, "pause()")
    assert 0.2 < now["settings"]["mismatch"] < 0.4
    assert (
        page.evaluate(
            "(({ data }) => (data.get ? data.get('n') : data.n).length)(losslessPage.document.get_model_by_name('curve-marks'))"
        )
        == 1
    )


def test_it_prints_dark_on_white(page: Page) -> None:
    page.evaluate("losslessPage.theme = 'dark'; losslessPage.applyForm()")
    page.emulate_media(media="print")
    expect(page.locator("body")).to_have_css("color", "rgb(20, 32, 43)")
    page.emulate_media(media="screen")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.evaluate("losslessPage.theme = 'light'; losslessPage.applyForm()")


def test_two_frames_take_the_height_they_tell_and_refuse_in_words(
    browser: Browser, site: FaultyServer
) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    host = context.new_page()
    host.goto(site.url + "manifest.json")
    frames = host.evaluate(
        """async (url) => {
        document.body.innerHTML = "";
        const frames = [300, 900].map((width) => { const frame = document.createElement("iframe"); Object.assign(frame, { src: url, width, height: 100 }); frame.style.border = 0; document.body.append(frame); return frame; });
        const heard = frames.map(() => []);
        addEventListener("message", ({ source, data }) => {
            const i = frames.findIndex((frame) => frame.contentWindow === source);
            if (i >= 0) heard[i].push(data);
            if (i >= 0 && data.type === "lossless:size") frames[i].height = data.height;
        });
        const until = async (fine) => { for (let i = 0; i < 400 && !fine(); i++) await new Promise((done) => setTimeout(done, 100)); };
        await until(() => heard.every((all) => all.some((data) => data.type === "lossless:ready")));
        for (const frame of frames) frame.contentWindow.postMessage({ type: "lossless:step" }, "*");
        frames[1].contentWindow.postMessage({ type: "lossless:skip", n: 7 }, "*");
        await until(() => heard[1].some((data) => data.type === "lossless:error"));
        await new Promise((done) => setTimeout(done, 500));
        return frames.map((frame, i) => {
            const root = frame.contentDocument.scrollingElement;
            return { down: root.scrollHeight - root.clientHeight, across: root.scrollWidth - root.clientWidth,
                     draws: heard[i].filter((data) => data.type === "lossless:state").at(-1).state.draws,
                     refused: heard[i].filter((data) => data.type === "lossless:error").length, failed: !frame.contentDocument.getElementById("failure").hidden };
        });
    }""",
        site.url + "?embed=1&seed=3",
    )
    context.close()
    fine = {"down": 0, "across": 0, "draws": 1, "failed": False}
    assert frames == [fine | {"refused": 0}, fine | {"refused": 1}]


def test_retry_pressed_three_times_starts_once(blank: Page, site: FaultyServer) -> None:
    with site.fault("document.json", "missing"):
        blank.goto(site.url + "?seed=3")
        expect(blank.get_by_role("alert")).to_be_visible(timeout=45_000)
    blank.evaluate("for (let i = 0; i < 3; i++) document.getElementById('retry').click()")
    wait_live(blank)
    assert do(blank, "step()")["draws"] == 1
    assert blank.locator("#bars-slot canvas").count() == blank.locator("#curve-slot canvas").count()
    expect(blank.get_by_role("alert")).to_be_hidden()
