"""The scene `spot`: a fair deal, honest streams, one vote a round, and nothing told before it."""

import json

import numpy as np
import pytest

from app.core.faults import FAULTS
from app.core.odds import best_odds_of_pair
from app.session.stages import spot
from app.session.stages.spot import CAN_BE_SEEN, SpotStage, by_chance, spottable
from tests.statistical.budget import misfits
from tests.unit.core.coins import W, floats
from tests.unit.session.sessions import session_of

p, q = map(floats, W)


def session(**values):
    return session_of(**{"scene": "spot", "scenario": "worked", "mismatch": 1, "seed": 7, **values})


def state(one):
    return one.frame().stage.state()


def voted(one, vote="a"):
    one.act("vote", vote)
    return state(one)


def test_before_the_vote_it_answers_what_was_drawn_and_no_more():
    one = session()
    one.draw_once()
    shown = state(one)
    assert shown["n"] == sum(shown["a"]) == sum(shown["b"]) == 1
    assert (shown["voted"], shown["revealed"]) == (None, None)
    assert shown.keys() == {"n", "a", "b", "opponent", "voted", "revealed"}


def test_the_vote_brings_it_to_light_once():
    one = session()
    shown = voted(one)
    told = shown["revealed"]
    assert told["target"] in {"a", "b"}
    assert (told["engine"], told["limit"], told["odds"]) == ("lossless", 0, 0.5)
    assert told["right"] == (told["target"] == "a")
    one.act("vote", "b")  # as a double click
    assert state(one) == shown
    with pytest.raises(ValueError, match="must be one of a, b, none"):
        one.act("vote", "c")


def test_who_cannot_tell_is_neither_right_nor_wrong():
    assert voted(session(), "none")["revealed"]["right"] is None


def test_another_round_is_another_deal_and_reset_the_same_one():
    one = session()
    one.stage.draw(50)
    first = voted(one)
    one.reset()
    one.stage.draw(50)
    assert state(one)["voted"] is None
    assert voted(one) == first
    one.act("again", None)
    assert (state(one)["n"], state(one)["voted"]) == (0, None)
    one.stage.draw(50)
    assert (state(one)["a"], state(one)["b"]) != (first["a"], first["b"])


def test_deals_are_even():
    one, targets, engines = session(), [], []
    one.act("opponent", "chance")
    for _ in range(2000):
        told = voted(one)["revealed"]
        targets.append(told["target"])
        engines.append(told["engine"])
        one.act("again", None)
    for hits in (targets.count("a"), engines.count("lossless")):
        assert not misfits([hits, 2000 - hits], [0.5, 0.5]).size
    both = sum(t == "a" and e == "lossless" for t, e in zip(targets, engines, strict=True))
    assert not misfits(
        [both, 2000 - both], [0.25, 0.75]
    ).size  # where the target is says nothing of the engine
    assert set(engines) == {"lossless", *by_chance(spottable(one.stage.position))}


@pytest.mark.parametrize("kind", ["step", "skip"])
@pytest.mark.parametrize("name", spottable(SpotStage(session().run.laws, {}, 1).position))
def test_streams_follow_the_laws_that_the_vote_names(name, kind):
    one = session()
    one.act("opponent", name)
    (one.stage.draw if kind == "step" else one.skip)(20_000)
    shown = voted(one)
    told = shown["revealed"]
    other = {"a": "b", "b": "a"}[told["target"]]
    law = FAULTS[name].output_law(p, q)
    assert told["engine"] == name
    assert not misfits(shown[told["target"]], p).size
    assert not misfits(shown[other], law).size
    if told["limit"] > 0.05:
        assert misfits(shown[other], p).size
    assert told["limit"] == pytest.approx(0.5 * np.abs(law - p).sum())


def test_the_odds_are_those_at_the_vote():
    one = session()
    one.act("opponent", "resample-target")
    one.stage.draw(40)
    told = voted(one)["revealed"]
    one.stage.draw(40)
    assert state(one)["revealed"] == told
    exact = best_odds_of_pair(
        p, FAULTS["resample-target"].output_law(p, q), 40, np.random.default_rng(1), 200_000
    )
    assert told["odds"] == pytest.approx(exact, abs=0.015)
    assert told["n"] == 40


def test_draws_are_the_same_however_cut():
    one, other = session(), session()
    one.stage.draw(1000)
    for n in (1, 499, 500):
        other.stage.draw(n)
    assert state(one) == state(other)
    assert one.frame().stage.a.recent == other.frame().stage.a.recent


def test_engines_that_cannot_run_or_were_asked_for_something_else_are_not_offered():
    faults = spottable(SpotStage(session(scenario="disjoint").run.laws, {}, 1).position)
    assert "retry-until-accepted" not in faults
    assert "target-temperature" not in faults
    assert "naive" in faults
    assert all(tv >= CAN_BE_SEEN for tv in (faults[name] for name in by_chance(faults)))
    assert by_chance({"naive": 0.0}) == ["naive"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("vote", "c"),
        ("vote", None),
        ("opponent", "nobody"),
        ("opponent", ["naive"]),
        ("vote", {}),
        ("accept", 1),
    ],
)
def test_what_cannot_be_is_named(name, value):
    with pytest.raises(ValueError, match=name):
        session().act(name, value)


@pytest.mark.parametrize("scenario", ["same", "greedy", "long-tail", "own"])
def test_it_runs_at_the_edges(scenario):
    one = session(scenario=scenario)
    one.act("opponent", "chance")
    one.skip(10**6)
    one.draw_once()
    json.dumps(voted(one), allow_nan=False)


def test_the_deal_is_the_stages_own_secret(monkeypatch):
    """The frame before the vote is the same whoever is dealt to A, if only the same tokens were drawn."""
    frames = []
    for lot in (0.1, 0.9):
        monkeypatch.setattr(spot.np.random, "default_rng", lambda _, lot=lot: Lots(lot))
        one = SpotStage(session(scenario="same").run.laws, {}, 7)  # q = p: either engine gives out its draft
        assert one._target == ("a" if lot < 0.5 else "b")
        one.draw(200)
        frames.append(json.dumps(one.frame().state()))
    assert frames[0] == frames[1]


class Lots:
    """A generator whose every lot is this one."""

    def __init__(self, lot):
        self.lot = lot

    def random(self):
        return self.lot
