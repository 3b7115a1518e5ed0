"""Tallies hold integers; what is derived is computed from them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.sampler import count, sample
from app.core.tally import Tally, share, tv_of
from tests.unit.core.coins import W, floats, pairs

P, Q = (floats(one) for one in W)


@given(pairs(), st.integers(0, 200), st.integers(0, 2**32))
def test_a_tally_counts_the_draws(both, n, seed):
    p, q = map(floats, both)
    draws = sample(p, q, n, np.random.default_rng(seed))
    tally = Tally.empty(len(p)).add(draws)
    for x in range(len(p)):
        mine = draws.draft == x
        assert tally.drafted[x] == mine.sum()
        assert tally.kept[x] == (mine & draws.accepted).sum()
        assert tally.corrected[x] == ((draws.token == x) & ~draws.accepted).sum()
        assert tally.emitted[x] == (draws.token == x).sum()
    assert tally.draws == n
    assert tally.accepted == draws.accepted.sum()
    assert tally.accepted_per_drafted == (None if n == 0 else pytest.approx(draws.accepted.mean()))


def test_counts_and_draws_add_up():
    draws = sample(P, Q, 500, np.random.default_rng(1))
    counts = count(P, Q, 10**6, np.random.default_rng(2))
    tally = Tally.empty(3).add(draws).add_counts(counts)
    assert tally.draws == 10**6 + 500
    assert tally.emitted.tolist() == (counts.token + np.bincount(draws.token, minlength=3)).tolist()
    assert (
        tally.kept.tolist()
        == (counts.accepted + np.bincount(draws.draft[draws.accepted], minlength=3)).tolist()
    )
    both = Tally.empty(3).add(draws) + Tally.empty(3).add_counts(counts)
    assert both.drafted.tolist() == tally.drafted.tolist()


def test_a_tally_is_frozen_and_adding_makes_a_new_one():
    empty = Tally.empty(3)
    full = empty.add(sample(P, Q, 5, np.random.default_rng(1)))
    assert empty.draws == 0
    assert full.drafted.dtype == full.kept.dtype == full.corrected.dtype == np.int64
    with pytest.raises(ValueError, match="read-only"):
        full.drafted[0] = 1
    with pytest.raises(AttributeError):
        full.drafted = empty.drafted


def test_nothing_is_shared_by_no_draws():
    assert share(np.zeros(3, np.int64)) is None
    assert tv_of(np.zeros(3, np.int64), P) is None
    assert Tally.empty(3).accepted_per_drafted is None


def test_shares_and_distances():
    assert share(np.array([1, 0, 3])).tolist() == [0.25, 0, 0.75]
    assert tv_of(np.array([10, 0, 0]), P) == pytest.approx(0.5)
    assert tv_of(np.array([0, 0, 7]), np.array([0.5, 0.5, 0])) == 1
