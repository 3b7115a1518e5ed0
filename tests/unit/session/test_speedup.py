"""The scene `speedup`'s stage: alpha by hand or by the laws, temperatures, and a load edited by hand."""

import json
from fractions import Fraction

import numpy as np
import pytest

from app.session.session import Session
from app.session.stages.speedup import LOAD, TEMPERATURES

W = {"scene": "speedup", "scenario": "worked", "mismatch": 1}
BEST = {  # alpha, c: best gamma, speed-up; the table of app/docs/model.md
    (0.6, 0.01): (7, 2.30),
    (0.6, 0.05): (4, 1.92),
    (0.6, 0.1): (3, 1.67),
    (0.6, 0.2): (2, 1.40),
    (0.8, 0.01): (14, 4.23),
    (0.8, 0.05): (8, 3.09),
    (0.8, 0.1): (6, 2.47),
    (0.8, 0.2): (4, 1.87),
    (0.9, 0.01): (24, 7.49),
    (0.9, 0.05): (13, 4.67),
    (0.9, 0.1): (10, 3.43),
    (0.9, 0.2): (7, 2.37),
}


def stage_at(**settings):
    session = Session()
    session.open({**W, **settings})
    return session.frame().stage


@pytest.mark.parametrize(("dials", "best"), BEST.items())
def test_the_state_gives_the_best_lengths_of_the_model(dials, best):
    state = stage_at(alpha=dials[0], cost=dials[1]).state()
    assert (state["best_gamma"], round(state["best_speedup"], 2)) == best
    assert abs(state["best_gamma_real"] - best[0]) < 1
    assert json.loads(json.dumps(state, allow_nan=False)) == state


def test_the_numbers_of_the_dials_are_exact():
    state = stage_at(alpha=0.6, cost=0.05, gamma=4).state()
    tokens = sum(Fraction(3, 5) ** i for i in range(5))
    time = (4 * Fraction(1, 20) + 1) / tokens
    assert state["speedup"] == pytest.approx(float(1 / time), rel=1e-14)
    assert state["time_per_token"] == pytest.approx(float(time), rel=1e-14)


def test_where_there_is_no_best_length_the_state_says_so():
    endless, never = stage_at(alpha=1.0).state(), stage_at(alpha=0.3, cost=0.4).state()
    assert (endless["best_gamma"], endless["best_gamma_real"], endless["best_speedup"]) == (None, None, None)
    assert never["best_gamma"] == 0
    assert never["best_speedup"] == pytest.approx(1, abs=1e-15)


def test_auto_follows_the_laws_and_a_number_does_not():
    assert stage_at().alpha == pytest.approx(0.6, abs=1e-15)
    assert stage_at(mismatch=0.5).alpha == pytest.approx(0.8, abs=1e-15)
    assert stage_at(mismatch=0).alpha == 1.0
    assert stage_at(alpha=0.25, mismatch=0).alpha == 0.25


@pytest.mark.parametrize("power", [Fraction(2), Fraction(1)])
def test_acceptance_by_temperature_is_that_of_both_laws_at_it(power):
    laws = [[Fraction(x, 10) ** int(power) for x in law] for law in ((5, 3, 2), (2, 2, 6))]
    p, q = ([x / sum(law) for x in law] for law in laws)
    frame = stage_at()
    at = int(np.flatnonzero(float(1 / power) == TEMPERATURES)[0])
    assert frame.acceptance[at] == pytest.approx(float(sum(map(min, p, q))), abs=1e-14)


def test_on_the_worked_laws_acceptance_rises_with_temperature():
    frame = stage_at()
    told = dict(zip(frame.temperatures.tolist(), frame.acceptance.round(2).tolist(), strict=True))
    assert (told[0.5], told[1.0], told[2.0]) == (0.29, 0.6, 0.8)
    assert frame.acceptance[0] == 0
    assert (np.diff(frame.acceptance) >= 0).all()


@pytest.mark.parametrize("draft", ["mix", "tilt"])
@pytest.mark.parametrize("scenario", ["next-word", "worked", "same", "disjoint", "greedy", "long-tail"])
def test_the_curve_meets_what_auto_uses_at_every_temperature(scenario, draft):
    for t in (0.0, 0.5, 3.0):
        frame = stage_at(scenario=scenario, draft=draft, mismatch=0.8, temperature=t)
        at = int(np.flatnonzero(frame.temperatures == t)[0])
        assert frame.acceptance[at] == pytest.approx(frame.alpha, abs=1e-12)


def test_the_load_is_edited_and_kept_while_dials_move():
    session = Session()
    session.open(W)
    session.act("confidence-3", 1)
    session.act("free", 6)
    session.act("looks-ahead", 1)
    session.set({"gamma": 9, "cost": 0.3, "alpha": 0.5})
    frame = session.frame().stage
    assert (frame.gamma, frame.cost, frame.alpha) == (9, 0.3, 0.5)
    assert frame.load.confidences == (*LOAD.confidences[:3], 1.0)
    assert (frame.load.free, frame.load.looks_ahead) == (6, True)
    assert frame.state()["admitted"][3] == max(frame.state()["admitted"])
    session.reset()
    assert session.frame().stage.load == LOAD


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("confidence-0", 1.5),
        ("confidence-0", "high"),
        ("confidence-0", None),
        ("confidence-9", 0.5),
        ("confidence-", 0.5),
        ("free", 3),
        ("free", True),
        ("free", float("nan")),
        ("rate", 1),
    ],
)
def test_what_the_load_cannot_be_is_refused_by_name(name, value):
    session = Session()
    session.open(W)
    with pytest.raises(ValueError, match=name):
        session.act(name, value)
    assert session.frame().stage.load == LOAD


def test_playing_draws_nothing_here():
    session = Session()
    session.open(W)
    session.play()
    session.step(30.0)
    assert session.frame().lossless.draws == 0
