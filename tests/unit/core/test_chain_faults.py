"""Engines that go wrong between positions: the joint law of two tokens, exactly and by draws."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.chain import run_cycles
from app.core.faults import CHAIN_FAULTS, showing
from app.core.joint import asked_opening, expected_length, length_law
from app.core.lookalikes import kept_chances, tokens_per_cycle
from app.core.models import MarkovModel, independent
from tests import gallery, oracle
from tests.unit.core.coins import weights

TARGET = oracle.law(7, 3), [oracle.law(8, 2), oracle.law(4, 6)]
DRAFT = oracle.law(5, 5), [oracle.law(5, 5), oracle.law(9, 1)]
every_fault = pytest.mark.parametrize("name", CHAIN_FAULTS)


def table(rows) -> np.ndarray:
    return np.array([[float(x) for x in row] for row in rows])


def model(laws) -> MarkovModel:
    return MarkovModel(table([laws[0]])[0], table(laws[1]))


P, Q = model(TARGET), model(DRAFT)
EXACT = np.array([[0.56, 0.14], [0.12, 0.18]])


def test_the_gallery_is_complete_and_in_order():
    assert list(CHAIN_FAULTS) == ["goes-on-after-rejection", "bonus-from-draft", "bonus-from-previous-row"]
    assert all(name == fault.id for name, fault in CHAIN_FAULTS.items())


@pytest.mark.parametrize(
    ("name", "gamma", "tv"),
    [
        ("goes-on-after-rejection", 2, 0.08),
        ("bonus-from-draft", 1, 0.3),
        ("bonus-from-previous-row", 1, 0.14),
        ("bonus-from-draft", 2, 0),
        ("bonus-from-previous-row", 2, 0),
    ],
)
def test_on_the_markov_example_the_joint_law_is_as_far_off_as_the_gallery_says(name, gamma, tv):
    joint = CHAIN_FAULTS[name].joint(P, Q, gamma)
    assert np.abs(joint - EXACT).sum() / 2 == pytest.approx(tv)
    assert joint.sum(axis=1) == pytest.approx([0.7, 0.3])  # the first token is right, always


def test_a_thousand_pairs_of_tokens_show_it():
    shown = showing(CHAIN_FAULTS["goes-on-after-rejection"].joint(P, Q, 2), EXACT)
    assert shown.draws == pytest.approx(150 / (0.08**2 / 0.56 + 0.08**2 / 0.14))
    assert shown.impossible == ()


def test_going_on_after_a_rejection_is_told_token_by_token():
    joint = CHAIN_FAULTS["goes-on-after-rejection"].joint(P, Q, 2)
    assert joint.ravel() == pytest.approx([0.48, 0.22, 0.12, 0.18])


@st.composite
def models(draw):
    size = draw(st.integers(1, 4))
    laws = [oracle.law(*draw(weights(size, 20))) for _ in range(2 * size + 2)]
    return (laws[0], laws[1 : size + 1]), (laws[size + 1], laws[size + 2 :])


@every_fault
@given(pair=models(), gamma=st.integers(1, 3))
def test_any_joint_law_is_that_of_the_fractions(name, pair, gamma):
    joint = CHAIN_FAULTS[name].joint(*map(model, pair), gamma)
    assert joint == pytest.approx(table(gallery.joint(name, *pair, gamma)), abs=1e-12)


@every_fault
def test_independent_tokens_hide_some_faults(name):
    laws = independent([0.5, 0.3, 0.2]), independent([0.2, 0.2, 0.6])
    joint = CHAIN_FAULTS[name].joint(*laws, 1)
    off = np.abs(joint - np.outer([0.5, 0.3, 0.2], [0.5, 0.3, 0.2])).sum() / 2
    assert off == pytest.approx(0.24 if name == "bonus-from-draft" else 0)


@every_fault
def test_cycles_are_whole_and_their_shapes_told(name):
    cycles = CHAIN_FAULTS[name].cycles(P, Q, 3, 20_000, np.random.default_rng(1))
    assert cycles.drafts.shape == cycles.accepted.shape == (20_000, 3)
    assert cycles.tokens.shape == (20_000, 4)
    if name == "goes-on-after-rejection":
        assert (cycles.tokens >= 0).all()
        kept = cycles.tokens[:, :3] == cycles.drafts
        assert kept[cycles.accepted].all()
    else:
        lengths = (cycles.tokens >= 0).sum(axis=1)
        assert np.array_equal(lengths, 1 + np.cumprod(cycles.accepted, axis=1).sum(axis=1))


@every_fault
def test_bad_input_is_named(name):
    fault = CHAIN_FAULTS[name]
    rng = np.random.default_rng(1)
    with pytest.raises(ValueError, match="target has 2 tokens and the draft 3"):
        fault.joint(P, independent([0.5, 0.3, 0.2]), 1)
    with pytest.raises(ValueError, match="gamma is 0"):
        fault.sample(P, Q, 0, 5, rng)
    with pytest.raises(ValueError, match="n is -1"):
        fault.cycles(P, Q, 1, -1, rng)
    assert fault.sample(P, Q, 2, 0, rng).shape == (0, 2)


def test_without_the_bonus_a_cycle_is_shorter():
    assert tokens_per_cycle(P, Q, 2) == pytest.approx(2.3)
    assert tokens_per_cycle(P, Q, 2, bonus=False) == pytest.approx(1.8)
    assert tokens_per_cycle(P, P, 1, bonus=False) == 1
    W = independent([0.5, 0.3, 0.2]), independent([0.2, 0.2, 0.6])
    assert kept_chances(*W, 4) == pytest.approx([float(Fraction(3, 5) ** i) for i in range(1, 5)])


@given(pair=models(), gamma=st.integers(1, 4))
def test_lengths_are_those_of_all_drafts_enumerated(pair, gamma):
    both = tuple(map(model, pair))
    assert tokens_per_cycle(*both, gamma) == pytest.approx(expected_length(*both, gamma))
    shorter = np.minimum(np.arange(1, gamma + 2), gamma)
    assert tokens_per_cycle(*both, gamma, bonus=False) == pytest.approx(shorter @ length_law(*both, gamma))


@pytest.mark.parametrize("name", ["bonus-from-draft", "bonus-from-previous-row"])
@given(pair=models(), gamma=st.integers(2, 3))
def test_with_more_drafts_the_bonus_comes_too_late_to_spoil_two_tokens(name, pair, gamma):
    target, draft = map(model, pair)
    joint = CHAIN_FAULTS[name].joint(target, draft, gamma)
    assert joint == pytest.approx(asked_opening(target), abs=1e-12)


@given(pair=models(), gamma=st.integers(1, 4))
def test_kept_drafts_are_those_that_cycles_keep(pair, gamma):
    target, draft = map(model, pair)
    kept = run_cycles(target, draft, gamma, 400, np.random.default_rng(1)).kept
    seen = np.array([(kept >= i).mean() for i in range(1, gamma + 1)])
    assert (
        np.abs(seen - kept_chances(target, draft, gamma)).max() < 0.5 * 0.36
    )  # Hoeffding: 2 exp(-2 400 .18^2) < 1e-10
