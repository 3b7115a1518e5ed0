"""The pictures of the scene `cycles`: kinds of tokens, beats, charts, the eight cycles."""

from dataclasses import replace

import numpy as np
import pytest

from app.core.speed import cycle_length_pmf
from app.pictures import cycle_charts as charts
from app.pictures import cycles as pictures
from app.session.frames.cycles import Cycle
from app.session.session import Session
from app.text.catalog import Catalog

CATALOG = Catalog("en")
CUT = Cycle(1, (5, 6, 7, 8), (True, False, False, False), (5, 9))
FULL = Cycle(2, (5, 6), (True, True), (5, 6, 7))
GOING_ON = Cycle(3, (5, 6, 7), (True, False, True), (5, 9, 7, 8))


def frame_after(cycles, **values):
    session = Session(seed=3)
    session.set({"scene": "cycles", **values})
    if cycles:
        session.stage.draw(cycles)
    return session.frame()


def test_every_token_has_its_kind():
    kinds = [kind for _, kind in pictures.cells_of(CUT, 5, keep_going=False)]
    assert kinds == ["kept", "rejected", "thrown", "thrown", "corrected"]
    assert pictures.cells_of(FULL, 3, keep_going=False) == [(5, "kept"), (6, "kept"), (7, "bonus")]
    told = pictures.cells_of(GOING_ON, 4, keep_going=True)
    assert told == [(5, "kept"), (6, "rejected"), (9, "corrected"), (7, "kept"), (8, "bonus")]


@pytest.mark.parametrize("gamma", [1, 2])
def test_where_nothing_stood_behind_the_rejected_draft_nothing_is_thrown_away(gamma):
    frame = frame_after(1, gamma=gamma)
    drafts = tuple(range(gamma))
    kept = (*(True for _ in drafts[1:]), False)
    cycle = Cycle(1, drafts, kept, (*drafts[1:], 9))
    told = replace(frame, stage=replace(frame.stage, recent=(cycle,)))
    said = pictures.told_end(told, CATALOG)
    assert said.startswith("The last draft is rejected, and nothing stood behind it.")


def test_one_draft_a_cycle_is_told_in_the_singular():
    session = Session(seed=3)
    session.set({"scene": "cycles", "gamma": 1})
    said = pictures.told_end(session.frame(), CATALOG)
    assert said == "The draft will write one token. The target then judges it."
    assert "1 tokens" not in pictures.passes(frame_after(1, gamma=1), CATALOG)


def test_what_is_not_judged_yet_is_proposed():
    for upto, kinds in {
        0: ["proposed"] * 4,
        1: ["kept", "proposed", "proposed", "proposed"],
        2: ["kept", "rejected", "thrown", "thrown"],
    }.items():
        assert [kind for _, kind in pictures.cells_of(CUT, upto, keep_going=False)] == kinds
    assert [kind for _, kind in pictures.cells_of(GOING_ON, 1, keep_going=True)] == ["kept"] + [
        "proposed"
    ] * 2


def test_the_committed_tokens_are_what_stands_in_the_text():
    for values in ({}, {"verifier": "block"}, {"keep_going": 1}, {"model": "markov"}):
        frame = frame_after(24, **values)
        word = pictures.names(frame.stage)
        for row, cycle in zip(pictures.text(frame), frame.stage.recent, strict=True):
            standing = [said for said, kind in row["cells"] if kind in {"kept", "corrected", "bonus"}]
            assert standing == [word[x] for x in cycle.tokens]


def test_only_the_last_cycles_show_what_was_thrown_away():
    rows = pictures.text(frame_after(24))
    thrown = [any(kind in {"rejected", "thrown"} for _, kind in row["cells"]) for row in rows]
    assert not any(thrown[:-3])
    assert any(thrown)


