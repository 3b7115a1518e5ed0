"""Your own laws: by address, by message and by hand. What cannot be leaves what was there."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.scenario import MOST_TOKENS, SCENARIOS
from app.session.address import from_query, to_query
from app.session.session import Session
from tests.unit.session.sessions import DRAFTED, draws_of, keys, patient, session_of

OWN = {"scenario": "own", "p": (0.5, 0.5), "r": (0.1, 0.9), "names": ("yes", "no"), "seed": 1}


def laws_seen(session):
    laws = session.frame().laws
    return laws.names, laws.p.tolist(), laws.r.tolist()


def test_own_laws_come_from_the_address():
    session = session_of(**OWN)
    assert laws_seen(session) == (("yes", "no"), [0.5, 0.5], [0.1, 0.9])
    assert session.frame().scenario_id == "own"
    assert session.frame().notes == ()


def test_without_r_the_draft_is_the_target_and_without_names_there_are_letters():
    session = session_of(p=(0.25, 0.75), seed=1)
    assert laws_seen(session) == (("a", "b"), [0.25, 0.75], [0.25, 0.75])


def test_own_laws_that_nobody_gave_begin_as_what_was_shown():
    session = session_of(**DRAFTED)
    session.set({"scenario": "own"})
    worked = SCENARIOS["worked"]
    assert laws_seen(session) == (worked.names, worked.p.tolist(), worked.r.tolist())
    session.set({"p": [0.5, 0.2, 0.3]})
    session.set({"scenario": "next-word"})
    session.set({"scenario": "own"})
    assert session.frame().laws.p.tolist() == [0.5, 0.2, 0.3], "and are as they were left"


BAD = [
    {"p": [0.5, 0.6], "r": [0.5, 0.5]},
    {"p": [1.5, -0.5], "r": [0.5, 0.5]},
    {"p": [0.5, 0.5], "r": [0.2, 0.3, 0.5]},
    {"r": [0.2, 0.8], "scenario": "own"},
    {"p": [0.5, 0.5], "names": ["same", "same"]},
    {"p": [0.5, 0.5], "names": ["a", "b", "c"]},
    {"p": [0, 0]},
    {"scenario": "own", "p": "1e308,1e308"},
]


@pytest.mark.parametrize("values", BAD, ids=str)
def test_laws_that_are_none_leave_what_was_there_and_say_why(values):
    session = session_of(**DRAFTED)
    for _ in range(3):
        session.draw_once()
    before = laws_seen(session)
    notes = session.set(values | {"tv_scale": "log"})
    assert keys(notes) == keys(session.frame().notes) == ["own-laws"]
    assert notes[0].slots["why"]
    assert laws_seen(session) == before
    assert session.frame().scenario_id == "worked"
    assert session.frame().settings["p"] == []
    assert session.frame().settings["tv_scale"] == "log", "the rest is taken"
    assert draws_of(session) == 3


@pytest.mark.parametrize("values", [values for values in BAD if values.get("scenario") != "own"], ids=str)
def test_own_laws_that_were_good_stay_too(values):
    session = session_of(**OWN)
    before = laws_seen(session)
    assert keys(session.set(values)) == ["own-laws"]
    assert laws_seen(session) == before


@pytest.mark.parametrize("query", ["scenario=own&p=.5,.6", "p=.5,.5&r=1", "scenario=own&p=0.5,half"])
def test_an_address_with_bad_laws_opens_on_a_scenario_with_a_note(query):
    session = Session()
    values, complaints = from_query(query)
    session.open(values, complaints)
    assert len(session.frame().notes) == 1
    session.draw_once()
    assert draws_of(session) == 1


def test_a_new_p_of_another_length_forgets_the_lists_that_no_longer_fit():
    session = session_of(**OWN)
    assert session.set({"p": [0.2, 0.3, 0.5]}) == ()
    assert laws_seen(session) == (("a", "b", "c"), [0.2, 0.3, 0.5], [0.2, 0.3, 0.5])


@pytest.mark.parametrize(
    ("law", "kept"), [("p", False), ("r", True), ("q", True)], ids=["p restarts", "r keeps", "q keeps"]
)
def test_a_pulled_bar_turns_a_preset_into_your_own(law, kept):
    session = session_of(scenario="worked", mismatch=0.5, seed=3)
    for _ in range(4):
        session.draw_once()
    old = session.frame()
    session.pull(law, 0, 0.6)
    frame = session.frame()
    assert frame.scenario_id == frame.settings["scenario"] == "own"
    assert getattr(frame.laws, law)[0] == pytest.approx(0.6)
    for one in ("p", "q", "r"):
        assert getattr(frame.laws, one).sum() == pytest.approx(1)
    rest, old_rest = getattr(frame.laws, law)[1:], getattr(old.laws, law)[1:]
    assert rest / rest.sum() == pytest.approx(old_rest / old_rest.sum()), "the rest rescales"
    assert frame.settings["mismatch"] == (1.0 if law == "q" else 0.5)
    assert (frame.lossless.draws, frame.marks) == ((4, (4,)) if kept else (0, ()))
    if law != "p":
        assert frame.laws.p.tolist() == old.laws.p.tolist()
    if law == "q":
        assert frame.laws.r.tolist() == frame.laws.q.tolist()


def test_a_drag_to_the_edge_and_back_loses_nothing():
    session = session_of(**DRAFTED)
    before = session.frame().laws.p
    for i, value in enumerate([0.7, 1.0, 0.0, before[0]]):
        session.pull("p", 0, value, drag=i > 0)
    assert session.frame().laws.p == pytest.approx(before)
    session.pull("p", 0, 1.0)
    session.pull("p", 0, 0.4)
    assert session.frame().laws.p == pytest.approx([0.4, 0.3, 0.3]), "two changes: the second begins anew"


def test_a_drag_that_something_else_interrupted_begins_anew():
    session = session_of(**DRAFTED)
    session.pull("p", 0, 0.7)
    session.set({"scenario": "next-word"})
    session.pull("p", 0, 0.5, drag=True)
    assert len(session.frame().laws.p) == 8


def test_one_drag_of_the_draft_leaves_one_mark():
    session = session_of(**DRAFTED)
    for i in range(10):
        session.draw_once()
        session.pull("q", 1, i / 10, drag=i > 0)
    assert session.frame().marks == (10,)


def test_filters_have_done_their_work_before_a_hand_does():
    session = session_of(scenario="next-word", top_k=3, temperature=0.5, top_p=0.9, seed=1)
    seen_before = session.frame().laws.p
    session.rename(0, "rug?")
    frame = session.frame()
    assert frame.laws.p == pytest.approx(seen_before)
    assert [frame.settings[name] for name in ("temperature", "top_k", "top_p")] == [1.0, 0, 1.0]


def test_what_joins_letters_or_figures_of_a_name_is_kept_on_the_way_through_the_address():
    names = ("\U0001f469\u200d\U0001f467", "\u0645\u06cc\u200c\u062e")
    session = session_of(scenario="own", p=(0.5, 0.5), names=names, seed=1)
    assert session.frame().laws.names == names
    assert from_query(to_query({"names": names}))[0]["names"] == names


def test_names_are_plain_text_of_any_kind():
    session = session_of(**OWN)
    session.rename(1, "<b>no, 100%</b>")
    assert session.frame().laws.names == ("yes", "<b>no, 100%</b>")
    query = to_query(session.frame().settings)
    opened = Session()
    opened.open(*from_query(query))
    assert opened.frame().laws.names == session.frame().laws.names


def test_tokens_come_and_go():
    session = session_of(**OWN)
    session.add_token()
    names, p, r = laws_seen(session)
    assert names == ("yes", "no", "c")
    assert p == pytest.approx([1 / 3, 1 / 3, 1 / 3])
    assert r == pytest.approx([0.2 / 3, 1.8 / 3, 1 / 3])
    session.remove_token()
    assert session.frame().laws.r == pytest.approx([0.1, 0.9])
    for _ in range(MOST_TOKENS):
        session.add_token()
    assert len(session.frame().laws.names) == MOST_TOKENS
    assert len(set(session.frame().laws.names)) == MOST_TOKENS
    assert keys(session.frame().notes) == ["refused"]
    for _ in range(MOST_TOKENS):
        session.remove_token()
    assert session.frame().laws.names == ("yes",)
    assert keys(session.frame().notes) == ["refused"]
    session.pull("p", 0, 0.3)
    assert session.frame().laws.p.tolist() == [1.0], "one token has everything"


def test_a_taken_letter_is_not_given_again():
    session = session_of(scenario="own", p=(0.5, 0.5), names=("c", "d"), seed=1)
    session.add_token()
    assert session.frame().laws.names == ("c", "d", "e")


def test_a_law_that_would_be_left_with_nothing_keeps_its_token():
    session = session_of(scenario="own", p=(0.0, 1.0), r=(0.5, 0.5), seed=1)
    session.remove_token()
    assert len(session.frame().laws.names) == 2
    assert keys(session.frame().notes) == ["refused"]


def test_the_note_on_a_token_that_is_none_names_it():
    session = session_of(**DRAFTED)
    for edit in (session.rename, lambda token, _: session.pull("p", token, 0.5)):
        edit(9, "z")
        assert "token 9" in session.frame().notes[0].slots["why"]


@pytest.mark.parametrize(
    "edit",
    [
        lambda session: session.pull("p", 3, 0.5),
        lambda session: session.pull("p", -1, 0.5),
        lambda session: session.pull("p", 0, 1.5),
        lambda session: session.pull("p", 0, float("nan")),
        lambda session: session.pull("x", 0, 0.5),
        lambda session: session.rename(0, ""),
        lambda session: session.rename(0, "b"),
        lambda session: session.rename(9, "z"),
    ],
)
def test_an_edit_that_cannot_be_is_noted_and_changes_nothing(edit):
    session = session_of(**DRAFTED)
    session.draw_once()
    before = laws_seen(session)
    edit(session)
    assert keys(session.frame().notes) == ["refused"]
    assert laws_seen(session) == before
    assert session.frame().scenario_id == "worked"
    assert draws_of(session) == 1


PULLS = st.tuples(st.sampled_from("pqr"), st.integers(0, 7), st.floats(0, 1), st.booleans())


@given(st.sampled_from(sorted(SCENARIOS)), st.lists(PULLS, min_size=1, max_size=8))
@patient
def test_any_row_of_pulls_leaves_laws_and_an_address_that_leads_back(scenario, pulls):
    session = session_of(scenario=scenario, seed=1)
    for law, token, value, drag in pulls:
        session.pull(law, token, value, drag=drag)
        session.draw_once()
    settings = session.frame().settings
    opened = Session()
    values, complaints = from_query(to_query(settings))
    opened.open(values, complaints)
    assert complaints == []
    there, here = opened.frame().laws, session.frame().laws
    for law in "pqr":
        assert getattr(there, law) == pytest.approx(getattr(here, law), abs=1e-15)
    assert np.isfinite(here.q).all()
