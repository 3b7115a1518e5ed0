"""The chance band: simulated in slices, kept by law, the same on every page, and as wide as chance."""

import time

import numpy as np
import pytest

from app.core.scenario import SCENARIOS
from app.session.band import FARTHEST, KEPT, PASSES, Bands
from app.session.frame import Band
from tests.unit.session.sessions import session_of

P = SCENARIOS["next-word"].p  # its TV takes values enough at n = 10 to come so near to 95 %


def finished(p, budget=10.0):
    bands = Bands()
    bands.want(p)
    while bands.work(budget):
        pass
    return bands.current


@pytest.fixture(scope="module")
def band():
    return finished(P)


def test_the_band_comes_by_and_by_and_is_refined():
    bands = Bands()
    assert not bands.work(1), "nothing was wanted"
    bands.want(P)
    assert bands.current is None
    stages = []
    while bands.work(0):
        if bands.current not in stages:
            stages.append(bands.current)
    assert len(stages) == 1 + len(PASSES)
    assert not bands.work(0)
    assert bands.current is stages[-1]


def test_a_slice_is_short_so_that_pause_can_be_heard():
    bands = Bands()
    bands.want(SCENARIOS["long-tail"].p)
    waits = []
    for _ in range(200):
        began = time.perf_counter()
        assert bands.work(0)
        waits.append(time.perf_counter() - began)
    assert np.median(waits) < 0.02


def test_it_is_the_same_every_time_and_however_it_was_sliced(band):
    again = finished(P, budget=0)
    for name in ("n", "low", "high"):
        assert np.array_equal(getattr(band, name), getattr(again, name))


def test_it_reaches_from_one_draw_to_a_thousand_million_and_narrows(band):
    assert band.n[0] == 1
    assert band.n[-1] == FARTHEST
    assert (band.low <= band.high).all()
    late = band.n >= 1_000
    assert (np.diff(band.high[late]) < 0).all()
    far = band.n >= 10_000
    assert band.high[far] * np.sqrt(band.n[far]) == pytest.approx(band.high[far][0] * 100)


@pytest.mark.parametrize("n", [10, 100, 1_000])
def test_it_holds_nearly_95_of_100_exact_runs(band, n):
    at = int(np.flatnonzero(band.n == n)[0])
    counts = np.random.default_rng(n).multinomial(n, P, size=10_000)
    tv = np.abs(counts / n - P).sum(axis=1) / 2
    inside = (tv >= band.low[at] - 1e-9) & (tv <= band.high[at] + 1e-9)
    assert abs(inside.mean() - 0.95) <= 0.01


def test_one_possible_token_leaves_nothing_to_chance():
    band = finished(np.array([0.0, 1.0, 0.0]))
    assert not band.low.any()
    assert not band.high.any()


def test_known_laws_are_there_at_once_and_the_longest_unused_is_forgotten(monkeypatch):
    monkeypatch.setattr("app.session.band.PASSES", (20,))
    laws = [np.array([i / 100, 1 - i / 100]) for i in range(1, KEPT + 2)]
    bands = Bands()

    def asked(p):
        bands.want(p)
        known = bands.current is not None
        while bands.work(10):
            pass
        return known

    assert [asked(p) for p in laws[:KEPT]] == [False] * KEPT
    assert asked(laws[0]), "known"
    assert not asked(laws[-1]), "one too many: laws[1] goes"
    assert asked(laws[0])
    assert not asked(laws[1])


def test_a_band_left_half_done_is_not_taken_for_a_finished_one(monkeypatch):
    monkeypatch.setattr("app.session.band.PASSES", (20, 40))
    bands = Bands()
    bands.want(P)
    while bands.current is None:
        bands.work(0)
    bands.want(P[::-1].copy())
    bands.want(P)
    assert bands.current is None


def test_a_band_that_was_simulated_before_is_taken_as_it_is():
    given = Band(np.ones(1), np.zeros(1), np.ones(1))
    bands = Bands()
    bands.keep(P, given)
    bands.want(P)
    assert bands.current is given
    assert not bands.work(0)
    late = Bands()
    late.want(P)
    assert late.work(0)
    late.keep(P, given)
    assert late.current is given
    assert not late.work(0)
    with pytest.raises(ValueError, match="read-only"):
        given.low[0] = 1


def test_the_session_works_on_it_and_shows_it():
    session = session_of(scenario="greedy")
    assert session.frame().band is None
    before = session.revision
    while session.work(0.05):
        pass
    assert session.frame().band is not None
    assert session.revision > before
    settled = session.revision
    assert not session.work(0.05)
    assert session.revision == settled
