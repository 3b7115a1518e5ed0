"""How numbers are written: three decimals, no minus zero, halves that add up."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.text.numbers import (
    above_bar,
    above_narrow_bar,
    compared,
    decimal,
    halves,
    percent,
    plain,
    probability,
    quotient,
    small,
    whole,
)

shares = st.floats(0, 1)


@given(st.floats(-1e9, 1e9))
@example(-0.0)
@example(-1e-9)
@example(-0.0004999)
def test_a_number_has_three_decimals_and_no_minus_zero(x):
    text = decimal(x)
    assert text != "-0.000"
    assert len(text.split(".")[1]) == 3
    assert abs(Decimal(text.replace(",", "")) - Decimal(x)) <= Decimal("0.0005")


@pytest.mark.parametrize("x", [float("nan"), float("inf"), float("-inf")])
def test_what_is_not_finite_is_refused_by_name(x):
    for write in (decimal, small, probability, percent):
        with pytest.raises(ValueError, match=str(x)):
            write(x)


@given(shares)
@example(0.57)
@example(0.565)
@example(0.5685)
@example(1 - 1e-17)
def test_percent_and_decimals_of_a_share_are_the_same_number(x):
    assert Decimal(percent(x).removesuffix(" %")) == 100 * Decimal(decimal(x))


@given(shares)
@example(0.5685)
@example(0.0005)
@example(0.9995)
def test_a_share_and_its_rest_add_up_as_shown(x):
    first, rest = halves(x)
    assert first == pytest.approx(x, abs=0.00051)
    assert Decimal(decimal(first)) + Decimal(decimal(rest)) == 1
    assert decimal(first) == decimal(x)


@pytest.mark.parametrize("x", [-0.1, 1.001, -1e-9])
def test_what_is_no_share_has_no_percent(x):
    with pytest.raises(ValueError, match="is no share"):
        percent(x)


@given(shares, shares)
@example(0.08, 0.24)
@example(0.0044, 0.18)
@example(5e-324, 1.0)
@example(0.0, 0.5)
def test_a_shown_division_says_equal_only_where_it_is(a, b):
    p, q = sorted((a, b))
    if p == q:
        return
    top, bottom, ratio, exact = quotient(p, q)
    digits = len(ratio.split(".")[1])
    assert float(ratio) == pytest.approx(p / q, abs=0.51 * 10**-digits)
    assert float(top) == pytest.approx(p, abs=0.51e-3)
    assert float(bottom) == pytest.approx(q, abs=0.51e-3)
    shown = float(bottom) > 0 and Fraction(top) / Fraction(bottom) == Fraction(ratio)
    assert exact == (shown and float(top) > 0)
    if p >= 1e-6:
        assert float(top) > 0


@given(shares, shares)
@example(1 / 3, 0.33333)
@example(0.1 + 0.2, 0.3)
def test_two_numbers_are_written_so_that_the_smaller_looks_smaller(coin, ratio):
    left, right = compared(coin, ratio, below=coin < ratio)
    if coin >= ratio:
        assert float(left) >= float(right)
    elif ratio - coin > 1e-16:
        assert float(left) < float(right)


@given(st.one_of(shares, st.floats(0, 1e-2), st.floats(0.99, 1)))
@example(0.9996)
@example(0.0004)
@example(0.995)
def test_no_share_above_a_bar_is_rounded_to_0_or_1(x):
    for text, digits in ((above_bar(x), 3), (above_bar(x, 2), 2), (above_narrow_bar(x), 2)):
        number = float(text.lstrip("<>≈"))
        if text[0] == "≈":
            assert 0 < abs(x - number) < 0.01
        elif text[0] in "<>":
            assert 0 < (x if text[0] == "<" else 1 - x) < 10.0**-digits
            assert (x < number) == (text[0] == "<")
        else:
            assert abs(x - number) <= 0.5000001 * 10.0**-digits
            assert 1e-9 < x < 1 - 1e-9 or number in {0, 1}
            assert (0 < number < 1) == (1e-9 < x < 1 - 1e-9)


@pytest.mark.parametrize("x", [0.1 + 0.2 - 0.3, 1 - 1e-16])
def test_what_arithmetic_leaves_is_no_share(x):
    assert above_narrow_bar(x) in {"0", "1"}


def test_whole_numbers_have_their_thousands_apart():
    assert [whole(n) for n in (0, 999, 1_000, 1_284_000)] == ["0", "999", "1,000", "1,284,000"]


TYPED = [(0.3, "0.3"), (5, "5"), (1e4, "10,000"), (2**53 - 1, "9,007,199,254,740,991")]


@pytest.mark.parametrize(("x", "text"), TYPED)
def test_settings_are_written_as_typed(x, text):
    assert plain(x) == text


@given(st.floats(1e-6, 1))
def test_a_possible_token_never_reads_as_impossible(p):
    assert float(probability(p)) > 0
