"""The scene `beat` in words and bars: they add up, and each verdict says the numbers that are shown."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.beat import attempt
from app.pictures import beat as pictures
from app.text.catalog import Catalog
from tests.unit.core.coins import W, floats, pairs
from tests.unit.session.sessions import session_of

CATALOG = Catalog()
p, q = map(floats, W)


def frame(*acts, **values):
    session = session_of(**{"scene": "beat", "scenario": "worked", "mismatch": 1, "seed": 7, **values})
    for name, value in acts:
        session.act(name, value)
    return session.frame()


def to(token, value):
    return {"token": token, "value": value}


def test_both_parts_of_yours_add_up_to_the_limit():
    made = frame(("start", "rule"), ("accept", to(0, 0.3)))
    heights = pictures.columns(made).heights
    assert heights["kept"] + heights["corrected"] == pytest.approx(made.stage.attempt.law)
    assert "ran" not in heights


def test_each_limit_is_written_once():
    texts = pictures.columns(frame(("start", "rule"))).texts
    assert texts["target"] == ("0.500", "0.300", "0.200")
    assert texts["corrected"] == ("0.500", "0.300", "0.200")
    assert texts["kept"] == ("", "", "0.200")  # nothing is added to the third


def test_bars_of_many_tokens_carry_no_numbers():
    assert pictures.columns(frame(scenario="next-word")).texts == {}


@given(pairs(), st.data())
def test_the_difference_told_is_that_of_the_numbers_told(laws, data):
    p, q = map(floats, laws)
    a = data.draw(st.lists(st.floats(0, 1), min_size=len(p), max_size=len(p)))
    one = attempt(p, q, a, p)
    accepted, bound, tv, least = pictures.told(one)
    assert float(least) == pytest.approx(max(0, float(accepted) - float(bound)), abs=1e-9)
    assert not one.least_tv or float(least) > 0 or one.least_tv < 1e-6
    assert float(tv) >= float(least) - 1.1e-3


@pytest.mark.parametrize(
    ("acts", "kind", "numbers"),
    [
        ([("start", "rule")], "best", ["0.600", "0.600"]),
        ([("law", "missing"), ("accept", to(2, 0.2))], "less", ["0.520", "0.600"]),
        ([("start", "rule"), ("accept", to(2, 0.5))], "more", ["0.700", "0.600", "0.100", "0.100"]),
        ([("start", "rule"), ("law", "p")], "biased", ["0.600", "0.600", "0.100"]),
    ],
)
def test_verdicts_say_the_numbers(acts, kind, numbers):
    verdict = pictures.verdict(frame(*acts), CATALOG)
    assert verdict["kind"] == kind
    assert verdict["title"] == CATALOG.text(f"beat.{kind}-title")
    assert re.findall(r"\d\.\d+", verdict["text"]) == numbers


def test_a_known_fault_is_told_by_name_and_tokens_kept_too_often_too():
    naive = frame()
    assert CATALOG.text("fault.naive") in pictures.named(naive, CATALOG)
    assert pictures.verdict(naive, CATALOG)["spilt"].endswith(": c.")
    both = frame(scenario="next-word")
    assert re.search(r": \w+, \w+, .*\.$", pictures.verdict(both, CATALOG)["spilt"])
    rule = frame(("start", "rule"))
    assert pictures.named(rule, CATALOG) == ""
    assert pictures.verdict(rule, CATALOG)["spilt"] == ""


def test_a_large_scenario_asks_for_a_smaller_one():
    made = frame(scenario="long-tail")
    assert "50 tokens" in pictures.verdict(made, CATALOG)["title"]
    assert pictures.rows(made, CATALOG) == []
    shown = pictures.columns(made)
    assert set(shown.heights) == {"target", "draft"}, "both laws stay in sight"
    assert len(shown.names) == 50
    for words in (pictures.named, pictures.best, pictures.ran, pictures.summary):
        assert words(made, CATALOG) == ""


def test_the_numbers_for_the_bars_are_shares():
    numbers = pictures.numbers(frame(("start", "rule"), ("accept", to(2, 0.5))), CATALOG)
    assert np.array([numbers[name] for name in ("accepted", "bound", "tv", "least")]) == pytest.approx(
        [0.7, 0.6, 0.1, 0.1]
    )
    assert numbers["tv_text"] == "0.100"
    assert numbers["least_text"].endswith("0.100")


def test_a_little_more_than_the_bound_is_not_told_as_nothing():
    one = attempt(p, q, [1, 1, 1 / 3 + 0.0004], [1, 0, 0])
    accepted, bound, tv, least = pictures.told(one)
    assert (accepted, bound, least) == ("0.6002", "0.6000", "0.0002")
    assert float(tv) > 0
