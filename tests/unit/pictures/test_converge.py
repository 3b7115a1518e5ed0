"""Bars, curve, chip and numbers: what a viewer reads off them is what was drawn and what the theory says."""

import re
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given

from app.core.law import acceptance_rate, total_variation
from app.core.theory import expected_tv
from app.pictures.converge import axis_top, bars, chip, curve, numbers
from app.pictures.plots import TALLEST
from app.session.frame import History
from app.text.catalog import Catalog
from tests.unit.pictures.frames import ABC, P, Q, W, frame_of, frame_telling, frames, with_last

ENGLISH = Catalog("en")


@given(frames())
def test_the_bars_hold_every_draw_that_has_been_told(frame):
    shown = bars(frame)
    pending = frame.narrated and frame.last is not None and frame.beat < 4
    assert shown.draws == frame.lossless.draws - pending
    came_out = shown.kept + shown.corrected
    assert came_out.sum() == pytest.approx(1 if shown.draws else 0)
    assert came_out.min() >= 0
    assert shown.top >= max(shown.p.max(), shown.q.max(), came_out.max()) - 1e-12
    assert shown.top <= (TALLEST if shown.values_shown else 1)
    if shown.verdict == "naive":
        assert not shown.corrected.any()


def test_the_blue_bar_has_two_doors():
    frame = frame_of(draws=500)
    shown = bars(frame)
    assert np.array_equal(shown.kept * 500, frame.lossless.kept)
    assert shown.corrected * 500 == pytest.approx(frame.lossless.corrected)


def test_naive_shows_the_drafts_since_the_draft_changed():
    frame = frame_of(draws=500, rule="naive")
    since = frame_of(draws=20).recent
    shown = bars(replace(frame, recent=since))
    assert shown.draws == 20
    assert np.array_equal(shown.kept * 20, since.drafted)


@pytest.mark.parametrize("beat", [1, 2, 3, 4])
def test_the_bar_grows_with_the_last_beat(beat):
    frame = frame_telling("corrected", beat=beat, playing=True)
    shown, last = bars(frame), frame.last
    grown = beat == 4
    assert shown.draws == frame.lossless.draws - (not grown)
    assert shown.highlight == last.draft
    assert shown.target == (last.token if grown else None)
    assert shown.excess.any() == shown.lack.any() == grown
    assert (shown.level is not None) == (beat >= 2)
    assert (shown.coin_height is not None) == (beat >= 3)


def test_a_correction_shows_what_the_draft_has_too_much_of_and_what_it_lacks():
    shown = bars(frame_telling("corrected", p=W[0], q=W[1], names=ABC))
    assert shown.excess == pytest.approx([0, 0, 0.4])
    assert shown.lack == pytest.approx([0.3, 0.1, 0])
    assert shown.excess.sum() == pytest.approx(shown.lack.sum())
    almost = bars(frame_telling("corrected", p=(0.3, 0.5, 0.2), q=(0.1 + 0.2, 0.2, 0.5), names=ABC))
    assert almost.excess[0] == almost.lack[0] == 0
    for kind in ("kept", "sure"):
        other = bars(frame_telling(kind, p=W[0], q=W[1], names=ABC))
        assert not other.excess.any()
        assert not other.lack.any()


@given(frames(rule="lossless", narrated=True))
def test_the_coin_on_the_bar_decides_as_the_rule_does(frame):
    shown = bars(frame)
    if shown.coin_height is None:
        return
    assert (shown.coin_height < shown.level) == frame.last.accepted
    assert 0 <= shown.coin_height <= shown.q[shown.highlight]


def test_nothing_is_told_of_a_draw_in_naive_mode_but_its_token():
    shown = bars(frame_telling("corrected", rule="naive"))
    assert shown.highlight == shown.target
    assert shown.level is shown.coin_height is None
    assert not shown.lack.any()


def test_no_gauge_on_a_draft_that_has_changed_since_the_draw():
    frame = frame_telling("corrected", p=W[0], q=W[1], names=ABC)
    shown = bars(replace(frame, laws=replace(frame.laws, q=np.array([0.4, 0.35, 0.25]))))
    assert shown.level is shown.coin_height is None
    assert not shown.excess.any()


def test_nothing_is_marked_while_draws_are_not_told():
    shown = bars(frame_of(draws=30, playing=True, speed=25))
    assert shown.highlight is shown.target is shown.level is None
    assert shown.draws == 30


def test_before_the_first_draw_only_the_laws_stand():
    shown = bars(frame_of(draws=0))
    assert shown.draws == 0
    assert not shown.kept.any()
    assert shown.top == axis_top(np.array(P), np.array(Q), np.zeros(8)) == 0.4


