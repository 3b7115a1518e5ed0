"""Time makes draws at the exact rate: at every speed, after a pause, a slow tick, a change of speed."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.session.clock import Clock
from app.session.session import Session
from app.session.settings import SPEEDS
from tests.unit.session.sessions import DRAFTED, cuts, draws_of, patient, play, seen, session_of

TICK = 0.05


def test_nothing_is_drawn_before_play():
    session = session_of(**DRAFTED)
    session.step(100)
    assert draws_of(session) == 0
    assert not session.frame().playing


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("tick", [TICK, 0.013, 1.0, 5.0])
def test_ten_seconds_make_ten_times_the_rate(speed, tick):
    session = play(session_of(**DRAFTED, speed=speed), [0])
    assert draws_of(session) == 1, "the first draw falls with the first step"
    for _ in range(int(10 / tick)):
        session.step(tick)
    session.step(10 - int(10 / tick) * tick)
    assert draws_of(session) == 1 + 4 * speed


@pytest.mark.parametrize("speed", SPEEDS)
def test_a_pause_keeps_what_has_passed_of_a_draw(speed):
    session = play(session_of(**DRAFTED, speed=speed), [0])
    for _ in range(40):
        session.step(0.25)
        session.pause()
        session.step(7)
        session.play()
        session.play()
    assert draws_of(session) == 1 + 4 * speed


@given(st.sampled_from(SPEEDS), st.floats(0.1, 20), st.data())
@patient
def test_the_same_seed_gives_the_same_numbers_however_the_ticks_fall(speed, seconds, data):
    one, other = (
        play(session_of(**DRAFTED, speed=speed), data.draw(cuts(seconds), label="ticks")) for _ in range(2)
    )
    most = max(draws_of(one), draws_of(other))
    for session in (one, other):
        while draws_of(session) < most:  # a draw that fell due at the very end, by rounding
            session.draw_once()
    assert seen(one) == seen(other)


def test_speed_and_step_change_when_draws_are_made_and_not_which():
    fast = play(session_of(**DRAFTED, speed=500), [TICK] * 40)
    slow = session_of(**DRAFTED)
    for speed in SPEEDS:
        slow.set({"speed": speed})
        play(slow, [TICK] * 7)
        slow.draw_once()
    while draws_of(slow) < draws_of(fast):
        slow.draw_once()
    assert seen(slow) == seen(fast)


@given(st.lists(st.tuples(st.sampled_from(SPEEDS), st.floats(0, 2), st.booleans()), min_size=1, max_size=15))
@patient
def test_changes_of_speed_and_pauses_lose_no_draw_and_make_none_twice(row):
    session, exact = session_of(**DRAFTED), 1.0
    for speed, seconds, pauses in row:
        session.set({"speed": speed})
        play(session, [seconds])
        exact += 0.4 * speed * seconds
        if pauses:
            session.pause()
            session.step(1)
    assert draws_of(session) in {math.floor(exact - 1e-6), math.floor(exact + 1e-6)}


def test_hidden_time_makes_no_draws_and_comes_back_without_a_burst():
    session, clock = session_of(**DRAFTED, speed=500), Clock(0)
    session.play()
    for i in range(1, 21):
        session.step(clock.tick(i * TICK))
    before = draws_of(session)
    assert before == 201
    clock.suspend()
    for now in (2, 30, 3600):
        session.step(clock.tick(now))
    clock.resume()
    session.step(clock.tick(3600.01))
    assert draws_of(session) == before
    for i in range(1, 21):
        session.step(clock.tick(3600.01 + i * TICK))
    assert draws_of(session) == before + 200


def test_a_slow_tick_catches_up():
    session, clock = session_of(**DRAFTED, speed=500), Clock(0)
    session.play()
    for now in (0.05, 0.1, 3.1, 3.15, 4):
        session.step(clock.tick(now))
    assert draws_of(session) == 801


def test_a_stepped_draw_has_been_told_so_that_play_goes_on_with_the_next():
    session = play(session_of(**DRAFTED), [0, 1.0])
    session.draw_once()
    assert draws_of(session) == 2
    play(session, [0])
    assert draws_of(session) == 3
    session.step(2.4)
    assert draws_of(session) == 3
    session.step(0.1)
    assert draws_of(session) == 4


def test_step_pauses_and_makes_exactly_one_draw():
    session = play(session_of(**DRAFTED, speed=500), [1])
    before = draws_of(session)
    session.draw_once()
    assert draws_of(session) == before + 1
    assert not session.frame().playing
    session.step(5)
    assert draws_of(session) == before + 1


def test_the_beats_of_a_draw_at_1x():
    session = play(session_of(**DRAFTED), [0])
    beats = []
    for _ in range(10):
        frame = session.frame()
        assert frame.narrated
        beats.append(frame.beat)
        session.step(0.25)
    assert beats == [1, 1, 2, 2, 3, 3, 4, 4, 4, 4]
    assert session.frame().beat == 1
    assert draws_of(session) == 2


def test_a_pause_tells_the_draw_to_its_end_and_play_does_not_tell_it_again():
    session = play(session_of(**DRAFTED), [0, 0.25])
    assert session.frame().beat == 1
    session.pause()
    assert session.frame().beat == 4
    session.play()
    assert session.frame().beat == 4
    session.step(2.0)
    assert session.frame().beat == 4
    session.step(0.25)
    assert draws_of(session) == 2
    assert session.frame().beat == 1


@pytest.mark.parametrize(
    "change", [lambda session: session.skip(1_000), lambda session: session.set({"mismatch": 0.5})]
)
def test_a_skip_and_another_draft_end_the_telling_of_the_last_draw(change):
    session = play(session_of(**DRAFTED), [0, 0.25])
    assert session.frame().beat == 1
    change(session)
    assert session.frame().playing
    assert session.frame().beat == 4


@pytest.mark.parametrize("speed", SPEEDS[1:])
def test_faster_than_1x_nothing_is_told_until_a_pause(speed):
    session = play(session_of(**DRAFTED, speed=speed), [0, 0.01])
    assert not session.frame().narrated
    assert session.frame().beat == 4
    session.pause()
    assert session.frame().narrated
    assert session.frame().beat == 4


def test_the_revision_grows_with_what_can_be_seen_and_not_without():
    session = play(session_of(**DRAFTED), [0])
    changes = []
    for _ in range(50):
        before, revision = (draws_of(session), session.beat), session.revision
        session.step(TICK)
        changes.append(((draws_of(session), session.beat) != before, session.revision != revision))
    assert {seen_ for seen_, _ in changes} == {True, False}
    assert all(seen_ == told for seen_, told in changes)
    commands = (
        session.pause,
        session.play,
        session.draw_once,
        session.reset,
        session.replay,
        session.start_again,
        lambda: session.new_seed(3),
        lambda: session.skip(1_000),
        lambda: session.set({"theme": "dark"}),
        lambda: session.pull("p", 0, 0.4),
    )
    for command in commands:
        revision = session.revision
        command()
        assert session.revision > revision


@pytest.mark.parametrize("seconds", [-1, math.nan, math.inf])
def test_time_that_cannot_pass_is_refused(seconds):
    session = Session()
    session.play()
    with pytest.raises(ValueError, match="cannot pass"):
        session.step(seconds)
