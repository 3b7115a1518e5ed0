"""How the files come: over hosts that encode and hosts that do not, over slow links, and on a second visit."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.bench.server import site
from tests.browser.conftest import state, wait_for, wait_live
from tests.browser.server import FaultyServer, files
from tools.places import places

SNAPSHOT = "snapshot/python.bin"
SLOW = 6.0  # Mbit/s: slower than any machine makes a fast link look
PROGRESS = """
window.progress = [];
window.Worker = class extends Worker {
  constructor(script, options) {
    super(script, { ...options, name: options.name.replace("choice", "snapshot") }); // a busy machine makes links look slow
    this.addEventListener("message", ({ data }) => { if (data.kind === "progress") progress.push([data.loaded, data.total]); });
  }
};"""


@pytest.mark.parametrize("accept", [None, "gzip", "identity"])
def test_progress_counts_what_comes_over_the_wire(blank: Page, accept: str | None) -> None:
    blank.add_init_script(PROGRESS)
    with site(places().dist, accept) as place:
        blank.goto(place.url)
        wait_live(blank)
        sent = place.link.sent
    loaded, total = blank.evaluate("progress.filter(([loaded]) => loaded).at(-1)")
    assert loaded == pytest.approx(total)
    assert 0.9 * sent < total <= sent or accept == "identity"
    assert state(blank)["start"] == {"kind": "snapshot", "reason": None}


def test_a_plain_host_sends_the_gzips_and_none_of_the_large_files(blank: Page, site: FaultyServer) -> None:
    site.asked.clear()
    before = site.sent
    blank.goto(site.url)
    wait_live(blank)
    assert SNAPSHOT in site.asked
    assert site.sent - before < 21e6


def test_a_slow_link_gets_the_bundle_and_the_next_visit_the_snapshot_from_the_cache(browser: Browser) -> None:
    page = browser.new_page()
    with site(places().dist) as place:
        place.link.mbit = SLOW
        page.goto(place.url)
        wait_live(page)
        assert state(page)["start"] == {"kind": "bundle", "reason": "a slow link"}
        assert page.evaluate("localStorage.getItem('lossless:no-snapshot')") is None
        place.link.mbit = None
        page.wait_for_function("localStorage.getItem('lossless:kept')")
        sent = place.link.sent
        page.goto(place.url + "?seed=2")
        wait_live(page)
        wait_for(page, "s.live")
        assert state(page)["start"] == {"kind": "snapshot", "reason": None}
        assert place.link.sent - sent < 15e6
    page.close()


def test_every_asset_has_its_gzip_for_plain_hosts() -> None:
    dist = places().dist
    large = {name: path for name, path in files(dist).items() if (dist / path).stat().st_size > 100_000}
    assert len(large) > 8
    assert [name for name, path in large.items() if not (dist / f"{path}.gz").is_file()] == []
