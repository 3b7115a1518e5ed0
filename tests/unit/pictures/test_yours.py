"""The verdict in words and bars: what is off is marked, what is impossible is named."""

import json

import numpy as np
import pytest

from app.core.intake import Intake
from app.pictures import yours as pictures
from app.session.found import numbers_found, rows_found
from app.text.catalog import Catalog

CATALOG = Catalog()
P = np.array([0.5, 0.3, 0.2])


def found(counts, law=P, names=None):
    intake = Intake()
    intake.feed(("count\n" + "\n".join(map(str, counts))).encode(), last=True)
    return numbers_found(intake.sample.data, "auto", np.asarray(law, float), names, "f")


def rows(text):
    intake = Intake()
    intake.feed(text.encode(), last=True)
    return rows_found(intake.sample.data, "f")


@pytest.mark.parametrize(
    ("counts", "law", "says"),
    [
        ([500_000, 300_000, 200_000], P, "They follow p, as far as 1,000,000 tokens can tell."),
        ([5, 3, 2], P, "Nothing speaks against p, but 10 tokens are too few to see any fault."),
        ([200, 200, 600], P, "They do not follow p."),
        ([500, 499, 1], [0.5, 0.5, 0], "They do not follow p: a token came out that p cannot give."),
    ],
)
def test_the_headline_says_which_it_is(counts, law, says):
    assert pictures.headline(found(counts, law), CATALOG) == says


def test_with_a_handful_of_tokens_no_distance_is_called_too_large():
    few, many = (pictures.lines(found(counts), CATALOG) for counts in ([1, 1, 0], [5000, 3000, 2000]))
    assert any("no distance is too large" in line for line in few)
    assert not any("over 1.000" in line for line in few)
    assert any(", and over 0.0" in line for line in many)


def test_the_worst_token_is_lit_and_marked_and_heads_the_table():
    one = found([4000, 3200, 2800])
    columns = pictures.columns(one, CATALOG)
    assert columns.lit in {(0,), (2,)}
    marks = {name: [i for i, text in enumerate(texts) if text] for name, texts in columns.texts.items()}
    assert marks == {"law": [0], "came": [2]}, "each stands above the higher bar of its pair"
    assert (columns.texts["law"][0], columns.texts["came"][2]) == ("−20.0 sd", "+20.0 sd")
    assert pictures.off_rows(one, CATALOG)[0][:3] in (["0", "4,000", "5,000.0"], ["2", "2,800", "2,000.0"])


def test_an_impossible_token_is_named_and_has_no_number_of_deviations():
    one = found([500, 497, 3], [0.5, 0.5, 0], ("a", "b", "<c>"))
    assert "Token <c> came out 3 times, and p gives it 0. Once is enough." in pictures.lines(one, CATALOG)
    assert pictures.off_rows(one, CATALOG)[0] == ["<c>", "3", "0.0", "cannot come"]


def test_a_large_vocabulary_shows_the_tokens_that_are_farthest_off():
    tokens = 32_000
    law = np.full(tokens, 1 / tokens)
    counts = np.random.default_rng(1).multinomial(10**6, law)
    counts[[7, 31_000]] += 400
    one = found(counts, law)
    columns = pictures.columns(one, CATALOG)
    assert len(columns.names) == pictures.SHOWN
    assert {"7", "31000"} <= set(columns.names)
    assert columns.top < 0.001
    assert [row[0] for row in pictures.off_rows(one, CATALOG)] == ["7", "31000"]


def test_the_numbers_behind_the_verdict_are_all_there():
    said = " ".join(pictures.lines(found([500_600, 299_900, 199_500]), CATALOG))
    assert "Chi-squared is 2.0 with 2 degrees of freedom" in said
    assert "TV 0.001" in said
    assert "in 95 of 100" in said
    assert "A fault of TV 0.006 or more would have been seen" in said
    assert "10⁻⁹" in said


ROW = "0.5,0.3,0.2,0.2,0.2,0.6,{},{},{}\n"


def test_wrong_decisions_are_named_by_their_row():
    one = rows(ROW.format(2, 0.1, 2) + ROW.format(2, 0.3334, 2) + ROW.format(0, 0.5, 1))
    head, first, second, _ = pictures.decisions(one, CATALOG)
    assert head == "Not the rule's: 2 of 3 decisions. The first:"
    assert (
        first
        == "Row 2: draft 2 came out; the coin is 0.333400, not below p/q = 0.333333, so another token had to."
    )
    assert (
        second == "Row 3: draft 0 was given up; the coin is 0.500, below p/q = 1.000, so it had to come out."
    )
    assert pictures.headline(one, CATALOG) == "The tokens may follow p, but decisions are not the rule's."


def test_rows_without_drafts_say_nothing_of_decisions():
    assert pictures.decisions(rows("p0,p1,token\n0.5,0.5,1\n"), CATALOG) == []


def test_nothing_read_is_an_empty_chart_and_a_sentence():
    assert pictures.columns(None, CATALOG).names == ()
    assert pictures.summary(None, CATALOG) == "Nothing read yet."
    assert pictures.summary(found([1, 1, 2]), CATALOG).startswith("0: asked for 0.500, came out 0.250.")


def test_one_of_a_kind_is_told_as_one():
    row = {"p": [0.5, 0.5], "q": [0.5, 0.5], "draft": 0, "coin": 0.5, "accepted": 1, "token": 0}
    fine, blind, off = (row, {**row, "coin": None}, {**row, "accepted": 0, "token": 1})
    del blind["coin"]
    said = [pictures.decisions(rows(json.dumps(one)), CATALOG)[0] for one in (fine, blind, off)]
    assert said[0].startswith("1 decision was checked, and it is the rule's")
    assert "Of 1 decision none" in said[1]
    assert said[2].startswith("Not the rule's: 1 of 1 decision.")
    one = Intake()
    one.feed(b"7", last=True)
    with pytest.raises(ValueError, match="this is 1 number, and the law has 2 tokens"):
        one.sample.data.counted(2, "counts")
