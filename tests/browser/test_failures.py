"""What a failure shows: plain words, a Retry that works, and the painted bars still there.

For each asset of dist/ and each fault.
"""

from __future__ import annotations

from contextlib import nullcontext
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import do, state, wait_for, wait_live
from tests.browser.server import FAULTS, FaultyServer
from tests.more import mostly

NEEDED = [  # every file without which there is no live demo
    "page.js",
    "worker.js",
    "files.mjs",
    "choice.mjs",
    "document.json",
    "bokeh/bokeh.min.js",
    "site.zip",
    "pyodide/pyodide.mjs",
    "pyodide/pyodide.asm.mjs",
    "pyodide/pyodide.asm.wasm",
    "pyodide/python_stdlib.zip",
]

BUNDLE = {"site.zip", "pyodide/python_stdlib.zip"}  # asked for only where the snapshot could not be restored
SNAPSHOT = {
    f"snapshot/{name}" for name in ("python.bin", "restore.mjs", "format.mjs", "objects.mjs", "stream.mjs")
}
USUAL = [  # each file in one way, one file in each way
    *((path, FAULTS[i % len(FAULTS)]) for i, path in enumerate(NEEDED)),
    *((path, FAULTS[-1]) for path in ("document.json", "pyodide/pyodide.asm.wasm")),
    ("pyodide/pyodide.asm.wasm", "short"),
]
LISTENS = "self.onmessage = ({ data }) => {"  # a line of worker.js


def test_the_list_holds_every_file_the_page_asks_for(blank: Page, site: FaultyServer) -> None:
    site.asked.clear()
    blank.goto(site.url)
    wait_live(blank)
    assert set(site.asked) - {"index.html", "favicon.ico"} == set(NEEDED) - BUNDLE | SNAPSHOT


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        *USUAL,
        *mostly(0, (one for one in product(NEEDED, FAULTS) if one not in USUAL)),
    ],
)
def test_a_faulty_file_ends_in_words_and_retry_brings_it_live(
    blank: Page, site: FaultyServer, path: str, fault: str
) -> None:
    with (
        site.fault(path, fault),
        site.fault("snapshot/python.bin", "missing") if path in BUNDLE else nullcontext(),
    ):
        blank.goto(site.url)
        box = blank.get_by_role("alert")
        expect(box).to_be_visible(timeout=45_000)
        assert len(box.inner_text()) > 60
        expect(box.locator("[data-failure='details']")).to_contain_text(
            path.rsplit("/", maxsplit=1)[-1], use_inner_text=False
        )
        assert blank.locator("#bars-painted rect.bar").count() >= 16
        expect(blank.locator("#bars-painted")).to_be_visible()
    blank.get_by_role("button", name="Try again").click()
    wait_live(blank)
    assert do(blank, "step()")["draws"] == 1
    expect(blank.get_by_role("alert")).to_be_hidden()


def test_what_failed_before_any_progress_comes_anew_on_retry(blank: Page, site: FaultyServer) -> None:
    never = (
        "let lastProgress = 0;",
        "let lastProgress = 1e9;",
    )  # a fast machine fails before the first report
    with site.edit("worker.js", *never):
        with site.fault("pyodide/pyodide.asm.wasm", "garbled"):
            blank.goto(site.url)
            expect(blank.locator("[data-failure='details']")).to_contain_text(
                "pyodide.asm.wasm: damaged", use_inner_text=False, timeout=45_000
            )
        blank.get_by_role("button", name="Try again").click()
        wait_live(blank)


def test_no_webassembly_is_said(blank: Page, site: FaultyServer) -> None:
    blank.add_init_script("delete window.WebAssembly")
    blank.goto(site.url)
    expect(blank.get_by_role("alert")).to_contain_text("WebAssembly")
    expect(blank.locator("#bars-painted")).to_be_visible()