def test_the_axis_takes_few_tops_as_draws_come():
    tops = [bars(frame_of(draws=n)).top for n in range(1, 120)]
    assert set(tops) <= {0.4, 0.5, 0.75, 1.0}
    assert tops[0] == 1.0
    assert tops[-1] in {0.4, 0.5}


def test_only_few_bars_carry_their_numbers():
    assert bars(frame_of(*W)).values_shown
    assert not bars(frame_of()).values_shown


# ---- the curve


def skipped(frame):
    n = np.array([1, 10, 1010, 1100])
    history = History(n, np.array([0.8, 0.3, 0.02, 0.0]), np.array([False, False, True, False]))
    return replace(frame, lossless_curve=history)


def test_a_skip_breaks_the_line_and_is_joined_by_a_jump():
    shown = curve(skipped(frame_of(draws=5)), ENGLISH)
    assert np.isnan(shown.lossless.n[2])
    assert np.isnan(shown.lossless.tv[2])
    assert len(shown.lossless.n) == 5
    assert (shown.jumps.n0[0], shown.jumps.n1[0]) == (10, 1010)
    assert (shown.jumps.tv0[0], shown.jumps.tv1[0]) == (0.3, 0.02)


def test_a_run_that_opens_with_a_skip_has_no_jump():
    frame = frame_of(draws=0)
    history = History(np.array([1000]), np.array([0.02]), np.array([True]))
    shown = curve(replace(frame, lossless_curve=history), ENGLISH)
    assert shown.lossless.n.tolist() == [1000]
    assert len(shown.jumps.n0) == 0


@pytest.mark.parametrize(("n", "end"), [(0, 1000), (999, 1000), (1000, 10_000), (10**6 + 1, 10**7)])
def test_the_draws_axis_ends_at_the_next_decade_so_that_the_tip_stands_inside(n, end):
    frame = frame_of(draws=0)
    if n:
        frame = replace(frame, lossless_curve=History(np.array([n]), np.array([0.1]), np.array([False])))
    shown = curve(frame, ENGLISH)
    assert shown.x_end == shown.ticks[-1] == end
    assert shown.ticks[0] == 1
    assert shown.tick_labels[1000.0] == ("1,000" if end <= 10**5 else "10³")


@given(frames())
def test_on_the_log_scale_nothing_is_below_the_floor(frame):
    shown = curve(frame, ENGLISH)
    lines = [shown.lossless.tv, shown.naive.tv, shown.limit.tv, shown.band_low, shown.band_high]
    for tv in lines:
        assert np.all(tv >= (shown.floor if shown.scale == "log" else 0))
        assert np.all(tv <= 1 + 1e-12)


def test_the_floor_lies_below_what_chance_gives_at_the_end_of_the_axis():
    for n in (1000, 10**4, 10**5, 10**6, 10**7):
        frame = frame_of(draws=0)
        frame = replace(frame, lossless_curve=History(np.array([n]), np.array([0.1]), np.array([False])))
        shown = curve(frame, ENGLISH)
        assert shown.floor < expected_tv(np.array(P), shown.x_end)


def test_the_limit_is_what_theory_says():
    gap = total_variation(np.array(P), np.array(Q))
    assert curve(frame_of(), ENGLISH).limit.tv.tolist() == [0, 0]
    assert curve(frame_of(rule="naive"), ENGLISH).limit.tv == pytest.approx([gap, gap])
    assert curve(frame_of(rule="naive", tv_scale="log"), ENGLISH).limit.tv == pytest.approx([gap, gap])


def test_a_bias_too_small_for_the_log_scale_lies_on_its_floor():
    q = (0.5 + 1e-7, 0.5 - 1e-7)
    shown = curve(frame_of((0.5, 0.5), q, draws=3, rule="naive", tv_scale="log"), ENGLISH)
    assert shown.limit.tv.tolist() == [shown.floor, shown.floor]


def test_on_the_log_scale_the_limit_falls_as_chance_does():
    limit = curve(frame_of(tv_scale="log"), ENGLISH).limit
    assert limit.n[0] == 1
    assert limit.n[-1] == 1000
    assert np.all(np.diff(limit.tv) <= 0)
    assert limit.tv == pytest.approx([expected_tv(np.array(P), int(n)) for n in limit.n])
    same = curve(frame_of(P, P, rule="naive", tv_scale="log"), ENGLISH).limit
    assert np.array_equal(same.tv, limit.tv)


def test_the_run_before_and_the_marks_are_shown():
    frame = frame_of(draws=30)
    before = frame_of(draws=40, seed=2).lossless_curve
    shown = curve(replace(frame, ghost=before, marks=(12,)), ENGLISH)
    assert np.array_equal(shown.ghost.tv, before.tv)
    assert shown.marks == (12,)
    assert len(curve(frame, ENGLISH).ghost.n) == 0


