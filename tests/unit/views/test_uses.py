"""The link builder offers exactly the settings that a scene looks at: each is tried in every scene."""

import json

import pytest

from app.session.settings import NAMES, PAGE_ONLY, SCENES
from app.views.pages.uses import EVERYWHERE, RUN, USES
from tests.more import mostly
from tests.unit.views.pages import FakePage
from tools.places import ROOT

OWN = {"scenario": "own", "p": [0.6, 0.3, 0.1], "r": [0.1, 0.3, 0.6], "names": ["x", "y", "z"]}
TRIED = {  # another value of each setting, and what must hold beside it
    "scenario": ("worked", {}),
    "p": ([0.5, 0.4, 0.1], OWN),
    "r": ([0.1, 0.1, 0.8], OWN),
    "names": (["u", "v", "w"], OWN),
    "draft": ("tilt", {}),
    "mismatch": (0.3, {}),
    "rule": ("naive", {}),
    "temperature": (0.5, {}),
    "top_k": (2, {}),
    "top_p": (0.6, {}),
    "tv_scale": ("log", {}),
    "line": (2, {}),
    "fault": ("resample-target", {}),
    "filters": ("target", {"temperature": 0.5}),
    "gamma": (2, {}),
    "cost": (0.3, {}),
    "alpha": (0.3, {}),
    "model": ("markov", {}),
    "verifier": ("block", {}),
    "keep_going": (1, {}),
    "predict": ("limit", {}),
}
OF_ALL = {"settings", "query", "notes", "seed", "live_label", "restyle"}  # shown with every scene


def looks(page, scene, values):
    """What the scene shows under these settings: words and figures, before and after some draws."""
    page.send("open", query="seed=3", entropy=1)
    page.send("set", values={"scene": scene, **values})
    page.settle()
    words = []
    for kind in ("get", "step", "step", "step"):
        show = page.send(kind, reply=1)["show"]
        words.append({name: value for name, value in show.items() if name not in OF_ALL})
    figures = [page.link.shell.converge.curve.figure] if scene == "converge" else []  # an axis says nothing
    visible = [[one.visible for one in figure.renderers] for figure in figures]
    return json.dumps([words, visible])


@pytest.mark.parametrize("scene", mostly(2, SCENES))
def test_a_scene_uses_what_the_table_says(scene):
    page = FakePage("seed=3")
    used = set()
    for name, (value, beside) in TRIED.items():
        if looks(page, scene, beside) != looks(page, scene, {**beside, name: value}):
            used.add(name)
    listed = set(USES[scene]) - set(RUN)
    assert used == (listed & {"scenario"} if scene == "yours" else listed)  # the rest waits for its numbers


@pytest.mark.parametrize("scene", SCENES)
def test_a_scene_with_the_deck_runs_and_no_other(scene):
    markup = (ROOT / "static/scenes" / f"{scene}.html").read_text(encoding="utf-8")
    [uses] = [
        line.split('data-uses="')[1].split('"')[0] for line in markup.splitlines() if "data-uses=" in line
    ]
    assert ("deck" in uses.split()) == (set(RUN) <= set(USES[scene]))


def test_every_setting_is_tried_or_of_every_scene():
    assert set(TRIED) | set(RUN) | set(EVERYWHERE) == set(NAMES)
    assert set(PAGE_ONLY) <= set(EVERYWHERE)
    assert USES.keys() == set(SCENES)
