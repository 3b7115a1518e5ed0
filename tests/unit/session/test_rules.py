"""The stage of `rules`: the same coins for every rule, whatever the ticks; classical where it can run."""

import numpy as np
import pytest

from app.core.sampler import RULES, count, sample, skip_stream, stream
from app.core.theory import tv_threshold
from app.session.stages.rules import RulesStage
from tests.statistical.budget import FALSE_ALARM
from tests.unit.session.sessions import session_of

W = {"scene": "rules", "scenario": "worked", "mismatch": 1, "seed": 7}
P, Q = (0.5, 0.3, 0.2), (0.2, 0.2, 0.6)


def counts(session):
    return {name: run.counts.tolist() for name, run in session.frame().stage.runs.items()}


def test_each_rule_draws_what_the_sampler_draws_from_the_same_seed():
    session = session_of(**W)
    for _ in range(300):
        session.draw_once()
    for name in RULES:
        alone = sample(P, Q, 300, stream(7), name)
        assert counts(session)[name] == np.bincount(alone.token, minlength=3).tolist()
        assert session.frame().stage.runs[name].drafted == alone.proposals.sum()


def test_ticks_change_nothing_and_a_skip_is_its_own_stream():
    one, other = session_of(**W, speed=500), session_of(**W, speed=500)
    one.play(), other.play()
    one.step(1.0)
    for _ in range(20):
        other.step(0.05)
    assert counts(one) == counts(other)
    n = one.frame().stage.draws
    assert n > 100
    before = np.array(counts(one)["top-1"])
    one.skip(1000)
    new = count(P, Q, 1000, skip_stream(7, n), "top-1").token
    assert (np.array(counts(one)["top-1"]) - before).tolist() == new.tolist()
    one.pause()
    one.draw_once()
    assert one.frame().stage.draws == n + 1001


def test_every_rule_lands_on_its_limit_and_classical_uses_m_drafts_a_token():
    session = session_of(**W)
    session.skip(1_000_000)
    shown = session.frame().stage
    wanted = {"lossless": 0.0, "naive": 0.4, "top-1": 0.5, "classical": 0.0}
    for name, limit in wanted.items():
        assert shown.limits[name] == pytest.approx(limit)
        assert abs(shown.tv(name) - limit) < tv_threshold(shown.runs[name].law, 1_000_000, FALSE_ALARM)
    # geometric with mean M = 2.5: standard deviation sqrt(M (M - 1)) a token, here 7 of them
    assert shown.runs["classical"].drafts_per_token == pytest.approx(2.5, abs=7 * np.sqrt(3.75 / 1e6))
    assert shown.runs["lossless"].drafts_per_token == 1
    assert shown.state()["rules"]["classical"]["drafts_per_token_theory"] == pytest.approx(2.5)


def test_classical_is_left_out_where_no_m_bounds_the_ratio():
    session = session_of(scene="rules", scenario="disjoint", mismatch=1, seed=1)
    session.draw_once()
    shown = session.frame().stage
    assert set(shown.runs) == {"lossless", "naive", "top-1"}
    assert shown.unbounded == 0
    assert "classical" not in shown.state()["rules"]


def test_a_bound_beyond_all_waiting_is_none_either():
    session = session_of(scene="rules", p=(0.5, 0.5), r=(1e-12, 1 - 1e-12), mismatch=1, seed=1)
    session.skip(1_000_000)
    assert session.frame().stage.unbounded == 0


def test_a_rule_that_converge_does_not_show_opens_this_scene():
    assert session_of(rule="top-1").settings.scene == "rules"
    assert session_of(rule="classical", scene="converge").settings.scene == "rules"
    assert session_of(rule="naive").settings.scene == "converge"
    assert session_of(rule="top-1", scene="accounting").settings.scene == "accounting"
    session = session_of(seed=3)
    session.set({"rule": "classical"})
    assert isinstance(session.stage, RulesStage)
    session.set({"scene": "converge"})
    assert (session.settings.scene, session.settings.rule) == ("converge", "lossless")


def test_another_draft_begins_again():
    session = session_of(**W)
    session.skip(1000)
    session.set({"mismatch": 0})
    shown = session.frame().stage
    assert shown.draws == 0
    assert shown.limits["naive"] == 0
