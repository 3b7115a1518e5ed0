"""The guide table gives the tokens of a binary search; a token without mass is never picked."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.source import GUIDED_FROM, Source, chosen
from tests import oracle
from tests.unit.core.coins import LARGEST, floats, midpoints, weights

MANY = np.random.default_rng(1).random(20_000)


def searched(law: np.ndarray, u: np.ndarray) -> np.ndarray:
    """The first token whose cumulative mass is over u, the last possible one where rounding leaves none."""
    token = np.searchsorted(np.cumsum(law), u, side="right")
    return np.minimum(token, np.flatnonzero(law)[-1])


def edges_and_neighbours(law: np.ndarray) -> np.ndarray:
    """Uniforms where a slip would show: each edge, the floats beside it, and both ends of the interval."""
    edges = np.cumsum(law)
    beside = [edges, np.nextafter(edges, 0), np.nextafter(edges, 1), [0.0, LARGEST]]
    return np.unique(np.clip(np.concatenate(beside), 0.0, LARGEST))


@given(st.integers(1, 3000), st.floats(0.01, 10), st.floats(0, 0.9), st.integers(0, 2**32))
def test_the_guide_gives_the_token_of_a_search(size, evenness, zeros, seed):
    rng = np.random.default_rng(seed)
    law = rng.gamma(evenness, size=size) * (rng.random(size) >= zeros)
    law[rng.integers(size)] += 1e-9
    law /= law.sum()
    u = np.concatenate([edges_and_neighbours(law), rng.random(GUIDED_FROM)])
    source = Source(law)
    token = source.pick(u)
    assert (token == searched(law, u)).all()
    assert (law[token] > 0).all()
    few = np.concatenate([source.pick(part) for part in np.array_split(u, len(u) // (GUIDED_FROM - 1) + 1)])
    assert (few == token).all()


@pytest.mark.parametrize("size", [1, 3, 8, 50, 150_000])
def test_a_flat_law_and_a_steep_one_of_any_size(size):
    for law in (np.full(size, 1 / size), 0.5 ** np.arange(1, size + 1.0)):
        source, u = Source(law / law.sum()), np.concatenate([MANY, [0.0, LARGEST]])
        assert (source.pick(u) == searched(source.law, u)).all()


@given(st.integers(1, 12).flatmap(lambda size: weights(size, 20)))
def test_each_token_gets_its_part_of_the_interval(drawn):
    law = oracle.law(*drawn)
    places = midpoints(sum(drawn) * 3)
    ours = Source(floats(law)).pick(np.array([float(u) for u in places]))
    assert ours.tolist() == [oracle.cell(law, u) for u in places]


@pytest.mark.parametrize("times", [1, GUIDED_FROM])
@pytest.mark.parametrize(
    ("law", "first", "last"),
    [
        ([0, 0.5, 0.5, 0], 1, 2),
        ([0, 0, 1, 0, 0], 2, 2),
        ([1], 0, 0),
        ([0, 1], 1, 1),
        (
            [0] + [0.1] * 10 + [0, 0],
            1,
            10,
        ),  # the tenths sum to less than 1: rounding's rest has no token of its own
        ([0.3, 0.3, 0.3, 0.1, 5e-324, 0], 0, 4),
    ],
)
def test_a_token_without_mass_is_not_picked_at_either_end(law, first, last, times):
    u = np.tile([0.0, LARGEST], times)
    assert Source(np.array(law, float)).pick(u).tolist() == [first, last] * times


def test_counts_give_nothing_to_a_token_without_mass():
    law, rng = np.array([0, *[1 / 7] * 7, 0]), np.random.default_rng(1)
    spilled = 0
    for _ in range(200):
        counts = Source(law).counts(10**15, rng)
        assert counts.sum() == 10**15
        assert counts[[0, 8]].tolist() == [0, 0]
        spilled += rng.multinomial(10**15, law)[8]
    assert spilled > 0, (
        "numpy alone gives rounding's rest to the last token: without it this test says nothing"
    )


def test_many_tokens_pooled_in_one_cell_are_told_apart():
    law = np.concatenate([[0.5], np.full(5000, 1e-9), [0.5 - 5e-6]])
    u = np.concatenate([np.linspace(0.5 - 1e-7, 0.5 + 6e-6, 5000), MANY])
    assert (Source(law).pick(u) == searched(law, u)).all()


@pytest.mark.parametrize("size", [13, 256, 257])
def test_few_tokens_far_apart_are_compared_and_many_are_not(size):
    law = np.zeros(size)
    law[[0, size // 2, size - 1]] = 0.25, 0.5, 0.25
    source, u = Source(law), np.concatenate([MANY[:1003], edges_and_neighbours(law)])
    assert source.is_short == (size <= 256)
    assert (source.pick(u) == searched(law, u)).all()
    assert not Source(np.full(13, 1 / 13)).is_short


@given(st.integers(0, 40), st.integers(0, 2**32))
def test_of_two_rows_each_entry_is_chosen_by_its_flag(n, seed):
    rng = np.random.default_rng(seed)
    yes, no = rng.integers(256, size=(2, n)).astype(np.uint8)
    flags = rng.random(n) < 0.5
    assert chosen(flags, yes, no).tolist() == np.where(flags, yes, no).tolist()
