"""Once visited, the page opens without a network: whole, of one build, and without touching what others keep.

A page that is live asks the service worker to keep it; tests of the keeping alone ask from a text file of the
same folder, so that no Python has to start.
"""

from __future__ import annotations

import html
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.bench import firefox
from tests.bench.server import Site
from tests.bench.server import site as served
from tests.browser.conftest import state, wait_live
from tests.browser.server import DATA, FaultyServer
from tests.more import MORE, mostly
from tools import headers, names, offline
from tools.places import places

QUIET = "licences/NOTICE.txt"  # a page of the folder where nothing starts
WITHIN = 120_000  # ms for a build to be kept
KEEP = """async (files) => {
  const registration = await navigator.serviceWorker.register("../offline.js");
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  return new Promise((resolve) => {
    navigator.serviceWorker.addEventListener("message", ({ data }) => resolve(data.whole));
    navigator.serviceWorker.startMessages();
    worker.postMessage({ type: "keep", files });
  });
}"""
KEPT = """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async (name) =>
  [name, (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)])))"""
SCOPES = "async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname)"
FILES, BUILD = "lossless / files", "lossless / build "


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that was never anywhere and may have service workers."""
    opened = browser.new_context(service_workers="allow", viewport={"width": 1280, "height": 860})
    yield opened
    opened.close()


@pytest.fixture
def place(dist: Path, tmp_path: Path) -> Iterator[tuple[Site, Callable[[Path], None]]]:
    """The project's own server, as a plain host that compresses nothing, and how to deploy another folder there."""
    link = tmp_path / "deployed"
    link.symlink_to(dist)

    def deploy(folder: Path) -> None:
        (tmp_path / "next").symlink_to(folder)
        (tmp_path / "next").rename(link)

    with served(link, "identity") as opened:
        yield opened, deploy


def data_of(folder: Path) -> dict:
    return json.loads(html.unescape(DATA.search((folder / "index.html").read_text())[1]))


def copy_of(dist: Path, folder: Path) -> Path:
    shutil.copytree(dist, folder, copy_function=os.link)
    return folder


def replace(file: Path, text: str) -> None:
    """Writes a file of a copy; the one that it was linked to stays."""
    for old in file.parent.glob(f"{file.name}*"):
        old.unlink()
    file.write_text(text)


def another_build(dist: Path, folder: Path, *, kept: bool = True) -> Path:
    """The same page with another headline and another page.js; without `kept` it has no service worker."""
    copy = copy_of(dist, folder)
    script = copy / data_of(copy)["files"]["page.js"]
    source = script.read_text() + "\nwindow.another = true;\n"
    replace(script, "")
    script.unlink()
    new = f"page-{names.hash_of(source)}.js"
    (copy / new).write_text(source)
    page = (copy / "index.html").read_text().replace(script.name, new).replace("</h1>", " again</h1>", 1)
    if not kept:
        page = page.replace('"offline": "offline.js"', '"offline": null')
    replace(copy / "index.html", page)
    for name in ("offline.js", headers.NETLIFY, headers.NGINX):
        (copy / name).unlink()
    if kept:
        offline.write(places().static, copy, data_of(copy))
    headers.write(copy)
    return copy


def visit(context: BrowserContext, url: str) -> Page:
    page = context.new_page()
    page.goto(url)
    wait_live(page)
    return page


def wait_kept(page: Page) -> None:
    expect(page.locator("#kept")).to_be_visible(timeout=WITHIN)


def needed(folder: Path) -> list[str]:
    data = data_of(folder)
    return [data["files"][name] for name in data["needed"]]


def quiet(context: BrowserContext, url: str) -> Page:
    page = context.new_page()
    page.goto(url + QUIET)
    return page


def stop(place: Site) -> None:
    place.server.shutdown()
    place.server.server_close()


