"""Seconds that count: not those of a hidden tab, of a sleeping machine, of a clock set back."""

from hypothesis import given
from hypothesis import strategies as st

from app.session.clock import ASLEEP, Clock
from tests.unit.session.sessions import patient


@given(st.lists(st.floats(0, ASLEEP), max_size=30), st.floats(0, 1e6))
@patient
def test_the_ticks_add_up_to_the_time_that_passed(gaps, start):
    clock, now, counted = Clock(start), start, 0.0
    for gap in gaps:
        earlier, now = now, now + gap
        if now - earlier > ASLEEP:  # by rounding
            return
        counted += clock.tick(now)
    assert abs(counted - (now - start)) < 1e-6


def test_hidden_time_does_not_count_and_comes_back_without_a_burst():
    clock = Clock(0)
    assert clock.tick(0.05) == 0.05
    clock.suspend()
    assert clock.tick(3) == 0
    assert clock.tick(5) == 0
    clock.resume()
    assert not clock.suspended
    assert clock.tick(5.5) == 0
    assert clock.tick(5.75) == 0.25


def test_hidden_time_without_a_tick_does_not_count_either():
    clock = Clock(0)
    clock.suspend()
    clock.resume()
    assert clock.tick(8) == 0
    assert clock.tick(8.5) == 0.5


def test_to_resume_what_runs_changes_nothing():
    clock = Clock(0)
    clock.resume()
    assert clock.tick(1) == 1


def test_a_slow_tick_counts_and_a_sleep_does_not():
    clock = Clock(0)
    assert clock.tick(ASLEEP) == ASLEEP
    assert clock.tick(ASLEEP + 3600) == 0
    assert clock.tick(ASLEEP + 3600.5) == 0.5


def test_a_clock_that_was_set_back_counts_nothing():
    clock = Clock(10)
    assert clock.tick(4) == 0
    assert clock.tick(4.5) == 0.5
