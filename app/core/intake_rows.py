"""Reads logged rows slice by slice into a RowsJudge: a CSV under a heading, or JSON lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .amount import amount
from .intake_lines import BadInputError, excerpt, whole_lines
from .intake_table import SAME, table
from .nested import loads
from .row_table import FIELDS, BadRowError, Rows, as_rows
from .rows import RowsJudge
from .sampler import Floats

AT_ONCE = 4096  # rows judged at a time: what they touch stays small


class RowsReader:
    """Hands blocks of rows to the judge; knows no file format."""

    def __init__(self) -> None:
        """Nothing read yet."""
        self.judge: RowsJudge | None = None

    cut = staticmethod(whole_lines)

    def add(self, columns: Mapping[str, Any], lines: Sequence[int]) -> None:
        """Adds rows by their columns; `lines` tells on which line each stands.

        Raises BadInputError naming the line of the first that cannot be.
        """
        try:
            for begin in range(0, len(lines), AT_ONCE):
                here = {name: values[begin : begin + AT_ONCE] for name, values in columns.items()}
                self._judge(as_rows(here))
        except BadRowError as error:
            raise BadInputError(str(error), lines[begin + error.row]) from error

    def _judge(self, rows: Rows) -> None:
        tokens = rows.p.shape[1]
        self.judge = self.judge or RowsJudge(tokens)
        if tokens != self.judge.tokens:
            raise BadRowError(0, f"p has {amount(tokens, 'token')}; the rows before have {self.judge.tokens}")
        self.judge.add(rows)

    def finish(self) -> RowsJudge:
        """What was read.

        Raises BadInputError where there was no row.
        """
        if self.judge is None:
            raise BadInputError("there is no row in it; expected one row a line below the heading")
        return self.judge


class TableReader(RowsReader):
    """A CSV of rows."""

    def __init__(self, columns: Sequence[str]) -> None:
        """For these columns: see intake_table.

        Raises BadInputError where there is no token among them.
        """
        super().__init__()
        self.columns = tuple(columns)
        if "token" not in columns:
            raise BadInputError(
                "the heading has no column “token”; expected p..., q..., draft, coin, token", 1
            )

    def take(self, data: bytes, line: int) -> None:
        """Takes whole lines; BadInputError naming the one that cannot be."""
        numbers, lines = table(data, self.columns, line)
        self.add({name: self._column(numbers, name) for name in FIELDS if name in self.columns}, lines)

    def _column(self, numbers: Floats, name: str) -> Floats:
        at = [i for i, one in enumerate(self.columns) if one == name]
        return numbers[:, at] if name in {"p", "q"} else numbers[:, at[0]]


class JsonLinesReader(RowsReader):
    """A JSON object a line with p, token and what else of FIELDS was logged."""

    fields: tuple[str, ...] = ()

    def take(self, data: bytes, line: int) -> None:
        """Takes whole lines; BadInputError naming the one that cannot be."""
        lines = data.split(b"\n")
        full = [i for i, one in enumerate(lines) if one.strip()]
        texts = lines if len(full) == len(lines) else [lines[i] for i in full]
        try:
            rows = loads(b"[" + b",".join(texts) + b"]")
        except (ValueError, RecursionError):
            rows = []
        if len(rows) != len(texts):
            rows = [_parsed(text, line + i) for i, text in zip(full, texts, strict=True)]
        if rows:
            self.objects(rows, [line + i for i in full])

    def objects(self, rows: Sequence[Any], lines: Sequence[int]) -> None:
        """Adds rows that are objects; BadInputError naming the line of one that lacks a field."""
        if not self.fields:
            self.fields = fields_of(rows[0], lines[0])
        columns: dict[str, Any] = {}
        for name in self.fields:
            other = [name, *(one for one, same in SAME.items() if same == name)]
            key = next((one for one in other if isinstance(rows[0], dict) and one in rows[0]), name)
            try:
                columns[name] = [row[key] for row in rows]
            except (KeyError, TypeError):
                at = next(i for i, row in enumerate(rows) if not isinstance(row, dict) or key not in row)
                raise BadInputError(f"the row has no “{name}”, as the first row has", lines[at]) from None
        self.add(columns, lines)


def fields_of(row: Any, line: int) -> tuple[str, ...]:
    """Which of FIELDS the first row has.

    Raises BadInputError where p or token is not among them.
    """
    names = {SAME.get(name, name) for name in row} if isinstance(row, dict) else set()
    if not {"p", "token"} <= names:
        raise BadInputError(
            "a row needs “p” (a list) and “token”; “q”, “draft”, “coin”, “accepted” help", line
        )
    return tuple(name for name in FIELDS if name in names)


def _parsed(text: bytes, line: int) -> Any:
    try:
        return loads(text)
    except (ValueError, RecursionError):
        raise BadInputError(f"{excerpt(text)} is no JSON object; expected one row a line", line) from None
