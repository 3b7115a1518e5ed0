"""What is fetched, what is taken from the cache, and what of a wheel goes on."""

import zipfile

import pytest

from tests.build.faulty import part_of
from tools import parts, wheels
from tools.places import Places
from tools.sources import Source
from tools.stop import Stop


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """A clone whose one source and whose pip bring small files; `brought` counts them."""
    data = {"pyodide.mjs": b"core", "numpy.whl": b"numpy", "matplotlib.whl": b"figures"}
    pinned = [part_of(name, content) for name, content in data.items()]
    monkeypatch.setattr(parts, "CORE", tuple(pinned[:1]))
    monkeypatch.setattr(parts, "WHEELS", tuple(pinned[1:]))
    brought = []

    def bring(part, target) -> None:
        brought.append(part.name)
        target.write_bytes(data[part.name])

    def by_pip(_lock, to) -> None:
        brought.append("pip")
        (to / "param.whl").write_bytes(b"param")

    monkeypatch.setattr(parts.sources, "in_order", lambda _places: [Source("the test", bring)])
    monkeypatch.setattr(parts.pip, "download", by_pip)
    (tmp_path / "tools").mkdir()
    pin = part_of("param.whl", b"param").sha256
    (tmp_path / "tools" / "page.lock").write_text(f"param==2.4.2 \\\n    --hash=sha256:{pin}\n")
    (tmp_path / "tools" / "figures.lock").write_text(f"param==2.4.2 \\\n    --hash=sha256:{pin}\n")
    return Places(tmp_path, tmp_path / "app", tmp_path / "static"), brought


def test_everything_is_fetched_once(clone):
    places, brought = clone
    first = parts.fetch(places)
    assert brought == ["pyodide.mjs", "numpy.whl", "matplotlib.whl", "pip"]
    names = [wheel.name for wheel in (*first.wasm, *first.pure)]
    assert names == ["numpy.whl", "matplotlib.whl", "param.whl"]
    assert parts.fetch(places) == first
    assert len(brought) == 4


def test_a_damaged_cache_is_noticed_and_fetched_anew(clone):
    places, brought = clone
    fetched = parts.fetch(places)
    for damaged in (fetched.wasm[0], fetched.pure[0]):
        brought.clear()
        good = damaged.read_bytes()
        damaged.write_bytes(b"x" + good[1:])
        parts.fetch(places)
        assert damaged.read_bytes() == good
        assert len(brought) == 1


def test_a_fetch_that_was_interrupted_goes_on(clone):
    places, brought = clone
    fetched = parts.fetch(places)
    fetched.wasm[1].unlink()
    brought.clear()
    parts.fetch(places)
    assert brought == ["matplotlib.whl"]


def test_pip_bringing_something_else_stops_the_build(clone, monkeypatch):
    places, _ = clone
    monkeypatch.setattr(parts.pip, "download", lambda _lock, to: (to / "param.whl").write_bytes(b"other"))
    with pytest.raises(Stop, match=part_of("param.whl", b"param").sha256):
        parts.fetch(places)


@pytest.mark.parametrize(
    ("name", "goes_on"),
    [
        ("numpy/_core/_multiarray_umath.cpython-314-wasm32-emscripten.so", True),
        ("markupsafe/_speedups.cpython-314-x86_64-linux-gnu.so", False),
        ("numpy/random/tests/test_direct.py", False),
        ("numpy/testing/__init__.py", True),
        ("jinja2/tests.py", True),
        ("panel/theme/css/native.css", True),
        ("panel/dist/panel.min.js", False),
        ("bokeh/server/static/js/bokeh.min.js", False),
        ("bokeh/server/views/ws.py", True),
        ("param/py.typed", False),
        ("panel-1.9.4.dist-info/METADATA", True),
        ("panel-1.9.4.dist-info/RECORD", False),
        ("pyviz_comms/labextension/package.json", True),
    ],
)
def test_what_of_a_wheel_could_be_used(name, goes_on):
    assert wheels.wanted(name) is goes_on


def test_unpacking_leaves_the_rest_behind(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.whl", "w") as new:
        new.writestr("a/__init__.py", "x = 1")
        new.writestr("a/tests/test_a.py", "assert 0")
        new.writestr("a-1.dist-info/METADATA", "Name: a\nVersion: 1\nSummary: long\n\nlonger")
    wheels.unpack([tmp_path / "a.whl"], tmp_path / "out")
    found = {file.name: file.read_text() for file in (tmp_path / "out").rglob("*") if file.is_file()}
    assert found == {"__init__.py": "x = 1", "METADATA": "Name: a\nVersion: 1\n"}
