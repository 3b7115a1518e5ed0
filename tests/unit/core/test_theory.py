"""Closed forms against the oracle's sums, against simulation, and at their ends."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core import theory
from tests import oracle
from tests.statistical.budget import mean_band
from tests.unit.core.coins import W, floats, pairs

P, Q = (floats(one) for one in W)


@settings(max_examples=60)
@given(pairs(largest=5), st.integers(1, 40))
def test_the_expected_distance_is_exact(both, n):
    expected = float(oracle.expected_tv(both[0], n))
    assert theory.expected_tv(floats(both[0]), n) == pytest.approx(expected, rel=1e-11, abs=1e-15)


def test_the_oracles_two_ways_to_the_expected_distance_agree():
    for n in (1, 2, 7):
        laws = oracle.tv_law(W[0], n)
        assert sum(laws.values()) == 1
        assert sum(tv * mass for tv, mass in laws.items()) == oracle.expected_tv(W[0], n)


@pytest.mark.parametrize("n", [1000, 10_000])
def test_the_expected_distance_is_exact_for_many_draws_too(n):
    for p in ([0.5, 0.3, 0.2], [0.9999, 0.0001]):
        k = np.arange(n + 1)
        log_choose = np.array([math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) for i in k])
        deviation = 0.0
        for x in p:
            pmf = np.exp(log_choose + k * math.log(x) + (n - k) * math.log1p(-x))
            deviation += (pmf * np.abs(k / n - x)).sum()
        assert theory.expected_tv(p, n) == pytest.approx(deviation / 2, rel=1e-8)


def test_the_expected_distance_goes_over_into_the_root_without_a_step():
    assert theory.expected_tv(P, 10**8) == pytest.approx(0.54187 / 10**4, rel=1e-5)
    for p in (P, floats(oracle.law(*range(1, 1001))), [1 - 1e-5, 1e-5]):
        before, after = theory.expected_tv(p, theory.EXACT_TO), theory.expected_tv(p, theory.EXACT_TO + 1)
        assert after == pytest.approx(before * math.sqrt(theory.EXACT_TO / (theory.EXACT_TO + 1)), rel=3e-4)
        assert after < before


def test_rare_tokens_stay_exact_beyond_ten_thousand_draws():
    p, n = [1 - 1e-6, 1e-6], 20_000
    assert theory.expected_tv(p, n) == pytest.approx(2e-6 * (1 - 1e-6) ** n, rel=1e-8)


def test_a_law_without_chance_is_never_missed():
    for n in (1, 100, 10**6):
        assert theory.expected_tv([1], n) == 0
        assert theory.expected_tv([0, 1, 0], n) == 0
        assert theory.expected_tv([1, 5e-324], n) == pytest.approx(0, abs=1e-300)
    assert theory.expected_tv([1 - 2**-53, 2**-53], 10) == pytest.approx(2**-53)


def test_the_expected_distance_of_a_large_vocabulary():
    p = np.random.default_rng(1).dirichlet(np.ones(150_000))
    for n in (
        100,
        5000,
    ):  # no token is expected even once, so that each is missed by p where it does not come
        assert theory.expected_tv(p, n) == pytest.approx((p * (1 - p) ** n).sum(), rel=1e-9)
    assert theory.expected_tv(p, 10**11) == pytest.approx(np.sqrt(p / (2e11 * np.pi)).sum(), rel=1e-3)


class TestExpectedTVOf:
    def test_an_exact_sampler_is_the_special_case(self):
        for n in (10**5, 10**7):
            assert theory.expected_tv_of(P, P, n) == pytest.approx(theory.expected_tv(P, n), rel=1e-9)

    def test_a_bias_stays(self):
        assert theory.expected_tv_of(Q, P, 10**8) == pytest.approx(0.4, abs=1e-6)
        assert theory.expected_tv_of([0, 0, 1], P, 1) == pytest.approx(0.8)
        assert theory.expected_tv_of([0.5, 0.5, 0], [0.5, 0.25, 0.25], 10**8) == pytest.approx(0.25, abs=1e-4)

    @pytest.mark.parametrize("n", [1000, 20_000])
    @pytest.mark.parametrize("o", [[0.5, 0.3, 0.2], [0.49, 0.31, 0.2], [0.45, 0.35, 0.2], [0.3, 0.3, 0.4]])
    def test_it_is_the_mean_of_simulated_distances(self, o, n):
        counts = np.random.default_rng(1).multinomial(n, o, size=40_000)
        simulated = np.abs(counts / n - P).sum(axis=1) / 2
        error = simulated.std() / math.sqrt(len(simulated))
        assert theory.expected_tv_of(o, P, n) == pytest.approx(simulated.mean(), abs=6 * error, rel=2e-3)


def test_the_threshold_is_mcdiarmids():
    slack = theory.tv_threshold(P, 1000, 1e-9) - theory.expected_tv(P, 1000)
    assert math.exp(-2 * 1000 * slack**2) == pytest.approx(1e-9)
    assert theory.tv_threshold(P, 1000, 1) == theory.expected_tv(P, 1000)
    for chance in (0, -1, 1.1, float("nan")):
        with pytest.raises(ValueError, match=f"false_alarm is {chance}"):
            theory.tv_threshold(P, 1000, chance)


@pytest.mark.parametrize("n", [0, -1, 1.5, float("nan"), float("inf"), True])
def test_no_draws_have_no_distance(n):
    rng = np.random.default_rng(1)
    for use in (
        lambda: theory.expected_tv(P, n),
        lambda: theory.expected_tv_of(Q, P, n),
        lambda: theory.tv_threshold(P, n, 0.1),
        lambda: theory.chance_band(P, n, rng),
        lambda: theory.band_grid(n),
    ):
        with pytest.raises(ValueError, match=f"is {n}; it must be a whole number, at least 1"):
            use()


class TestBand:
    def test_the_band_of_the_worked_example_at_ten_draws_is_the_nearest_that_ties_allow(self):
        laws = oracle.tv_law(W[0], 10)
        held = {
            (low, high): sum(mass for tv, mass in laws.items() if low <= tv <= high)
            for low in laws
            for high in laws
            if low <= high
        }
        nearest = min(held, key=lambda ends: abs(float(held[ends]) - theory.MIDDLE))
        assert theory.chance_band(P, 10, np.random.default_rng(1)) == pytest.approx(
            tuple(map(float, nearest))
        )
        assert (
            abs(float(held[nearest]) - theory.MIDDLE) > 0.01
        )  # one percent cannot be had: TV takes few values

    def test_simulated_distances_follow_the_exact_law(self):
        distances = theory.distances(P, 10, np.random.default_rng(1), 20_000).round(12)
        for tv, mass in oracle.tv_law(W[0], 10).items():
            share = (distances == round(float(tv), 12)).mean()
            assert share == pytest.approx(float(mass), abs=6 * math.sqrt(float(mass) / 20_000) + 1e-3)

    def test_a_law_without_chance_has_a_band_without_width(self):
        for n in (1, 10, 10**6):
            assert theory.chance_band([0, 1, 0], n, np.random.default_rng(1)) == (0, 0)
            assert theory.chance_band([1], n, np.random.default_rng(1)) == (0, 0)

    def test_the_tails_are_balanced(self):
        runs = 10**6
        ends = theory.chance_band(P, 10_000, np.random.default_rng(1), runs)
        made, fresh = (theory.distances(P, 10_000, np.random.default_rng(i), runs).round(12) for i in (1, 2))
        for sign, end in zip((1, -1), ends, strict=True):
            tie = (made == end).mean()  # an end lies on one of the values that TV takes
            assert (sign * made < sign * end).mean() == pytest.approx(0.025, abs=tie)
            # both shares are near that of the law, wherever the first runs put the end
            assert (sign * fresh < sign * end).mean() == pytest.approx(
                (sign * made < sign * end).mean(), abs=2 * mean_band(runs)
            )

    def test_slices_of_a_large_vocabulary_fit_into_memory(self):
        p, sizes = np.full(150_000, 1 / 150_000), []

        class Counting:
            def multinomial(self, n, law, size):
                sizes.append(size * len(law))
                return np.random.default_rng(1).multinomial(n, law, size)

        distances = theory.distances(p, 10, Counting(), 20)
        assert distances.tolist() == pytest.approx([1 - 10 / 150_000] * 20)
        assert max(sizes) <= theory.AT_ONCE

    def test_middle_of_few_values(self):
        assert theory.middle(np.array([0.3])) == (0.3, 0.3)
        assert theory.middle(np.array([0.1, 0.1 + 1e-15, 0.2] * 100)) == (0.1, 0.2)

    def test_the_grid_has_eight_points_a_decade_and_both_ends(self):
        assert theory.band_grid(1).tolist() == [1]
        for most in (10, 1000, 10**6, 10**9, 7777):
            grid = theory.band_grid(most)
            assert (grid[0], grid[-1]) == (1, most)
            assert (np.diff(grid) > 0).all()
            assert (grid[1:] / grid[:-1] < 2.01).all()
        assert len(theory.band_grid(10**9)) - len(theory.band_grid(10**8)) == 8
