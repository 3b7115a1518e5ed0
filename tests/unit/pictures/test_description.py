"""The charts in words, the table, and the last draws of a bar."""

import numpy as np
import pytest
from hypothesis import given

from app.core.law import total_variation
from app.pictures.description import COLUMNS, column_labels, last_draws, rows, summary
from app.text.catalog import Catalog
from tests.unit.pictures.frames import ABC, P, Q, W, frame_of, frame_telling, frames

ENGLISH = Catalog("en")


def test_the_summary_tells_both_charts():
    frame = frame_of(draws=1284)
    text = summary(frame, ENGLISH)
    share = frame.lossless.emitted / 1284
    widest = int(np.argmax(np.abs(share - P)))
    tv = 0.5 * np.abs(share - P).sum()
    assert text.startswith("8 tokens. The target gives most to mat 0.340, sofa 0.200, floor 0.150;")
    assert "the draft to rug 0.240, moon 0.150, roof 0.140." in text
    assert f"The two laws are {total_variation(np.array(P), np.array(Q)):.3f} apart" in text
    assert "1,284 draws by the rule." in text
    assert f"{frame.laws.names[widest]}, {share[widest]:.3f} against {P[widest]:.3f}" in text
    assert f"Distance to the target: {tv:.3f}" in text
    assert "keeps falling if the rule is exact" in text


def test_the_summary_of_naive_mode_names_its_bias():
    text = summary(frame_of(*W, names=ABC, draws=100, rule="naive"), ENGLISH)
    assert "every draft kept" in text
    assert "stays at 0.400" in text
    assert "keeps falling" not in text


def test_the_summary_says_where_there_is_nothing_to_say():
    assert "Nothing is drawn yet." in summary(frame_of(draws=0), ENGLISH)
    same = summary(frame_of(P, P, rule="naive"), ENGLISH)
    assert "nothing is rejected" in same
    assert "the limit is 0" in same


@given(frames())
def test_rows_and_labels_agree_with_the_counts(frame):
    table, labels = rows(frame, ENGLISH), column_labels(frame, ENGLISH)
    assert len(table) == len(labels) == len(frame.laws.names)
    naive = frame.settings["rule"] == "naive"
    out = frame.recent.drafted if naive else frame.lossless.emitted
    for x, row in enumerate(table):
        cells = dict(zip(COLUMNS, row["cells"], strict=True))
        assert cells["name"] == frame.laws.names[x]
        assert cells["count"] == str(out[x])
        assert int(cells["kept"]) + int(cells["corrected"]) == out[x]
        assert float(cells["p"]) == pytest.approx(frame.laws.p[x], abs=0.00051)
        assert len(row["labels"]) == len(COLUMNS)
        if out.sum():
            assert cells["share"] == f"{out[x] / out.sum():.3f}"
            assert f"came out {cells['share']}" in labels[x]
        else:
            assert cells["share"] == "–"
            assert "nothing drawn yet" in labels[x]


def test_the_last_draws_of_a_bar_are_its_own_newest_first():
    frame = frame_of(draws=300)
    for token in range(8):
        texts = last_draws(frame, token, ENGLISH)
        draws = frame.by_token[token]
        assert len(texts) == len(draws) <= 5
        for text, draw in zip(texts, reversed(draws), strict=True):
            assert text.startswith(f"Draw {draw.number}:")
            assert ("rejected, so corrected" in text) == (not draw.accepted)
            if not draw.accepted:
                assert f"“{frame.laws.names[draw.draft]}”" in text
                assert f"p/q = {draw.ratio:.3f}" in text
            elif draw.ratio >= 1:
                assert "no coin needed" in text


def test_a_bar_without_draws_says_so():
    assert last_draws(frame_of(draws=0), 0, ENGLISH) == ["No draw has given “mat” yet."]


def test_a_corrected_draw_stands_under_the_token_it_gave():
    frame = frame_telling("corrected")
    assert last_draws(frame, frame.last.token, ENGLISH)[0].startswith(f"Draw {frame.last.number}:")
