"""The bench's own tools: what it counts, how slow it makes a link, what it refuses to take for a figure."""

import doctest
import http.client
import json
import sys
import time
import types
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.bench import __main__ as bench
from tests.bench import browser, chart, figure, heights, inside, plan, report, server, start, stock
from tests.bench.figure import Figure, Target, ratio
from tests.bench.plan import Plan
from tools.stop import Stop

LIVE_PAGE = "<script>performance.mark('lossless:painted'); performance.mark('lossless:live');{}</script>"
WORKER = "const pyodide = { runPython: (code) => 40 + Number(code) }; self.onmessage = () => pyodide;"


def get(url: str, **headers: str) -> bytes:
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:  # noqa: S310  # this machine
        return answer.read()


def apart(work):
    """The result of work in a thread of its own: Playwright allows one of itself a thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


@pytest.fixture
def site(tmp_path):
    with server.site(tmp_path) as place:
        yield place


def test_a_link_counts_what_is_sent_and_takes_its_time(site, tmp_path):
    (tmp_path / "file").write_bytes(bytes(1_000_000))
    times = {}
    for mbit in (None, 40):
        site.link.mbit, site.link.sent, began = mbit, 0, time.monotonic()
        assert len(get(site.url + "file")) == 1_000_000
        times[mbit] = time.monotonic() - began
        assert 1_000_000 < site.link.sent < 1_001_000
    assert 0.2 - server.LATE <= times[40] < 2
    assert times[None] < times[40]


def test_a_link_is_one_for_all_connections(site, tmp_path):
    (tmp_path / "file").write_bytes(bytes(500_000))
    site.link.mbit, began = 40, time.monotonic()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(get, [site.url + "file"] * 4))
    assert time.monotonic() - began >= 0.4 - server.LATE


def test_what_is_asked_for_in_vain_is_kept(site):
    with pytest.raises(urllib.error.HTTPError):
        get(site.url + "nothing")
    assert site.refused == ["/nothing"]


def test_a_browser_can_be_taken_to_accept_gzip_alone(tmp_path, monkeypatch):
    heard = []
    monkeypatch.setattr(
        server.serve.Handler, "do_GET", lambda self: heard.append(self.headers["Accept-Encoding"])
    )
    for accept in (None, "gzip"):
        with server.site(tmp_path, accept) as place, pytest.raises(http.client.RemoteDisconnected):
            get(place.url, **{"Accept-Encoding": "br, gzip"})
    assert heard == ["br, gzip", "gzip"]


def visit(tmp_path, page: str) -> browser.Visit:
    (tmp_path / "index.html").write_text(page)

    def once():
        with server.site(tmp_path) as place, browser.chromium() as chromium:
            return chromium.visit(place)

    return apart(once)


def test_a_visit_tells_marks_bytes_and_processor_time(tmp_path):
    seen = visit(tmp_path, LIVE_PAGE.format("") + "x" * 100_000)
    assert 0 < seen.painted <= seen.live < 30_000
    assert 100_000 < seen.bytes < 110_000
    assert 0 <= seen.cpu < 30
    assert seen.kind is None


def test_a_page_that_lacks_a_file_or_asks_another_host_gives_no_figure(tmp_path):
    wait = "<script>document.write('<script src=\"{}\"><\\/script>')</script>"
    with pytest.raises(RuntimeError, match=r"in vain for \['/lost.js'\]"):
        visit(tmp_path, wait.format("lost.js") + LIVE_PAGE.format(""))
    with pytest.raises(RuntimeError, match=r"other hosts for \['http://127.0.0.2"):
        visit(tmp_path, wait.format("http://127.0.0.2:9/x.js") + LIVE_PAGE.format(""))


def test_a_page_that_fails_is_given_up_at_once(tmp_path):
    began = time.monotonic()
    with pytest.raises(Exception, match="the worker is gone"):
        visit(
            tmp_path,
            "<body><script>window.losslessPage = {lastFailure: {details: 'the worker is gone'}}</script>",
        )
    assert time.monotonic() - began < 30


def test_a_workers_python_is_found_among_its_variables(tmp_path):
    late = "await new Promise((go) => setTimeout(go, 500));"  # a worker is attached to before its script runs
    (tmp_path / "worker.js").write_text(late + WORKER)
    (tmp_path / "index.html").write_text("<script>new Worker('worker.js', { type: 'module' })</script>")

    def ask():
        with server.site(tmp_path) as place, browser.chromium() as chromium:
            page = chromium.context.new_page()
            page.goto(place.url)
            return inside.Inside(page).call("function (code) { return this.runPython(code); }", "2")

    assert apart(ask) == 42


def test_the_bundle_is_what_was_measured_where_it_was_asked_for():
    kinds = {kind: browser.Visit(1, 1, 1, 1, kind) for kind in ("bundle", "snapshot")}
    start.must_be_bundle(start.Series([kinds["bundle"]], [kinds["bundle"]]))
    with pytest.raises(RuntimeError, match="snapshot"):
        start.must_be_bundle(start.Series([kinds["bundle"]], [kinds["snapshot"]]))


def test_stock_is_not_measured_where_panel_writes_something_new(tmp_path):
    (tmp_path / "main.js").write_text("importScripts('there');\nnothing else")
    (tmp_path / "main.html").write_text("")
    with pytest.raises(Stop, match="loadPyodide"):
        stock.point_here(tmp_path)


@pytest.mark.parametrize("module", [chart, figure, plan, report, stock])
def test_examples_in_docstrings_hold(module):
    done = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert done.attempted > 0
    assert done.failed == 0


def test_a_ratio_is_of_medians_and_knows_its_target():
    ours, theirs = Figure("", "ms", (1.0, 2.0, 100.0)), Figure("", "ms", (9.0, 10.0, 11.0))
    assert ratio("live", ours, theirs, 1 / 5).met
    assert not ratio("live", ours, theirs, 1 / 6).met
    assert Figure("", "", (3.0,)).met is None
    assert Target(5, at_most=False).met(5)


def test_rounds_end_when_their_time_is_over():
    assert list(Plan(runs=5, window=1, minutes=1, hurry=1).rounds(60)) == [0, 1, 2, 3, 4]
    assert list(Plan(runs=5, window=1, minutes=1, hurry=0).rounds(60)) == [0]


@pytest.fixture
def two_benches(monkeypatch, tmp_path):
    """One bench that gives a figure and one that breaks after its first; results go to another folder."""

    def breaks(_plan):
        yield Figure("a part", "s", (1.0, 2.0))
        raise RuntimeError("no such thing")

    for name, measure in (
        ("broken", breaks),
        ("whole", lambda _plan: [Figure("all", "ms", (3.0,), Target(2))]),
    ):
        module = types.ModuleType(f"tests.bench.{name}", "What it is.")
        module.measure = measure
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(bench, "BENCHES", ("broken", "whole"))
    monkeypatch.setattr(
        bench, "places", lambda: types.SimpleNamespace(cache=tmp_path / ".cache", root=tmp_path)
    )
    return tmp_path / ".cache" / "bench"


def test_what_broke_is_told_and_the_rest_is_measured(two_benches, capsys):
    assert bench.main([]) == 1
    told = json.loads((two_benches / "figures.json").read_text())
    assert told["failed"] == {"broken": "RuntimeError: no such thing"}
    assert [(one["name"], one["median"], one["met"]) for one in told["figures"]] == [
        ("a part", 1.5, None), ("all", 3.0, False)
    ]  # fmt: skip
    assert (two_benches / "figures.png").read_bytes().startswith(b"\x89PNG")
    said = capsys.readouterr()
    assert "missed: at most 2" in said.out
    assert "no such thing" in said.err


def test_a_missed_target_is_no_failure_and_an_unknown_bench_is(two_benches):
    assert bench.main(["whole"]) == 0
    with pytest.raises(SystemExit):
        bench.main(["hole"])


def test_the_chart_shows_each_target_as_a_share_of_its_limit(tmp_path):
    assert chart.share_of_limit(Figure("", "", (6.0,), Target(3.0))) == 2.0
    assert chart.share_of_limit(Figure("", "", (0.0,), Target(3))) is None
    assert [chart.share_of_limit(Figure("", "", (n,), Target(0))) for n in (0.0, 4.0)] == [1.0, 5.0]
    chart.draw(tmp_path / "empty.png", [], "nothing was measured")
    assert (tmp_path / "empty.png").stat().st_size > 1000


def test_measured_heights_are_written_as_the_file_of_embeds_has_them(tmp_path):
    heights.write(tmp_path / "heights.json", json.loads(heights.KNOWN.read_text(encoding="utf-8")))
    assert (tmp_path / "heights.json").read_bytes() == heights.KNOWN.read_bytes()
