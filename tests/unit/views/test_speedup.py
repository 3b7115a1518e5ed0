"""The scene `speedup` as the page has it: dials, presets, the load's own controls."""

import re

import pytest

from app.session.address import from_query
from app.text.en import ENGLISH
from tests.unit.views.pages import FakePage
from tools.places import ROOT

MARKUP = (ROOT / "static/scenes/speedup.html").read_text(encoding="utf-8")


def looked_up(show, path):
    for key in path.split("."):
        show = show[int(key) if isinstance(show, list) else key]
    return show


@pytest.mark.parametrize(
    ("written", "value"), [("auto", "auto"), ("AUTO", "auto"), ("0.25", 0.25), ("0", 0.0), ("1", 1.0)]
)
def test_alpha_goes_through_the_address_and_back(written, value):
    page = FakePage(f"scene=speedup&alpha={written}&seed=3")
    query = page.get()["show"]["query"]
    assert page.get()["state"]["settings"]["alpha"] == value
    assert from_query(query)[0].get("alpha", "auto") == value
    assert ("alpha" in query) == (value != "auto")


@pytest.mark.parametrize(("given", "used"), [("2", 1.0), ("-1", 0.0), ("much", "auto"), ("nan", "auto")])
def test_an_alpha_that_cannot_be_is_clamped_or_left_with_a_note(given, used):
    answer = FakePage(f"scene=speedup&alpha={given}").get()
    assert answer["state"]["settings"]["alpha"] == used
    assert len(answer["show"]["notes"]) == 1
    assert "alpha" in answer["show"]["notes"][0]


def test_every_preset_sets_what_it_names_and_then_holds():
    page = FakePage("scene=speedup")
    kinds = [("drafts", re.findall(r'\["(n-gram)", "(\w+)", "(\w+)"\]', MARKUP)[0])]
    kinds.append(("texts", re.findall(r'\["(code)", "(\w+)", "(\w+)"\]', MARKUP)[0]))
    for kind, names in kinds:
        assert set(names) == page.get()["show"]["speedup"][kind].keys()
        for name in names:
            values = page.get()["show"]["speedup"][kind][name]
            page.send("set", values=values)
            answer = page.get()
            assert values.items() <= answer["show"]["settings"].items()
            assert answer["show"]["speedup"][kind][name] == values, "the button shows that it holds"


def test_the_load_s_controls_do_what_they_say_and_stand_where_it_is():
    page = FakePage("scene=speedup")
    for name, value in (("confidence-2", 0.1), ("free", 5), ("looks-ahead", 1)):
        assert page.send("act", name=name, value=value) is not None
    load = page.get()["show"]["speedup"]["load"]
    assert (load["confidences"][2], load["free"], load["looks_ahead"]) == (0.1, 5, True)
    assert page.get()["state"]["stage"]["looks_ahead"] is True


def test_all_places_of_the_markup_are_filled():
    show = FakePage("scene=speedup").get()["show"]
    paths = re.findall(r'data-(?:show|at|set|width|table)="(speedup\.[a-z_.]+)"', MARKUP)
    paths += re.findall(r'"(speedup\.(?:\w+_text|load\.\w+_text))"', MARKUP)
    paths += [f"speedup.load.confidences.{i}" for i in range(4)]
    assert len(paths) > 20
    for path in paths:
        looked_up(show, path)


def test_the_answer_while_a_dial_is_dragged_is_small():
    page = FakePage("scene=speedup&alpha=0.5")
    for i in range(1, 20):
        page.send("set", values={"alpha": i / 20}, drag=i > 1)
    assert len(page.patches[-1]) < 20_000


def test_presets_are_called_illustrations():
    assert "not measurements" in ENGLISH["speedup.illustration"]
    assert 'text["speedup.illustration"]' in MARKUP