def test_a_band_that_is_not_ready_is_empty():
    shown = curve(replace(frame_of(), band=None), ENGLISH)
    assert len(shown.band_n) == len(shown.band_low) == len(shown.band_high) == 0


# ---- the chip and the numbers


@given(frames())
def test_acceptance_and_bias_add_up_as_shown(frame):
    shown = chip(frame, ENGLISH)
    assert shown.theory == pytest.approx(acceptance_rate(frame.laws.p, frame.laws.q))
    assert shown.bias == pytest.approx(total_variation(frame.laws.p, frame.laws.q), abs=1e-12)
    accepted = Decimal(re.search(r"\d\.\d{3}", shown.accepted_end)[0])
    bias = re.search(r"\d\.\d{3,}", shown.bias_end)[0]  # more where three decimals would show a bias as zero
    assert accepted + Decimal(bias[:5]) == 1
    assert f"= {100 * accepted:.1f} %" in shown.theory_text
    assert accepted == pytest.approx(Decimal(shown.theory), abs=Decimal("0.0005001"))
    naive = replace(frame, settings=frame.settings | {"rule": "naive", "tv_scale": "linear"})
    assert curve(naive, ENGLISH).limit_text.endswith(f"TV(p, q) = {bias}")


def test_a_small_bias_is_not_told_as_zero():
    frame = frame_of((0.5, 0.5), (0.5002, 0.4998), rule="naive")
    assert curve(frame, ENGLISH).limit_text.endswith("= 0.0002")
    assert chip(frame, ENGLISH).bias_end.count("0.0002") == 1


def test_halves_of_a_thousandth_add_up_too():
    separately = 0
    for alpha in np.arange(0.0005, 1, 0.001):
        shown = chip(frame_of((alpha, 1 - alpha), (1.0, 0.0), draws=0), ENGLISH)
        ends = (shown.accepted_end, shown.bias_end)
        assert sum(Decimal(re.search(r"\d\.\d{3}", end)[0]) for end in ends) == 1
        separately += Decimal(f"{shown.theory:.3f}") + Decimal(f"{shown.bias:.3f}") != 1
    assert separately > 100, "rounding each on its own must be seen to fail"


@given(frames())
def test_what_was_accepted_is_what_was_kept(frame):
    shown, recent = chip(frame, ENGLISH), frame.recent
    if recent.draws == 0:
        assert (shown.accepted, shown.accepted_text) == (None, "–")
        return
    assert shown.accepted == recent.kept.sum() / recent.drafted.sum()
    percent = float(shown.accepted_text.removesuffix(" %"))
    assert percent == pytest.approx(100 * shown.accepted, abs=0.05001)


def test_the_worked_example_on_the_chip():
    for rule in ("lossless", "naive"):
        shown = chip(frame_of(*W, rule=rule), ENGLISH)
        assert "60.0 %" in shown.theory_text
        assert "0.600" in shown.accepted_end
        assert "0.400" in shown.bias_end


def test_the_numbers_are_those_of_the_verdict_shown():
    p = np.array(P)
    for rule, out in (("lossless", "emitted"), ("naive", "drafted")):
        frame = frame_of(draws=1284, rule=rule)
        shown = numbers(frame, ENGLISH)
        share = getattr(frame.lossless, out) / 1284
        assert shown.tv == f"{0.5 * np.abs(share - p).sum():.3f}"
        assert shown.draws == "1,284 draws, one position"
        assert f"about {expected_tv(p, 1284):.3f} here" in shown.expected
        assert ("naive mode ends at" in shown.expected) == (rule == "naive")


def test_before_the_first_draw_there_is_no_distance():
    shown = numbers(frame_of(draws=0), ENGLISH)
    assert (shown.tv, shown.expected) == ("–", "")
    assert numbers(frame_of(draws=1), ENGLISH).draws == "1 draw, one position"


def test_a_law_without_chance_says_so():
    frame = frame_of((1.0, 0.0), (0.5, 0.5), draws=5)
    assert numbers(frame, ENGLISH).expected == "only one token can come out, so chance does nothing"


def test_a_small_expectation_is_not_written_as_nothing():
    frame = frame_of(draws=5)
    many = replace(frame.lossless, kept=frame.lossless.kept + 10**8)
    assert "less than 0.001" in numbers(replace(frame, lossless=many), ENGLISH).expected


def test_a_told_draw_of_an_older_draft_is_not_taken_from_the_new_tally():
    frame = frame_telling("kept", rule="naive", beat=1)
    empty = frame_of(draws=0).recent
    assert bars(replace(frame, recent=empty)).draws == 0
    assert bars(with_last(frame, number=1)).draws == frame.recent.draws - 1
