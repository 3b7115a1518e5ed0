"""Totals of cycles by their lengths: the lesson's eight, exactly."""

import pytest

from app.core.ledger import EIGHT, replay


class TestReplay:
    def test_the_eight_cycles(self):
        eight = replay(EIGHT, 4)
        assert (eight.tokens, eight.cycles, eight.tokens_per_cycle) == (25, 8, 3.125)
        assert (eight.accepted, eight.corrections, eight.bonuses) == (17, 6, 2)
        assert (eight.drafted, eight.tested, eight.never_tested) == (32, 23, 9)
        assert (eight.accepted_per_drafted, eight.accepted_per_tested) == (17 / 32, 17 / 23)

    def test_none_at_all(self):
        assert replay([], 4).tokens == 0
        assert replay([], 4).tokens_per_cycle is None

    @pytest.mark.parametrize(
        ("lengths", "said"),
        [
            ([1, 0], r"lengths\[1\] is 0; with gamma = 4 a cycle has 1 to 5 tokens"),
            ([6], r"lengths\[0\] is 6"),
            ([1.5], "lengths are"),
            ([[1]], "lengths are"),
            ("12", "lengths are"),
        ],
    )
    def test_lengths_that_no_cycle_has(self, lengths, said):
        with pytest.raises(ValueError, match=said):
            replay(lengths, 4)
