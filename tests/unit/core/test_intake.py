"""Files of token ids, counts and rows are read slice by slice; a bad one ends in a sentence with its line."""

import json

import numpy as np
import pytest

from app.core.intake import Intake
from app.core.intake_document import LARGEST_DOCUMENT
from app.core.intake_lines import LONGEST_LINE, BadInputError
from app.core.law_text import law_of_text
from app.core.row_table import MOST_ROW_TOKENS
from app.core.rows import RowsJudge

W = ([0.5, 0.3, 0.2], [0.2, 0.2, 0.6])
HEADING = "p0,p1,p2,q0,q1,q2,draft,coin,accepted,token\n"
ROW = "0.5,0.3,0.2,0.2,0.2,0.6,{},{},{},{}\n"
ROWS = [(2, 0.1, 1, 2), (2, 0.9, 0, 0), (0, 0.5, 1, 0), (1, 0.25, 1, 1)]


def read(data, slices=1):
    """The sample in the bytes, fed in so many slices."""
    data = data.encode() if isinstance(data, str) else data
    intake = Intake()
    size = max(1, -(-len(data) // slices))
    for begin in range(0, max(1, len(data)), size):
        intake.feed(data[begin : begin + size], last=begin + size >= len(data))
    assert intake.taken == len(data)
    return intake.sample


def said_of(data, slices=1):
    with pytest.raises(BadInputError) as error:
        read(data, slices)
    return str(error.value)


def json_rows(**more):
    names = ("draft", "coin", "accepted", "token")
    return [{"p": W[0], "q": W[1], **dict(zip(names, row, strict=True)), **more} for row in ROWS]


IDS = [
    "0 1 2 2",
    "0,1,2,2",
    "[0, 1, 2, 2]\n",
    "0\n1\r\n2\n2\n",
    "token\n0\n1\n2\n2\n",
    "0\r1\r2\r2\r",
    "token\r0\r1\r2\r2\r",
    '"0"\n"1"\n"2"\n"2"\n',
    "'token'\n'0'\n'1'\n'2'\n'2'\n",
    '{"ids": [0, 1, 2, 2]}',
]


@pytest.mark.parametrize("slices", [1, 3, 100])
@pytest.mark.parametrize("text", IDS)
def test_token_ids_are_counted_however_they_are_written_and_cut(text, slices):
    kind, counts = read(text, slices).data.counted(4)
    assert (kind, counts.tolist()) == ("ids", [1, 1, 2, 0])


COUNTS = [
    "count\n7\n0\n5\n",
    "token,count\n2,5\n0,7\n",
    "token,count\r2,5\r0,7\r",
    '"token","count"\r\n"2","5"\r\n"0" , "7"\r\n',
    '{"counts": [7, 0, 5]}',
    "[7, 0, 5]",
    "7;0;5",
]


@pytest.mark.parametrize("text", COUNTS)
def test_counts_are_known_by_their_name_or_because_they_can_be_no_ids(text):
    kind, counts = read(text, 2).data.counted(3)
    assert (kind, counts.tolist()) == ("counts", [7, 0, 5])


def test_what_could_be_either_is_as_one_says():
    data = read("1 0 2").data
    assert data.counted(3)[0] == "ids"
    assert data.counted(3, "counts")[1].tolist() == [1, 0, 2]
    with pytest.raises(BadInputError, match="3 numbers, and the law has 4 tokens"):
        data.counted(4, "counts")
    with pytest.raises(BadInputError, match="Line 2: token id 9 is not in the law, which has 5 tokens"):
        read("1 2\n9 1\n").data.counted(5)


def csv():
    return HEADING + "".join(ROW.format(*row) for row in ROWS)


FORMATS = {
    "csv": csv,
    "csv, semicolons and blank lines": lambda: csv().replace(",", ";").replace("\n", "\r\n\r\n"),
    "csv, old line breaks": lambda: csv().replace("\n", "\r"),
    "csv, all in quotes": lambda: "\n".join(
        ",".join(f'"{cell}"' for cell in line.split(",")) for line in csv().splitlines()
    ),
    "csv, true and false": lambda: (
        HEADING + "".join(ROW.format(d, u, str(bool(a)), t) for d, u, a, t in ROWS)
    ),
    "csv without a heading": lambda: "".join(
        ROW.replace("{},{},{},{}", "{},{},{}").format(d, u, t) for d, u, _, t in ROWS
    ),
    "json lines": lambda: "\n".join(map(json.dumps, json_rows())),
    "json lines by other names": lambda: "\n".join(
        json.dumps({{"token": "output", "coin": "u"}.get(k, k): v for k, v in row.items()})
        for row in json_rows()
    ),
    "json": lambda: json.dumps(json_rows(), indent=1),
    "json, laws once": lambda: json.dumps(
        {"p": W[0], "q": W[1], "rows": [{k: v for k, v in r.items() if k not in "pq"} for r in json_rows()]}
    ),
}


@pytest.mark.parametrize("slices", [1, 7])
@pytest.mark.parametrize("form", FORMATS)
def test_rows_are_the_same_in_every_format(form, slices):
    judge = read(FORMATS[form](), slices).data
    assert isinstance(judge, RowsJudge)
    verdict = judge.verdict()
    assert (verdict.rows, verdict.counts.tolist(), verdict.coins) == (4, [2, 1, 1], True)
    assert np.allclose(verdict.law, W[0])
    assert verdict.wrong_count == 0


GOOD = ROW.format(2, 0.1, 1, 2)
BAD = {
    "": "it is empty",
    "hello world": "neither numbers nor a heading",
    "\x00\x01\x02": "no text",
    "1 2 x 4": "Line 1: “x” is no token id",
    "1 2\n3 -4\n": "Line 2: “-4” is no token id",
    "1 2\n3 1e9\n": "Line 2: “1e9” is no token id",
    "1\n" + "9" * 30: "is no token id",
    "[]": "no number in it",
    "nan\n1\n2": "neither numbers nor a heading",
    HEADING: "no row in it",
    HEADING + GOOD + "1,2,3\n": "Line 3: 3 columns; expected 10",
    HEADING + GOOD + ROW.format(2, "x", 1, 2): "Line 3: “x” is no number",
    HEADING + GOOD + ROW.format(2, "", 1, 2): "is no number",
    HEADING + GOOD + ROW.format(2, "nan", 1, 2): "Line 3: coin is nan; it must be in [0, 1)",
    HEADING + "\n" + ROW.format(2, "0.1", 1, "1e9"): "Line 3: token is 1e+09; with 3 tokens",
    HEADING + GOOD + ROW.format(2, "1.5", 1, 2): "Line 3: coin is 1.5",
    HEADING + GOOD + ROW.format(2, "0.5", 7, 2): "Line 3: accepted is 7",
    HEADING + GOOD + GOOD.replace("0.5", "0.6", 1): "Line 3: p sums to 1.1",
    HEADING + GOOD + GOOD.replace("0.5", "-0.5", 1): "Line 3: p is [-0.5, 0.3, 0.2]",
    HEADING + GOOD + GOOD.replace("0.5", "1e999", 1): "Line 3: p is [inf",
    HEADING + GOOD + GOOD.replace("0.5", "1e308", 1): "Line 3: p sums to",
    'token,count\n"1"2",3\n': 'Line 2: “"1"2"” is no number',
    "1 2\r3 x\r": "Line 2: “x” is no token id",
    "count\n1,2\n": "Line 2: 2 columns",
    "token,count\r\n7\r\n": "Line 2: 1 column; expected 2",
    "p0,p1,draft\n": "no column “token”",
    "a,b,c\n1,2,3\n": "neither numbers nor a heading",
    "count\n-1\n": "Line 2: -1; expected whole numbers",
    "token,count\n2000000,1\n": "Line 2: 2e+06 is no token id",
    ",".join(f"p{i}" for i in range(10**5)): "columns; rows can have laws of",
    '{"token": 3}\n{"token": 4}\n': "Line 1: a row needs “p”",
    json.dumps(json_rows()[0]) + "\n{oops\n": "Line 2: “{oops” is no JSON object",
    json.dumps(json_rows()[0]) + '\n{"p": [1], "token": 0}\n': "Line 2: the row has no “q”",
    json.dumps(json_rows()[0]) + "\n" + json.dumps(json_rows(p=[1])[0]): "Line 2: ",
    json.dumps({"p": [1 / 600] * 600, "token": 0}): f"rows can have {MOST_ROW_TOKENS}",
    json.dumps({"p": "x", "token": 0}): "Line 1: p is 'x'; it must be a list of numbers",
    json.dumps({"p": "abc", "q": [1], "token": 0}): "Line 1: p is 'abc'; it must be a list of numbers",
    json.dumps({"p": ["x"], "token": 0}): "it must be a list of 1 number",
    json.dumps({"p": [1], "token": 3}): "token is 3; with 1 token it must be",
    json.dumps({"p": [1], "token": {"a": 1}}): "Line 1: token is",
    json.dumps({"p": [1], "token": 10**400}): "Line 1: token is",
    json.dumps({"p": [], "token": 0}): "p is empty",
    json.dumps([{"p": [1], "token": 0}, {"p": [1], "token": 5}]): "Row 2: token is 5",
    '{"counts": [1, -2]}': "holds '-2'",
    '{"ids": [1, true]}': "holds 'True'",
    '{"a": 1}': "none of",
    '{"a": ': "no JSON",
    "[" * 100_000: "nested too deeply",
    '{"counts": [1, 2], "p": [0.5, 0.6]}': "p sums to 1.1",
}


@pytest.mark.parametrize("data", BAD, ids=range(len(BAD)))
def test_a_bad_file_ends_in_a_sentence_with_its_line(data):
    assert BAD[data] in said_of(data)
    assert BAD[data].partition(";")[0] in said_of(data, 5) or "Line" not in BAD[data]


def test_endless_lines_and_documents_are_given_up():
    assert "longer than" in said_of(HEADING + "1" * (LONGEST_LINE + 100_000), 100)
    assert "one JSON document can have 16 MB" in said_of('{"rows": [\n' + " " * LARGEST_DOCUMENT, 3)


def test_counts_that_no_integer_holds_are_refused():
    with pytest.raises(BadInputError, match="sum to more"):
        read(" ".join(["9" * 18] * 20)).data.counted(20)


def test_names_that_begin_as_a_law_does_are_no_law():
    sample = read("position,token,quality\n4,1,0.5\n5,0,0.25\n")
    assert sample.data.counted(2)[1].tolist() == [1, 1]


def test_a_document_brings_its_law_along():
    sample = read('{"p": [0.25, 0.75], "counts": [3, 5]}')
    assert sample.law.tolist() == [0.25, 0.75]


@pytest.mark.parametrize(
    ("text", "kind", "why"),
    [
        ("", "p", "empty"),
        ("a b", "p", "holds 'a'"),
        ("0.5 0.6", "p", "sums to 1.1"),
        ("nan 1", "logits", "largest logit is nan"),
        ("-inf -inf", "logits", "largest logit is -inf"),
        ("1 inf", "logits", "largest logit is inf"),
    ],
)
def test_a_law_that_is_none_says_why(text, kind, why):
    with pytest.raises(ValueError, match=why):
        law_of_text(text, kind)


def test_logits_become_a_law():
    assert law_of_text("[1000, 1000, -inf]", "logits").tolist() == [0.5, 0.5, 0.0]
