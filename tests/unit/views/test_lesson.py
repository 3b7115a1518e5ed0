"""The lesson page: its numbers are the core's, its words are all used, its scenes are states of the demo."""

import html
import json
import re
from urllib.parse import parse_qsl, urlsplit

import pytest

from app.core.ledger import EIGHT
from app.lesson import facts, live
from app.session.address import from_message, from_query
from app.text.catalog import SLOT
from app.text.en_lesson import LESSON, REFERENCES
from app.text.pages import pages_catalog
from app.views.pages import lesson, pages_variables
from tools import pages
from tools.places import ROOT

TEMPLATE = (ROOT / "static/pages/lesson.html").read_text(encoding="utf-8")
SOURCES = TEMPLATE + "".join(
    (ROOT / name).read_text(encoding="utf-8")
    for name in (
        "app/views/pages/lesson.py",
        "app/views/pages/lesson_figures.py",
        "app/views/pages/mathml.py",
        "app/lesson/live.py",
    )
)


@pytest.fixture(scope="module")
def variables():
    return pages_variables()["lesson"]


@pytest.fixture(scope="module")
def page(variables, tmp_path_factory):
    built = {"files": {}, "sizes": {}, "build": "0", "downloads": {}}
    file = pages.fill(ROOT / "static", {"lesson": variables}, built, tmp_path_factory.mktemp("dist"))[0]
    return file.read_text(encoding="utf-8")


def test_the_variables_are_json(variables):
    assert json.loads(json.dumps(variables)).keys() == variables.keys()


def test_no_number_stands_in_a_sentence_that_is_not_computed():
    allowed = {"0", "1", "500"}  # the ends of probabilities; the fastest speed, a name of a button
    for key, text in LESSON.items():
        outside = re.sub(r"`[^`]*`", "", SLOT.sub("", text))
        numbers = set(re.findall(r"\d+(?:\.\d+)?", outside))
        assert numbers <= allowed | TRIED.get(key, set()), key


TRIED = {  # what a "try this" line sets, compared with what it sets below
    "lesson.speed-try-usual": {"0.6"},
    "lesson.speed-try-code": {"0.9"},
}


def test_what_a_line_says_it_sets_it_sets():
    named = {
        f"lesson.{name}-try-{step.id}": step.settings
        for name, scene in live.SCENES.items()
        for step in scene.tries
    }
    for key, said in TRIED.items():
        assert str(named[key]["alpha"]) in said
    for key, settings in named.items():
        if "500" in LESSON[key]:
            assert settings["speed"] == 500


def test_every_sentence_has_its_place():
    patterns = {f"{name}-{end}" for name in live.SCENES for end in ("caption", "label")}
    patterns |= {f"{name}-try-{step.id}" for name, scene in live.SCENES.items() for step in scene.tries}
    patterns |= {f"boundaries-try-{name}" for name in live.BOUNDARIES}
    patterns |= {f"belief-{name}{end}" for name in live.BELIEFS for end in ("", "-truth")}
    patterns |= {f"{name}-title" for name in lesson.CHAPTERS} | {
        f"math-{name}" for name in lesson.IN_FORMULAS
    }
    patterns |= {f"word-{name}{end}" for name in lesson.GLOSSARY for end in ("", "-is")}
    patterns |= {f"column-{name}" for name in ("token", "p", "q", "keep", "one", "two", "sum")}
    for key in LESSON:
        name = key.removeprefix("lesson.")
        parts = re.findall(r'"(\w[\w-]*)"', SOURCES)
        written = f'"{name}"' in SOURCES or f'"{key}"' in SOURCES or name in {"title", "description"}
        joined = any(
            name == f"{start}-{part}"
            for start in ("key", "rule", "speed", "cycle", "positions")
            for part in parts
        )
        joined |= any(name == f"positions-{part}-label" for part in parts)
        assert written or joined or name in patterns, key


