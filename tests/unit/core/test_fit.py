"""The judge: its tail against scipy's, its pooling by hand, its answers at the edges."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from app.core.fit import chi2_tail, judge
from app.core.theory import expected_tv, tv_threshold

P = [0.5, 0.3, 0.2]


@settings(max_examples=500)
@given(st.integers(1, 200_000), st.floats(-8, 40))
def test_the_tail_is_scipys(dof, sigmas):
    chi2 = max(0.0, dof + sigmas * math.sqrt(2 * dof))
    assert chi2_tail(chi2, dof) == pytest.approx(stats.chi2.sf(chi2, dof), rel=1e-7, abs=1e-300)


@pytest.mark.parametrize(
    ("chi2", "dof"), [(1e-300, 1), (1e-9, 1), (3.8, 1), (37, 1), (2000, 2), (1e5, 3), (1e300, 1)]
)
def test_the_tail_far_out(chi2, dof):
    assert chi2_tail(chi2, dof) == pytest.approx(stats.chi2.sf(chi2, dof), rel=1e-9, abs=1e-300)


def test_the_statistic_is_pearsons():
    counts = np.array([520, 290, 190])
    verdict = judge(counts, P)
    chi2, p_value = stats.chisquare(counts, 1000 * np.array(P))
    assert verdict.chi2 == pytest.approx(chi2)
    assert verdict.p_value == pytest.approx(p_value)
    assert verdict.dof == 2
    assert verdict.tv == pytest.approx(0.02)
    assert verdict.tv_expected == expected_tv(P, 1000)
    assert verdict.tv_threshold == tv_threshold(P, 1000, 1e-9)
    assert verdict.ok
    assert verdict.impossible == ()


def test_cells_that_expect_fewer_than_five_are_pooled():
    p = np.array([0.6, 0.36, 0.01, 0.01, 0.01, 0.01])
    counts = np.array([110, 80, 0, 3, 5, 2])  # 200 draws: four cells expect 2 each, together 8
    verdict = judge(counts, p)
    assert verdict.dof == 2
    assert verdict.chi2 == pytest.approx(stats.chisquare([110, 80, 10], [120, 72, 8]).statistic)


def test_a_pool_that_expects_too_few_takes_the_next_cell():
    verdict = judge([60, 38, 2], [0.6, 0.38, 0.02])
    assert verdict.dof == 1
    assert judge([2, 1, 0], P).dof == 0
    assert judge([2, 1, 0], P).p_value == 1


@pytest.mark.parametrize("counts", [[999, 0, 1], [0, 0, 1]])
def test_an_impossible_token_is_never_ok(counts):
    verdict = judge(counts, [0.5, 0.5, 0])
    assert not verdict.ok
    assert verdict.impossible == (2,)
    assert verdict.p_value == 0
    assert all(math.isfinite(x) for x in (verdict.chi2, verdict.tv, verdict.tv_threshold))


def test_what_is_far_off_is_not_ok_and_what_is_true_is():
    assert not judge([2000, 2000, 6000], P).ok
    assert judge([5000, 3000, 2000], P).ok
    assert judge([10**15] * 2, [0.5, 0.5]).ok
    assert judge([7], [1]).ok


def test_the_false_alarm_decides():
    counts = [530, 290, 180]
    p_value = judge(counts, P).p_value
    assert judge(counts, P, p_value * 0.99).ok
    assert not judge(counts, P, p_value * 1.01).ok


def test_a_large_vocabulary():
    p = np.random.default_rng(1).dirichlet(np.ones(150_000))
    assert judge(np.random.default_rng(2).multinomial(10**7, p), p).ok
    assert not judge(np.random.default_rng(2).multinomial(10**7, np.roll(p, 1)), p).ok


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ([5, 5], r"shape \(2,\); p has 3 tokens"),
        ([[5, 5, 5]], r"shape \(1, 3\)"),
        ([5, 5, -1], r"counts\[2\] is -1"),
        ([5, 5, 0.5], r"counts\[2\] is 0\.5"),
        ([5, 5, float("nan")], r"counts\[2\] is nan"),
        ([5, 5, float("inf")], r"counts\[2\] is inf"),
        (["5", "5", "5"], "list of whole numbers"),
        ([0, 0, 0], "at least one draw is needed"),
    ],
)
def test_counts_that_are_none_are_named(counts, words):
    with pytest.raises(ValueError, match=words):
        judge(counts, P)


def test_other_bad_input_is_named():
    with pytest.raises(ValueError, match="p sums to"):
        judge([5, 5], [0.5, 0.7])
    with pytest.raises(ValueError, match="false_alarm is 0"):
        judge([5, 5, 5], P, 0)