def test_after_one_visit_it_opens_without_a_server(context: BrowserContext, place) -> None:
    server, _ = place
    page = visit(context, server.url)
    assert page.locator("#kept").is_hidden(), "nothing is kept before the page is live"
    wait_kept(page)
    stop(server)
    page.reload()
    wait_live(page)
    assert state(page)["live"]
    page.goto(server.url + "?scene=cycles&seed=3")
    wait_live(page)
    assert state(page)["settings"]["scene"] == "cycles"
    other = visit(context, server.url + "index.html?scenario=worked")
    assert other.evaluate("lossless.step()")["draws"] == 1


SEEN_LIVE = """new Promise((go) => new PerformanceObserver((list) => {
  if (list.getEntriesByName("lossless:live").length) go();
}).observe({ type: "mark", buffered: true })).then(() => lossless.step())"""
SEEN_KEPT = """new Promise((go) => {
  const kept = document.getElementById("kept");
  const look = () => { if (!kept.hidden) go(); };
  new MutationObserver(look).observe(kept, { attributes: true });
  look();
})"""


@pytest.mark.skipif(firefox.find() is None, reason="Firefox is not installed")
def test_after_one_visit_it_opens_without_a_server_in_firefox(place) -> None:
    server, _ = place
    with firefox.firefox() as fox:
        fox.goto(server.url + "?seed=3")
        before = fox.wait_for(SEEN_LIVE)
        fox.wait_for(SEEN_KEPT)
        stop(server)
        fox.goto(server.url + "?seed=3&scene=cycles")
        after = fox.wait_for(SEEN_LIVE)
    assert (before["live"], after["live"], after["settings"]["scene"]) == (True, True, "cycles")


def test_a_deployment_is_seen_on_the_next_load_and_both_builds_stay_whole(
    context: BrowserContext, place, dist: Path, tmp_path: Path
) -> None:
    server, deploy = place
    old = visit(context, server.url)
    wait_kept(old)
    deploy(another_build(dist, tmp_path / "second"))
    new = visit(context, server.url)
    assert new.evaluate("window.another")
    expect(new.locator("h1")).to_contain_text("again")
    wait_kept(new)
    builds = [name for name in new.evaluate(KEPT) if name.startswith(BUILD)]
    assert len(builds) == 2, "another window shows the first build"
    was = data_of(dist)["files"]["page.js"]
    stop(server)
    assert "window.another" not in old.evaluate(
        f"fetch('{was}', {{cache: 'reload'}}).then((answer) => answer.text())"
    )
    old.close()
    new.reload()
    wait_live(new)
    assert new.evaluate("window.another")
    new.wait_for_function(
        f"caches.keys().then((names) => names.filter((name) => name.startsWith('{BUILD}')).length === 1)",
        timeout=WITHIN,
    )
    new.wait_for_function(f"caches.match('{was}.gz').then((found) => !found)")


def test_a_build_without_it_takes_it_away_and_leaves_alone_what_is_not_its_own(
    context: BrowserContext, place, dist: Path, tmp_path: Path
) -> None:
    server, deploy = place
    page = quiet(context, server.url)
    assert page.evaluate(KEEP, needed(dist))
    page.evaluate(
        "Promise.all(['of another app', 'lossless /elsewhere/ files'].map((name) => caches.open(name)))"
    )
    deploy(another_build(dist, tmp_path / "without", kept=False))
    page.goto(server.url)
    wait_live(page)
    page.wait_for_function(
        "navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)", timeout=WITHIN
    )
    page.wait_for_function("caches.keys().then((names) => names.length === 2)")
    assert set(page.evaluate(KEPT)) == {"of another app", "lossless /elsewhere/ files"}


@MORE
def test_where_another_site_took_its_place_it_goes_by_itself(
    context: BrowserContext, place, dist: Path, tmp_path: Path
) -> None:
    server, deploy = place
    page = quiet(context, server.url)
    assert page.evaluate(KEEP, needed(dist))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "index.html").write_text("another site")
    deploy(tmp_path / "other")
    page.goto(server.url)
    assert page.inner_text("body") == "another site"
    page.wait_for_function("navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)")
    page.wait_for_function("caches.keys().then((names) => names.length === 0)")


