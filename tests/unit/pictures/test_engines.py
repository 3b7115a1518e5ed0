"""The picture of `engines`: nothing of theory before the vote, then the gallery's numbers in words."""

import json
import re

import pytest

from app.core.fit import FALSE_ALARM
from app.core.gallery import ENGINES, SIDES
from app.pictures import engine_words as words
from app.pictures import engines as pictures
from app.pictures.engine_words import RUNS
from app.text.catalog import Catalog
from tests.unit.session.sessions import session_of

CATALOG = Catalog("en")


def session(**values):
    return session_of(**{"scene": "engines", "scenario": "worked", "mismatch": 1, "seed": 7} | values)


def revealed(skip=0, **values):
    one = session(**values)
    one.act("reveal", None)
    if skip:
        one.skip(skip)
    return one.frame()


def answer(one):
    return words.question(one.frame(), CATALOG)["answer"]


def all_words(frame):
    told = [words.needed, words.verdict, words.kept, words.filters, words.summary]
    texts = [one(frame, CATALOG) for one in told]
    texts += [*words.about(frame, CATALOG).values(), *words.numbers(frame, CATALOG).values()]
    return [*texts, json.dumps(words.question(frame, CATALOG), allow_nan=False)]


@pytest.mark.parametrize("fault", ENGINES)
def test_nothing_of_theory_is_shown_before_the_vote(fault):
    frame = session(fault=fault).frame()
    assert "law" not in pictures.columns(frame).heights
    assert "limit" not in pictures.lines(frame).paths
    assert words.question(frame, CATALOG)["answer"] == ""
    assert words.needed(frame, CATALOG) == ""
    assert words.numbers(frame, CATALOG)["limit"] == "–"
    after = revealed(fault=fault)
    assert pictures.columns(after).heights["law"] == pytest.approx(frame.stage.law)
    assert pictures.lines(after).paths["limit"].y == pytest.approx([frame.stage.limit] * 2)
    assert pictures.columns(after).top == pictures.columns(frame).top, "the axis does not tell either"


def test_the_answer_speaks_to_the_vote():
    one = session(fault="resample-target")
    choices = one.frame().stage.question.choices
    place = one.frame().stage.question.answer
    one.act("predict", str(place))
    assert answer(one).startswith("You are right. In theory it ends at 0.100")
    other = session(fault="resample-target")
    other.act("predict", str(len(choices) - 1))
    assert answer(other).startswith("You said: 0.40. In theory")
    doubt = session(fault="sample-and-match")
    assert words.question(doubt.frame(), CATALOG)["choices"][:2] == ["It is exact", "It is broken"]
    assert not words.question(doubt.frame(), CATALOG)["third"]
    doubt.act("predict", "1")
    assert "You said: It is broken. In theory it ends at 0.000" in answer(doubt)


def test_the_gallery_s_numbers_are_told():
    assert "2,813 draws" in words.needed(revealed(fault="resample-target"), CATALOG)
    assert "No number" in words.needed(revealed(fault="no-bonus"), CATALOG)
    assert "“c”" in words.needed(revealed(fault="coarse-coin", scenario="disjoint"), CATALOG)
    assert "28.0 %" in words.kept(revealed(fault="sample-and-match"), CATALOG)
    bonus = words.kept(revealed(fault="no-bonus"), CATALOG)
    assert "2.306" in bonus
    assert "2.176" in bonus  # (1 - .6^4) / .4
    assert "1.000 tokens" in words.kept(revealed(fault="no-bonus", gamma=1), CATALOG)
    chain = words.kept(revealed(fault="goes-on-after-rejection"), CATALOG)
    assert "0.000" in chain
    assert "0.080" in chain


def test_how_seldom_a_verdict_is_wrong_is_told_of_the_one_that_is_given(monkeypatch):
    broken = revealed(100_000, fault="naive")
    settled = revealed(fault="coarse-coin", scenario="disjoint")
    for runs in ("10⁹", "10⁶"):
        monkeypatch.setattr(words, "RUNS", runs)
        assert f"one false alarm in {runs} runs" in words.needed(broken, CATALOG)
        assert f"once in {runs} runs" in words.needed(settled, CATALOG)
        assert f"once in {runs} runs" in words.verdict(broken, CATALOG)
    assert float(f"1e-{'⁰¹²³⁴⁵⁶⁷⁸⁹'.index(RUNS[2:])}") == FALSE_ALARM


def test_the_verdict_follows_the_run():
    assert "broken" in words.verdict(revealed(100_000, fault="naive"), CATALOG)
    assert "no fault" in words.verdict(revealed(100_000, fault="exact"), CATALOG)
    assert "“c” came out" in words.verdict(
        revealed(1_000_000, fault="coarse-coin", scenario="disjoint"), CATALOG
    )
    endless = revealed(fault="retry-until-accepted", scenario="disjoint")
    assert words.verdict(endless, CATALOG) == "There is nothing to test."
    assert "share no token" in words.question(endless, CATALOG)["answer"]


def test_what_filters_do_is_told():
    told = {
        side: words.filters(revealed(fault="exact", temperature=0.5, top_p=0.75, filters=side), CATALOG)
        for side in SIDES
    }
    assert "distance 0.000" in told["both"]
    assert "distance 0.000" in told["target"]
    assert "uncut target" in told["draft"]
    assert len(set(told.values())) == 4


def test_the_band_is_shown_where_it_is_that_of_the_law_asked_for():
    one = session(fault="naive")
    while one.work(1.0):
        pass
    assert "band" in pictures.lines(one.frame()).areas
    other = session(fault="target-temperature")
    while other.work(1.0):
        pass
    assert "band" not in pictures.lines(other.frame()).areas


@pytest.mark.parametrize("scenario", ["worked", "same", "disjoint", "greedy", "long-tail", "next-word"])
@pytest.mark.parametrize("fault", ENGINES)
def test_words_hold_no_number_that_is_none(fault, scenario):
    for side, skip in (("both", 0), ("order", 1000)):
        frame = revealed(skip, fault=fault, scenario=scenario, filters=side, temperature=0.7, top_p=0.9)
        assert not any(re.search(r"\bnan\b|\binf\b|-0\.0|None|Infinity", text) for text in all_words(frame))


def test_a_frame_of_another_scene_is_refused():
    with pytest.raises(TypeError, match="EnginesFrame"):
        pictures.stage_of(session_of(seed=1).frame())


def test_the_axis_comes_nearer_once_the_run_has_settled():
    assert pictures.lines(revealed(fault="shared-noise")).top == 1
    assert pictures.lines(revealed(100_000, fault="shared-noise")).top == 0.1  # its limit is 1/35
    assert pictures.lines(revealed(100_000, fault="naive")).top == 1
    assert pictures.lines(revealed(1_000_000, fault="exact")).top <= 0.01
