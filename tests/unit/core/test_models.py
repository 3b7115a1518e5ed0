"""Toy models are made of laws, or not at all."""

import numpy as np
import pytest

from app.core import chain


class TestModels:
    def test_rows_are_laws(self):
        model = chain.MarkovModel([2 / 3, 1 / 3], [[1, 0], [0.25, 0.75]])
        assert model.table.tolist() == [[2 / 3, 1 / 3], [1, 0], [0.25, 0.75]]
        with pytest.raises(ValueError, match="read-only"):
            model.transition[0, 0] = 1

    @pytest.mark.parametrize(
        ("initial", "transition", "said"),
        [
            ([0.5, 0.6], [[1, 0], [0, 1]], r"initial sums to 1.1"),
            ([0.5, 0.5], [[1, 0], [0, 2]], r"transition\[1\] sums to 2"),
            ([0.5, 0.5], [[1, 0]], "transition is .* each of the 2 tokens"),
            ([0.5, 0.5], [[1, 0], [1]], "transition is"),
            ([0.5, 0.5], [[1], [1]], r"transition\[0\] has 1 tokens and initial 2"),
            ([0.5, 0.5], "words", "transition is 'words'"),
            ([1.0], 1.0, "transition is 1.0"),
        ],
    )
    def test_others_are_refused(self, initial, transition, said):
        with pytest.raises(ValueError, match=said):
            chain.MarkovModel(initial, transition)

    def test_a_text_that_never_leaves_has_no_single_stationary_law(self):
        with pytest.raises(ValueError, match="several stationary laws"):
            chain.MarkovModel([0.5, 0.5], np.eye(2)).stationary()
