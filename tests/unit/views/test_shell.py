"""Every message of the page: what it does, what it answers, and what a bad one says."""

import base64
import json

import pytest

from app.session.clock import ASLEEP
from app.views.commands import COMMANDS
from app.views.shell import ROWS_EVERY
from tests.unit.views.pages import FakePage


@pytest.fixture
def page():
    return FakePage("scenario=worked&mismatch=1&seed=3")


TO_SAY = {  # type: fields, and what holds of the state and of what is shown afterwards
    "open": (
        {"query": "scenario=disjoint&seed=9"},
        lambda state, _: state["settings"]["scenario"] == "disjoint",
    ),
    "address": (
        {"query": "scenario=worked&mismatch=0.25"},
        lambda state, _: state["settings"]["mismatch"] == 0.25,
    ),
    "set": ({"values": {"mismatch": 0.25}}, lambda state, _: state["settings"]["mismatch"] == 0.25),
    "play": ({}, lambda state, _: state["playing"] and state["draws"] == 5),
    "pause": ({}, lambda state, _: not state["playing"] and state["draws"] == 5),
    "step": ({}, lambda state, show: state["draws"] == 6 and show["at_once"]),
    "reset": ({}, lambda state, _: state["draws"] == 0 and not state["playing"]),
    "replay": ({}, lambda state, _: state["draws"] == 0 and state["playing"]),
    "new-seed": ({}, lambda state, _: state["draws"] == 0 and 0 <= state["settings"]["seed"] < 2**53),
    "skip": ({"n": 1000}, lambda state, _: state["draws"] == 1005 == sum(state["counts"])),
    "start-again": ({}, lambda state, _: state["draws"] == 0 and state["settings"]["seed"] == 3),
    "bar": (
        {"law": "p", "index": 0, "value": 0.8},
        lambda state, _: state["p"] == pytest.approx([0.8, 0.12, 0.08]),
    ),
    "rename": ({"index": 1, "name": "<b>"}, lambda _, show: show["columns"]["names"] == ["a", "<b>", "c"]),
    "add-token": ({}, lambda state, _: len(state["p"]) == 4),
    "remove-token": ({}, lambda state, _: len(state["p"]) == 2),
    "choose": ({"token": 0}, lambda _, show: "“a”" in show["chosen"]["title"] and show["chosen"]["draws"]),
    "predict": (
        {"stop": "predict", "choice": "falls"},
        lambda state, show: show["tour"] is None and state["draws"] == 5,
    ),
    "table": ({"open": True}, lambda _, show: [row["cells"][0] for row in show["rows"]] == ["a", "b", "c"]),
    "visible": ({"on": False}, lambda state, _: state["draws"] == 5),
    "get": ({}, lambda state, show: state["draws"] == 5 and not show["at_once"]),
}


def test_the_list_holds_every_message(page):
    assert set(TO_SAY) | {"act", "bytes", "guess", "prepare"} == set(page.link.shell.commands) > set(COMMANDS)


@pytest.mark.parametrize(("choice", "said"), [(3, "You said: 0.400. In theory"), (None, "In theory")])
def test_a_guess_shows_what_was_hidden_and_counts_once(choice, said):
    page = FakePage("scenario=worked&mismatch=1&seed=3&predict=limit")
    page.send("skip", n=1000)
    before = page.get()
    assert before["state"]["guess"]["open"]
    assert before["show"]["guess"]["said"] == ""
    assert before["show"]["limit_text"] == "limit in theory: guess first"
    after = page.send("guess", choice=choice, reply=1)
    assert after["state"]["guess"]["choice"] == choice
    assert after["show"]["guess"]["said"].startswith(said)
    assert after["show"]["limit_text"] == "limit in theory: 0"
    with pytest.raises(ValueError, match="guess is 9"):
        page.send("guess", choice=9)
    with pytest.raises(ValueError, match="nothing is to be guessed"):
        FakePage().send("guess", choice=0)


def test_a_scene_without_controls_of_its_own_refuses_an_act(page):
    with pytest.raises(ValueError, match="'vote' is unknown to scene converge"):
        page.send("act", name="vote")


def test_a_scene_that_was_left_hears_what_was_asked_of_it_if_it_keeps_what_it_has(page):
    page.send("set", values={"scene": "yours"})
    page.send("set", values={"scene": "spot"})
    begin = {"name": "a.txt", "size": 7}
    page.send("act", scene="yours", name="begin", value=begin)
    page.send("bytes", data=base64.b64encode(b"0 1 2 0").decode(), last=True)
    page.send("act", scene="cycles", name="eight", value=None)  # it came too late
    page.send("act", scene="converge", name="eight", value=None)
    found = page.send("set", values={"scene": "yours"}, reply=1)["state"]["stage"]
    assert found["n"] == 4


