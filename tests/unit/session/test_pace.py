"""Draws fall due at 0.4 x speed a second, the first at once, however the time is cut up."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.session.pace import Pace
from app.session.settings import SPEEDS
from tests.unit.session.sessions import cuts, patient


@given(st.sampled_from(SPEEDS), st.floats(0.01, 60), st.data())
@patient
def test_no_draw_is_lost_or_made_twice_however_the_ticks_fall(speed, seconds, data):
    pace = Pace()
    due = sum(pace.due(tick, speed) for tick in data.draw(cuts(seconds)))
    exact = 1 + 0.4 * speed * seconds
    assert due in {math.floor(exact + 1e-6), math.floor(exact - 1e-6)}


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("tick", [0.05, 0.001, 1 / 3, 2.5, 10])
def test_ten_seconds_make_ten_times_the_rate(speed, tick):
    pace = Pace()
    assert pace.due(0, speed) == 1
    due = sum(pace.due(tick, speed) for _ in range(round(10 / tick)))
    assert due == 4 * speed


def test_a_change_of_speed_keeps_the_part_of_a_draw_that_has_passed():
    pace = Pace()
    assert pace.due(0, 1) == 1
    assert pace.due(1.25, 1) == 0  # half a draw at 1x
    assert pace.due(0.25, 5) == 1  # the other half at 5x
    assert pace.due(0.0049, 500) == 0
    assert pace.due(0.05, 1) == 1


@given(st.lists(st.tuples(st.sampled_from(SPEEDS), st.floats(0, 3)), max_size=30))
@patient
def test_any_row_of_speeds_makes_the_sum_of_their_draws(row):
    pace = Pace()
    due = sum(pace.due(seconds, speed) for speed, seconds in row)
    exact = 1 + sum(0.4 * speed * seconds for speed, seconds in row)
    assert due in ({math.floor(exact + 1e-6), math.floor(exact - 1e-6)} if row else {0})


def test_the_beats_fall_at_each_fifth_of_the_way_to_the_next_draw():
    pace = Pace()
    pace.due(0, 1)
    beats = []
    for _ in range(10):
        beats.append(pace.beat)
        pace.due(0.25, 1)
    assert beats == [1, 1, 2, 2, 3, 3, 4, 4, 4, 4]
    assert pace.beat == 1


@pytest.mark.parametrize("seconds", [-0.1, math.nan, math.inf])
def test_time_that_cannot_pass_is_refused(seconds):
    with pytest.raises(ValueError, match="cannot pass"):
        Pace().due(seconds, 1)
