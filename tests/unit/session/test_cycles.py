"""The stage `cycles`: the same cycles however they are asked for, and counts that follow the exact laws."""

import numpy as np
import pytest

from app.core.chain import run_cycles
from app.core.examples import lengths, markov_models, pairs
from app.core.words import word_models
from app.session.session import Session
from tests.statistical.budget import FALSE_ALARM, misfits


def opened(**values):
    session = Session(seed=3)
    session.set({"scene": "cycles", **values})
    return session


def shown(session):
    return session.frame().stage


@pytest.mark.parametrize("values", [{}, {"verifier": "block"}, {"keep_going": 1}, {"model": "markov"}])
def test_cycles_are_the_same_however_they_are_cut(values):
    at_once, stepped, skipped = (opened(**values) for _ in range(3))
    at_once.stage.draw(1003)
    for _ in range(3):
        stepped.draw_once()
    skipped.stage.draw(3)
    assert shown(stepped).state() == shown(skipped).state()
    skipped.skip(1000)
    assert shown(skipped).state() == shown(at_once).state()
    assert [one.tokens for one in shown(skipped).recent] == [one.tokens for one in shown(at_once).recent]


@pytest.mark.parametrize("verifier", ["token", "block"])
def test_the_text_is_the_core_s_of_the_same_seed(verifier):
    session = opened(verifier=verifier, gamma=3)
    session.stage.draw(60)
    run = run_cycles(*word_models(), 3, 60, np.random.default_rng(3), verifier, "text")
    state = shown(session).state()
    assert state["lengths"] == np.bincount(run.lengths, minlength=5)[1:].tolist()
    assert (state["accepted"], state["tested"], state["drafted"]) == (run.accepted, run.tested, run.drafted)
    assert state["last"]["tokens"] == [x for x in run.tokens[-1].tolist() if x >= 0]


def test_fresh_cycles_are_the_core_s_of_the_same_seed():
    session = opened(model="markov", gamma=2)
    session.stage.draw(500)
    run = run_cycles(*markov_models(), 2, 500, np.random.default_rng(3))
    assert shown(session).totals.lengths.tolist() == np.bincount(run.lengths, minlength=4)[1:].tolist()


@pytest.mark.parametrize("gamma", [1, 2, 4])
@pytest.mark.parametrize("verifier", ["token", "block"])
def test_lengths_and_pairs_follow_the_exact_laws(gamma, verifier):
    session = opened(model="markov", gamma=gamma, verifier=verifier)
    session.stage.draw(200_000)
    one = shown(session)
    assert misfits(one.totals.lengths, lengths(gamma, verifier)).size == 0
    assert misfits(one.pairs.ravel(), [0.56, 0.14, 0.12, 0.18]).size == 0
    assert one.compared.cycles == 200_000
    assert one.compared.block >= one.compared.token


@pytest.mark.parametrize("gamma", [1, 2, 4])
def test_an_engine_that_goes_on_has_perfect_first_tokens_and_wrong_pairs(gamma):
    session = opened(model="markov", gamma=gamma, keep_going=1)
    session.stage.draw(200_000)
    one = shown(session)
    assert one.totals.lengths.tolist() == [0] * gamma + [200_000]
    assert misfits(one.pairs.sum(axis=1), [0.7, 0.3]).size == 0
    assert misfits(one.pairs.ravel(), pairs(gamma, "token", going_on=True).ravel()).size == 0
    assert misfits(one.pairs.ravel(), [0.56, 0.14, 0.12, 0.18]).size > 0, "the trap must show"


def apart(one):
    """Found less expected, in the widths that a martingale of steps up to 1 stays within (Freedman 1975)."""
    tail = np.log(2 / FALSE_ALARM)
    return (one.found - one.expected) / (tail / 3 + np.sqrt(tail * tail / 9 + 2 * tail * one.variance))


def test_the_target_finds_its_own_text_as_probable_as_it_should():
    session = opened()
    session.stage.draw(3000)
    assert all(abs(apart(one)) < 1 for one in shown(session).likeness)
    broken = opened(keep_going=1)
    broken.stage.draw(3000)
    first, later = shown(broken).likeness
    assert abs(apart(first)) < 1
    assert apart(later) < -1, "the trap must show"


def test_a_long_skip_of_the_text_goes_on_in_the_background():
    session = opened(gamma=1)
    session.skip(1100 + 100)
    assert (shown(session).totals.cycles, shown(session).owed) == (1000, 200)
    while session.work(0.05):
        pass
    assert (shown(session).totals.cycles, shown(session).owed) == (1200, 0)


def test_a_setting_of_its_own_begins_anew_and_others_do_not():
    session = opened()
    session.draw_once()
    session.set({"speed": 25, "theme": "dark"})
    assert shown(session).totals.cycles == 1
    session.set({"gamma": 5})
    assert shown(session).totals.cycles == 0
    assert len(shown(session).totals.lengths) == 6


def test_the_speed_is_a_hundred_cycles_a_second_at_most():
    session = opened(speed=500, model="markov")
    session.play()
    session.step(10)
    assert shown(session).totals.cycles == 1001
    slow = opened(speed=1)
    slow.play()
    slow.step(4.9)
    assert shown(slow).totals.cycles == 1
    slow.step(0.2)
    assert shown(slow).totals.cycles == 2


def test_the_eight_cycles_come_and_go():
    session = opened()
    session.act("eight", None)
    assert shown(session).eight
    session.act("eight", None)
    assert not shown(session).eight
    for name, value in (("nine", None), ("eight", "yes")):
        with pytest.raises(ValueError, match=f"act '{name}'"):
            session.act(name, value)