def test_a_worker_that_dies_is_said_and_retry_starts_it_again(blank: Page, site: FaultyServer) -> None:
    dies = "if (data.message?.includes('\"skip\"')) setTimeout(() => { throw new Error('out of memory'); });"
    with site.edit("worker.js", LISTENS, LISTENS + dies):
        blank.goto(site.url + "?seed=3&mismatch=0.5")
        wait_live(blank)
        blank.evaluate("lossless.skip(1000)")
        expect(blank.get_by_role("alert")).to_contain_text("stopped")
        expect(blank.locator("#bars-slot canvas").first).to_be_visible()
        blank.evaluate("performance.clearMarks('lossless:live')")
        blank.get_by_role("button", name="Try again").click()
        wait_live(blank)
    assert state(blank)["settings"]["mismatch"] == 0.5
    assert do(blank, "step()")["draws"] == 1


def test_retry_shows_what_the_new_python_has_and_nothing_of_the_old(blank: Page, site: FaultyServer) -> None:
    dies = (
        "if (data.message?.includes('\"choose\"')) setTimeout(() => { throw new Error('out of memory'); });"
    )
    charts = """() => {
        const [bars, curve] = losslessPage.document.roots().map((root) => root.children[0]);
        const data = losslessPage.document.get_model_by_name("bars-data").data;
        return { kept: [...(data.get?.("kept") ?? data.kept)], top: bars.y_range.end, end: curve.x_range.end };
    }"""
    with site.edit("worker.js", LISTENS, LISTENS + dies):
        blank.goto(site.url + "?seed=3")
        wait_live(blank)
        fresh = blank.evaluate(charts)
        assert do(blank, "skip(100000)")["draws"] == 100_000
        wait_for(blank, "losslessPage.document.roots()[1].children[0].x_range.end > 1000")
        blank.evaluate("losslessPage.send({type: 'choose', token: 0})")
        expect(blank.get_by_role("alert")).to_contain_text("stopped")
        blank.evaluate("performance.clearMarks('lossless:live')")
        blank.get_by_role("button", name="Try again").click()
        wait_live(blank)
        assert state(blank)["draws"] == 0
        assert blank.evaluate(charts) == fresh
        assert sum(fresh["kept"]) == 0
        expect(blank.locator("#bars-slot canvas").first).to_be_visible()
        assert blank.evaluate(
            "[Bokeh.documents.length, document.querySelectorAll('#bars-slot > *').length]"
        ) == [1, 1]
        assert not blank.errors  # type: ignore[attr-defined]


def test_a_worker_that_hangs_is_said(blank: Page, site: FaultyServer) -> None:
    hangs = "while (data.message?.includes('\"skip\"'));"
    with site.edit("worker.js", LISTENS, LISTENS + hangs):
        blank.goto(site.url + "?seed=3")
        wait_live(blank)
        blank.evaluate("void lossless.skip(1000)")
        expect(blank.get_by_role("alert")).to_contain_text("stopped answering", timeout=15_000)
        blank.evaluate("performance.clearMarks('lossless:live')")
        blank.get_by_role("button", name="Try again").click()
        wait_live(blank)
        assert do(blank, "step()")["draws"] == 1


def test_a_callback_that_raises_is_shown_and_the_clock_goes_on(blank: Page, site: FaultyServer) -> None:
    blank.goto(site.url + "?seed=3&speed=500&play=1")
    wait_live(blank)
    blank.evaluate("losslessPage.send({type: 'skip', n: 'many'})")
    expect(blank.get_by_role("alert")).to_contain_text("Something went wrong")
    before = state(blank)["draws"]
    blank.wait_for_timeout(1000)
    assert state(blank)["draws"] > before + 100


def test_opened_from_a_disk_it_says_what_to_do(blank: Page, dist: Path) -> None:
    blank.goto((dist / "index.html").as_uri())
    expect(blank.get_by_role("alert")).to_be_visible()
    assert blank.locator("#bars-painted rect.bar").count() >= 16
