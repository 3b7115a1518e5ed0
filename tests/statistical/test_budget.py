"""The bands hold what they promise: a check of the checks."""

import numpy as np
import pytest
from scipy import stats

from tests.statistical.budget import FALSE_ALARM, binomial_band, misfits


@pytest.mark.parametrize(("n", "chance"), [(10, 0.3), (1000, 0.001), (10**6, 0.4)])
def test_the_band_leaves_out_no_more_than_the_budget(n, chance):
    low, high = binomial_band(n, chance)
    outside = stats.binom.cdf(low - 1, n, chance) + stats.binom.sf(high, n, chance)
    assert outside <= FALSE_ALARM
    assert stats.binom.cdf(low, n, chance) > FALSE_ALARM / 2 or low == 0
    assert stats.binom.sf(high - 1, n, chance) > FALSE_ALARM / 2 or high == n


def test_what_cannot_happen_may_not_happen():
    assert misfits([5, 1, 0], [1.0, 0.0, 0.0]).tolist() == [0, 1]
    assert misfits([6, 0, 0], [1.0, 0.0, 0.0]).tolist() == []


def test_a_shift_by_one_percent_shows_in_a_million():
    law = np.array([0.5, 0.3, 0.2])
    shifted = np.random.default_rng(1).multinomial(10**6, [0.49, 0.31, 0.2])
    assert misfits(shifted, law).tolist() == [0, 1]
    assert misfits(np.random.default_rng(1).multinomial(10**6, law), law).tolist() == []
