"""The stops: their words and settings are there, none is done before anything was done, each can be done."""

import pytest

from app.lesson.tour import STOPS, neighbours
from app.session.address import from_message
from app.text.en import ENGLISH
from tests.unit.views.drives import act, give
from tests.unit.views.pages import FakePage
from tools.places import ROOT

DOING = {  # stop: the messages that do what it asks for
    "predict": [("predict", {"stop": "predict", "choice": "falls"})],
    "run": [("skip", {"n": 1000})],
    "naive": [("skip", {"n": 1000}), ("set", {"values": {"rule": "naive"}})],
    "back": [("skip", {"n": 1000}), ("set", {"values": {"rule": "lossless"}})],
    "doors": [("set", {"values": {"line": 4}})],
    "cycles": [("step", {})] * 8,
    "speedup": [("set", {"values": {"gamma": 3}})],
    "rules": [("skip", {"n": 1000})],
    "engines": [act("predict", 0), ("skip", {"n": 1000})],
    "yours": give("0 0 1 2 0"),
    "quiz": [act("answered", {"answered": 1, "right": 1})],
    "beat": [act("start", "rule")],
    "spot": [act("vote", "none")],
}


def test_each_stop_can_be_tried_here():
    assert list(DOING) == list(STOPS)


@pytest.mark.parametrize("stop", STOPS.values(), ids=STOPS)
def test_a_stop_has_its_words_and_a_state_of_the_demo(stop):
    ends = ("-title", "", "-done", *(f"-{choice}" for choice in stop.choices))
    assert all(ENGLISH[f"tour.{stop.id}{end}"] for end in ends)
    assert from_message(stop.settings) == (dict(stop.settings), [])


@pytest.mark.parametrize("name", STOPS)
def test_a_stop_is_not_done_until_it_was_done(name):
    page = FakePage("seed=3")
    show = page.send("set", values={"tour": name}, reply=1)["show"]
    assert show["tour"]["stop"] == name
    assert show["tour"]["done"] == ""
    for kind, fields in DOING[name]:
        show = page.send(kind, reply=1, **fields)["show"]
    assert show["tour"]["done"] == ENGLISH[f"tour.{name}-done"]
    assert show["scene"] == STOPS[name].settings["scene"]


def test_every_text_of_the_tour_is_used():
    files = ("static/index.html", "static/page/tour.js", "app/views/tour.py")
    written = "".join((ROOT / name).read_text(encoding="utf-8") for name in files)
    of_stops = {
        f"tour.{stop.id}{end}"
        for stop in STOPS.values()
        for end in ("-title", "", "-done", *(f"-{choice}" for choice in stop.choices))
    }
    others = {key for key in ENGLISH if key.startswith("tour.")} - of_stops
    assert {key for key in others if f'"{key}"' not in written} == set()


def test_the_tour_runs_from_end_to_end_and_can_be_left():
    page, name, seen = FakePage("seed=3"), next(iter(STOPS)), []
    while name:
        tour = page.send("set", values={"tour": name}, reply=1)["show"]["tour"]
        seen.append(tour["stop"])
        assert neighbours(name) == (tour["before"], tour["after"])
        name = tour["after"]
    assert seen == list(STOPS)
    assert page.send("set", values={"tour": "off"}, reply=1)["show"]["tour"] is None


def test_it_starts_again_at_mismatch_1_and_comes_back_to_the_same_draws():
    page = FakePage("seed=3&scenario=worked&mismatch=0.2")
    page.send("skip", n=5000)
    state = page.send("set", values={"tour": "run"}, reply=1)["state"]
    assert (state["draws"], state["settings"]["mismatch"], state["settings"]["speed"]) == (0, 1, 500)
    page.send("skip", n=2000)
    before = page.get()["state"]
    assert page.send("set", values={"tour": "naive"}, reply=1)["state"]["draws"] == 2000
    page.send("set", values={"rule": "naive"})
    page.send("set", values={"tour": "back"})
    after = page.send("set", values={"rule": "lossless"}, reply=1)["state"]
    assert after["counts"] == before["counts"]


def test_a_link_leads_to_a_stop_and_its_own_values_win():
    page = FakePage("tour=doors&mismatch=0.5&seed=1")
    settings = page.get()["state"]["settings"]
    assert (settings["scene"], settings["scenario"], settings["mismatch"]) == ("accounting", "worked", 0.5)
    assert "tour=doors" in page.get()["show"]["query"]


def test_a_prediction_that_is_none_is_refused_by_its_value():
    with pytest.raises(ValueError, match="'rises' at stop 'predict'"):
        FakePage().send("predict", stop="predict", choice="rises")
