"""Whole numbers are taken as they are, and what is none is named with its bounds."""

import numpy as np
import pytest

from app.core.whole import as_whole


@pytest.mark.parametrize("value", [3, np.int32(3), np.uint8(3), np.array(3)])
def test_a_whole_number_of_any_kind_becomes_an_int(value):
    assert type(as_whole(value, 3, "n", most=3)) is int
    assert as_whole(value, 3, "n", most=3) == 3


@pytest.mark.parametrize(
    "value", [True, np.True_, 3.0, 1.5, np.float64(3), float("nan"), float("inf"), "3", None, [3]]
)
def test_what_is_no_integer_is_named(value):
    with pytest.raises(ValueError, match=r"n is .*; it must be a whole number, at least 0$"):
        as_whole(value, 0, "n")


@pytest.mark.parametrize("value", [3.0, np.float64(3), 3])
def test_in_a_formula_a_whole_float_is_a_number_too(value):
    assert as_whole(value, 3, "n", written=True) == 3
    for wrong in (2.0, 3.5, float("inf"), float("nan"), True):
        with pytest.raises(ValueError, match="it must be a whole number, at least 3"):
            as_whole(wrong, 3, "n", written=True)


def test_the_message_has_the_name_the_value_the_noun_and_both_bounds():
    with pytest.raises(ValueError, match=r"^runs is 2; it must be a whole number of runs, at least 3$"):
        as_whole(2, 3, "runs", of="runs")
    with pytest.raises(ValueError, match=r"^n is 9; it must be a whole number, at least -1 and at most 8$"):
        as_whole(9, -1, "n", most=8)
