"""The logs that the page makes as examples: read back they are the draws that were made."""

import numpy as np
import pytest

from app.core.example_log import BROKEN, ROWS, example_log
from app.core.faults import FAULTS
from app.core.intake import Intake
from app.core.sampler import sample

P, Q = np.array([0.5, 0.3, 0.2]), np.array([0.2, 0.2, 0.6])


def judged(text):
    intake = Intake()
    intake.feed(text.encode(), last=True)
    return intake.sample.data.verdict()


def test_they_hold_the_draws_of_the_rule_and_of_the_fault():
    for kind, draws in (
        ("exact", sample(P, Q, ROWS, np.random.default_rng(5))),
        ("broken", FAULTS[BROKEN].sample(P, Q, ROWS, np.random.default_rng(5))),
    ):
        verdict = judged(example_log(kind, P, Q, seed=5))
        assert verdict.counts.tolist() == np.bincount(draws.token, minlength=3).tolist()
        assert verdict.rows == ROWS
        assert verdict.ok == (kind == "exact")


def test_another_kind_is_refused_by_name():
    with pytest.raises(ValueError, match="kind is 'worse'; it must be one of exact, broken"):
        example_log("worse", P, Q, seed=1)
