"""Every text of figures is there and is used; texts of any length find room."""

import re

import pytest

from app.export.figure import figure
from app.export.sheets import sheet_of
from app.export.steps import Steps
from app.session.settings import SCENES
from app.text.catalog import SLOT, Catalog
from app.text.en import ENGLISH
from tests.unit.export.frames import ALL, frame_in
from tools.places import ROOT


def read(*names):
    return "".join((ROOT / name).read_text(encoding="utf-8") for name in names)


def test_every_text_is_there_and_every_text_is_used():
    script = read("static/page/keep.js")
    used = {f"keeping.{key}" for key in re.findall(r'(?:words|say)\("([a-z-]+)"', script)}
    used |= {f"keeping.{step}" for step in re.findall(r'step: "([a-z-]+)"', read("static/keep.mjs"))}
    used |= {key for key in ENGLISH if key.startswith(("keeping.about-", "keeping.picture-"))}
    used |= set(re.findall(r'text\["(keep\.[a-z-]+)"\]', read("static/index.html")))
    modules = [file.relative_to(ROOT) for file in (ROOT / "app" / "export").glob("*.py")]
    used |= set(re.findall(r'"(keep\.[a-z-]+)"', read(*modules)))
    ours = {key for key in ENGLISH if key.startswith(("keep.", "keeping."))}
    assert used == ours


def test_every_scene_has_a_text_for_paper():
    assert {key for key in ENGLISH if key.startswith("print.")} == {f"print.{scene}" for scene in SCENES}
    assert 'text["print." ~ id]' in read("static/index.html")


@pytest.mark.parametrize("change", ["doubled", "long", "right to left"])
def test_any_text_finds_room(change):
    def changed(text):
        if change == "doubled":
            return f"{text} {text}"
        slots = " ".join(f"{{{name}}}" for name, *_ in SLOT.findall(text))
        return f"{'long' * 40 if change == 'long' else 'שלום עולם'} {slots}"

    catalog = Catalog("en", {key: changed(text) for key, text in ENGLISH.items()})
    for scene, picture in ALL:
        job = Steps(figure(sheet_of(frame_in(scene, 3), picture, "", catalog), "svg", "light"))
        while job.work(60):
            pass
        assert len(job.result) > 5000
