"""The order of the sources, and going on to the next."""

import contextlib
import io
import zipfile

import pytest

from tests.build.faulty import Host, part_of, serving
from tools import sources
from tools.download import Mismatch, Unavailable
from tools.pins import OPEN_WEBUI_FOLDER
from tools.places import Places
from tools.stop import Stop

DATA = b"wasm" * 50_000
ONE, TWO = part_of("one.whl", DATA), part_of("two.whl", DATA[::-1])
FILES = {ONE.name: DATA, TWO.name: DATA[::-1]}
GARBLED = {ONE.name: DATA[:-4] + b"mask", TWO.name: DATA}


def two_hosts(first: Host, second: Host, stack: contextlib.ExitStack) -> list[sources.Source]:
    hosts = [stack.enter_context(serving(host)) for host in (first, second)]
    named = zip(("first", "second"), hosts, strict=True)
    return [sources.address(name, host.url, within=0.4) for name, host in named]


@pytest.mark.parametrize(
    "first",
    [Host({}, silent=True), Host({}, status=403), Host({}), Host(FILES, cut=70_000)],
    ids=["silent", "403", "404", "cut"],
)
def test_a_failing_source_is_followed_by_the_next(tmp_path, first):
    second = Host(FILES)
    with contextlib.ExitStack() as stack:
        order = two_hosts(first, second, stack)
        for part in (ONE, TWO):
            sources.bring(part, tmp_path / part.name, order)
    assert {part.name: (tmp_path / part.name).read_bytes() for part in (ONE, TWO)} == FILES
    assert len(second.asked) == 2
    assert len(first.asked) == (1 if first.silent else 2), "a silent source is asked once for all files"


def test_the_first_source_that_has_it_is_the_last_one_asked(tmp_path):
    second = Host(FILES)
    with contextlib.ExitStack() as stack:
        sources.bring(ONE, tmp_path / ONE.name, two_hosts(Host(FILES), second, stack))
    assert second.asked == []


def test_a_garbled_file_stops_the_build_though_another_source_has_it(tmp_path):
    second = Host(FILES)
    with contextlib.ExitStack() as stack, pytest.raises(Mismatch, match=ONE.sha256):
        sources.bring(ONE, tmp_path / ONE.name, two_hosts(Host(GARBLED), second, stack))
    assert second.asked == []
    assert not (tmp_path / ONE.name).exists()


def test_where_no_source_has_it_each_is_named_with_what_it_said(tmp_path):
    with contextlib.ExitStack() as stack, pytest.raises(Stop) as caught:
        sources.bring(ONE, tmp_path / ONE.name, two_hosts(Host({}, status=403), Host({}, silent=True), stack))
    for word in (ONE.name, "first: answered 403", "second: no answer", "LOSSLESS_PYODIDE"):
        assert word in str(caught.value)


def places(root) -> Places:
    return Places(root, root / "app", root / "static")


def names(root) -> list[str]:
    return [source.name for source in sources.in_order(places(root))]


def test_the_order_of_the_sources(tmp_path, monkeypatch):
    monkeypatch.delenv("LOSSLESS_PYODIDE", raising=False)
    assert names(tmp_path) == ["npm", "Pyodide's CDN", "open-webui==0.12.4"]
    monkeypatch.setenv("LOSSLESS_PYODIDE", str(tmp_path))
    assert names(tmp_path)[0] == "LOSSLESS_PYODIDE"
    monkeypatch.setenv("LOSSLESS_PYODIDE", "http://mirror.invalid/pyodide")
    assert names(tmp_path)[0] == "LOSSLESS_PYODIDE"
    monkeypatch.setenv("LOSSLESS_PYODIDE", str(tmp_path / "gone"))
    with pytest.raises(Stop, match="gone"):
        names(tmp_path)


def test_a_folder_is_a_source(tmp_path):
    (tmp_path / "mirror").mkdir()
    (tmp_path / "mirror" / ONE.name).write_bytes(DATA)
    (tmp_path / "mirror" / TWO.name).write_bytes(b"something else")
    school = sources.folder("LOSSLESS_PYODIDE", tmp_path / "mirror")
    school.bring(ONE, tmp_path / ONE.name)
    assert (tmp_path / ONE.name).read_bytes() == DATA
    with pytest.raises(Mismatch, match=TWO.sha256):
        school.bring(TWO, tmp_path / TWO.name)
    with pytest.raises(Unavailable):
        school.bring(part_of("three.whl", b"3"), tmp_path / "three.whl")


@pytest.fixture
def wheel() -> bytes:
    """A wheel that carries copies, as the real one does."""
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as new:
        for name, data in FILES.items():
            new.writestr(OPEN_WEBUI_FOLDER + name, data)
    return memory.getvalue()


def test_the_carrier_is_read_by_ranges(tmp_path, wheel):
    with serving(Host({"carrier.whl": wheel})) as host:
        carrier = sources.carrier(places(tmp_path), lambda _name: (host.url + "carrier.whl", ""))
        for part in (ONE, TWO):
            carrier.bring(part, tmp_path / part.name)
        with pytest.raises(Unavailable):
            carrier.bring(part_of("three.whl", b"3"), tmp_path / "three.whl")
    assert {part.name: (tmp_path / part.name).read_bytes() for part in (ONE, TWO)} == FILES


def test_without_ranges_the_whole_carrier_is_downloaded(tmp_path, wheel, monkeypatch):
    def download_all(_lock, to) -> None:
        (to / "carrier.whl").write_bytes(wheel)

    monkeypatch.setattr("tools.pip.download", download_all)
    with serving(Host({"carrier.whl": wheel}, ranges=False)) as host:
        carrier = sources.carrier(places(tmp_path), lambda _name: (host.url + "carrier.whl", ""))
        carrier.bring(ONE, tmp_path / ONE.name)
    assert (tmp_path / ONE.name).read_bytes() == DATA


def test_a_package_index_without_the_carrier_is_a_failing_source(tmp_path):
    def nowhere(name):
        raise Stop(f"pip could not find {name}")

    with pytest.raises(Unavailable, match="could not find open-webui"):
        sources.carrier(places(tmp_path), nowhere).bring(ONE, tmp_path / ONE.name)
