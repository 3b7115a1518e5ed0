"""`lossless.state()`: JSON-able, of the verdict shown, null where there is nothing."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from app.core.law import acceptance_rate, total_variation
from app.pictures.state import state
from tests.unit.pictures.frames import W, frame_of, frame_telling, frames, with_last

NAMES = ["settings", "playing", "draws", "accepted", "drafted", "counts", "empirical", "p", "q", "tv"]
NAMES += ["acceptance", "acceptance_theory", "limit", "last", "stage", "guess"]


@given(frames())
def test_the_state_is_json_and_of_the_verdict_shown(frame):
    now = json.loads(json.dumps(state(frame), allow_nan=False))
    assert list(now) == NAMES
    naive = frame.settings["rule"] == "naive"
    p, q = frame.laws.p, frame.laws.q
    assert now["draws"] == sum(now["counts"]) == frame.lossless.draws
    assert now["counts"] == (frame.recent.drafted if naive else frame.lossless.emitted).tolist()
    assert now["acceptance_theory"] == pytest.approx(acceptance_rate(p, q))
    assert now["limit"] == pytest.approx(total_variation(p, q) if naive else 0)
    if now["draws"]:
        assert now["acceptance"] == now["accepted"] / now["drafted"]
        assert now["tv"] == pytest.approx(total_variation(np.array(now["empirical"]), p))
    else:
        assert now["acceptance"] is now["tv"] is now["empirical"] is now["last"] is None


def test_the_last_draw_has_ids_and_the_residual_it_was_drawn_from():
    frame = frame_telling("corrected", p=W[0], q=W[1])
    last = state(frame)["last"]
    assert last["n"] == 40
    assert last["draft"] == 2
    assert last["residual"] == pytest.approx([0.75, 0.25, 0])
    assert last["accepted"] is False
    assert state(frame_telling("kept", p=W[0], q=W[1]))["last"]["residual"] is None


def test_in_naive_mode_the_last_draw_is_kept_as_it_was_proposed():
    last = state(frame_telling("corrected", p=W[0], q=W[1], rule="naive"))["last"]
    assert last["accepted"] is True
    assert last["token"] == last["draft"] == 2
    assert last["residual"] is None


def test_a_ratio_too_large_for_a_float_is_still_json():
    json.dumps(state(with_last(frame_of(), ratio=np.inf)), allow_nan=False)


def test_acceptance_counts_since_the_draft_changed():
    since = frame_of(draws=20).recent
    now = state(replace(frame_of(draws=500), recent=since))
    assert (now["draws"], now["drafted"], now["accepted"]) == (500, 20, since.kept.sum())
