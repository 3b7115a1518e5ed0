"""The one-file page as built: small enough, whole, with nothing outside of itself; modules as one script."""

import base64
import gzip
import hashlib
import html
import json
import re
import subprocess

import pytest
import zstandard

from tests.browser.server import files as files_of
from tests.build.test_dist import ADDRESS, NAMESPACES
from tools import classic, encode, node, single
from tools import dist as building
from tools.places import places
from tools.stop import Stop

PART = re.compile(
    r'<script type="text/plain" data-name="([^"]+)" data-sum="(\w+)"( data-last)?>\n([\w+/=\n]+)</script>'
    r"<script>losslessPage\.take\(document\.currentScript\)</script>\n"
)


@pytest.fixture(scope="module")
def page(dist) -> str:
    """The one file."""
    return (dist / single.NAME).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def outside(page) -> str:
    """The one file without the parts at its end."""
    return PART.sub("", page)


@pytest.fixture(scope="module")
def data(outside) -> dict:
    """What its scripts are told."""
    told = re.search(r'id="lossless-data">(.*?)</script>', outside, re.DOTALL)
    return json.loads(html.unescape(told[1]))


def contents(page: str) -> dict[str, bytes]:
    """What the parts hold, by name."""
    found: dict[str, bytes] = {}
    ended = set()
    for name, told, last, text in PART.findall(page):
        assert name not in ended
        piece = base64.b64decode(text)
        assert single.sum_of(piece) == told
        found[name] = found.get(name, b"") + piece
        if last:
            ended.add(name)
    assert ended == found.keys()
    return {name: inflated(packed) for name, packed in found.items()}


def inflated(packed: bytes) -> bytes:
    return (gzip.decompress if packed[:2] == b"\x1f\x8b" else zstandard.ZstdDecompressor().decompress)(packed)


def test_it_is_small_enough_to_be_handed_on(dist):
    assert 15_000_000 < (dist / single.NAME).stat().st_size <= single.MOST


def test_it_holds_all_that_both_starts_take(dist, page, data):
    held = contents(page)
    lies = files_of(dist)
    both = {"pyodide/pyodide.asm.wasm", "snapshot/python.bin", "pyodide/python_stdlib.zip", "site.zip"}
    assert both | {"document.json", "recording.json", "bokeh/bokeh.min.js", "worker.js"} <= held.keys()
    for name in held.keys() - {single.WORKER}:
        assert held[name] == (dist / lies[name]).read_bytes(), name
    assert data["files"] == {name: name for name in held}
    told = {name: one["whole"] for name, one in data["sizes"].items() if "whole" in one}
    assert told == {name: len(held[name]) for name in told}
    assert {"pyodide/python_stdlib.zip", "site.zip"} <= told.keys(), "imports that wait for it"
    assert told.keys() <= held.keys() - {"worker.js", "document.json", "recording.json", "bokeh/bokeh.min.js"}


def test_it_names_nothing_outside_of_itself(outside):
    found = ADDRESS.findall(outside)
    assert [one for one in found if not one.startswith(NAMESPACES)] == []
    named = re.findall(r"""\b(?:src|href|action|data|poster)="([^"]*)\"""", outside)
    assert [one for one in named if not one.startswith(("data:image/svg+xml,", "?", "#"))] == []
    assert not re.search(r"@import|url\((?!['\"]?(?:data:|#))", outside)


def test_it_is_text_that_mail_and_editors_leave_alone(page, outside):
    assert page.startswith("<!doctype html>")
    assert all(len(line) <= single.LINE for _, _, _, text in PART.findall(page) for line in text.split("\n"))
    assert not re.search(r"[^\n\x20-\x7e]", "".join(text for _, _, _, text in PART.findall(page)))
    assert len(outside) < single.ROOM


def test_what_paints_comes_before_what_python_needs(page):
    assert (
        page.index('id="bars-painted"')
        < page.index("losslessPage.take")
        < page.index('data-name="worker.js"')
    )
    order = list(dict.fromkeys(name for name, *_ in PART.findall(page)))
    assert order[0] == "worker.js"
    assert order.index("recording.json") < order.index("pyodide/pyodide.asm.wasm")
    assert order.index("snapshot/python.bin") < order.index("pyodide/python_stdlib.zip")


def test_the_second_file_holds_the_figures_too(dist, data, tmp_path, monkeypatch):
    """With a stand-in, whether or not the build has made such a part."""
    begun = tmp_path / "begun"
    begun.mkdir()
    lies = {
        name: str(dist / path) for name, path in files_of(dist).items()
    }  # absolute: begun / these are these
    (begun / "figures.zip").write_bytes(b"figures " * 1000)
    lies[single.FIGURES] = "figures.zip"
    page = {"data": data, "page_scripts": ["page/source.js"]}
    told = {}

    def fill(_static, _page, more, target, inside):
        target.write_text(json.dumps(sorted(more["files"])))
        told[target.name] = inside

    monkeypatch.setattr(building, "fill_page", fill)
    builder = single.Builder(places(), begun, lies, places().cache / "encoded")
    building.write_single(builder, page, {"build": "x"})
    plain, figures = (json.loads((begun / name).read_text()) for name in (single.NAME, single.WITH_FIGURES))
    assert set(figures) - set(plain) == {single.FIGURES} | ({single.SPARE} - set(plain))
    last = [part for part in told[single.WITH_FIGURES]["parts"] if part.name == single.FIGURES]
    packed = b"".join(base64.b64decode(part.text) for part in last)
    assert inflated(packed) == b"figures " * 1000