def test_the_numbers_are_those_of_the_reference():
    told = facts.facts()
    assert told["worked"]["p"], told["worked"]["q"] == ("(0.5, 0.3, 0.2)", "(0.2, 0.2, 0.6)")
    assert [told["worked"][slot] for slot in ("lost_c", "of_c", "share_a", "share_b", "alpha")] == [
        "2",
        "3",
        "3",
        "1",
        "0.6",
    ]
    assert (told["converge"]["alpha"], told["converge"]["bias"]) == ("0.3", "0.7")
    assert (told["waste"]["most"], told["waste"]["classical"]) == ("2.5", "0.4")
    assert told["positions"]["lengths"] == ", ".join(map(str, EIGHT))
    assert [
        told["positions"][slot]
        for slot in ("tokens", "accepted", "corrections", "bonuses", "tested", "never", "mean")
    ] == [
        "25",
        "17",
        "6",
        "2",
        "23",
        "9",
        "2.31",
    ]
    assert [told["belief"][slot] for slot in ("favourite", "threshold", "resample", "greedy")] == [
        "0.5",
        "0.2",
        "0.1",
        "0.133",
    ]
    assert float(told["belief"]["dear"]) < 1
    assert [told["speed"][slot] for slot in ("cool", "warm", "hot")] == ["0.29", "0.6", "0.8"]
    assert told["caveat"]["draws"] == "2,800"


def test_the_worked_table_adds_up(variables):
    assert [row[0] for row in variables["table"]] == ["a", "b", "c"]
    for _, p, _, _, one, two, together in variables["table"]:
        assert float(one) + float(two) == pytest.approx(float(together))
        assert together == p
    assert variables["table"][2][3] == "1/3 ≈ 0.333"


@pytest.mark.parametrize("name", live.SCENES)
def test_a_live_scene_is_a_state_of_the_demo(name):
    scene = live.SCENES[name]
    for settings in (scene.settings, *(step.settings for step in scene.tries)):
        good, complaints = from_message(dict(settings))
        assert complaints == []
        assert good.keys() == settings.keys()


def test_every_link_to_the_demo_opens_what_it_says(page):
    links = {html.unescape(link) for link in re.findall(r'href="(index\.html\?[^"]+)"', page)}
    assert len(links) > 20
    for link in links:
        good, complaints = from_query(urlsplit(link).query)
        assert complaints == [], link
        assert good.keys() == dict(parse_qsl(urlsplit(link).query)).keys(), link


def test_the_page_opens_on_the_worked_example(page):
    first = re.search(r"<lossless-demo([^>]*)>", page)[1]
    assert {'scene="converge"', 'scenario="worked"', 'mismatch="1"'} <= set(first.split())
    assert page.index("<lossless-demo") < page.index("<h2")


def test_every_scene_has_its_picture_for_the_time_before_python(page):
    scenes = re.findall(r"<lossless-demo.*?</lossless-demo>", page, re.DOTALL)
    assert len(scenes) == len(live.SCENES)
    for one in scenes:
        assert 'slot="poster"' in one
        assert "<svg" in one or 'class="bars"' in one


def test_every_scene_has_its_room(page, variables):
    heights = pages.heights(ROOT / "static")
    assert set(variables["shown"]) == {scene.settings["scene"] for scene in live.SCENES.values()}
    for name in set(variables["shown"]) & heights.keys():
        assert page.count(f".of-{name} {{ --room: ") == len(heights[name]) + 1, name


def test_contents_lead_to_chapters(page):
    for name in lesson.CHAPTERS:
        assert page.count(f'id="{name}"') == 1
        assert page.count(f'href="#{name}"') == 3


def test_no_identifier_stands_twice(page):
    found = re.findall(r'\bid="([^"]+)"', page)
    assert len(found) == len(set(found))


def test_a_picture_says_what_it_shows(variables):
    for name, figure in variables["figures"].items():
        assert len(figure["label"]) > 20, name
    assert "Cycle 8 commits 4." in variables["figures"]["eight"]["label"]


def test_sources_are_named(page):
    assert {"2211.17192", "2302.01318"} <= {number for *_, number in REFERENCES}
    for *_, number in REFERENCES:
        assert f"https://arxiv.org/abs/{number}" in page


def test_no_word_of_a_text_becomes_markup():
    assert lesson.marked("<b>`p`") == '&lt;b&gt;<math><mi mathvariant="normal">p</mi></math>'


def test_every_sentence_is_filled():
    for key, text in lesson.said(pages_catalog()).items():
        assert not SLOT.findall(re.sub(r"<math>.*?</math>", "", text)), key
