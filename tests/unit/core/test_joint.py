"""Exact laws of whole cycles: the core's enumeration against the oracle's, in fractions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core import joint
from app.core.verifiers import VERIFIERS
from tests import oracle
from tests.unit.core.coins import floats
from tests.unit.core.toys import MARKOV, WORKED, model_pairs


def as_floats(rows) -> np.ndarray:
    return np.array([floats(row) for row in rows])


class TestExactLaws:
    @settings(max_examples=60)
    @given(model_pairs(), st.integers(1, 3), st.sampled_from(list(VERIFIERS)))
    def test_lengths_and_the_first_two_tokens_are_the_oracles(self, pair, gamma, verifier):
        cycles = oracle.VERIFIERS[verifier](*pair.laws, gamma)
        assert sum(cycles.values()) == 1
        lengths = joint.length_law(*pair.models, gamma, verifier=verifier)
        assert lengths == pytest.approx(floats(oracle.length_law(cycles, gamma)), abs=1e-12)
        opening = joint.opening_law(*pair.models, gamma, verifier=verifier)
        expected = oracle.opening_law(oracle.VERIFIERS[verifier], *pair.laws, gamma)
        assert opening == pytest.approx(as_floats(expected), abs=1e-12)

    @settings(max_examples=60)
    @given(model_pairs(), st.integers(1, 3), st.sampled_from(list(VERIFIERS)))
    def test_both_verifiers_are_lossless(self, pair, gamma, verifier):
        asked = oracle.text_law(pair.laws[0], pair.models[0].size)
        assert oracle.opening_law(oracle.VERIFIERS[verifier], *pair.laws, gamma) == asked
        assert joint.asked_opening(pair.models[0]) == pytest.approx(as_floats(asked), abs=1e-12)

    @settings(max_examples=40)
    @given(model_pairs(), st.integers(1, 3))
    def test_a_block_is_never_shorter(self, pair, gamma):
        token, block = (oracle.mean_length(oracle.VERIFIERS[v](*pair.laws, gamma)) for v in VERIFIERS)
        assert block >= token
        assert joint.expected_length(*pair.models, gamma) == pytest.approx(float(token))
        assert joint.expected_length(*pair.models, gamma, verifier="block") == pytest.approx(float(block))

    @pytest.mark.parametrize(
        ("gamma", "token", "block"),
        [(2, 49 / 25, 51 / 25), (3, 272 / 125, 1189 / 500), (4, 1441 / 625, 1651 / 625)],
    )
    def test_the_worked_example(self, gamma, token, block):
        assert joint.expected_length(*WORKED.models, gamma) == pytest.approx(token, abs=1e-13)
        assert joint.expected_length(*WORKED.models, gamma, verifier="block") == pytest.approx(
            block, abs=1e-13
        )

    def test_the_markov_example(self):
        target, draft = MARKOV.models
        assert joint.length_law(target, draft, 2) == pytest.approx([0.2, 0.3, 0.5])
        for verifier in VERIFIERS:
            opening = joint.opening_law(target, draft, 2, verifier=verifier)
            assert opening.ravel() == pytest.approx([0.56, 0.14, 0.12, 0.18])
            neighbours = joint.neighbour_law(target, draft, 2, verifier=verifier)
            assert neighbours.ravel() == pytest.approx([8 / 15, 2 / 15, 2 / 15, 3 / 15])
        assert joint.asked_neighbours(target).ravel() == pytest.approx([8 / 15, 2 / 15, 2 / 15, 3 / 15])
        assert target.stationary() == pytest.approx([2 / 3, 1 / 3])

    def test_lengths_after_a_token(self):
        for x in range(2):
            cycles = oracle.token_cycles(*MARKOV.laws, 2, (x,))
            law = joint.length_law(*MARKOV.models, 2, begin=x)
            assert law == pytest.approx(floats(oracle.length_law(cycles, 2)))

    def test_too_many_drafts_are_refused(self):
        with pytest.raises(ValueError, match=r"12 drafts of 3 tokens are 3\^12: too many"):
            joint.length_law(*WORKED.models, 12)