@MORE
def test_two_copies_on_one_host_do_not_touch_each_other(
    context: BrowserContext, place, dist: Path, tmp_path: Path
) -> None:
    server, deploy = place
    (tmp_path / "two").mkdir()
    copy_of(dist, tmp_path / "two" / "a")
    copy_of(dist, tmp_path / "two" / "b")
    deploy(tmp_path / "two")
    for name in "ab":
        assert quiet(context, f"{server.url}{name}/").evaluate(KEEP, needed(dist))
    page = quiet(context, f"{server.url}b/")
    (tmp_path / "two" / "a" / "offline.js").unlink()
    context.new_page().goto(f"{server.url}a/index.html")
    page.wait_for_function(
        "caches.keys().then((names) => names.every((name) => name.startsWith('lossless /b/ ')))"
    )
    assert page.evaluate(SCOPES) == ["/b/"]
    kept = page.evaluate(KEPT)
    assert len(kept) == 2
    assert all(path.startswith("/b/") for paths in kept.values() for path in paths)


@pytest.mark.parametrize("fault", mostly(1, ["short", "missing", "garbled"]))
def test_a_build_is_whole_or_it_is_not_there_and_what_came_need_not_come_again(
    context: BrowserContext, site: FaultyServer, dist: Path, fault: str
) -> None:
    page = quiet(context, site.url)
    with site.fault("site-rest.zip", fault):
        assert page.evaluate(KEEP, needed(dist)) is False
    kept = page.evaluate(KEPT)
    assert list(kept) == [FILES]
    came = {site.names[path.lstrip("/")] for path in kept[FILES]}
    assert came
    site.asked.clear()
    assert page.evaluate(KEEP, needed(dist)) is True
    assert "site-rest.zip" in site.asked
    assert not came & set(site.asked)
    assert len(page.evaluate(KEPT)) == 2


@MORE
def test_a_page_of_another_build_is_not_kept_with_this_ones_files(
    context: BrowserContext, site: FaultyServer, dist: Path
) -> None:
    page = quiet(context, site.url)
    with site.edit("index.html", "</h1>", " of another build</h1>"):
        assert page.evaluate(KEEP, needed(dist)) is False
    assert list(page.evaluate(KEPT)) == [FILES]


@MORE
def test_without_room_nothing_stays(context: BrowserContext, site: FaultyServer, dist: Path) -> None:
    page = quiet(context, site.url)
    with site.edit("offline.js", "navigator.storage.estimate()", "{ quota: 9e6, usage: 0 }"):
        assert page.evaluate(KEEP, needed(dist)) is False
    assert page.evaluate(KEPT) == {FILES: []}


@pytest.mark.parametrize("accept", mostly(1, [None, "identity"]))
def test_what_is_kept_is_compressed_and_comes_as_it_was_asked_for(
    context: BrowserContext, dist: Path, accept: str | None
) -> None:
    with served(dist, accept) as server:
        page = quiet(context, server.url)
        assert page.evaluate(KEEP, needed(dist))
    path = data_of(dist)["files"]["bokeh/bokeh.min.js"]
    read = "async ([path, end]) => { const answer = await fetch(`../${path}${end}`, { cache: 'reload' }); return [(await answer.arrayBuffer()).byteLength, answer.headers.get('content-type'), answer.headers.get('content-encoding')]; }"
    plain, kind, encoding = page.evaluate(read, [path, ""])
    zipped, *_ = page.evaluate(read, [path, ".gz"])
    assert (plain, kind, encoding) == ((dist / path).stat().st_size, headers.TYPES[".js"], None)
    assert zipped < plain / 2
    sizes = page.evaluate("navigator.storage.estimate()")
    assert sizes["usage"] < 40e6


def test_the_list_holds_what_a_visit_may_load(dist: Path) -> None:
    told = json.loads(re.match(r"const BUILD = (\{.*?\});\n", (dist / "offline.js").read_text())[1])
    data = data_of(dist)
    wanted = {path for name, path in data["files"].items() if not name.startswith("bokeh/")}
    assert wanted | set(needed(dist)) == told["files"].keys()
    assert {"index.html", "app.webmanifest"} <= told["pages"].keys()
    assert sum(file["bytes"] for file in told["files"].values()) < 35e6
