"""Closed forms of many positions against sums in fractions, against scipy, and at their ends."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import lambertw

from app.core import speed, theory
from tests import oracle
from tests.unit.core.coins import W, floats
from tests.unit.core.toys import WORKED

ALPHAS = (0.6, 0.8, 0.9)
COSTS = (0.01, 0.05, 0.1, 0.2)
TABLE = {  # the lesson's: best gamma and its speed-up
    0.6: ((7, 2.30), (4, 1.92), (3, 1.67), (2, 1.40)),
    0.8: ((14, 4.23), (8, 3.09), (6, 2.47), (4, 1.87)),
    0.9: ((24, 7.49), (13, 4.67), (10, 3.43), (7, 2.37)),
}
decimals = st.integers(0, 1000).map(lambda n: Fraction(n, 1000))
lengths = st.integers(0, 40)


class TestLengths:
    @given(decimals, lengths)
    def test_the_law_and_its_mean_are_the_sums(self, alpha, gamma):
        pmf = theory.cycle_length_pmf(float(alpha), gamma)
        exact = [alpha**i * (1 - alpha) for i in range(gamma)] + [alpha**gamma]
        assert pmf == pytest.approx(floats(exact), rel=1e-12, abs=1e-300)
        mean = sum((i + 1) * mass for i, mass in enumerate(exact))
        assert theory.expected_tokens(float(alpha), gamma) == pytest.approx(float(mean), rel=1e-13)
        assert mean == oracle.speedup(alpha, gamma, Fraction(0))

    def test_the_worked_example(self):
        cycles = oracle.token_cycles(*WORKED.laws, 4)
        expected = floats(oracle.length_law(cycles, 4))
        assert theory.cycle_length_pmf(0.6, 4) == pytest.approx(expected, rel=1e-14)
        assert expected == pytest.approx([0.4, 0.24, 0.144, 0.0864, 0.1296])
        assert theory.expected_tokens(0.6, 4) == pytest.approx(2.3056, rel=1e-15)

    def test_the_ends(self):
        assert theory.cycle_length_pmf(0, 3).tolist() == [1, 0, 0, 0]
        assert theory.cycle_length_pmf(1, 3).tolist() == [0, 0, 0, 1]
        assert theory.cycle_length_pmf(0.5, 0).tolist() == [1]
        assert theory.expected_tokens(0, 10**9) == 1
        assert theory.expected_tokens(1, 10**9) == 10**9 + 1
        assert theory.expected_tokens(5e-324, 5) == 1
        assert theory.expected_tokens(0.5, 10**9) == 2

    @pytest.mark.parametrize("less", [2**-53, 1e-12, 1e-6])
    @pytest.mark.parametrize("gamma", [1, 4, 100])
    def test_nearly_one_is_not_lost_to_rounding(self, less, gamma):
        exact = oracle.speedup(Fraction(1 - less), gamma, Fraction(0))
        assert theory.expected_tokens(1 - less, gamma) == pytest.approx(float(exact), rel=4e-16)
        assert theory.expected_tokens(less, gamma) == pytest.approx(1 + less, rel=1e-11)

    def test_a_long_draft(self):
        assert theory.cycle_length_pmf(0.999999, 10**6).sum() == pytest.approx(1, abs=1e-10)


class TestSpeedup:
    @given(decimals, lengths, decimals)
    def test_it_is_tokens_over_time(self, alpha, gamma, cost):
        numbers = float(alpha), gamma, float(cost)
        exact = oracle.speedup(alpha, gamma, cost)
        assert theory.speedup(*numbers) == pytest.approx(float(exact), rel=1e-13)
        per_token = theory.time_per_token(float(alpha), gamma, float(cost) * 20, 20.0)
        assert per_token == pytest.approx(20 / float(exact), rel=1e-13)
        factor = (gamma * cost + gamma + 1) / oracle.speedup(alpha, gamma, Fraction(0))
        assert theory.operations_factor(*numbers) == pytest.approx(float(factor), rel=1e-13)

    def test_the_ends(self):
        assert theory.speedup(0, 4, 0) == theory.speedup(0, 0, 1) == 1
        assert theory.speedup(1, 4, 0) == 5
        assert theory.speedup(1, 4, 1) == 1
        assert theory.speedup(0, 4, 0.25) == 0.5
        assert theory.operations_factor(1, 7, 0) == 1
        assert theory.time_per_token(1, 4, 0, 20) == 4


class TestBestGamma:
    def test_the_table_of_the_lesson(self):
        for alpha in ALPHAS:
            best = [theory.best_gamma(alpha, cost) for cost in COSTS]
            found = [(g, round(theory.speedup(alpha, g, c), 2)) for g, c in zip(best, COSTS, strict=True)]
            assert found == list(TABLE[alpha])

    @given(decimals.filter(lambda a: a <= Fraction(4, 5)), decimals.filter(lambda c: c > 0))
    def test_it_is_the_first_of_the_largest(self, alpha, cost):
        gains = [oracle.speedup(alpha, gamma, cost) for gamma in range(40)]
        assert theory.best_gamma(float(alpha), float(cost)) == gains.index(max(gains))

    def test_the_smallest_on_ties(self):
        assert oracle.speedup(Fraction(1, 2), 1, Fraction(1, 5)) == oracle.speedup(
            Fraction(1, 2), 2, Fraction(1, 5)
        )
        assert theory.best_gamma(0.5, 0.2) == 1
        for alpha in (0.1, 0.2, 0.3, 0.6, 0.7):  # S(0) = S(1): none beats 1
            assert theory.best_gamma(alpha, alpha) == 0

    def test_the_ends(self):
        assert [theory.best_gamma(0, c) for c in (0, 1e-300, 0.5, 1)] == [0, 0, 0, 0]
        assert [theory.best_gamma(1, c) for c in (0, 1e-300, 0.999)] == [math.inf] * 3
        assert [theory.best_gamma(1, c) for c in (1, 2)] == [0, 0]
        assert [theory.best_gamma(a, 0) for a in (5e-324, 0.5, 1)] == [math.inf] * 3
        assert theory.best_gamma(0.5, 1e-300) == 995
        assert 0.5**995 > 2e-300 >= 0.5**996

    @pytest.mark.parametrize("alpha", [0.3, 0.8, 1 - 1e-6, 1 - 1e-12])
    @pytest.mark.parametrize("cost", [1e-300, 1e-12, 1e-3, 0.2])
    def test_the_integer_is_next_to_the_real_one(self, alpha, cost):
        best, real = theory.best_gamma(alpha, cost), theory.best_real_gamma(alpha, cost)
        assert abs(best - real) < 1 + 1e-9 * real

    @pytest.mark.parametrize("alpha", ALPHAS)
    @pytest.mark.parametrize("cost", COSTS)
    def test_the_real_one_is_lamberts(self, alpha, cost):
        y = -lambertw(-(alpha ** (1 / cost - 1)) / math.e, -1).real
        assert theory.best_real_gamma(alpha, cost) == pytest.approx(
            (y - 1) / -math.log(alpha) - 1 / cost, rel=1e-11
        )

    def test_the_real_one_is_where_the_slope_is_zero(self):
        def gain(g, alpha=0.8, cost=0.05):
            return (1 - alpha ** (g + 1)) / (1 - alpha) / (g * cost + 1)

        real = theory.best_real_gamma(0.8, 0.05)
        assert gain(real) > max(gain(real - 1e-3), gain(real + 1e-3))

    def test_the_ends_of_the_real_one(self):
        for alpha, cost in ((0, 0), (0.5, 1), (1, 1), (0.3, 0.9)):
            assert theory.best_real_gamma(alpha, cost) == 0
        assert theory.best_real_gamma(0.5, 0) == theory.best_real_gamma(1, 0.5) == math.inf
        assert theory.best_real_gamma(0.5, 5e-324) > theory.best_real_gamma(0.5, 1e-300) > 995
        before, after = (theory.best_real_gamma(0.5, c) for c in (1.0001e-300, 0.9999e-300))
        assert before == pytest.approx(after, rel=1e-6)

    @pytest.mark.parametrize("above", [0, 1e-300, 1e-20, 1e-9, 0.01, 1, 30, 700])
    def test_lamberts_lower_branch(self, above):
        z = speed.log_minus_lambert(above)
        if 1e-8 < above < 700:
            assert math.exp(z) == pytest.approx(-lambertw(-math.exp(-1 - above), -1).real, rel=1e-9)
        if above <= 1e-9:
            assert z == pytest.approx(math.sqrt(2 * above) - above / 3, rel=1e-8)
        assert speed._over_line(z) == pytest.approx(above, rel=1e-13)

    def test_lambert_has_no_branch_above_its_end(self):
        for above in (-1e-9, math.inf, math.nan):
            with pytest.raises(ValueError, match="above is"):
                speed.log_minus_lambert(above)

    def test_the_series_and_the_difference_meet(self):
        below, over = (speed._over_line(math.nextafter(speed.SMALL, to)) for to in (0, 1))
        assert below == pytest.approx(over, rel=1e-14)


class TestTemperature:
    def test_alpha_moves_from_string_equality_to_certainty(self):
        p, q = (floats(one) for one in W)
        alphas = theory.acceptance_by_temperature(p, q, [0, 1, 2, 1e9])
        roots = [np.sqrt(one) / np.sqrt(one).sum() for one in (p, q)]
        assert alphas == pytest.approx([0, 0.6, np.minimum(*roots).sum(), 1])

    def test_it_need_not_rise(self):
        """Cold laws may agree on the favourite, warm ones on all; between them they differ most."""
        alphas = theory.acceptance_by_temperature([0.6, 0.39, 0.01], [0.6, 0.01, 0.39], [0, 1, 100])
        assert alphas[0] == 1
        assert alphas[1] < min(alphas[0], alphas[2])

    def test_the_other_filters_come_after(self):
        p, q = [0.5, 0.3, 0.2], [0.2, 0.3, 0.5]
        assert theory.acceptance_by_temperature(p, q, [1], k=1).tolist() == [0]
        assert theory.acceptance_by_temperature(p, q, [1], mass=0.5).tolist() == [0]


@pytest.mark.parametrize("alpha", [-0.1, 1.1, math.nan, math.inf])
def test_an_alpha_that_is_none(alpha):
    for use in (
        lambda: theory.cycle_length_pmf(alpha, 4),
        lambda: theory.expected_tokens(alpha, 4),
        lambda: theory.speedup(alpha, 4, 0.1),
        lambda: theory.operations_factor(alpha, 4, 0.1),
        lambda: theory.time_per_token(alpha, 4, 1, 20),
        lambda: theory.best_gamma(alpha, 0.1),
        lambda: theory.best_real_gamma(alpha, 0.1),
    ):
        with pytest.raises(ValueError, match=f"alpha is {alpha}; an acceptance rate is from 0 to 1"):
            use()


@pytest.mark.parametrize("gamma", [-1, 0.5, math.nan, True])
def test_a_gamma_that_is_none(gamma):
    for use in (theory.cycle_length_pmf, theory.expected_tokens):
        with pytest.raises(
            ValueError, match=f"gamma is {gamma}; it must be a whole number of drafts, at least 0"
        ):
            use(0.5, gamma)


@pytest.mark.parametrize("cost", [-0.1, math.nan, math.inf])
def test_a_cost_that_is_none(cost):
    for name, use in {
        "cost": lambda: theory.speedup(0.5, 4, cost),
        "cost ": lambda: theory.best_gamma(0.5, cost),
        "cost  ": lambda: theory.best_real_gamma(0.5, cost),
        "operations": lambda: theory.operations_factor(0.5, 4, cost),
        "draft_time": lambda: theory.time_per_token(0.5, 4, cost, 1),
        "target_time": lambda: theory.time_per_token(0.5, 4, 1, cost),
    }.items():
        with pytest.raises(
            ValueError, match=f"{name.strip()} is {cost}; it must be a finite number from 0 up"
        ):
            use()
