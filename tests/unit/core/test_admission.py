"""Who gets a place in a busy step: against every other way to fill it."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.admission import Knee, admit, admitted_blindly, look_ahead_law, survival
from app.core.law import total_variation
from tests import oracle
from tests.unit.core.coins import floats, pairs

tenths = st.integers(0, 10).map(lambda n: Fraction(n, 10))
requests = st.lists(st.lists(tenths, max_size=4), min_size=1, max_size=3)
knees = st.tuples(st.integers(1, 8), st.integers(0, 5)).map(lambda k: Knee(step=1, free=k[0], each=k[1] / 8))


def as_floats(confidences):
    return [[float(c) for c in one] for one in confidences]


def rate(sps, lengths, worth) -> float:
    return float(worth[lengths]) * sps(sum(lengths) + len(lengths))


@settings(max_examples=150)
@given(requests, knees)
def test_at_every_batch_no_other_choice_expects_more_tokens(confidences, sps):
    worth = oracle.admissions(confidences)
    found = admit(as_floats(confidences), sps)
    for batch, tokens in zip(found.batches, found.tokens, strict=True):
        best = max(tau for lengths, tau in worth.items() if sum(lengths) + len(lengths) == batch)
        assert tokens == pytest.approx(float(best))


@settings(max_examples=150)
@given(requests, knees)
def test_the_rate_is_the_best_there_is(confidences, sps):
    """A curve with one knee has one summit, so the first drop comes after it."""
    worth = oracle.admissions(confidences)
    found = admit(as_floats(confidences), sps)
    assert rate(sps, found.lengths, worth) == pytest.approx(max(rate(sps, one, worth) for one in worth))
    assert found.rates[-1] == pytest.approx(rate(sps, found.lengths, worth))
    assert all(before <= after for before, after in pairwise(found.rates))
    assert found.refused_rate is None or found.refused_rate < found.rates[-1]


def test_it_stops_at_the_first_drop_though_a_later_rise_would_be_higher():
    steps = {1: 10.0, 2: 1.0, 3: 9.0}
    found = admit([[0.9, 0.9]], steps.__getitem__)
    assert (found.lengths, found.refused_rate) == ((0,), pytest.approx(1.9))
    assert (1 + 0.9 + 0.81) * steps[3] > 10


def test_the_path_is_told():
    found = admit([[0.9, 0.5], [0.6]], Knee(step=1, free=3, each=1))
    assert found.order == ((0, 0),)
    assert found.lengths == (1, 0)
    assert found.batches == (2, 3)
    assert found.tokens == pytest.approx((2, 2.9))
    assert found.rates == pytest.approx((2, 2.9))
    assert found.refused_rate == pytest.approx(3.5 / 2)


def test_with_room_for_all_all_are_admitted_and_what_gains_nothing_is_not():
    roomy = Knee(step=1, free=100, each=1)
    assert admit([[0.9, 0.1], [0.6]], roomy).lengths == (2, 1)
    assert admit([[0.9, 0.0, 0.9], [0.0]], roomy).lengths == (1, 0)
    assert admit([[], []], roomy).lengths == (0, 0)
    assert admit([[0.5], [0.5]], Knee(step=1, free=3, each=1)).lengths == (1, 0)


def test_the_capacity_falls_from_its_knee_on():
    sps = Knee(step=0.02, free=8, each=0.01)
    assert [sps(b) for b in (1, 8, 9, 10)] == pytest.approx([50, 50, 100 / 3, 25])


def test_survival_is_a_product():
    assert survival([0.5, 0.5, 0]).tolist() == [0.5, 0.25, 0]


@pytest.mark.parametrize(
    ("confidences", "sps", "said"),
    [
        ([[1.1]], lambda b: 1.0, r"confidences are \[1.1\]; they must be a list of numbers from 0 to 1"),
        ([[float("nan")]], lambda b: 1.0, "confidences are"),
        ([[[0.5]]], lambda b: 1.0, "confidences are"),
        ([], lambda b: 1.0, "at least one request"),
        ([[0.5]], lambda b: 0.0, r"SPS\(1\) is 0.0; it must be a positive number"),
        ([[0.5]], lambda b: 2 - b, r"SPS\(2\) is 0"),
        ([[0.5]], lambda b: float("nan"), r"SPS\(1\) is nan"),
    ],
)
def test_bad_input_is_named(confidences, sps, said):
    with pytest.raises(ValueError, match=said):
        admit(confidences, sps)


class TestLookAhead:
    def test_the_lessons_example(self):
        law = look_ahead_law([0.7, 0.3], [0.5, 0.5])
        assert law == pytest.approx([0.85, 0.15])
        assert total_variation(law, [0.7, 0.3]) == pytest.approx(0.15)
        assert look_ahead_law([0.5, 0.3, 0.2], [0.2, 0.2, 0.6]) == pytest.approx([0.5, 0.38, 0.12])
        equal_at_a = look_ahead_law([0.5, 0.3, 0.2], [0.5, 0.2, 0.3])
        assert equal_at_a == pytest.approx([0.65, 0.29, 0.06])

    @given(pairs(most=20))
    def test_it_is_the_sum_over_what_is_seen(self, both):
        p, q = both
        law = [Fraction(0)] * len(p)
        for x, mass in enumerate(q):
            if p[x] >= mass:
                law[x] += mass
            else:
                law = [before + mass * y for before, y in zip(law, p, strict=True)]
        assert sum(law) == 1
        assert look_ahead_law(floats(p), floats(q)) == pytest.approx(floats(law), abs=1e-12)

    @given(pairs(most=20), tenths)
    def test_a_length_that_does_not_look_is_lossless(self, both, chance):
        p, q = both
        out = oracle.output_law(oracle.lossless(p, q), len(p))
        assert [chance * x + (1 - chance) * y for x, y in zip(out, p, strict=True)] == p
        law = admitted_blindly(floats(p), floats(q), float(chance))
        assert law == pytest.approx(floats(p), abs=1e-12)

    def test_a_chance_that_is_none(self):
        with pytest.raises(ValueError, match=r"the chance is 1\.5"):
            admitted_blindly([1.0], [1.0], 1.5)
        assert np.asarray(look_ahead_law([1.0], [1.0])).tolist() == [1]
