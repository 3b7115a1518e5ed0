"""What waits for a guess is on no picture, in no sentence, in no cell; a host is told all the same."""

import re
from dataclasses import replace

import numpy as np
import pytest

from app.core.law import total_variation
from app.core.tally import tv_of
from app.pictures.converge import bars, chip, curve, numbers
from app.pictures.description import COLUMNS, column_labels, rows, summary
from app.pictures.guess import guess_shown
from app.pictures.state import state
from app.session.frame import Guess
from app.text.catalog import Catalog
from app.text.numbers import decimal
from tests.unit.pictures.frames import ABC, W, frame_of

ENGLISH = Catalog("en")
LIMITS = (0.0, 0.1, 0.2, 0.4)
PLACES = ("target", "draft", "between")


def asking(what, rule="lossless", *, is_open=True, choice=None, draws=200, **more):
    """A frame that waits for a guess, or has had one."""
    choices = PLACES if what == "bars" else LIMITS
    answer = (1 if what == "bars" else 3) if rule == "naive" else 0
    frame = frame_of(*W, names=ABC, draws=draws, rule=rule, **more)
    return replace(frame, guess=Guess(what, choices, answer, choice, open=is_open))


def all_words(frame):
    """Every sentence and cell of the scene, but for the one draw that is told."""
    shown = chip(frame, ENGLISH)
    texts = [summary(frame, ENGLISH), *column_labels(frame, ENGLISH), curve(frame, ENGLISH).limit_text]
    texts += [*vars(numbers(frame, ENGLISH)).values(), shown.bias_end]
    return texts + [cell for row in rows(frame, ENGLISH) for cell in row["cells"]]


@pytest.mark.parametrize("rule", ["lossless", "naive"])
def test_what_came_out_is_nowhere_while_the_bars_wait(rule):
    frame = asking("bars", rule)
    shown, lines = bars(frame), curve(frame, ENGLISH)
    assert shown.kept.sum() == shown.corrected.sum() == shown.draws == 0
    assert shown.top == bars(asking("bars", rule, draws=0)).top, "the axis must not tell"
    assert all(len(line.n) == 0 for line in (lines.lossless, lines.naive, lines.ghost, lines.limit))
    out = frame.recent.drafted if rule == "naive" else frame.lossless.emitted
    told = (
        {decimal(float(x) / 200) for x in out} | {str(x) for x in out} | {decimal(tv_of(out, frame.laws.p))}
    )
    told -= {decimal(float(x)) for law in (frame.laws.p, frame.laws.q) for x in law}
    assert told
    for text in all_words(frame):
        assert not told & set(re.findall(r"[\d.]*\d", text)), text
    assert "200 draws" in summary(frame, ENGLISH)


@pytest.mark.parametrize("what", ["bars", "limit"])
def test_the_limit_is_nowhere_while_it_waits(what):
    frame = asking(what, "naive")
    limit = decimal(total_variation(frame.laws.p, frame.laws.q))
    assert len(curve(frame, ENGLISH).limit.n) == 0
    for text in all_words(frame):
        assert limit not in text, text
    assert "0" not in curve(asking(what), ENGLISH).limit_text
    assert "keeps falling" not in summary(asking(what), ENGLISH)


def test_the_curve_and_the_bars_are_there_while_the_limit_waits():
    frame = asking("limit")
    assert bars(frame).draws == 200
    assert len(curve(frame, ENGLISH).lossless.n) == 200
    assert numbers(frame, ENGLISH).tv == numbers(replace(frame, guess=None), ENGLISH).tv


@pytest.mark.parametrize("what", ["bars", "limit"])
@pytest.mark.parametrize("rule", ["lossless", "naive"])
def test_after_the_guess_all_is_as_it_would_have_been(what, rule):
    frame = asking(what, rule, is_open=False, choice=1)
    without = replace(frame, guess=None)
    assert all_words(frame) == all_words(without)
    assert bars(frame).kept.tolist() == bars(without).kept.tolist()
    assert curve(frame, ENGLISH).limit.tv.tolist() == curve(without, ENGLISH).limit.tv.tolist()


@pytest.mark.parametrize(
    ("what", "rule", "said"),
    [
        ("limit", "lossless", "You said: 0.100. In theory it keeps falling: the limit is 0."),
        ("limit", "naive", "You said: 0.100. In theory it stays at TV(p, q) = 0.400."),
        (
            "bars",
            "lossless",
            "You said: Like gray, the draft. In theory blue ends like green: the output follows the target.",
        ),
        (
            "bars",
            "naive",
            "You said: Like gray, the draft. In theory blue ends like gray: the output follows the draft.",
        ),
    ],
)
def test_the_answer_is_said_after_the_guess_alone(what, rule, said):
    assert guess_shown(asking(what, rule), ENGLISH)["said"] == ""
    assert guess_shown(asking(what, rule, is_open=False, choice=1), ENGLISH)["said"] == said
    without = guess_shown(asking(what, rule, is_open=False), ENGLISH)["said"]
    assert said.endswith(without)
    assert "You said" not in without


def test_an_answer_of_other_laws_is_not_said_any_more():
    frame = asking("limit", "naive", is_open=False, choice=1)
    moved = replace(frame, laws=replace(frame.laws, q=np.array([0.4, 0.3, 0.3])))
    assert guess_shown(moved, ENGLISH)["said"] == ""


def test_nothing_is_kept_from_a_host():
    frame = asking("bars", "naive")
    answer = state(frame)
    assert answer["limit"] == pytest.approx(0.4)
    assert sum(answer["counts"]) == 200
    assert answer["guess"] == {
        "what": "bars",
        "choices": list(PLACES),
        "answer": 1,
        "choice": None,
        "open": True,
    }
    assert state(frame_of())["guess"] is None
    assert guess_shown(frame_of(), ENGLISH) is None
    assert len(COLUMNS) == 8