def test_back_and_forward_lead_to_what_the_address_says(page):
    page.send(
        "set", values={"scene": "speedup", "mismatch": 0.3, "rule": "naive", "speed": 25, "theme": "dark"}
    )
    page.send("play")
    before = page.send("get", reply=1)["state"]["settings"]
    now = page.send("address", query="scene=cycles&mismatch=0.6&play=1&theme=light", reply=2)["state"]
    expected = before | {
        "scene": "cycles",
        "scenario": "next-word",
        "mismatch": 0.6,
        "rule": "lossless",
        "speed": 1,
    }
    assert now["settings"] | {"play": None} == expected | {"play": None}
    again = page.send(
        "address", query="scene=speedup&scenario=worked&mismatch=0.3&rule=naive&speed=25", reply=3
    )["state"]
    assert again["settings"] | {"play": None} == before | {"play": None}


def test_a_slice_of_a_file_that_no_scene_takes_is_refused(page):
    with pytest.raises(ValueError, match="takes no file"):
        page.send("bytes", data="MA==", last=True)


@pytest.mark.parametrize("kind", TO_SAY)
def test_a_message_does_what_it_says_and_answers(page, kind):
    for _ in range(5):
        page.send("step")
    fields, holds = TO_SAY[kind]
    answer = page.send(kind, reply=17, **fields)
    assert answer["reply"] == 17
    assert holds(answer["state"], answer["show"])
    if not answer["state"]["playing"]:  # the first draw falls with the next entry
        assert page.get()["state"] == answer["state"]


@pytest.mark.parametrize("kind", sorted(set(TO_SAY) - {"get", "predict"}))
def test_and_that_is_its_own_doing(page, kind):
    """Before the message what it does does not hold, so that the test above can fail."""
    for _ in range(5):
        page.send("step")
    if kind in {"pause", "visible"}:
        page.send("play")
        page.now += 3
    answer = page.get()
    holds = TO_SAY[kind][1]
    if kind in {"choose", "table"}:
        assert not answer["show"]["chosen"]
        assert not answer["show"]["rows"]
    elif kind == "new-seed":
        assert answer["state"]["draws"] == 5
    else:
        assert not holds(answer["state"], answer["show"])


BAD = [
    ("hello", "is no message", "hello"),
    ("[1, 2]", "must be one of", "None"),
    ('{"type": "jump"}', "must be one of", "'jump'"),
    ('{"type": ["play"]}', "must be one of", "['play']"),
    ('{"type": null}', "must be one of", "None"),
    ("{}", "must be one of", "None"),
    ('{"type": "skip"}', "whole number", "n is None"),
    ('{"type": "skip", "n": "many"}', "whole number", "n is 'many'"),
    ('{"type": "skip", "n": 1000.5}', "whole number", "n is 1000.5"),
    ('{"type": "skip", "n": true}', "whole number", "n is True"),
    ('{"type": "skip", "n": 1e999}', "whole number", "n is inf"),
    ('{"type": "skip", "n": NaN}', "whole number", "n is nan"),
    ('{"type": "skip", "n": 7}', "from 1000 to 1000000", "n is 7"),
    ('{"type": "skip", "n": 10000000}', "from 1000 to 1000000", "n is 10000000"),
    ('{"type": "set"}', "object of settings", "None"),
    ('{"type": "set", "values": [1]}', "object of settings", "[1]"),
    ('{"type": "bar", "law": "p", "index": "x", "value": 0.5}', "whole number", "index is 'x'"),
    ('{"type": "bar", "law": "p", "index": 0}', "finite number", "value is None"),
    ('{"type": "bar", "law": "p", "index": 0, "value": NaN}', "finite number", "value is nan"),
    ('{"type": "rename", "name": "x"}', "whole number", "index is None"),
    ('{"type": "choose", "token": "a"}', "whole number", "token is 'a'"),
    ('{"type": "open", "entropy": "x"}', "whole number", "entropy is 'x'"),
    ('{"type": "open", "band": 7}', "lists of numbers", "band is 7"),
    ('{"type": "open", "band": {"p": [1]}}', "lists of numbers", "band is {'p': [1]}"),
]


@pytest.mark.parametrize(("message", "way_out", "value"), BAD, ids=[message for message, _, _ in BAD])
def test_a_bad_message_says_the_value_and_the_way_out_and_changes_nothing(page, message, way_out, value):
    before = page.get()
    with pytest.raises(ValueError) as raised:  # noqa: PT011  # the text is looked at below
        page.link.receive(message, 0.0)
    assert way_out in str(raised.value)
    assert value in str(raised.value)
    after = page.get()
    assert after["state"] == before["state"]
    assert page.send("step", reply=2)["state"]["draws"] == 1, "it goes on"


NOTED = [
    ({"type": "bar", "law": "x", "index": 0, "value": 0.5}, "must be p, q or r"),
    ({"type": "bar", "law": "p", "index": 9, "value": 0.5}, "the last is 2"),
    ({"type": "bar", "law": "p", "index": 0, "value": 7}, "from 0 to 1"),
    ({"type": "rename", "index": -1, "name": "x"}, "the last is 2"),
    ({"type": "rename", "index": 0, "name": "b"}, "stands twice"),
    ({"type": "set", "values": {"mismatch": "x"}}, "is not a number"),
    ({"type": "set", "values": {"rule": "perfect"}}, "lossless, naive"),
]


