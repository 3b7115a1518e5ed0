"""The curve is TV by its definition, at the same numbers of draws however the draws came."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.tally import tv_of
from app.session.history import EVERY_TO, GRID, MOST, Curve
from tests.unit.session.sessions import patient

P = np.array([0.5, 0.3, 0.2])
THOUSAND = np.array([500, 300, 200])


def drawn(tokens, sizes, p=P):
    """A curve after these tokens, which come in pieces of these sizes; and the counts."""
    curve, counts, done = Curve(p), np.zeros(len(p), np.int64), 0
    for size in [*sizes, len(tokens)]:
        piece = np.asarray(tokens[done : done + size], np.int64)
        curve.follow(counts, piece)
        counts = counts + np.bincount(piece, minlength=len(p))
        done += len(piece)
    return curve, counts


def rows(history):
    return [row.tolist() for row in vars(history).values()]


def test_the_grid_is_every_draw_to_100_then_a_hundred_a_decade():
    assert GRID[:EVERY_TO].tolist() == list(range(1, 101))
    assert (np.diff(GRID) > 0).all()
    for low in (100, 10_000, 10**9):
        begin, end = GRID.searchsorted([low, 10 * low], side="right")
        assert end - begin == 100
        assert 10 * low in GRID
    assert len(GRID) < MOST


@given(st.lists(st.integers(0, 2), max_size=300), st.lists(st.integers(0, 40), max_size=20))
@patient
def test_the_curve_does_not_depend_on_how_the_draws_were_cut(tokens, sizes):
    whole, counts = drawn(tokens, [])
    pieces, same = drawn(tokens, sizes)
    assert np.array_equal(counts, same)
    assert rows(whole.history(counts)) == rows(pieces.history(counts))


@pytest.mark.parametrize("size", [1, 2, 7, 8, 9, 50])
def test_the_curve_is_the_same_to_the_bit_at_every_vocabulary(size):
    rng = np.random.default_rng(size)
    p = rng.dirichlet(np.ones(size))
    tokens = rng.integers(0, size, 2_000)
    whole, counts = drawn(tokens, [], p)
    one_by_one, _ = drawn(tokens, [1] * 2_000, p)
    assert rows(whole.history(counts)) == rows(one_by_one.history(counts))
    assert whole.history(counts).tv[-1] == pytest.approx(tv_of(counts, p), abs=1e-15)


@given(st.lists(st.integers(0, 2), min_size=1, max_size=200))
@patient
def test_every_point_is_tv_by_its_definition(tokens):
    curve, counts = drawn(tokens, [])
    history = curve.history(counts)
    assert history.n[-1] == len(tokens)
    assert not history.dashed.any()
    law = [Fraction(1, 2), Fraction(3, 10), Fraction(1, 5)]
    for n, tv in zip(history.n.tolist(), history.tv.tolist(), strict=True):
        exact = sum(abs(Fraction(tokens[:n].count(x), n) - law[x]) for x in range(3)) / 2
        assert tv == pytest.approx(float(exact), abs=1e-12)


def test_a_history_never_changes_later_and_cannot_be_written():
    curve, counts = drawn([0, 1, 2] * 50, [])
    early = curve.history(counts)
    before = rows(early)
    curve.follow(counts, np.zeros(500, np.int64))
    counts[0] += 500
    curve.jump(counts, counts + 5 * THOUSAND)
    assert rows(early) == before
    for row in vars(early).values():
        with pytest.raises(ValueError, match="read-only"):
            row[0] = 1


def test_nothing_drawn_is_an_empty_curve():
    assert rows(Curve(P).history(np.zeros(3, np.int64))) == [[], [], []]


def test_a_skip_is_dashed_from_where_it_began_to_where_it_ended():
    tokens = [0, 1, 2] * 45 + [0]  # 136 draws, which the grid leaves out
    assert len(tokens) not in GRID
    curve, counts = drawn(tokens, [])
    after = counts + THOUSAND[::-1]
    curve.jump(counts, after)
    history = curve.history(after)
    assert history.n[-2:].tolist() == [136, 1136]
    assert history.dashed[-3:].tolist() == [False, False, True]
    assert history.tv[-1] == pytest.approx(tv_of(after, P))
    curve.follow(after, np.zeros(20, np.int64))
    after[0] += 20
    history = curve.history(after)
    assert history.n[-1] == 1156
    assert not history.dashed[-1]


def test_a_skip_from_nothing_has_no_way_to_dash():
    curve = Curve(P)
    curve.jump(np.zeros(3, np.int64), THOUSAND)
    assert rows(curve.history(THOUSAND)) == [[1000], [0.0], [False]]


def test_many_skips_stay_within_bounds_and_stay_dashed():
    curve, counts = drawn([0, 1, 2] * 50, [])
    skips = []
    for i in range(2 * MOST):
        before = counts.copy()
        if i % 7:
            counts += THOUSAND
            curve.jump(before, counts)
            skips.append(counts.sum())
        else:
            counts[0] += 5_000
            curve.follow(before, np.zeros(5_000, np.int64))
        history = curve.history(counts)
        assert len(history.n) <= MOST
    assert history.n[0] == 1
    assert history.n[-1] == counts.sum()
    assert (np.diff(history.n) > 0).all()
    crossed = np.diff(np.searchsorted(skips, history.n, side="right")) > 0
    assert crossed.any()
    assert not crossed.all()
    assert history.dashed[1:].tolist() == crossed.tolist(), "dashed where, and only where, draws were skipped"
