"""The pages beside the demo: each is filled, each text of theirs asked for, none imported at the start."""

import re
import subprocess
import sys

import pytest

from app.text.catalog import SLOT, Catalog
from app.text.en import ENGLISH
from app.text.pages import ENGLISH_PARTS, PAGES, pages_catalog
from app.views import pages as app_pages
from tools import pages
from tools.places import ROOT

STATIC = ROOT / "static"
TEMPLATES = {file.stem for file in (STATIC / "pages").glob("*.html") if not file.name.startswith("_")}
BUILT = {
    "files": {},
    "sizes": {},
    "build": "0",
    "embed": True,
    "downloads": {
        "bundle": 7_000_000,
        "snapshot": 13_700_000,
        "lossless.html": 20_000_000,
        "lossless-with-figures.html": 26_000_000,
    },
}
LEAST = BUILT | {"embed": False, "downloads": {"bundle": 7_000_000}}


class Asked(dict):
    """Texts that remember which of them were asked for."""

    def __init__(self, texts):
        super().__init__(texts)
        self.keys_asked = set()

    def __getitem__(self, key):
        self.keys_asked.add(key)
        return super().__getitem__(key)


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """Every page as the build fills it, and the keys of the texts that were asked for on the way."""
    target = tmp_path_factory.mktemp("dist")
    asked = set()

    class Listening(Catalog):
        def text(self, key, **slots):
            asked.add(key)
            return super().text(key, **slots)

    catalog = Listening("en", {**ENGLISH, **PAGES["en"]})
    variables = app_pages.pages_variables()
    for name, make in app_pages.PAGES.items():
        variables[name] = variables[name] | make(catalog) | {"text": Asked(variables[name]["text"])}
    pages.fill(STATIC, variables, LEAST, target)
    files = pages.fill(STATIC, variables, BUILT, target)
    for one in variables.values():
        asked |= one["text"].keys_asked
    return {file.stem: file.read_text(encoding="utf-8") for file in files}, asked


def test_every_template_has_its_variables_and_becomes_a_page(filled):
    assert filled[0].keys() == TEMPLATES == app_pages.PAGES.keys()
    for name, page in filled[0].items():
        assert page.startswith("<!doctype html>"), name
        assert page.count("<h1") == 1, name
        assert f"<title>{pages_catalog().text(f'{name}.title')}</title>" in page


def test_every_text_of_the_pages_is_asked_for(filled):
    assert PAGES["en"].keys() - filled[1] == set()


def test_no_slot_is_left_open(filled):
    for name, page in filled[0].items():
        shown = re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL)
        assert SLOT.findall(shown) == [], name


def test_no_key_stands_twice_or_in_the_demo_as_well():
    assert len(PAGES["en"]) == sum(len(part) for part in ENGLISH_PARTS)
    assert PAGES["en"].keys() & ENGLISH.keys() == set()


@pytest.mark.parametrize("language", PAGES)
def test_the_texts_are_plain(language):
    assert PAGES[language].keys() == PAGES["en"].keys()
    for key, text in PAGES[language].items():
        assert text == text.strip() != "", key
        assert not set("{}<>") & set(SLOT.sub("", text)), key


def test_a_text_that_is_missing_stops_the_build(tmp_path):
    variables = app_pages.pages_variables()
    name = next(iter(variables))
    del variables[name]["text"][f"{name}.description"]
    with pytest.raises(Exception, match=rf"{name}\.description"):
        pages.fill(STATIC, variables, BUILT, tmp_path)


def test_the_demo_starts_without_the_pages():
    script = "import sys, app.main as m; m.open_link(); print(*(x for x in sys.modules if 'pages' in x))"
    line = [sys.executable, "-c", script]
    out = subprocess.run(line, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert out.split() == []


def test_downloads_are_counted_in_their_best_encoding(tmp_path):
    files = {name: name.replace("/", "-") for name in (*pages.START, *pages.PYTHON, *pages.BUNDLE)}
    for name in files.values():
        (tmp_path / name).write_bytes(b"x" * 1000)
        (tmp_path / f"{name}.br").write_bytes(b"x" * 100)
    assert pages.downloads(tmp_path, files) == {"bundle": 100 * len(files)}
    (tmp_path / "lossless.html").write_bytes(b"x" * 5000)
    (tmp_path / "python.bin").write_bytes(b"x" * 4000)
    more = pages.downloads(tmp_path, files | {"snapshot/python.bin": "python.bin"})
    assert more["lossless.html"] == 5000
    assert more["snapshot"] == 100 * (len(files) - 2) + 4000
