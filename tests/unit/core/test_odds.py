"""The odds of the best test, against every way in which the counts can fall, in fractions."""

from fractions import Fraction
from itertools import combinations, pairwise
from math import factorial

import numpy as np
import pytest

from app.core.odds import RUNS, best_odds, best_odds_of_pair
from tests import gallery, oracle
from tests.statistical.budget import mean_band
from tests.unit.core.coins import W, floats

LAWS = {
    "W": (W[0], W[1]),
    "near": (W[0], gallery.out("zero-rejected-only", *W)),
    "impossible": (W[0], gallery.out("hard-threshold", *W)),
    "two": (oracle.law(1, 1), oracle.law(1, 3)),
}
OFF = 0.5 * mean_band(RUNS)  # odds are half a mean of `runs` numbers in [0, 1], and a half


def counts_law(law, n):
    """The chance of every way to split n draws into counts."""
    chances = {}
    for bars in combinations(range(n + len(law) - 1), len(law) - 1):
        counts = tuple(b - a - 1 for a, b in pairwise((-1, *bars, n + len(law) - 1)))
        ways = Fraction(factorial(n))
        for count, x in zip(counts, law, strict=True):
            ways *= x**count / factorial(count)
        chances[counts] = ways
    return chances


def odds_in_fractions(law, other, n):
    one, two = counts_law(law, n), counts_law(other, n)
    return float((1 + sum(abs(one[c] - two[c]) for c in one) / 2) / 2)


def odds_of_pair_in_fractions(law, other, n):
    one, two = counts_law(law, n), counts_law(other, n)
    apart = sum(abs(one[a] * two[b] - two[a] * one[b]) for a in one for b in one) / 2
    return float((1 + apart) / 2)


@pytest.mark.parametrize("laws", LAWS.values(), ids=LAWS)
@pytest.mark.parametrize("n", [1, 2, 6])
def test_odds_are_those_of_all_ways_the_counts_can_fall(laws, n):
    rng = np.random.default_rng(n)
    for ours, exact in ((best_odds, odds_in_fractions), (best_odds_of_pair, odds_of_pair_in_fractions)):
        assert ours(*map(floats, laws), n, rng) == pytest.approx(exact(*laws, n), abs=OFF)


def test_the_band_is_narrow_enough_to_tell_one_stream_from_two():
    assert odds_of_pair_in_fractions(*W, 2) - odds_in_fractions(*W, 2) > 2 * OFF


@pytest.mark.parametrize("odds", [best_odds, best_odds_of_pair])
def test_a_lossless_engine_leaves_a_coin_toss_whatever_n(odds):
    p, q = map(floats, W)
    left = np.maximum(p - q, 0)
    out = np.minimum(p, q) + left  # as an engine would add it up
    for n in (0, 1, 10**9):
        assert odds(p, out, n, np.random.default_rng(1)) == 0.5


@pytest.mark.parametrize("odds", [best_odds, best_odds_of_pair])
def test_odds_grow_with_n_to_certainty(odds):
    p, o = floats(W[0]), floats(gallery.out("resample-target", *W))
    rng = np.random.default_rng(2)
    row = [odds(p, o, n, rng) for n in (0, 1, 10, 100, 1000, 10**6)]
    assert row == sorted(row)
    assert row[0] == 0.5
    assert row[-1] == 1.0


def test_a_token_that_cannot_come_settles_it():
    assert best_odds([0.5, 0.5, 0], [0, 0.5, 0.5], 1, np.random.default_rng(3)) == pytest.approx(
        0.75, abs=OFF
    )
    assert best_odds_of_pair([1, 0, 0], [0, 1, 0], 1, np.random.default_rng(3)) == 1.0


@pytest.mark.parametrize(
    ("law", "other", "n", "runs", "says"),
    [
        ([1], [0.5, 0.5], 1, 10, "tokens"),
        ([1], [1], -1, 10, "n is -1"),
        ([1], [1], 1.5, 10, "n is 1.5"),
        ([1], [1], True, 10, "n is True"),
        ([1], [1], 1, 1, "runs is 1"),
        ([2], [1], 1, 10, "sums"),
    ],
)
def test_bad_input_is_named(law, other, n, runs, says):
    for odds in (best_odds, best_odds_of_pair):
        with pytest.raises(ValueError, match=says):
            odds(law, other, n, np.random.default_rng(1), runs)
