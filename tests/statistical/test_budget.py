"""The bands hold what they promise: a check of the checks."""

import numpy as np
import pytest
from scipy import stats

from tests.statistical.budget import FALSE_ALARM, binomial_band, mean_band, misfits, size_is


@pytest.mark.parametrize(("n", "chance"), [(10, 0.3), (1000, 0.001), (10**6, 0.4)])
def test_the_band_leaves_out_no_more_than_the_budget(n, chance):
    low, high = binomial_band(n, chance)
    outside = stats.binom.cdf(low - 1, n, chance) + stats.binom.sf(high, n, chance)
    assert outside <= FALSE_ALARM
    assert stats.binom.cdf(low, n, chance) > FALSE_ALARM / 2 or low == 0
    assert stats.binom.sf(high - 1, n, chance) > FALSE_ALARM / 2 or high == n


@pytest.mark.parametrize(("n", "chance"), [(100, 0.5), (10**4, 0.3), (10**6, 0.01)])
def test_the_mean_of_coins_leaves_its_band_no_more_often_than_the_budget(n, chance):
    off = mean_band(n, 3.0) / 3 * n
    assert stats.binom.cdf(n * chance - off, n, chance) + stats.binom.sf(n * chance + off, n, chance) <= (
        FALSE_ALARM
    )
    if chance == 0.5:  # where Hoeffding gives away least
        assert stats.binom.sf(n * chance + 0.8 * off, n, chance) > FALSE_ALARM


def test_a_size_is_told_from_one_half_as_large_again_and_from_two_thirds():
    p_values = np.random.default_rng(1).random(100_000)
    assert size_is(p_values, 0.05)
    assert not size_is(p_values / 1.5, 0.05)
    assert not size_is(p_values * 1.5, 0.05)


def test_what_cannot_happen_may_not_happen():
    assert misfits([5, 1, 0], [1.0, 0.0, 0.0]).tolist() == [0, 1]
    assert misfits([6, 0, 0], [1.0, 0.0, 0.0]).tolist() == []


def test_a_shift_by_one_percent_shows_in_a_million():
    law = np.array([0.5, 0.3, 0.2])
    shifted = np.random.default_rng(1).multinomial(10**6, [0.49, 0.31, 0.2])
    assert misfits(shifted, law).tolist() == [0, 1]
    assert misfits(np.random.default_rng(1).multinomial(10**6, law), law).tolist() == []
