"""What each command and each change of a setting keeps, restarts, marks and says."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.law import acceptance_rate
from app.core.scenario import SCENARIOS
from app.core.tally import tv_of
from app.session.session import LEAST_GHOST, Session
from app.session.settings import LARGEST_SEED
from app.session.stages import stage_of
from tests.unit.session.sessions import DRAFTED, after, draws_of, keys, patient, play, seen, session_of

RESTARTS = [
    {"scenario": "next-word"},
    {"temperature": 0.5},
    {"top_k": 2},
    {"top_p": 0.6},
    {"seed": 8},
    {"p": [0.2, 0.8], "r": [0.8, 0.2]},
]
HARMLESS = [
    {"rule": "naive"},
    {"speed": 500},
    {"tv_scale": "log"},
    {"theme": "dark"},
    {"lang": "en"},
    {"keys": 0},
    {"embed": 1},
    {"projector": 1},
    {"hide": "nav"},
    {"scene": "converge"},
    {"names": ["x", "y", "z"]},
    {"gamma": 4, "unknown": 1},
]


def test_both_verdicts_are_tallied_on_the_same_draws():
    frame = after(200).frame()
    assert frame.lossless.draws == frame.recent.draws == 200
    assert frame.recent.drafted.sum() == frame.lossless.emitted.sum()
    p = frame.laws.p
    assert frame.lossless_curve.tv[-1] == pytest.approx(tv_of(frame.lossless.emitted, p))
    assert frame.naive_curve.tv[-1] == pytest.approx(tv_of(frame.recent.drafted, p))


@pytest.mark.parametrize("values", HARMLESS, ids=str)
def test_a_setting_that_is_only_looked_at_restarts_nothing(values):
    session = play(after(50), [0, 0.3])
    before = seen(session)
    assert session.set(values) == ()
    assert seen(session) == before
    assert session.frame().ghost is None
    assert session.frame().playing


@pytest.mark.parametrize("values", RESTARTS, ids=str)
def test_another_scenario_law_filter_or_seed_restarts_everything(values):
    session = after(50)
    session.set({"mismatch": 0.5})
    old = session.frame()
    assert session.set(values) == ()
    frame = session.frame()
    assert frame.lossless.draws == frame.recent.draws == 0
    assert frame.seed == session.run.seed, "what is told of the seed is what draws"
    assert (frame.marks, frame.last, frame.notes, dict(frame.by_token)) == ((), None, (), {})
    assert frame.ghost.tv.tolist() == old.lossless_curve.tv.tolist()
    again = session_of(**{name: value for name, value in frame.settings.items() if name != "play"})
    for one in (session, again):
        play(one, [20])
    assert seen(session) == seen(again), "as if it had been opened so"


@pytest.mark.parametrize("values", [{"mismatch": 0.5}, {"draft": "tilt"}], ids=str)
def test_another_draft_keeps_the_lossless_tally_and_restarts_the_rest(values):
    session = after(60)
    old = session.frame()
    assert session.set(values) == ()
    frame = session.frame()
    assert frame.lossless is old.lossless
    assert frame.lossless_curve.tv.tolist() == old.lossless_curve.tv.tolist()
    assert frame.recent.draws == 0
    assert frame.recent.accepted_per_drafted is None
    assert frame.naive_curve.n.tolist() == []
    assert frame.marks == (60,)
    assert keys(frame.notes) == ["draft-changed"]
    assert frame.ghost is None
    play(session, [100])
    frame = session.frame()
    assert frame.naive_curve.n[-1] == frame.recent.draws == frame.lossless.draws - 60
    assert keys(frame.notes) == ["draft-changed"], "as long as there is a mark"


def test_before_the_first_draw_another_draft_is_nothing_to_speak_of():
    session = session_of(**DRAFTED)
    session.set({"mismatch": 0.5})
    assert session.frame().marks == ()
    assert session.frame().notes == ()
    assert session.frame().laws.q == pytest.approx(SCENARIOS["worked"].p * 0.5 + SCENARIOS["worked"].r * 0.5)


def test_one_drag_leaves_one_mark_however_long_it_takes():
    session = play(after(10, speed=25), [0])
    for i in range(20):
        session.set({"mismatch": 1 - i / 20}, drag=i > 0)
        session.step(0.2)
    assert len(session.frame().marks) == 1
    session.set({"mismatch": 0.9})
    assert len(session.frame().marks) == 2


def test_to_set_what_holds_changes_nothing():
    session = after(40)
    before = seen(session)
    session.set(dict(session.frame().settings))
    assert seen(session) == before
    assert session.frame().notes == ()


def test_the_acceptance_follows_the_draft_of_now():
    session = session_of(**DRAFTED)
    for mismatch in (1.0, 0.25):
        session.set({"mismatch": mismatch})
        session.skip(1_000_000)
        frame = session.frame()
        alpha = acceptance_rate(frame.laws.p, frame.laws.q)
        assert frame.recent.accepted_per_drafted == pytest.approx(alpha, abs=0.0035)  # 7 sigma
        assert tv_of(frame.lossless.emitted, frame.laws.p) < 0.005
    assert frame.recent.draws == 1_000_000
    assert frame.lossless.draws == 2_000_000


def test_to_go_to_a_scene_with_another_draft_makes_its_stage_once(monkeypatch):
    made = []
    monkeypatch.setattr("app.session.session.stage_of", lambda *given: made.append(given) or stage_of(*given))
    session = Session(seed=3)
    made.clear()
    session.set({"scene": "rules", "mismatch": 0.3})
    assert len(made) == 1
    assert session.frame().stage is not None


def test_play_can_be_set():
    session = session_of(**DRAFTED)
    session.set({"play": 1})
    assert session.frame().playing
    assert session.frame().settings["play"] is True
    session.set({"play": 1, "scenario": "next-word"})
    assert session.frame().playing
    session.set({"play": 0})
    assert not session.frame().playing
    assert session_of(**DRAFTED, play=True).frame().playing


def test_reset_replay_new_seed_and_start_again():
    session = play(after(50), [0])
    first = seen(session)
    session.reset()
    assert draws_of(session) == 0
    assert not session.frame().playing
    assert session.frame().seed == 7
    play(session, [0])
    for _ in range(50):
        session.draw_once()
    assert seen(session) == first, "the same seed, the same draws"

    session.replay()
    assert session.frame().playing
    session.step(0)
    assert draws_of(session) == 1

    session.new_seed(9)
    assert session.frame().playing, "goes on if it was"
    assert (draws_of(session), session.frame().seed, session.frame().settings["seed"]) == (0, 9, 9)
    session.pause()
    session.new_seed(LARGEST_SEED + 1)
    assert (session.frame().playing, session.frame().seed) == (False, 0)

    session.draw_once()
    session.set({"mismatch": 0.3})
    session.start_again()
    frame = session.frame()
    assert (frame.marks, frame.notes, frame.lossless.draws) == ((), (), 0)
    assert frame.settings["mismatch"] == 0.3
    assert frame.seed == 0


def test_a_run_long_enough_becomes_the_ghost_and_a_short_one_does_not():
    session = after(LEAST_GHOST - 1)
    session.reset()
    assert session.frame().ghost is None
    for _ in range(LEAST_GHOST):
        session.draw_once()
    curve = session.frame().lossless_curve
    session.reset()
    ghost = session.frame().ghost
    assert ghost.tv.tolist() == curve.tv.tolist()
    for _ in range(5):
        session.draw_once()
    session.reset()
    assert session.frame().ghost is ghost, "too short to take its place"


def test_the_ghost_is_the_curve_that_was_shown():
    session = after(50, rule="naive")
    curve = session.frame().naive_curve
    session.new_seed(1)
    assert session.frame().ghost.tv.tolist() == curve.tv.tolist()
    session = after(50, rule="naive")
    session.set({"mismatch": 0.5})
    session.draw_once()
    session.reset()
    assert session.frame().ghost is None, "the curve shown had one draw"


@given(st.integers(0, 20), st.integers(1_000, 1_000_000), st.integers(0, LARGEST_SEED))
@patient
def test_a_skip_can_be_repeated_and_draws_go_on_at_their_own_place(before, n, seed):
    sessions = [after(0) for _ in range(2)]
    for session in sessions:
        session.new_seed(seed)
        for _ in range(before):
            session.draw_once()
        session.skip(n)
        assert session.frame().last is None
        assert session.frame().beat == 4
        session.draw_once()
    assert seen(sessions[0]) == seen(sessions[1])
    last = sessions[0].frame().last
    generator = np.random.PCG64(seed)
    generator.advance(3 * (before + n))
    assert last.number == before + n + 1
    assert last.coin == np.random.Generator(generator).random(2)[1]


@pytest.mark.parametrize("n", [0, -1, 999, 1_000_001, 10**9])
def test_a_skip_of_another_size_is_refused(n):
    session = session_of(**DRAFTED)
    with pytest.raises(ValueError, match=f"n is {n}"):
        session.skip(n)
    assert draws_of(session) == 0


def test_a_skip_while_playing_makes_no_further_draw_fall_due():
    session = play(session_of(**DRAFTED), [0, 1.0])
    session.skip(1_000)
    session.step(0)
    assert draws_of(session) == 1_001
    session.step(1.5)
    assert draws_of(session) == 1_002


def test_where_no_tilt_lies_between_the_laws_it_is_a_mix_with_a_note():
    session = session_of(scenario="disjoint", mismatch=0.5, seed=1)
    notes = session.set({"draft": "tilt"})
    assert keys(notes) == keys(session.frame().notes) == ["no-tilt"]
    assert session.frame().settings["draft"] == "mix"
    session.set({"draft": "tilt", "mismatch": 1})
    assert session.frame().settings["draft"] == "tilt", "at the ends there is one"
    assert keys(session.set({"mismatch": 0.9})) == ["no-tilt"]
    opened = session_of(scenario="greedy", draft="tilt", seed=1)
    assert keys(opened.frame().notes) == ["no-tilt"]


def test_a_frame_never_changes_later():
    session = play(after(30), [10])
    frame = session.frame()
    before = seen(session)
    session.skip(1_000)
    session.set({"mismatch": 0.2})
    play(session, [10])
    session.pull("p", 0, 0.9)

    class Still:
        def frame(self):
            return frame

    assert seen(Still()) == before
    for array in (frame.lossless.kept, frame.lossless_curve.tv, frame.last_accepted, frame.laws.q):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_naive_and_back_is_the_lossless_curve_as_it_was():
    session = after(0, speed=500)
    play(session, [0.05] * 200)
    session.pause()
    before = seen(session)
    for rule in ("naive", "lossless"):
        session.set({"rule": rule})
        assert seen(session) == before
