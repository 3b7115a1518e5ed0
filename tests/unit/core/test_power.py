"""Which tokens are off, and how small a fault could have been seen."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from app.core.fit import judge
from app.core.power import chi2_bound, needed_non_centrality, sight, standardised, tokens_off

P = [0.5, 0.3, 0.2]


def test_tokens_off_are_told_farthest_first():
    off = tokens_off([4000, 3200, 2800], P)
    assert [one.token for one in off] == [0, 2]
    assert off[0].seen == 4000
    assert off[0].expected == 5000
    assert off[0].z == pytest.approx(-1000 / math.sqrt(10_000 * 0.25))
    assert [one.token for one in tokens_off([4000, 3200, 2800], P, 0.01)] == [0, 2, 1]


def test_an_impossible_token_is_off_at_once():
    off = tokens_off([50, 49, 1], [0.5, 0.5, 0])
    assert [(one.token, one.seen, one.expected, one.z) for one in off] == [(2, 1, 0, math.inf)]
    assert [one.token for one in tokens_off([99, 1], [1, 0])] == [0, 1]
    assert tokens_off([100, 0], [1, 0]) == ()


@given(st.integers(1, 400), st.integers(0, 400), st.sampled_from([1e-6, 0.01, 0.3, 0.5, 0.99]))
def test_the_bound_is_never_under_the_binomial_tail(n, k, p):
    """A token said to be off at 5 % is that rare, each way, by scipy's exact tails."""
    k = min(k, n)
    if any(one.token == 0 for one in tokens_off([k, n - k], [p, 1 - p], 0.05)):
        assert min(stats.binom.sf(k - 1, n, p), stats.binom.cdf(k, n, p)) <= 0.05 / 4


@pytest.mark.parametrize("p", P)
def test_residuals_are_standardised(p):
    """Over all counts a token can have, by scipy's binomial law: mean 0, variance 1."""
    n, k = 1000, np.arange(1001)
    z = np.array([standardised(np.array([x, n - x]), np.array([p, 1 - p]), n) for x in k])[:, 0]
    chance = stats.binom.pmf(k, n, p)
    assert chance @ z == pytest.approx(0, abs=1e-9)
    assert chance @ z**2 == pytest.approx(1)


@pytest.mark.parametrize("dof", [1, 2, 49, 31_999])
@pytest.mark.parametrize("false_alarm", [0.05, 1e-9])
def test_the_bound_of_chi_squared_is_scipys(dof, false_alarm):
    assert chi2_bound(dof, false_alarm) == pytest.approx(stats.chi2.isf(false_alarm, dof), rel=1e-6)


@pytest.mark.parametrize("dof", [1, 7, 49, 200, 31_999])
def test_what_is_needed_is_found_99_times_in_a_hundred(dof):
    needed = needed_non_centrality(dof)
    power = stats.ncx2.sf(stats.chi2.isf(1e-9, dof), dof, needed)
    assert power > 0.985
    assert dof < 100 or power < 0.995


def test_a_hundred_times_the_draws_see_a_tenth_of_the_fault():
    assert sight(P, 10**8).tv == pytest.approx(sight(P, 10**6).tv / 10)
    assert sight(P, 1).tv == 1
    assert sight([1.0], 10**6).tv < 0.01


def test_a_fault_among_tokens_too_rare_to_be_judged_one_by_one_can_hide():
    law = np.concatenate([[0.9], np.full(100, 0.001)])
    assert sight(law, 1000).tv == pytest.approx(0.5 * math.sqrt(150 / 1000) + 0.1)
    assert sight(law, 10**5).tv < 0.05
    hidden = np.concatenate([[900], [20] * 5, [0] * 95])  # TV .095, all of it within the pooled
    assert judge(hidden, law).ok


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tokens_off([0, 0, 0], P), "counts sum to 0"),
        (lambda: tokens_off([1, 2], P), "counts have the shape"),
        (lambda: tokens_off([1, 2, 3], P, 0), "false_alarm is 0"),
        (lambda: sight(P, 0), "n is 0"),
        (lambda: sight(P, 1.5), r"n is 1\.5; it must be a whole number"),
        (lambda: sight(P, 10, 1.5), r"false_alarm is 1\.5"),
        (lambda: sight([0.5, 0.7], 10), r"sums to 1\.2"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
