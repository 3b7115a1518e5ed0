"""figures.zip as built: all that drawing takes and little more, apart from what every page loads."""

import gzip
import io
import json
import re
import zipfile

import pytest

from tests.browser.server import files as files_of
from tools import figures, parting
from tools.places import ROOT

MOST = 3_400_000  # bytes of the .gz; stated on the page


@pytest.fixture(scope="module")
def held(dist):
    """The entries of figures.zip."""
    with zipfile.ZipFile(dist / files_of(dist)["figures.zip"]) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_it_is_small_and_of_bytecode_that_is_never_checked(dist, held):
    data = (dist / files_of(dist)["figures.zip"]).read_bytes()
    assert len(gzip.compress(data, 6)) < MOST
    assert not [name for name in held if name.endswith((".py", ".pyi", ".afm", ".png"))]
    heads = {data[:8] for name, data in held.items() if name.endswith(".pyc")}
    assert len(heads) == 1
    assert int.from_bytes(heads.pop()[4:], "little") == 0b01


def test_every_module_is_listed_once_after_those_that_it_imports(held):
    order = json.loads(held["figures.order"])
    assert order.keys() == {"png", "svg", "pdf"}
    listed = {name for names in order.values() for name in names}
    assert set(parting.module_names(held)) <= listed
    for names in order.values():
        assert len(names) == len(set(names))
        for package in ("matplotlib.figure", "matplotlib.text"):
            assert names.index(package) > names.index("matplotlib.artist")
    assert "fontTools.subset" in order["pdf"]
    assert not [name for name in order["png"] if name.startswith(("fontTools", "app."))]


def test_the_font_has_the_letters_that_figures_need_and_no_more(held):
    ttlib = pytest.importorskip("fontTools.ttLib")
    font = held[figures.FONT]
    assert len(font) < 250_000
    have = ttlib.TTFont(io.BytesIO(font)).getBestCmap().keys()
    text = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "app" / "text").glob("en*.py"))
    missing = {letter for letter in text if letter not in "\n\u2009" and ord(letter) not in have}
    assert missing == set()
    assert ord("字") not in have
    assert figures.fewer_glyphs(font) == figures.fewer_glyphs(font)


def test_the_page_knows_of_it_but_does_not_need_it(dist):
    page = (dist / "index.html").read_text()
    assert "figures.zip" in files_of(dist)
    assert "export.zip" in files_of(dist)
    needed = json.loads(re.search(r'"needed": (\[.*?\])', page)[1])
    assert not {"figures.zip", "export.zip"} & set(needed)


def test_a_trial_without_figures_has_none(tmp_path):
    assert figures.make(None, None, tmp_path) is None
