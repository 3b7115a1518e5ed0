"""Whether a draft is accepted: the formula, and what is no draft and no coin."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.sampler import accept
from tests.unit.core.coins import LARGEST, W, floats, pairs

P, Q = (floats(one) for one in W)


@given(pairs(largest=50), st.integers(0, 2**32))
def test_accept_is_the_formula(both, seed):
    p, q = map(floats, both)
    rng = np.random.default_rng(seed)
    draft, coin = rng.integers(len(p), size=100), rng.random(100)
    coin[:10] = 0
    assert accept(p, q, draft, coin).tolist() == (coin * q[draft] < p[draft]).tolist()


def test_accept_takes_one_draft_too_and_is_strict():
    assert accept(P, Q, 2, 0.33)
    assert accept([0.5, 0.5], [0.25, 0.75], [0, 1], [LARGEST, LARGEST]).tolist() == [True, False]
    assert not accept([0.25, 0.75], [0.5, 0.5], 0, 0.5)
    assert not accept([0.0, 1.0], [0.5, 0.5], 0, 0.0)
    assert accept(P, Q, [], []).shape == (0,)
    assert accept(P, Q, 2, [0.33, 0.34]).tolist() == [True, False], "one draft, several coins"
    assert accept(P, Q, [0, 2], 0.5).tolist() == [True, False], "one coin for all"


@pytest.mark.parametrize(
    ("draft", "coin", "words"),
    [
        ([3], [0.5], "draft is .*from 0 to 2"),
        ([-1], [0.5], "draft is"),
        ([0.5], [0.5], "draft is"),
        ([0], [1.0], "coin is .*without 1"),
        ([0], [-0.1], "coin is"),
        ([0], [float("nan")], "coin is"),
    ],
)
def test_accept_names_what_is_no_draft_and_no_coin(draft, coin, words):
    with pytest.raises(ValueError, match=words):
        accept(P, Q, draft, coin)


@pytest.mark.parametrize(
    ("draft", "coin", "shapes"),
    [
        ([0, 1], [0.5, 0.5, 0.5], "(2,) and coin (3,)"),
        ([], [0.5, 0.5], "(0,) and coin (2,)"),
        ([[0, 1]], [0.5, 0.5, 0.5], "(1, 2) and coin (3,)"),
    ],
)
def test_accept_wants_one_coin_a_draft(draft, coin, shapes):
    with pytest.raises(ValueError, match=re.escape(f"draft has the shape {shapes}; give one coin a draft")):
        accept(P, Q, draft, coin)
