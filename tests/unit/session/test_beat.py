"""The scene `beat`: sliders and the marks on them, laws to choose, draws, the best by hand."""

import numpy as np
import pytest

from app.session.stages.beat import BeatStage
from tests.oracle import residual
from tests.statistical.budget import misfits
from tests.unit.core.coins import W, floats
from tests.unit.session.sessions import session_of

p, q = map(floats, W)


def session(**values):
    return session_of(**{"scene": "beat", "scenario": "worked", "mismatch": 1, "seed": 7, **values})


def state(one):
    return one.frame().stage.state()


def moved(one, name, token, value):
    one.act(name, {"token": token, "value": value})
    return state(one)


def test_it_opens_with_naive():
    shown = state(session())
    assert shown["a"] == [1, 1, 1]
    assert (shown["accepted"], shown["verdict"], shown["name"]) == (1, "more", "naive")
    assert shown["tv"] == pytest.approx(0.4)
    assert shown["bound"] == pytest.approx(0.6)
    assert shown["best"] is None


def test_start_from_the_rule_is_the_rule():
    one = session()
    one.act("start", "rule")
    shown = state(one)
    assert shown["a"] == pytest.approx([1, 1, 1 / 3])
    assert shown["resample"] == pytest.approx(floats(residual(*W)))
    assert (shown["verdict"], shown["name"]) == ("best", None)
    assert shown["best"] is None  # nobody's hand made it


def test_the_rule_can_be_found_by_hand_and_is_the_best():
    one = session()
    one.act("law", "missing")
    shown = moved(one, "accept", 2, 0.2)
    assert shown["verdict"] == "less"
    assert shown["best"] == pytest.approx(0.52)
    shown = moved(one, "accept", 2, 0.33)  # the step next to 1/3, which is no step
    assert shown["a"][2] == pytest.approx(1 / 3, abs=1e-15)
    assert (shown["verdict"], shown["best"]) == ("best", pytest.approx(0.6))
    shown = moved(one, "accept", 2, 0.36)
    assert (shown["verdict"], shown["best"]) == ("more", pytest.approx(0.6))


def test_the_ends_of_a_slider_are_themselves():
    one = session(scenario="own", p=(0.499, 0.501), r=(0.5, 0.5))
    assert state(one)["a"] == [1, 1]
    assert moved(one, "accept", 0, 1)["a"][0] == 1  # and not 0.998
    assert moved(one, "accept", 0, 0.99)["a"][0] == 0.99
    assert moved(one, "accept", 0, 0.0)["a"][0] == 0


def test_weights_are_divided_by_their_sum_and_the_last_keeps_some():
    one = session()
    assert moved(one, "weigh", 0, 0)["resample"] == pytest.approx([0, 0.6, 0.4])
    assert state(one)["choice"] == "own"
    assert moved(one, "weigh", 1, 0)["resample"] == pytest.approx([0, 0, 1])
    assert moved(one, "weigh", 2, 0)["resample"] == [0, 0, 1]


@pytest.mark.parametrize(
    ("choice", "law"), [("p", p), ("q", q), ("uniform", [1 / 3] * 3), ("residual", [0.75, 0.25, 0])]
)
def test_a_law_can_be_chosen(choice, law):
    one = session()
    one.act("law", choice)
    assert state(one)["resample"] == pytest.approx(law)


def test_what_is_missing_follows_what_is_kept():
    one = session()
    one.act("law", "missing")
    assert moved(one, "accept", 0, 0)["resample"] == pytest.approx(np.array([5, 1, 0]) / 6)


@pytest.mark.parametrize("kind", ["step", "skip"])
def test_draws_follow_the_limit_of_the_attempt(kind):
    one = session()
    one.act("start", "rule")
    one.act("law", "p")
    one.act("accept", {"token": 0, "value": 0.4})
    (one.stage.draw if kind == "step" else one.skip)(100_000)
    frame = one.frame().stage
    assert frame.draws == 100_000
    assert not misfits(frame.counts, frame.attempt.law).size
    assert misfits(frame.counts, p).size  # and would be seen if they followed another law
    assert not misfits([frame.accepted, frame.draws - frame.accepted], [0.48, 0.52]).size


def test_a_change_begins_the_draws_anew_and_draws_are_the_same_however_cut():
    one, other = session(), session()
    one.stage.draw(1000)
    for n in (1, 499, 500):
        other.stage.draw(n)
    assert state(one) == state(other)
    assert moved(one, "accept", 0, 0.5)["draws"] == 0


def test_a_large_scenario_has_no_sliders():
    one = session(scenario="long-tail")
    shown = state(one)
    assert shown["a"] is shown["tv"] is shown["verdict"] is None
    one.skip(1000)
    one.draw_once()
    assert state(one)["draws"] == 0
    with pytest.raises(ValueError, match="accept"):
        one.act("accept", {"token": 0, "value": 0.5})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("accept", None),
        ("accept", {"token": 3, "value": 0.5}),
        ("accept", {"token": -1, "value": 0.5}),
        ("accept", {"token": 0.5, "value": 0.5}),
        ("accept", {"token": True, "value": 0.5}),
        ("weigh", {"token": 0, "value": 1.5}),
        ("weigh", {"token": 0, "value": float("nan")}),
        ("weigh", {"token": 0}),
        ("law", "own"),
        ("law", ["p"]),
        ("start", "top"),
        ("vote", "a"),
    ],
)
def test_what_cannot_be_is_named_and_changes_nothing(name, value):
    one = session()
    before = state(one)
    with pytest.raises(ValueError, match=name if name not in {"weigh", "accept"} else "slider"):
        one.act(name, value)
    assert state(one) == before


def test_nothing_beats_the_bound_by_hand():
    one, luck = session(scenario="next-word"), np.random.default_rng(5)
    for _ in range(300):
        kind = luck.choice(["accept", "weigh", "law"])
        if kind == "law":
            one.act("law", str(luck.choice(["missing", "residual", "p", "q", "uniform"])))
        else:
            moved(one, str(kind), int(luck.integers(8)), round(float(luck.random()), 2))
        shown = state(one)
        assert shown["tv"] >= shown["accepted"] - shown["bound"] - 1e-12
    assert isinstance(one.stage, BeatStage)
