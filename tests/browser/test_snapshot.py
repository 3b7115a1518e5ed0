"""The start from the snapshot, and what happens where it cannot be: live all the same, from the bundle, with the reason named."""

from __future__ import annotations

import gzip
import json
import re
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import do, state, wait_live
from tests.browser.server import FAULTS, FaultyServer, files
from tests.more import LONG, mostly

MANY = 5 if LONG else 3  # visits
FILE = "snapshot/python.bin"
FIXED = 16  # bytes before the header
PROBE = (
    "self.onmessage = ({ data }) => {",
    "self.onmessage = ({ data }) => { if (data.probe) { let said; try { said = String(python.runPython(data.probe)); } catch (error) { said = String(error); } "
    "postMessage({ kind: 'probed', said }); return; }",
)


def start(page: Page) -> dict[str, str | None]:
    return state(page)["start"]


def header_of(file: bytes) -> dict:
    (length,) = struct.unpack_from("<I", file, 8)
    return json.loads(file[FIXED : FIXED + length])


def with_header(file: bytes, **changes: object) -> bytes:
    """A snapshot whose header says something else."""
    (length,) = struct.unpack_from("<I", file, 8)
    text = json.dumps(header_of(file) | changes).encode()
    return file[:8] + struct.pack("<I", len(text)) + file[12:FIXED] + text + file[FIXED + length :]


@pytest.fixture(scope="session")
def snapshot(dist: Path) -> bytes:
    """The snapshot."""
    return (dist / files(dist)[FILE]).read_bytes()


@contextmanager
def replaced(site: FaultyServer, tmp_path: Path, data: bytes) -> Iterator[None]:
    """Serves other bytes in the snapshot's place."""
    file = tmp_path / "python.bin"
    file.write_bytes(data)
    site.instead[FILE] = file
    try:
        yield
    finally:
        del site.instead[FILE]


def probe(page: Page, code: str) -> str:
    """Runs Python in the worker; needs a worker.js edited with PROBE."""
    ask = "code => new Promise(done => { losslessPage.worker.addEventListener('message', ({data}) => data.kind === 'probed' && done(data.said), {once: false}); losslessPage.worker.postMessage({probe: code}); })"
    return page.evaluate(ask, code)


def test_it_starts_from_the_snapshot_and_from_no_file_of_the_bundle(blank: Page, site: FaultyServer) -> None:
    site.asked.clear()
    blank.goto(site.url)
    wait_live(blank)
    assert start(blank) == {"kind": "snapshot", "reason": None}
    assert FILE in site.asked
    assert not {"site.zip", "site-rest.zip", "pyodide/python_stdlib.zip"} & set(site.asked)
    expect(blank.locator("#live")).to_have_text(re.compile(r"Live: Python 3\.14\.\d+ and numpy 2\.4\.3"))
    assert do(blank, "step()")["draws"] == 1
    assert blank.errors == []  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        ("snapshot/restore.mjs", "garbled"),
        *mostly(2, ((FILE, fault) for fault in reversed(FAULTS))),
        *mostly(1, ((f"snapshot/{name}.mjs", "missing") for name in ("restore", "format", "stream"))),
    ],
)
def test_a_faulty_file_of_the_snapshot_falls_back_and_goes_live(
    blank: Page, site: FaultyServer, path: str, fault: str
) -> None:
    warnings: list[str] = []
    blank.on("console", lambda message: warnings.append(message.text) if message.type == "warning" else None)
    with site.fault(path, fault):
        blank.goto(site.url + "?seed=5")
        wait_live(blank)
    said = start(blank)
    assert said["kind"] == "bundle"
    assert said["reason"]
    assert any(said["reason"] in warning for warning in warnings)
    expect(blank.get_by_role("alert")).to_be_hidden()
    assert do(blank, "step()")["draws"] == 1