def test_without_figures_there_is_one_file(dist):
    assert (dist / single.WITH_FIGURES).exists() == (single.FIGURES in files_of(dist))


@pytest.mark.parametrize("done", range(len(single.SAVINGS) + 1))
def test_it_is_made_to_fit_by_as_little_as_will_do(dist, data, monkeypatch, done):
    lies = {name: str(dist / path) for name, path in files_of(dist).items()}
    made = single.Builder(places(), dist, lies, places().cache / "encoded")
    monkeypatch.setattr(single, "MOST", 10**9)
    told = made.variables({"data": data, "page_scripts": ["page/source.js"]})["told"]
    sizes = {name: made.pack(name, "zst" if name in single.LATER else "gz") for name in told["files"]}
    for how, name in single.SAVINGS[:done]:
        sizes.pop(name)
        if how != "leave out":
            sizes[name] = made.pack(name, how)
    room = sum(len(one.data) for one in sizes.values()) * 4 / 3 + single.ROOM
    monkeypatch.setattr(single, "MOST", room + 1)
    told = made.variables({"data": data, "page_scripts": ["page/source.js"]})["told"]
    assert (single.SPARE in told["files"]) == (done < 1)
    small = [name for name in (single.WASM, single.SNAPSHOT) if "whole" in told["sizes"][name]]
    assert small == [single.WASM, single.SNAPSHOT][: max(0, done - 1)]
    assert "site.zip" in told["files"]


def test_a_script_that_would_end_the_html_is_refused(dist, tmp_path):
    (tmp_path / "single").mkdir()
    for name in single.MODULES:
        if name.startswith("single/"):
            (tmp_path / name).write_text("")
    (tmp_path / "page.js").write_text("let x = '</SCRIPT>';")
    stand = type(places())(places().root, places().app, tmp_path)
    builder = single.Builder(stand, dist, {}, tmp_path)
    with pytest.raises(Stop, match="</SCRIPT"):
        builder.script(["page.js"])


@pytest.mark.parametrize("size", [0, 1, 3, 4, 5, 1000, 4099])
def test_the_pages_own_sum_is_the_builds(size):
    data = hashlib.shake_256(b"x").digest(size) or b"\0"
    source = (places().static / "single" / "source.js").read_text()
    function = re.search(r"  function sumOf\(bytes\) \{.*?\n  \}\n", source, re.DOTALL)[0]
    program = f"{function} console.log(sumOf(Uint8Array.of({','.join(map(str, data))})));"
    done = subprocess.run([node.node(places()), "-e", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == single.sum_of(data)


MODULES = {
    "a.mjs": 'import { two, Shape as Form } from "./lib/b.mjs";\nexport class Square extends Form {}\n'
    'export const later = async () => (await import("./lib/c.mjs")).three;\nexport const four = two + two;\n',
    "lib/b.mjs": "export const two = 2;\nexport function* some() {}\n"
    "export class Shape { sides() { return import.meta.url; } }\n"
    "export async function wait() {}\n",
    "lib/c.mjs": "const one=1,x=3;export{x as three,one};\n//# sourceMappingURL=c.mjs.map\n",
    "d.mjs": 'import { two as before } from "./lib/b.mjs";\nexport const two = before + 5;\n'
    "export class Shape {}\n",
    "e.mjs": "function make(){return 'made'}export default make;\n",
}


def run(expression: str, wanted: str) -> object:
    """What `wanted` of the exports `m` is in a classic script."""
    program = (
        f"const m = {expression}; Promise.resolve({wanted}).then((x) => console.log(JSON.stringify(x)));"
    )
    done = subprocess.run([node.node(places()), "-e", program], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_modules_become_one_classic_script():
    joined = classic.join(MODULES, "a.mjs")
    assert run(joined, "m.later().then((three) => [m.four, three, new m.Square().sides()])") == [
        4,
        3,
        "file:///inside/lib/b.mjs",
    ]
    assert run(classic.join(MODULES, "e.mjs"), "m.default()") == "made"


def test_a_module_can_stand_in_for_another_and_use_it():
    assert run(classic.join(MODULES, "a.mjs", {"lib/b.mjs": "d.mjs"}), "m.four") == 14


@pytest.mark.parametrize(
    "line",
    ['import x from "./a.mjs";', 'import "./lib/b.mjs";', "export let x = 1;", "export * from './e.mjs';"],
)
def test_what_is_not_understood_is_refused(line):
    with pytest.raises(Stop, match="does not understand"):
        classic.join({**MODULES, "f.mjs": f"{line}\nlet y;\n"}, "f.mjs")


def test_a_module_that_is_not_there_is_refused():
    with pytest.raises(Stop, match=r"a\.mjs imports \./lib/b\.mjs"):
        classic.join({"a.mjs": MODULES["a.mjs"]}, "a.mjs")


def test_an_encoding_on_the_shelf_is_made_once(tmp_path, monkeypatch):
    made = []
    monkeypatch.setitem(encode.ENCODINGS, "zst", lambda data: made.append(data) or b"z")
    assert [encode.made(b"words", "zst", tmp_path).read_bytes() for _ in range(2)] == [b"z", b"z"]
    assert made == [b"words"]
