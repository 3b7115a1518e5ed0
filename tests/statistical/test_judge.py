"""`judge` raises a false alarm as often as it says, and catches what is off."""

from functools import cache

import numpy as np
import pytest
from scipy import stats

from app.core.fit import judge
from app.core.sampler import count, sample
from app.core.scenario import SCENARIOS
from tests.statistical.budget import FALSE_ALARM, size_is

RUNS = 6_000
LAWS = {name: SCENARIOS[name].p for name in ("next-word", "worked", "long-tail")}


@cache
def p_values(law: str, n: int) -> np.ndarray:
    """What judge says of runs that are exact, each of n draws."""
    runs = np.random.default_rng(21).multinomial(n, LAWS[law], RUNS)
    return np.array([judge(counts, LAWS[law]).p_value for counts in runs])


@pytest.mark.parametrize("false_alarm", [0.05, 0.01])
@pytest.mark.parametrize("law", LAWS)
def test_the_false_alarm_rate_is_the_stated_one(law, false_alarm):
    assert size_is(p_values(law, 5000), false_alarm)


def test_and_with_cells_pooled():
    assert size_is(p_values("long-tail", 200), 0.05)


WRONG = {
    "one cell left out": lambda seen, expected: ((seen - expected) ** 2 / expected)[1:].sum(),
    "divided by the number of draws": lambda seen, expected: ((seen - expected) ** 2 / expected.sum()).sum(),
    "not squared": lambda seen, expected: (np.abs(seen - expected) / np.sqrt(expected)).sum(),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_and_the_check_rejects_statistics_with_a_slip(wrong):
    expected = 5000 * LAWS["worked"]
    runs = np.random.default_rng(21).multinomial(5000, LAWS["worked"], RUNS)
    found = [WRONG[wrong](counts, expected) for counts in runs]
    assert not size_is(stats.chi2.sf(found, 2), 0.05)


def test_the_exact_rule_passes_at_the_budget():
    for name, p in LAWS.items():
        q = SCENARIOS[name].r
        draws = sample(p, q, 10**6, np.random.default_rng(22))
        assert judge(np.bincount(draws.token, minlength=len(p)), p, FALSE_ALARM).ok
        assert judge(count(p, q, 10**9, np.random.default_rng(22)).token, p, FALSE_ALARM).ok


@pytest.mark.parametrize("rule", ["naive", "top-1"])
def test_the_other_rules_do_not(rule):
    for name, p in LAWS.items():
        draws = sample(p, SCENARIOS[name].r, 10_000, np.random.default_rng(23), rule)
        assert not judge(np.bincount(draws.token, minlength=len(p)), p, FALSE_ALARM).ok


def test_a_fault_shows_at_the_number_of_draws_that_theory_gives():
    p, o = (
        LAWS["worked"],
        np.array([0.4, 0.32, 0.28]),
    )  # resample from the target: W's min(p, q) + (1 - alpha) p
    n = round(150 / float(((o - p) ** 2 / p).sum()))
    assert n == pytest.approx(2812, abs=1)
    assert not judge(np.random.default_rng(24).multinomial(n, o), p, FALSE_ALARM).ok
    assert judge(np.random.default_rng(24).multinomial(n // 10, o), p, FALSE_ALARM).ok
