"""Every scene beside `converge`: its markup and its view name the same things, its words are all used, and
switching leaves nothing behind.

DRIVES holds for each scene the messages that between them bring up every sentence of it.
"""

import json
import re

import pytest

from app.session.settings import NAMES
from app.session.settings import SCENES as SCENE_NAMES
from app.text.catalog import Catalog
from app.text.en import ENGLISH
from app.views.page import page_variables
from app.views.scenes import SCENES
from tests.unit.views.drives import DRIVES
from tests.unit.views.pages import FakePage
from tools.places import ROOT

WITHOUT = ("quiz",)  # scenes that a script of their own shows
PATHS = re.compile(r'data-(?:show|list|table|if|width|class)="([^"]+)"')


def markup(scene):
    return (ROOT / "static" / "scenes" / f"{scene}.html").read_text(encoding="utf-8")


def driven(scene, page=None):
    """The answers of a page on which the scene was opened and driven."""
    page = page or FakePage(f"scene={scene}&scenario=worked&seed=3")
    answers = [page.get()]
    for kind, fields in DRIVES[scene]:
        answers.append(page.send(kind, reply=1, **fields))
        for _ in range(50):
            if page.tick(0.05, 0.02) is None:
                break
        answers.append(page.get())
    return answers


def found(show, path):
    """Whether the path leads somewhere in what is shown."""
    for key in path.split("."):
        show = show[int(key)] if isinstance(show, list) and key.isdigit() and int(key) < len(show) else show
        if isinstance(show, dict):
            if key not in show:
                return False
            show = show[key]
    return True


def test_every_scene_of_the_settings_is_there():
    assert ["converge", *SCENES] == list(SCENE_NAMES)
    assert set(DRIVES) == set(SCENES)
    for scene in SCENE_NAMES:
        assert {f"nav.{scene}", f"question.{scene}", f"hint.{scene}"} <= ENGLISH.keys()


@pytest.mark.parametrize("scene", SCENES)
def test_what_the_markup_asks_for_is_shown(scene):
    shows = [answer["show"] for answer in driven(scene)]
    paths = {path for path in PATHS.findall(markup(scene)) if path.partition(".")[0] == scene}
    assert paths or scene in WITHOUT
    for path in paths:
        assert any(found(show, path) for show in shows), path
    assert all(show["scene"] == scene for show in shows)


@pytest.mark.parametrize("scene", SCENES)
def test_the_markup_names_settings_and_figures_that_there_are(scene):
    page = FakePage(f"scene={scene}")
    settings = set(re.findall(r'data-setting="([^"]+)"', markup(scene)))
    assert settings <= set(NAMES)
    plots = re.findall(r'data-plot="([^"]+)"', markup(scene))
    figures = [figure.name for figure in page.link.shell.scenes[scene].figures]
    assert sorted(plots) == sorted(figures)
    assert all(page.model(name) is not None for name in plots)


@pytest.mark.parametrize("scene", SCENES)
def test_every_text_of_the_scene_is_asked_for(scene, monkeypatch):
    asked = set()
    text = Catalog.text

    def recording(self, key, **slots):
        asked.add(key)
        return text(self, key, **slots)

    monkeypatch.setattr(Catalog, "text", recording)
    driven(scene)
    page_variables(FakePage().link.shell, served=False)
    literal = re.findall(r'text\["([a-z0-9._-]+)"\]', markup(scene))
    lists = re.findall(r'text\["([a-z0-9._-]+)" ~', markup(scene))
    script = ROOT / "static" / "page" / f"scene-{scene}.js"
    written = script.read_text(encoding="utf-8") if script.exists() else ""
    asked |= {*literal, *re.findall(r'"([a-z0-9._-]+)"', written)}
    ours = {key for key in ENGLISH if key.startswith(f"{scene}.")}
    assert ours
    left = {key for key in ours - asked if not any(key.startswith(one) for one in lists)}
    assert left == set()


@pytest.mark.parametrize("scene", SCENES)
def test_what_is_shown_is_json_without_nan(scene):
    for answer in driven(scene):
        json.dumps(answer, allow_nan=False)
        assert not re.search(r"\bnan\b|\binf\b|undefined", json.dumps(answer["show"]).lower())


def test_switching_scenes_makes_no_model_and_forgets_no_draw():
    page = FakePage("scenario=worked&seed=3")
    page.send("skip", n=1000)
    for scene in (*SCENE_NAMES[1:], SCENE_NAMES[0]):  # a scene makes its figures when it is first opened
        page.send("set", values={"scene": scene})
    before, state = page.models, page.get()["state"]
    for i in range(200):
        page.send("set", values={"scene": SCENE_NAMES[i % len(SCENE_NAMES)]})
        page.tick(0.05)
    assert page.models == before
    page.send("set", values={"scene": "converge"})
    assert page.get()["state"] == state


def test_switching_pauses_and_an_address_opens_a_scene():
    page = FakePage("scene=accounting&play=1")
    assert page.get()["show"]["scene"] == "accounting"
    assert page.get()["state"]["playing"]
    page.send("set", values={"scene": "converge"})
    assert not page.get()["state"]["playing"]
    assert "scene" not in page.get()["show"]["query"]
