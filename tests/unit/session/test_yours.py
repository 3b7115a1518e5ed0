"""The stage of `yours`: what was found stays until another file was read whole; the law of now judges it."""

import json

import numpy as np
import pytest

from app.core.test_set import FIXED
from app.session.session import Session
from app.session.stages.yours import YoursStage


def opened(**settings):
    session = Session(seed=7)
    session.set({"scenario": "worked", "mismatch": 1, "scene": "yours"} | settings)
    return session


def give(session, text, slices=1):
    data = text.encode()
    session.act("begin", {"name": "log.csv", "size": len(data)})
    size = -(-len(data) // slices)
    for begin in range(0, len(data), size):
        session.feed(data[begin : begin + size], last=begin + size >= len(data))
    return session.frame().stage


HONEST = "count\n500100\n299900\n200000\n"
NAIVE = "count\n200000\n200000\n600000\n"


def test_numbers_are_judged_against_the_scenario():
    session = opened()
    found = give(session, HONEST, slices=3).found
    assert (found.kind, found.n, found.verdict.ok, found.off) == ("counts", 1_000_000, True, ())
    assert found.names == ("a", "b", "c")
    assert found.chance[0] < found.verdict.tv_expected < found.chance[1]
    found = give(session, NAIVE).found
    assert not found.verdict.ok
    assert [one.token for one in found.off] == [2, 0, 1]


def test_a_file_that_is_refused_or_stopped_leaves_what_was_there():
    session = opened()
    before = give(session, HONEST).found
    shown = give(session, "count\n1\nx\n")
    assert shown.refused == "Line 3: “x” is no number"
    assert shown.found is before
    shown = give(session, "0 1 5 1\n")
    assert "token id 5 is not in the law" in shown.refused
    assert shown.found is before
    session.act("begin", {"name": "b", "size": 100})
    session.feed(b"0 1 2", last=False)
    assert session.frame().stage.reading.taken == 5
    session.act("cancel", None)
    session.feed(b"0 1 2", last=True)
    shown = session.frame().stage
    assert shown.reading is None
    assert shown.found is before
    assert shown.refused is None


def test_a_file_that_is_too_large_is_refused_before_it_is_read():
    session = opened()
    session.act("begin", {"name": "b", "size": 10**9})
    shown = session.frame().stage
    assert shown.refused == "it is larger than 100 MB"
    assert shown.reading is None


def test_another_law_judges_the_same_numbers_anew():
    session = opened()
    assert not give(session, NAIVE).found.verdict.ok
    session.act("law-kind", "p")
    session.act("law", "0.2, 0.2, 0.6")
    assert session.frame().stage.found.verdict.ok
    session.act("law", "0.2, 0.2, 0.7")
    shown = session.frame().stage
    assert "sums to 1.1" in shown.law_refused
    assert shown.found is None, "a verdict on another law than the one that was given"
    assert give(session, HONEST).found is None
    give(session, NAIVE)
    session.act("law-kind", "logits")
    shown = session.frame().stage
    assert shown.law_refused is None
    assert shown.found.law.argmax() == 2
    session.act("law-kind", "scenario")
    assert not session.frame().stage.found.verdict.ok
    session.set({"scenario": "next-word"})
    shown = session.frame().stage
    assert shown.found is None
    assert shown.refused
    session.set({"scenario": "worked"})
    assert not session.frame().stage.found.verdict.ok, "the numbers were still there"


def test_what_was_found_is_there_again_after_other_scenes_and_drafts():
    session = opened()
    before = give(session, HONEST).found
    session.set({"scene": "converge"})
    session.set({"mismatch": 0.3})
    session.set({"scene": "yours"})
    assert session.frame().stage.found is before
    session.reset()
    assert session.frame().stage.found is before
    session.act("forget", None)
    assert session.frame().stage.found is None


def test_a_file_goes_on_being_read_while_another_scene_is_shown():
    session = opened()
    session.act("begin", {"name": "a", "size": 9})
    session.feed(b"0 1 2", last=False)
    session.set({"scene": "converge"})
    session.feed(b" 0 1", last=True)
    session.set({"scene": "yours"})
    assert session.frame().stage.found.n == 5


def test_rows_are_held_to_their_own_laws_and_the_wrong_one_is_named():
    row = "0.5,0.3,0.2,0.2,0.2,0.6,{},{},{}\n"
    shown = give(opened(scenario="next-word"), row.format(2, 0.1, 2) * 9 + row.format(2, 0.9, 2))
    assert (shown.found.kind, shown.found.n) == ("rows", 10)
    assert [(one.row, one.kind) for one in shown.found.verdict.wrong] == [(9, "kept")]
    assert not shown.found.verdict.ok


@pytest.mark.parametrize(
    ("name", "value"),
    [("begin", 5), ("begin", {"size": "x"}), ("law-kind", "q"), ("numbers-kind", []), ("vote", 1)],
)
def test_what_the_page_cannot_send_is_refused(name, value):
    with pytest.raises(ValueError, match=name):
        opened().act(name, value)


def test_an_example_is_handed_over_once_and_judged_as_any_file():
    session = opened()
    for kind, follows in (("exact", True), ("broken", False)):
        session.act("example", kind)
        text = session.frame().stage.example
        session.act("taken", None)
        assert session.frame().stage.example is None
        found = give(session, text).found
        assert (found.kind, found.verdict.ok, found.verdict.wrong_count == 0) == ("rows", follows, follows)
    assert session.frame().stage.shows_fault
    session.set({"scenario": "disjoint"})
    assert not session.frame().stage.shows_fault, "p is the residual, so the broken engine is exact here"
    with pytest.raises(ValueError, match="example is 'none'; it must be one of exact, broken"):
        session.act("example", "none")


def test_the_test_set_is_told_once_and_follows_from_the_seed():
    session = opened()
    session.act("test-set", None)
    text = session.frame().stage.test_set
    cases = json.loads(text)["cases"]
    assert [case["name"] for case in cases] == ["yours", *FIXED]
    for case in cases:
        p, q, x, u = (np.array(case[name]) for name in ("p", "q", "draft", "coin"))
        assert len(x) > 30
        assert (u * q[x] < p[x]).tolist() == case["accepted"]
        left = np.maximum(p - q, 0)
        assert (
            case["residual"] is None if not left.any() else np.allclose(case["residual"], left / left.sum())
        )
    session.act("taken", None)
    assert session.frame().stage.test_set is None
    session.act("test-set", None)
    assert session.frame().stage.test_set == text


def test_the_state_is_small_and_plain():
    session = opened()
    give(session, HONEST)
    state = session.frame().stage.state()
    assert json.loads(json.dumps(state, allow_nan=False)) == state
    assert (state["kind"], state["n"], state["ok"]) == ("counts", 1_000_000, True)
    assert isinstance(session.stage, YoursStage)
