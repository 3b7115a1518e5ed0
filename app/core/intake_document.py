"""One JSON document: {"counts": []}, {"ids": []} or {"rows": []} with "p" and "q" for all, or a list of rows.

It is held whole and parsed at its end, so it may not be large; a row a line may.
"""

from __future__ import annotations

from typing import Any

from .intake_counts import numbers_of_counts
from .intake_ids import IdsReader, Numbers
from .intake_lines import BadInputError
from .intake_rows import JsonLinesReader
from .law import Law, as_law
from .nested import loads
from .rows import RowsJudge

LARGEST_DOCUMENT = 16_000_000  # bytes
ID_NAMES = ("ids", "tokens", "token", "output")


class Document:
    """Holds one JSON document and reads it at its end."""

    def __init__(self) -> None:
        """Nothing held yet."""
        self.parts: list[bytes] = []
        self.law: Law | None = None
        self.size = 0

    def cut(self, data: bytes, *, last: bool) -> int:  # noqa: ARG002  # as every reader
        """All of it."""
        return len(data)

    def take(self, data: bytes, line: int) -> None:  # noqa: ARG002  # as every reader
        """Holds it; BadInputError where it is too large."""
        self.size += len(data)
        if self.size > LARGEST_DOCUMENT:
            most = LARGEST_DOCUMENT // 1_000_000
            raise BadInputError(f"one JSON document can have {most} MB; beyond that write one row a line")
        self.parts.append(data)

    def finish(self) -> Numbers | RowsJudge:
        """What the document holds; BadInputError where it holds none of what is known."""
        try:
            given = loads(b"".join(self.parts))
        except RecursionError:
            raise BadInputError("the JSON is nested too deeply") from None
        except ValueError as error:
            line = getattr(error, "lineno", None)
            raise BadInputError(f"this is no JSON ({str(error)[:60]})", line) from None
        if isinstance(given, list):
            given = {"rows": given} if given and not isinstance(given[0], int) else {"ids": given}
        rows = given.get("rows")
        if isinstance(rows, list) and rows:
            return self._rows(given, rows)
        return self._numbers(given)

    @staticmethod
    def _rows(given: dict[str, Any], rows: list[Any]) -> RowsJudge:
        shared = {name: given[name] for name in ("p", "q") if name in given}
        reader = JsonLinesReader()
        whole = [shared | row if isinstance(row, dict) else row for row in rows]
        try:
            reader.objects(whole, range(1, len(rows) + 1))
        except BadInputError as error:
            raise BadInputError(str(error).replace("Line", "Row", 1)) from None
        found = reader.finish()
        assert isinstance(found, RowsJudge)
        return found

    def _numbers(self, given: dict[str, Any]) -> Numbers:
        name = next((one for one in ("counts", *ID_NAMES) if isinstance(given.get(one), list)), None)
        if name is None:
            raise BadInputError("the JSON has none of “rows”, “counts” and “ids” with a list")
        reader = IdsReader()
        for value in given[name]:
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 10**18:
                raise BadInputError(f"“{name}” holds {str(value)[:40]!r}; expected whole numbers from 0 up")
        reader.take(" ".join(map(str, given[name])).encode(), 1)
        found = reader.finish()
        if "p" in given:
            try:
                self.law = as_law(given["p"], "p")
            except ValueError as error:
                raise BadInputError(str(error)) from None
        return found if name != "counts" else numbers_of_counts(found)