@pytest.mark.parametrize(("message", "words"), NOTED, ids=[str(message) for message, _ in NOTED])
def test_what_a_learner_may_get_wrong_is_noted_in_words(page, message, words):
    answer = page.heard(lambda: page.link.receive(json.dumps(message), 0.0))
    assert words in " ".join(answer["show"]["notes"])
    assert answer["state"]["p"] == [0.5, 0.3, 0.2]


@pytest.mark.parametrize("token", [-1, 3, 99])
def test_a_token_that_is_none_is_not_chosen(page, token):
    page.send("step")
    assert page.send("choose", token=token)["show"]["chosen"] is None
    assert page.get()["show"]["columns"]["chosen"] is None


def test_a_choice_ends_with_its_token_and_by_a_second_choice(page):
    assert page.send("choose", token=2)["show"]["columns"]["chosen"] == 2
    assert page.send("remove-token")["show"]["columns"]["chosen"] is None
    page.send("choose", token=1)
    assert page.send("choose", token=None)["show"]["chosen"] is None


def test_last_draws_are_listed_only_while_paused(page):
    page.send("step")
    page.send("choose", token=0)
    assert page.send("play")["show"]["chosen"] is None
    assert page.send("pause")["show"]["chosen"] is not None


def test_the_table_is_sent_only_while_open_and_not_at_every_tick(page):
    page.send("set", values={"speed": 500})
    assert page.get()["show"]["rows"] is None
    page.send("table", open=True)
    page.send("play")
    with_rows = [page.tick(0.05)["show"]["rows"] is not None for _ in range(100)]
    assert sum(with_rows) == pytest.approx(100 * 0.05 / ROWS_EVERY, abs=2)
    assert page.send("pause")["show"]["rows"] is not None, "paused, the numbers are the last"
    assert page.send("table", open=False)["show"]["rows"] is None


def test_hidden_pages_draw_nothing_and_come_back_without_a_burst(page):
    page.send("set", values={"speed": 500})
    page.send("play")
    page.tick(0.05)
    page.send("visible", on=False)
    before = page.get()["state"]["draws"]
    for _ in range(20):
        page.tick(0.5)
    assert page.get()["state"]["draws"] == before
    page.send("visible", on=True)
    page.tick(0.05)
    page.tick(0.05)
    assert before + 9 <= page.get()["state"]["draws"] <= before + 21
    page.tick(ASLEEP + 1)
    assert page.get()["state"]["draws"] <= before + 21, "a machine that slept"


def test_a_page_that_opens_hidden_waits():
    page = FakePage("seed=3&play=1&speed=500", hidden=True)
    page.tick(0.05)
    page.tick(5)
    assert page.get()["state"]["draws"] == 0
    page.send("visible", on=True)
    page.tick(0.05)
    page.tick(0.05)
    assert page.get()["state"]["draws"] > 5


def test_the_address_holds_a_seed_only_where_one_was_given():
    drawn = FakePage("scenario=worked")
    assert drawn.get()["show"]["query"] == "scenario=worked"
    assert drawn.get()["state"]["last"] is None
    assert drawn.send("step")["state"]["last"]["accepted"] is False, "opens on a correction"
    assert FakePage("seed=5").get()["show"]["query"] == "seed=5"
    assert drawn.send("set", values={"seed": 12})["show"]["query"] == "scenario=worked&seed=12"


def test_what_the_tick_says_is_when_to_come_again(page):
    page.settle()
    assert page.link.tick(page.now, 0.0) == "", "paused, the band done"
    page.send("play")
    assert page.link.tick(page.now, 0.0) == "tick"
    page.send("visible", on=False)
    assert page.link.tick(page.now, 0.0) == ""
    page.send("set", values={"scenario": "long-tail"})
    assert page.link.tick(page.now, 0.0) == "work"


def test_the_label_names_the_versions_that_run(page):
    assert "Python 3." in page.get()["show"]["live_label"]
    assert "numpy 2." in page.get()["show"]["live_label"]


def test_what_a_scene_sends_after_it_was_left_comes_too_late(page):
    page.send("set", values={"scene": "quiz"})
    page.send("set", values={"scene": "converge"})
    told = {"name": "answered", "value": {"answered": 1, "right": 1}}
    assert page.send("act", scene="quiz", reply=1, **told)["state"]["stage"] is None
    with pytest.raises(ValueError, match="unknown to scene converge"):
        page.send("act", scene="converge", **told)


def test_back_leaves_what_plays_playing_and_what_rests_resting(page):
    assert not page.send("address", query="scenario=worked&mismatch=1&play=1", reply=1)["state"]["playing"]
    page.send("play")
    for query in ("scenario=worked&mismatch=1&play=1", "scenario=worked&mismatch=1&play=0&speed=5"):
        assert page.send("address", query=query, reply=2)["state"]["playing"]
