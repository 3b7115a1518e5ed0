"""A CSV of numbers under a heading, parsed by numpy a slice at a time.

Columns p... and q... are laws; draft, coin (or u), accepted and token (or output) are what their names say; a
table of `count` with or without `token` gives counts, one of `token` alone ids. Without a heading 2V + 2
columns are p, q, draft, token, and 2V + 3 have the coin before the token.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence

import numpy as np

from .amount import amount
from .intake_lines import BadInputError, excerpt
from .row_table import FIELDS, MOST_ROW_TOKENS
from .sampler import Floats

SAME = {"output": "token", "token_id": "token", "id": "token", "ids": "token", "tokens": "token", "u": "coin", "accept": "accepted", "kept": "accepted", "counts": "count", "n": "count"}  # fmt: skip  # noqa: E501  # one fact: other names
LAW = re.compile(r"([pq])(\d*|[\W_].*)")
BEGINS_WORD = re.compile(rb"(?:^|[,;\t])\s*[\"']?[A-Za-z_]")
QUOTED = re.compile(rb"(^|,) *([\"'])([^\"',\n]*)\2 *(?=,|$)", re.MULTILINE)  # a cell
SEPARATORS = bytes.maketrans(b";\t", b",,")
MOST_COLUMNS = 2 * MOST_ROW_TOKENS + 8


def heading(line: bytes) -> tuple[str, ...] | None:
    """What the columns are, a name of FIELDS or "count" or "" each; None where the line is no heading.

    >>> heading(b"p0,p1,q0,q1,draft,u,output")
    ('p', 'p', 'q', 'q', 'draft', 'coin', 'token')
    >>> heading(b"0.5,0.5,0.1,0.9,1,0") is None
    True
    """
    if not BEGINS_WORD.search(line):
        return None
    cells = [cell.strip().strip(b"\"'").lower() for cell in line.translate(SEPARATORS).split(b",")]
    if len(cells) > MOST_COLUMNS:
        raise BadInputError(f"{len(cells):,} columns; rows can have laws of {MOST_ROW_TOKENS} tokens", 1)
    return tuple(_column(cell.decode("utf-8", "replace")) for cell in cells)


def columns_of(cells: int) -> tuple[str, ...] | None:
    """The columns of a table without a heading; None where so many can be none."""
    tokens, rest = divmod(cells - 2, 2)
    if tokens < 1:
        return None
    return (*("p",) * tokens, *("q",) * tokens, "draft", *(("coin",) if rest else ()), "token")


def _column(name: str) -> str:
    name = SAME.get(name, name)
    law = LAW.fullmatch(name)
    if name in {*FIELDS[2:], "count"}:
        return name
    return law[1] if law else ""


def _is_number(cell: bytes) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def table(data: bytes, columns: Sequence[str], line: int) -> tuple[Floats, Sequence[int]]:
    r"""The numbers (rows, columns) and the line of each; the first line is this one, blank ones are left out.

    Raises BadInputError naming the line with another number of columns, or with something that is no number.

    >>> table(b"1,2\n3,4\n", ("token", "count"), 1)
    (array([[1., 2.],
           [3., 4.]]), [1, 2])
    """
    text = data.translate(SEPARATORS)
    if b'"' in text or b"'" in text:
        text = QUOTED.sub(rb"\1\3", text)
    lowered = text.lower()
    if b"true" in lowered or b"false" in lowered:
        text = lowered.replace(b"true", b"1").replace(b"false", b"0")
    lines = text.split(b"\n")
    full = [i for i, one in enumerate(lines) if one.strip()]
    if not full:
        return np.zeros((0, len(columns))), []
    if len(full) < len(lines):
        lines = [lines[i] for i in full]
    wrong = next((i for i, one in enumerate(lines) if one.count(b",") != len(columns) - 1), None)
    if wrong is not None:
        found = amount(lines[wrong].count(b",") + 1, "column")
        why = f"{found}; expected {len(columns)} as in the first line"
        raise BadInputError(why, line + full[wrong])
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)  # numpy's word for what it cannot read
        try:
            flat = np.fromstring(b",".join(lines), np.float64, sep=",")
        except (DeprecationWarning, ValueError):
            flat = np.zeros(0)
    if flat.size != len(lines) * len(columns):
        raise _no_number(lines, full, line)
    return flat.reshape(len(lines), len(columns)), [line + i for i in full]


def _no_number(lines: list[bytes], full: list[int], line: int) -> BadInputError:
    for i, one in zip(full, lines, strict=True):
        for cell in one.split(b","):
            if not _is_number(cell):
                return BadInputError(f"{excerpt(cell)} is no number", line + i)
    return BadInputError("expected numbers", line)