def wrong_byte(file: bytes) -> bytes:
    packed = bytearray(gzip.compress(file, 1))
    packed[len(packed) // 2] ^= 1
    return bytes(packed)


def unknown_export(file: bytes) -> bytes:
    header = header_of(file)
    slot, library, _ = header["extra"][0]
    return with_header(file, extra=[[slot, library, "no_such_export"]])


BROKEN: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "one wrong byte": (wrong_byte, "snapshot:"),
    "not inflated": (lambda file: file, ""),
    "another kind of file": (lambda _: gzip.compress(b"<!doctype html>" * 9), "not a snapshot file"),
    "empty": (lambda _: b"", "the file is empty"),
    "another version": (lambda file: file[:12] + struct.pack("<I", 99) + file[16:], "version 99"),
    "another build of Pyodide": (
        lambda file: with_header(file, build="0" * 64),
        "Pyodide build 000000000000",
    ),
    "a field is missing": (lambda file: with_header(file, table=None), "table is null"),
    "an export is missing": (unknown_export, "does not export no_such_export"),
    "an address is missing": (lambda file: with_header(file, got={}), "which was not recorded"),
    "an object without a name": (
        lambda file: file.replace(b'"serialized":"fromEntries"', b'"serialized":"fromNothing"'),
        "an object is called fromNothing",
    ),
    "a run beyond memory": (lambda file: with_header(file, runs=[[0, 1 << 33]]), "out of order or beyond"),
    "more bytes than it says": (lambda file: file + b"more", "longer than it says"),
    "fewer bytes than it says": (lambda file: gzip.compress(file[:-9], 1), "ends too early"),
}


@pytest.mark.parametrize("what", mostly(3, (name for name in BROKEN if name != "not inflated")))
def test_a_wrong_snapshot_falls_back_and_the_reason_says_what_is_wrong(
    blank: Page, site: FaultyServer, snapshot: bytes, tmp_path: Path, what: str
) -> None:
    broken, reason = BROKEN[what]
    with replaced(site, tmp_path, broken(snapshot)):
        blank.goto(site.url)
        wait_live(blank)
    assert start(blank)["kind"] == "bundle"
    assert reason in str(start(blank)["reason"])


def test_a_host_that_inflates_by_itself_is_understood(
    blank: Page, site: FaultyServer, snapshot: bytes, tmp_path: Path
) -> None:
    with replaced(site, tmp_path, snapshot):
        blank.goto(site.url)
        wait_live(blank)
    assert start(blank) == {"kind": "snapshot", "reason": None}


ASSUMPTIONS = {
    "memory": (
        "worker.js",
        "const TICK",
        "WebAssembly.Memory.prototype.grow = () => { throw new RangeError('no'); }; const TICK",
        "memory could not grow",
    ),
    "table": (
        "worker.js",
        "const TICK",
        "const { grow } = WebAssembly.Table.prototype; WebAssembly.Table.prototype.grow = function (n) { if (n > 99) throw new RangeError('no'); return grow.call(this, n); }; const TICK",
        "table could not grow",
    ),
    "table base": ("snapshot/format.mjs", "TABLE_BASE = 16384", "TABLE_BASE = 5000", "more than 5000"),
    "inside": ("snapshot/restore.mjs", '"updateTableMap"', '"updateTheMap"', "has no updateTheMap"),
    "an unknown failure": (
        "snapshot/restore.mjs",
        'enter("boot");',
        'enter("boot"); Module.HEAP8.fill(0);',
        "",
    ),
}


@pytest.mark.parametrize("what", mostly(2, ASSUMPTIONS))
def test_what_a_browser_lacks_is_named_and_falls_back(blank: Page, site: FaultyServer, what: str) -> None:
    path, old, new, reason = ASSUMPTIONS[what]
    with site.edit(
        path,
        old,
        f"if (self.name !== 'bundle') {{ {new.removesuffix('const TICK')} }} const TICK"
        if new.endswith("const TICK")
        else new,
    ):
        blank.goto(site.url)
        wait_live(blank)
        assert start(blank)["kind"] == "bundle"
        assert reason in str(start(blank)["reason"])


def test_a_browser_that_cannot_inflate_gets_the_files_as_they_are(blank: Page, site: FaultyServer) -> None:
    with site.edit("files.mjs", "const GZIP", "delete self.DecompressionStream; const GZIP"):
        blank.goto(site.url)
        wait_live(blank)
    assert start(blank) == {"kind": "snapshot", "reason": None}


def test_no_byte_and_no_step_for_eight_seconds_falls_back(blank: Page, site: FaultyServer) -> None:
    with site.fault(FILE, "stalled"):
        blank.goto(site.url)
        wait_live(blank)
    assert "8 s" in str(start(blank)["reason"])


