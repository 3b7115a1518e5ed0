"""Predict first: what is asked, when it is asked anew, and what a bad guess says."""

import pytest

from app.core.law import total_variation
from tests.unit.session.sessions import session_of

WORKED = {"scenario": "worked", "mismatch": 1.0, "seed": 7}


def test_nothing_is_asked_unless_the_setting_says_so():
    session = session_of(**WORKED)
    assert session.frame().guess is None
    with pytest.raises(ValueError, match="nothing is to be guessed; set predict"):
        session.guess(0)
    assert session_of(**WORKED, predict="bars", scene="accounting").frame().guess is None


@pytest.mark.parametrize(("rule", "limit"), [("lossless", 0.0), ("naive", 0.4)])
def test_the_limit_is_one_of_the_choices(rule, limit):
    asked = session_of(**WORKED, predict="limit", rule=rule).frame().guess
    assert (asked.what, asked.open, asked.choice) == ("limit", True, None)
    assert asked.choices[asked.answer] == pytest.approx(limit)
    assert len(set(asked.choices)) == 4


@pytest.mark.parametrize(("rule", "answer"), [("lossless", "target"), ("naive", "draft")])
def test_the_bars_end_like_one_of_the_laws(rule, answer):
    asked = session_of(**WORKED, predict="bars", rule=rule).frame().guess
    assert asked.choices[asked.answer] == answer
    same = session_of(scenario="same", predict="bars", rule=rule).frame().guess
    assert same.choices[same.answer] == "target"


def test_the_first_guess_counts_and_stays_while_draws_go_on():
    session = session_of(**WORKED, predict="limit")
    before = session.revision
    session.guess(2)
    session.guess(0)
    session.skip(1000)
    session.reset()
    asked = session.frame().guess
    assert (asked.open, asked.choice) == (False, 2)
    assert session.revision > before


def test_each_rule_and_each_scenario_asks_once():
    session = session_of(**WORKED, predict="limit")
    session.guess(None)
    session.set({"rule": "naive"})
    assert session.frame().guess.open
    session.guess(1)
    session.set({"rule": "lossless"})
    assert session.frame().guess == session.frame().guess
    assert (session.frame().guess.open, session.frame().guess.choice) == (False, None)
    session.set({"scenario": "disjoint"})
    assert session.frame().guess.open
    session.set({"scenario": "worked", "rule": "naive"})
    assert session.frame().guess.choice == 1


def test_the_question_follows_the_laws_until_it_was_answered():
    session = session_of(**WORKED, predict="limit", rule="naive")
    session.set({"mismatch": 0.5})
    asked, laws = session.frame().guess, session.frame().laws
    assert asked.choices[asked.answer] == pytest.approx(total_variation(laws.p, laws.q))


@pytest.mark.parametrize("values", [{"predict": "bars"}, {"predict": "none"}])
def test_another_way_to_predict_asks_anew(values):
    session = session_of(**WORKED, predict="limit")
    session.guess(0)
    session.set(values)
    session.set({"predict": "limit"})
    assert session.frame().guess.open


@pytest.mark.parametrize("place", [-1, 4, 99])
def test_a_place_where_no_choice_is_is_refused(place):
    with pytest.raises(ValueError, match=f"guess is {place}; it must be from 0 to 3"):
        session_of(**WORKED, predict="limit").guess(place)
