"""The narration agrees with the draw: draft, ratio, coin, verdict, residual, token, for any laws."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from app.core.law import residual
from app.pictures.narration import narrate, ticker
from app.pictures.state import state
from app.text.catalog import Catalog
from tests.unit.pictures.frames import ABC, W, frame_of, frame_telling, frames, with_last

ENGLISH = Catalog("en")


def told(frame):
    return narrate(frame, ENGLISH)


@given(frames(narrated=True))
def test_every_narration_agrees_with_the_draw(frame):
    narration = told(frame)
    last = state(frame)["last"]
    if last is None:
        assert narration.kind == "none"
        assert narration.beats == ()
        return
    names, p, q = frame.laws.names, frame.laws.p, frame.laws.q
    x, beats, words = last["draft"], narration.beats, " ".join(narration.beats)
    assert len(beats) == frame.beat
    assert narration.title == f"Draw {last['n']}"
    assert beats[0] == f"The draft proposes “{names[x]}”."
    expected = (
        "naive"
        if frame.settings["rule"] == "naive"
        else "corrected"
        if not last["accepted"]
        else "sure"
        if p[x] >= q[x]
        else "kept"
    )
    assert narration.kind == expected
    assert narration.finished == (frame.beat == 4)
    assert bool(narration.verdict_text) == (frame.beat >= 3)
    corrected = expected == "corrected" and frame.beat >= 3
    assert ("rejected, so corrected" in narration.verdict_text) == corrected
    if frame.beat >= 2 and expected != "naive":
        assert narration.ratio == pytest.approx(min(1, p[x] / q[x]))
        assert 0 <= narration.ratio <= 1
        assert narration.ratio_text in beats[1]
    else:
        assert narration.ratio is None
    if expected == "sure":
        assert narration.coin is None
        if frame.beat >= 3:
            assert beats[2] == "The ratio p/q is at least 1."
    if expected == "naive":
        assert narration.coin is None
        assert "not looked at" in words or frame.beat < 3
        assert last["token"] == x
    if frame.beat >= 3 and expected in ("kept", "corrected"):
        assert narration.coin == last["coin"]
        assert narration.coin_text == f"coin u = {last['coin']:.3f}"
        assert ("not below" in beats[2]) == (expected == "corrected")
    if frame.beat == 4:
        assert f"Out comes “{names[last['token']]}”" in beats[3]
        assert narration.sentence
    assert bool(narration.residual_text) == (expected == "corrected" and frame.beat == 4)


@given(frames(narrated=True, beat=4, rule="lossless"))
def test_what_is_shown_of_the_residual_is_the_residual(frame):
    narration = told(frame)
    if narration.kind != "corrected":
        return
    law = residual(frame.laws.p, frame.laws.q)
    listed = re.findall(r"(t\d+) (\d\.\d{3})", narration.residual_text)
    ids = [int(name[1:]) for name, _ in listed]
    assert 1 <= len(ids) <= 4
    assert [share for _, share in listed] == [f"{law[x]:.3f}" for x in ids]
    others = np.delete(law, ids)
    assert len(others) == 0 or others.max() <= law[ids].min()
    more = re.search(r" and (\d+) more$", narration.residual_text)
    assert (int(more[1]) if more else 0) == np.count_nonzero(others)


@given(frames(narrated=True, beat=4, rule="lossless"))
def test_what_is_shown_of_ratio_and_coin_is_true_as_it_stands(frame):
    narration = told(frame)
    if narration.kind == "none":
        return
    if narration.kind == "sure":
        p, q = narration.ratio_text.split(" ≥ ")
        assert float(p) >= float(q)
        return
    p, q, sign, ratio = re.fullmatch(r"([\d.]+)/([\d.]+) ([=≈]) ([\d.]+)", narration.ratio_text).groups()
    assert float(ratio) == pytest.approx(frame.last.ratio, abs=0.00051)
    if sign == "=":
        digits = len(ratio.split(".")[1])
        assert f"{float(p) / float(q):.{digits}f}" == ratio
    coin, limit = re.findall(r"\d\.\d+", narration.beats[2])
    if narration.kind == "corrected":
        assert float(coin) >= float(limit)
    elif frame.last.ratio > 1e-15:
        assert float(coin) < float(limit)


@given(frames())
def test_no_text_shows_what_is_not_a_number(frame):
    shown = " ".join([*(str(value) for value in vars(told(frame)).values()), ticker(frame, ENGLISH)])
    assert not re.search(r"-0\.0|\bnan\b|\binf\b", shown)


def test_the_worked_example_in_words():
    frame = frame_telling("corrected", p=W[0], q=W[1], names=ABC)
    narration = told(frame)
    assert narration.ratio_text == "0.200/0.600 ≈ 0.333"
    assert narration.residual_text == "a 0.750, b 0.250"
    assert narration.verdict_text == "↻ rejected, so corrected"
    assert "no further target pass" in narration.beats[2].lower()


def test_where_the_target_wants_more_no_coin_is_needed():
    narration = told(frame_telling("sure", p=W[0], q=W[1], names=ABC))
    assert narration.ratio == 1
    assert "always kept" in narration.beats[1]
    assert narration.verdict_text == "always kept, no coin needed"


def test_a_draw_made_before_the_draft_changed_is_told_with_its_own_ratio():
    for kind in ("kept", "corrected", "sure"):
        frame = frame_telling(kind, p=W[0], q=W[1], names=ABC)
        after = replace(frame, laws=replace(frame.laws, q=np.array([0.4, 0.35, 0.25])))
        narration = told(after)
        assert narration.kind == kind
        assert "then" in narration.beats[1]
        assert narration.ratio_text == ("" if kind == "sure" else "0.333")


@pytest.mark.parametrize("off", [1e-4, 1e-5, 1e-8, 1e-12, 1e-15])
def test_a_coin_close_to_the_ratio_is_still_seen_on_its_side(off):
    for kind, side in (("kept", -1), ("corrected", 1)):
        frame = frame_telling(kind, p=W[0], q=W[1], names=ABC)
        beat = told(with_last(frame, coin=frame.last.ratio + side * off)).beats[2]
        coin, ratio = (float(number) for number in re.findall(r"\d\.\d+", beat))
        assert (coin < ratio) == (kind == "kept"), beat
        assert coin != ratio


def test_a_huge_ratio_stays_in_words():
    frame = frame_of(p=(0.5, 0.5), q=(0.5, 0.5), draws=3)
    frame = with_last(replace(frame, laws=replace(frame.laws, q=np.full(2, 5e-324))), ratio=np.inf)
    narration = told(frame)
    assert narration.kind == "sure"
    assert narration.ratio == 1
    assert narration.ratio_text == "0.500 ≥ 0.000"


def test_the_ticker_lists_verdicts_at_5x():
    frame = frame_of(draws=50, speed=5, playing=True)
    entries = ticker(frame, ENGLISH).split(" · ")
    assert len(entries) == 5
    last, names = frame.last, frame.laws.names
    assert f"“{names[last.draft]}”" in entries[-1]
    assert ("corrected to" in entries[-1]) == (not last.accepted)
    naive = ticker(replace(frame, settings=frame.settings | {"rule": "naive"}), ENGLISH)
    assert all(entry.endswith("kept without looking") for entry in naive.split(" · "))


@pytest.mark.parametrize("speed", [25, 100, 500])
def test_the_ticker_counts_the_last_hundred_from_25x(speed):
    frame = frame_of(draws=250, speed=speed, playing=True)
    kept = int(frame.last_accepted.sum())
    assert ticker(frame, ENGLISH) == f"Of the last 100 drafts: {kept} kept, {100 - kept} corrected."
    early = frame_of(draws=7, speed=speed, playing=True)
    assert ticker(early, ENGLISH).startswith("So far: ")


def test_the_ticker_lists_nothing_from_before_a_skip():
    frame = frame_of(draws=50, speed=5, playing=True)
    draw = replace(frame.last, number=10_051)
    by_token = dict(frame.by_token) | {draw.token: (*frame.by_token[draw.token], draw)}
    assert " · " not in ticker(replace(frame, last=draw, by_token=by_token), ENGLISH)


def test_the_ticker_is_silent_while_a_draw_is_told():
    assert ticker(frame_of(speed=25), ENGLISH) == ""
    assert ticker(frame_of(draws=0, speed=25, playing=True), ENGLISH) == ""
    changed = replace(frame_of(speed=25, playing=True), last_accepted=np.zeros(0, bool))
    assert ticker(changed, ENGLISH) == ""
