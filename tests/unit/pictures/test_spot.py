"""The scene `spot` in words and charts: the same for both streams, and after the vote the whole truth."""

import re

import numpy as np
import pytest

from app.core.tally import tv_of
from app.pictures import spot as pictures
from app.text.catalog import Catalog
from tests.unit.session.sessions import session_of

CATALOG = Catalog()


def session(*acts, n=0, **values):
    one = session_of(**{"scene": "spot", "scenario": "worked", "mismatch": 1, "seed": 7, **values})
    for name, value in acts:
        one.act(name, value)
    one.stage.draw(n)
    return one


def voted(one, vote="none"):
    one.act("vote", vote)
    return pictures.reveal(one.frame(), CATALOG)


def test_bars_and_curves_are_those_of_the_counts():
    frame = session(n=300).frame()
    heights, lines = pictures.columns(frame).heights, pictures.lines(frame)
    for name in "ab":
        counts = getattr(frame.stage, name).counts
        assert heights[name] == pytest.approx(counts / 300)
        assert lines.paths[name].y[-1] == pytest.approx(tv_of(counts, frame.laws.p))
    assert np.array_equal(heights["target"], frame.laws.p)


def test_the_band_ends_with_the_axis():
    one = session(n=10)
    while one.bands.current is None:
        one.work(1.0)
    lines = pictures.lines(one.frame())
    assert 1 <= lines.areas["band"].x.max() <= lines.end


def test_the_last_tokens_stand_in_order():
    one = session(n=40)
    names = one.frame().laws.names
    words = pictures.tokens(one.frame(), CATALOG)
    assert words["a"].split(" · ") == [names[x] for x in one.stage.streams["a"].recent]
    assert words["n"] == "40 tokens of each"


@pytest.mark.parametrize(
    ("acts", "n", "odds"),
    [([], 100, "50.0 %"), ([("opponent", "naive")], 0, "50.0 %"), ([("opponent", "naive")], 2000, "100.0 %")],
)
def test_the_odds_are_told(acts, n, odds):
    assert odds in voted(session(*acts, n=n))["odds"]


def test_the_vote_is_judged_and_the_engine_named():
    told = {}
    for vote in ("a", "b", "none"):
        one = session(("opponent", "naive"), n=10)
        told[vote] = voted(one, vote)
        target = one.frame().stage.revealed.target
    assert told[target]["verdict"].startswith("Right: ")
    assert told["b" if target == "a" else "a"]["verdict"].startswith("Wrong: ")
    assert told["none"]["vote"] == "none"
    assert CATALOG.text("fault.naive-what") in told["a"]["engine"]
    assert "0.400" in told["a"]["engine"]
    assert len({words["key"] for words in told.values()}) == 1  # the same deal, which counts once


def test_a_fault_that_is_none_at_these_laws_is_told_so():
    told = voted(session(("opponent", "naive"), n=10, scenario="same"))
    assert "exact all the same" in told["engine"]
    assert "coin toss" in told["odds"]


def test_what_is_asked_names_what_may_be_hidden():
    assert CATALOG.text("fault.top-1") in pictures.asked(session(("opponent", "top-1")).frame(), CATALOG)
    names = dict(pictures.opponents(session().frame(), CATALOG))
    assert names["naive"] == CATALOG.text("fault.naive")
    assert list(names)[:2] == ["lossless", "chance"]


@pytest.mark.parametrize(
    ("fault", "scenario"), [("residual-floor", "worked"), ("half-precision", "disjoint")]
)
def test_a_small_distance_is_not_told_as_zero(fault, scenario):
    said = voted(session(("opponent", fault), scenario=scenario))["engine"]
    assert float(re.search(r"ends at (\d\.\d+), not at 0", said)[1]) > 0