def test_what_failed_is_not_tried_again_by_this_browser_until_the_next_build(
    browser: Browser, site: FaultyServer
) -> None:
    context = browser.new_context()
    page = context.new_page()
    with site.fault(FILE, "missing"):
        page.goto(site.url)
        wait_live(page)
    reason = start(page)["reason"]
    site.asked.clear()
    page.reload()
    wait_live(page)
    assert FILE not in site.asked
    assert start(page) == {"kind": "bundle", "reason": reason}
    page.evaluate(
        "localStorage.setItem('lossless:no-snapshot', JSON.stringify({build: 'another', reason: 'long ago'}))"
    )
    page.reload()
    wait_live(page)
    assert start(page) == {"kind": "snapshot", "reason": None}
    context.close()


def test_a_page_without_storage_falls_back_each_time(blank: Page, site: FaultyServer) -> None:
    blank.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('sandboxed', 'SecurityError'); } })"
    )
    with site.fault(FILE, "missing"):
        for _ in range(2):
            site.asked.clear()
            blank.goto(site.url)
            wait_live(blank)
            assert start(blank)["kind"] == "bundle"
            assert FILE in site.asked


def test_restored_again_and_again_it_draws_other_seeds_but_the_same_draws_for_one(
    browser: Browser, site: FaultyServer
) -> None:
    seeds, draws = set(), set()
    opened = {"opening": set(), "new": set()}
    for _ in range(MANY):
        context = browser.new_context()
        page = context.new_page()
        page.goto(site.url)
        wait_live(page)
        assert start(page)["kind"] == "snapshot"
        opened["opening"].add(state(page)["settings"]["seed"])
        page.evaluate("losslessPage.send({type: 'new-seed'})")
        opened["new"].add(do(page, "step()")["settings"]["seed"])
        page.goto(site.url + "?seed=7")
        wait_live(page)
        draws.add(json.dumps(do(page, "skip(1000)")["counts"]) + json.dumps(do(page, "step()")["last"]))
        seeds |= opened["new"]
        context.close()
    assert len(opened["opening"]) == len(opened["new"]) == MANY
    assert len(draws) == 1


def test_both_starts_make_the_same_draws(browser: Browser, site: FaultyServer) -> None:
    said = []
    for fault in (None, "missing"):
        page = browser.new_page()
        with site.fault(FILE, fault or "none"):
            page.goto(site.url + "?seed=11&mismatch=0.5")
            wait_live(page)
        do(page, "skip(1000)")
        told = do(page, "step()")
        said.append((told.pop("start")["kind"], told))
        page.close()
    assert [kind for kind, _ in said] == ["snapshot", "bundle"]
    assert said[0][1] == said[1][1]


def test_what_the_snapshot_lacks_is_fetched_when_it_is_imported_and_not_before(
    blank: Page, site: FaultyServer
) -> None:
    with site.edit("worker.js", *PROBE):
        blank.goto(site.url)
        wait_live(blank)
        assert start(blank)["kind"] == "snapshot"
        site.asked.clear()
        assert (
            probe(blank, "import importlib.util; str(importlib.util.find_spec('no_such_module'))") == "None"
        )
        assert site.asked == []
        assert (
            probe(blank, "import sqlite3.dump, numpy.fft, numpy as np; int(np.fft.fft([1, 2]).real[0])")
            == "3"
        )
        assert set(site.asked) == {"pyodide/python_stdlib.zip", "site.zip", "site-rest.zip"}
        assert do(blank, "step()")["draws"] == 1


def test_random_generators_of_modules_differ_between_restores(browser: Browser, site: FaultyServer) -> None:
    code = "import random, os, numpy.random as r; f'{random.random()} {r.random()} {r.default_rng().random()} {r.SeedSequence().entropy} {os.urandom(8).hex()}'"
    said = []
    with site.edit("worker.js", *PROBE):
        for _ in range(2):
            page = browser.new_page()
            page.goto(site.url)
            wait_live(page)
            said.append(probe(page, code).split())
            page.close()
    assert len(said[0]) == 5
    assert not set(said[0]) & set(said[1])