def test_a_cycle_is_told_in_four_beats():
    frame = frame_after(1)
    frame = replace(frame, settings=frame.settings | {"play": True, "speed": 1})
    looked_at = pictures.looked_at_in(frame.stage, frame.stage.recent[0])
    told = [pictures.judged(replace(frame, beat=beat)) for beat in (1, 2, 3, 4)]
    assert told == [0, -(-looked_at // 2), looked_at, 5]
    ends = [pictures.told_end(replace(frame, beat=beat), CATALOG) for beat in (1, 2, 3, 4)]
    assert ends[0] == "The draft writes 4 tokens, one after the other."
    assert ends[1] == ends[2] == CATALOG.text("cycles.told-judges")
    assert "commits" in ends[3]
    assert [row[2:] for row in pictures.told_rows(replace(frame, beat=1), CATALOG)] == [["–"] * 3] * 4


def test_a_told_coin_agrees_with_its_verdict():
    for values in ({}, {"keep_going": 1}, {"model": "markov"}):
        for cycles in range(1, 30):
            stage = frame_after(cycles, gamma=3, **values).stage
            cycle, told = stage.recent[-1], stage.told
            for i in range(pictures.looked_at_in(stage, cycle)):
                assert cycle.accepted[i] == (told.coins[i] < told.limits[i])


def test_a_block_keeps_to_the_last_coin_below_its_limit():
    for cycles in range(1, 30):
        stage = frame_after(cycles, verifier="block").stage
        below = [coin < limit for coin, limit in zip(stage.told.coins, stage.told.limits, strict=True)]
        assert stage.recent[-1].kept == max((i + 1 for i, one in enumerate(below) if one), default=0)


def test_lengths_stand_beside_the_exact_law_or_the_formula_or_nothing():
    exact = charts.length_columns(frame_after(0, model="markov", gamma=2))
    np.testing.assert_allclose(exact.heights["theory"], [0.2, 0.3, 0.5], atol=1e-12)
    frame = frame_after(200)
    totals = frame.stage.totals
    formula = charts.length_columns(frame)
    np.testing.assert_allclose(
        formula.heights["theory"], cycle_length_pmf(totals.accepted / totals.tested, 4)
    )
    np.testing.assert_allclose(formula.heights["counted"], totals.lengths / 200)
    assert np.isnan(charts.length_columns(frame_after(9, verifier="block")).heights["theory"]).all()
    assert charts.length_columns(frame_after(9, keep_going=1)).heights["theory"].tolist() == [0, 0, 0, 0, 1]


@pytest.mark.parametrize("values", [{}, {"verifier": "block"}, {"keep_going": 1}, {"model": "markov"}])
def test_survival_never_rises_and_divides_into_what_was_given(values):
    shown = frame_after(500, **values).stage
    kept, given = charts.survival(shown)
    if values.get("keep_going"):
        np.testing.assert_array_equal(kept, given)
        return
    assert (np.diff(kept) <= 0).all()
    np.testing.assert_allclose(np.cumprod(given), kept)
    if shown.verifier == "token":
        np.testing.assert_allclose(given, shown.totals.accepted_at / shown.totals.tested_at)


def test_exact_survival_is_what_the_lengths_leave():
    lines = charts.survival_lines(frame_after(1, model="markov", gamma=2))
    np.testing.assert_allclose(lines.paths["theory"].y, [0.8, 0.5])


def test_the_trap_is_told_with_its_limit():
    notes = charts.joint_notes(frame_after(1000, model="markov", keep_going=1, gamma=2), CATALOG)
    assert len(notes) == 3
    assert "0.080" in notes[2]
    assert len(charts.joint_notes(frame_after(1000, model="markov"), CATALOG)) == 2


def test_both_ways_to_judge_have_their_means_in_theory():
    rows = charts.compared(frame_after(0, model="markov", gamma=2), CATALOG)
    assert [row[1:] for row in rows] == [["–", "in theory 2.300"], ["–", "in theory 2.320"]]


def test_the_eight_cycles_give_the_ledger_of_the_lesson():
    told = pictures.eight(CATALOG)
    assert told["ledger"] == [
        "25 tokens from 8 passes: 17 accepted, 6 corrections, 2 bonuses; 3.125 a pass.",
        "accepted / drafted = 17/32 = 0.531.",
        "accepted / tested = 17/23 = 0.739. These two are often confused.",
        "9 drafts were never tested: they stood behind a rejection.",
    ]
    kinds = [kind for row in told["rows"] for _, kind in row["cells"]]
    assert {kind: kinds.count(kind) for kind in ("kept", "corrected", "bonus", "rejected", "thrown")} == {
        "kept": 17,
        "corrected": 6,
        "bonus": 2,
        "rejected": 6,
        "thrown": 9,
    }
