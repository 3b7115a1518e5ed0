"""The stage of `engines`: every engine runs and lands on its own law; the question; what cannot end."""

import numpy as np
import pytest

from app.core.faults import CHAIN_FAULTS, FAULTS, LOOKALIKES
from app.core.fit import judge
from app.core.gallery import ENGINES, SIDES, sides
from app.core.law import filtered, temperature, total_variation
from app.core.sampler import stream
from app.core.scenario import SCENARIOS
from app.core.theory import tv_threshold
from app.session.stages.predicting import choices_for
from tests.statistical.budget import FALSE_ALARM
from tests.unit.session.sessions import session_of

W = {"scene": "engines", "scenario": "worked", "mismatch": 1, "seed": 7}
P, Q = (0.5, 0.3, 0.2), (0.2, 0.2, 0.6)
MANY = 1_000_000
ON_W = {  # reference: the gallery's TV on the worked example
    "naive": 0.4,
    "resample-target": 0.1,
    "top-1": 0.5,
    "target-temperature": 0.1579,
    "goes-on-after-rejection": 0.08,
    "bonus-from-draft": 0.3,
    "bonus-from-previous-row": 0.14,
    "shared-noise": 1 / 35,
    "exact": 0,
    "one-hot-draft": 0,
}


def stage(skip=0, **values):
    session = session_of(**W | values)
    if skip:
        session.skip(skip)
    return session.frame().stage


@pytest.mark.parametrize("fault", ENGINES)
def test_every_engine_lands_on_its_own_law(fault):
    shown = stage(MANY, fault=fault)
    assert shown.draws == MANY
    assert total_variation(shown.counts / MANY, shown.law) < tv_threshold(shown.law, MANY, FALSE_ALARM)
    assert judge(shown.counts, shown.law, FALSE_ALARM).ok
    if fault in ON_W:
        assert shown.limit == pytest.approx(ON_W[fault], abs=5e-5)


@pytest.mark.parametrize("fault", ENGINES)
def test_every_engine_drawn_one_by_one_follows_its_law_too(fault):
    session = session_of(**W, fault=fault)
    session.stage.draw(20_000)
    shown = session.frame().stage
    assert judge(shown.counts, shown.law, FALSE_ALARM).ok


def test_the_check_would_see_another_law():
    shown = stage(MANY, fault="resample-target")
    assert not judge(shown.counts, shown.asked, FALSE_ALARM).ok
    assert not shown.verdict.ok


def test_the_lossless_ones_end_at_zero_and_the_others_do_not():
    exact = {one for one in ENGINES if stage(fault=one).limit < 1e-12}
    assert exact == {"exact", *LOOKALIKES}
    assert set(FAULTS) | set(CHAIN_FAULTS) | exact == set(ENGINES)


@pytest.mark.parametrize("fault", ["zero-rejected-only", "bonus-from-draft", "retry-until-accepted"])
def test_ticks_change_nothing(fault):
    one, other = session_of(**W, fault=fault, speed=500), session_of(**W, fault=fault, speed=500)
    one.play(), other.play()
    one.step(3.0)
    for _ in range(60):
        other.step(0.05)
    assert one.frame().stage.counts.tolist() == other.frame().stage.counts.tolist()
    assert one.frame().stage.draws > 500
    one.skip(1000), other.skip(1000)
    one.step(1.0), other.step(1.0)
    assert one.frame().stage.counts.tolist() == other.frame().stage.counts.tolist()


def test_the_draws_are_those_of_the_fault_from_the_seed():
    session = session_of(**W, fault="lenience")
    for _ in range(200):
        session.draw_once()
    tokens = FAULTS["lenience"].sample(P, Q, 200, stream(7)).token
    assert session.frame().stage.counts.tolist() == np.bincount(tokens, minlength=3).tolist()


def test_an_engine_that_cannot_end_draws_nothing_and_says_so():
    session = session_of(**W | {"scenario": "disjoint", "fault": "retry-until-accepted"})
    session.draw_once()
    session.skip(1000)
    shown = session.frame().stage
    assert (shown.draws, shown.law, shown.limit, shown.verdict) == (0, None, None, None)
    assert not shown.question.open
    assert shown.state()["limit"] is None


def test_the_question_is_asked_once_for_each_engine():
    session = session_of(**W)
    asked = session.frame().stage.question
    assert asked.open
    assert asked.choices[asked.answer] == pytest.approx(0.4)
    session.act("predict", "0")
    assert session.frame().stage.question.vote == 0
    assert not session.frame().stage.question.open
    session.act("predict", 1)
    assert session.frame().stage.question.vote == 0, "the first vote counts"
    session.play()
    session.set({"fault": "lenience"})
    assert session.frame().stage.question.open
    assert not session.playing, "another engine waits to be looked at"
    session.act("reveal", None)
    assert session.frame().stage.state()["predicted"]
    assert session.frame().stage.question.vote is None


@pytest.mark.parametrize(("name", "value"), [("predict", "4"), ("predict", None), ("guess", 0)])
def test_an_act_that_cannot_be_is_refused(name, value):
    with pytest.raises(ValueError, match=name):
        session_of(**W).act(name, value)


@pytest.mark.parametrize("limit", [0, 1e-5, 0.0006, 0.01, 0.05, 0.1, 0.24, 0.4, 0.7, 1])
@pytest.mark.parametrize("gap", [0, 0.02, 0.3, 0.4, 1])
def test_four_answers_rise_are_apart_and_hold_the_right_one(limit, gap):
    choices, place = choices_for(limit, gap)
    assert len(choices) == 4
    assert choices[place] == limit
    assert min(np.diff(choices)) > 0.02
    assert len({f"{one:.2f}" for one in choices}) == 4


def test_filters_on_one_side_change_what_comes_out_as_theory_says():
    p = SCENARIOS["worked"].p
    asked = temperature(p, 0.5)
    one = {side: stage(fault="exact", temperature=0.5, filters=side) for side in SIDES}
    assert all(shown.asked == pytest.approx(asked) for shown in one.values())
    assert one["both"].limit == pytest.approx(0)
    assert one["target"].limit == pytest.approx(0)
    assert one["draft"].limit == pytest.approx(total_variation(p, asked))
    assert one["order"].limit == pytest.approx(0), "one filter alone has no order"
    q = np.array(Q)
    assert one["draft"].q == pytest.approx(q**2 / (q**2).sum())
    assert one["target"].q == pytest.approx(q)
    two = stage(fault="exact", temperature=0.5, top_p=0.75, filters="order")
    assert two.asked == pytest.approx(filtered(p, 0.5, mass=0.75))
    assert two.law == pytest.approx([25 / 34, 9 / 34, 0])


def test_a_side_that_is_none_is_refused():
    with pytest.raises(ValueError, match="neither"):
        sides(SCENARIOS["worked"], 1.0, side="neither")
