"""Attempts to beat the rule: their limit against fractions, the bound that nobody beats, and their names."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.core.beat import NEAR, attempt, fault_of, missing, rule
from app.core.faults import FAULTS
from app.core.law import as_law
from tests import gallery, oracle
from tests.unit.core.coins import W, floats, pairs, weights

p, q = map(floats, W)
ONE = Fraction(1)


@st.composite
def attempts(draw):
    """p, q, a and R in fractions; zeros, ones and the rule's own parts among them."""
    p, q = draw(pairs())
    shares = st.fractions(0, 1, max_denominator=1000) | st.sampled_from([Fraction(0), ONE])
    a = draw(st.lists(shares, min_size=len(p), max_size=len(p)) | st.just(oracle.acceptance(p, q)))
    R = oracle.law(*draw(weights(len(p), 1000)))
    return p, q, a, draw(st.sampled_from([R, oracle.residual(p, q) or p, p, q]))


def made(p, q, a, R):
    return attempt(*(floats(one) for one in (p, q, a, R)))


@given(attempts())
@example((*W, [ONE, ONE, Fraction(1, 3)], oracle.residual(*W)))
def test_limit_and_accepted_share_are_those_of_every_region_of_the_coins(one):
    p, q, a, R = one
    regions = gallery.engine(q, a, R)
    ours = made(p, q, a, R)
    out = oracle.output_law(regions, len(p))
    assert ours.law == pytest.approx(floats(out), abs=1e-12)
    assert ours.tv == pytest.approx(float(oracle.total_variation(out, p)), abs=1e-12)
    accepted = sum((mass for (_, kept, _), mass in regions.items() if kept), Fraction(0))
    assert ours.accepted == pytest.approx(float(accepted), abs=1e-12)
    assert ours.bound == pytest.approx(float(oracle.acceptance_rate(p, q)), abs=1e-12)


@given(attempts())
def test_nobody_beats_the_bound(one):
    p, q, a, R = one
    out = oracle.output_law(gallery.engine(q, a, R), len(p))  # in fractions: no rounding hides a miss
    accepted = sum((x * y for x, y in zip(q, a, strict=True)), Fraction(0))
    over = accepted - sum((min(x, y) for x, y in zip(p, q, strict=True)), Fraction(0))
    assert oracle.total_variation(out, p) >= over
    ours = made(p, q, a, R)
    assert ours.tv >= ours.least_tv - 1e-12
    assert not ours.exact or ours.accepted <= ours.bound + 1e-8


def test_the_bound_is_reached_on_both_sides():
    assert rule(p, q).accepted == pytest.approx(rule(p, q).bound) == pytest.approx(0.6)
    naive = attempt(p, q, np.ones(3), p)
    assert naive.tv == pytest.approx(naive.least_tv) == pytest.approx(0.4)  # no looser than it must be


@given(pairs())
def test_the_rule_is_exact_and_at_the_bound(laws):
    assert rule(*map(floats, laws)).verdict == "best"


@given(pairs(), st.fractions(0, 1, max_denominator=100))
def test_what_is_missing_makes_every_attempt_exact_that_keeps_nothing_too_often(laws, share):
    p, q = laws
    a = floats([share * x for x in oracle.acceptance(p, q)])
    one = attempt(floats(p), floats(q), a, missing(floats(p), floats(q), a))
    assert one.exact
    assert one.accepted == pytest.approx(float(share * oracle.acceptance_rate(p, q)), abs=1e-12)


@pytest.mark.parametrize(
    ("a", "R", "verdict"),
    [
        ((1, 1, 1 / 3), (0.75, 0.25, 0), "best"),
        ((0, 0, 0), (0.5, 0.3, 0.2), "less"),
        ((1, 1, 0.5), (0.75, 0.25, 0), "more"),
        ((1, 1, 1), (0.75, 0.25, 0), "more"),
        ((1, 1, 1 / 3), (0.5, 0.3, 0.2), "biased"),
        ((1, 1, 0), (0.75, 0.25, 0), "biased"),
    ],
)
def test_verdicts(a, R, verdict):
    assert attempt(p, q, a, R).verdict == verdict


NAMED = {
    "naive": ((1, 1, 1), (0, 0, 1)),
    "resample-target": ((1, 1, 1 / 3), (0.5, 0.3, 0.2)),
    "resample-draft": ((1, 1, 1 / 3), (0.2, 0.2, 0.6)),
    "resample-uniform": ((1, 1, 1 / 3), (1 / 3, 1 / 3, 1 / 3)),
    "inverted-ratio": ((0.4, 2 / 3, 1), (0.75, 0.25, 0)),
    "hard-threshold": ((1, 1, 0), (0.75, 0.25, 0)),
    "top-1": ((1, 0, 0), (1, 0, 0)),
    "lenience": ((1, 1, 2 / 3), (0.75, 0.25, 0)),
    "look-ahead-length": ((1, 1, 0), (0.5, 0.3, 0.2)),
}


@pytest.mark.parametrize("name", NAMED)
def test_an_attempt_that_is_a_fault_gets_its_name(name):
    assert fault_of(attempt(p, q, *NAMED[name])) == name


def test_a_hand_that_is_not_steady_still_meets_the_fault_but_not_from_afar():
    assert fault_of(attempt(p, q, (1, 1, 1 / 3 + 0.005), as_law(p))) == "resample-target"
    assert fault_of(attempt(p, q, (1, 1, 1 / 3 + 0.05), as_law(p))) is None
    assert fault_of(attempt(p, q, (1, 1, 0.338), (0.75, 0.25, 0))) is None  # near the rule is no small fault


@given(attempts())
def test_a_name_is_that_of_an_engine_with_this_output(one):
    ours = made(*one)
    name = fault_of(ours)
    if name is not None:
        law = FAULTS[name].output_law(ours.p, ours.q)
        assert 0.5 * np.abs(law - ours.law).sum() <= NEAR
        assert not ours.exact


@pytest.mark.parametrize(
    ("a", "R", "says"),
    [((1, 1), (0.5, 0.5, 0), "shape"), ((1, 1, 1.1), p, "from 0 to 1"), ((1, 1, 1), (0.5, 0.3, 0.3), "sums")],
)
def test_what_is_no_attempt_is_refused(a, R, says):
    with pytest.raises(ValueError, match=says):
        attempt(p, q, a, R)
