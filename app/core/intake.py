"""Reads a file of token ids, counts or logged rows as it comes in slices, without ever holding it whole.

What it is shows in its first line. A single JSON document is the exception: it is held, up to 16 MB.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from .intake_counts import CountsReader
from .intake_document import ID_NAMES, Document
from .intake_ids import IdsReader, Numbers
from .intake_lines import LONGEST_LINE, BadInputError, excerpt
from .intake_rows import JsonLinesReader, TableReader
from .intake_table import columns_of, heading
from .law import Law
from .nested import loads
from .rows import RowsJudge

MB = 1 << 20  # bytes, as file managers count
LARGEST_FILE = 100 * MB
FIRST = 1 << 16  # bytes that show what it is, where no line ends before
BOM = b"\xef\xbb\xbf"
EXPECTED = "expected token ids, counts, or rows as CSV, JSON or JSON lines"


@dataclass(frozen=True)
class Sample:
    """What a file held: numbers (ids or counts) or judged rows, and the law that came along with numbers."""

    data: Numbers | RowsJudge
    law: Law | None = None


class Reader(Protocol):
    """Reads one format."""

    def cut(self, data: bytes, *, last: bool) -> int:
        """How many of the bytes can be taken."""

    def take(self, data: bytes, line: int) -> None:
        """Takes bytes that were cut, the first of them on this line."""

    def finish(self) -> Numbers | RowsJudge:
        """What was read."""


def too_large(most: int) -> BadInputError:
    """What is said of a file of more bytes."""
    return BadInputError(f"it is larger than {most // MB} MB")


class Intake:
    """One file being read: `feed` it slice by slice; `sample` is there after the last."""

    def __init__(self, largest: int = LARGEST_FILE) -> None:
        """Nothing read yet; of at most so many bytes."""
        self.largest = largest
        self.reader: Reader | None = None
        self.rest = b""
        self.half_break = b""
        self.line = 1
        self.taken = 0
        self.sample: Sample | None = None

    def feed(self, data: bytes, *, last: bool) -> None:
        """Takes the next slice.

        Raises BadInputError naming the line and what was expected; the intake is of no use then.

        >>> intake = Intake()
        >>> intake.feed(b"0 1 1", last=False)
        >>> intake.feed(b"2 0", last=True)
        >>> intake.sample.data.ids.tolist()
        [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
        """
        self.taken += len(data)
        if self.taken > self.largest:
            raise too_large(self.largest)
        self.rest += self._with_plain_breaks(data, last=last)
        if self.reader is None and not self._begin(last=last):
            return
        assert self.reader is not None
        end = self.reader.cut(self.rest, last=last)
        ready, self.rest = self.rest[:end], self.rest[end:]
        if ready:
            self.reader.take(ready, self.line)
            self.line += ready.count(b"\n")
        if len(self.rest) > LONGEST_LINE and not isinstance(self.reader, Document):
            raise BadInputError(f"longer than {LONGEST_LINE:,} bytes; {EXPECTED}", self.line)
        if last:
            found = self.reader.finish()
            law = self.reader.law if isinstance(self.reader, Document) else None
            self.sample = Sample(found, law)

    def _with_plain_breaks(self, data: bytes, *, last: bool) -> bytes:
        r"""The bytes with a \n for each line break, which may be \r\n or \r as well."""
        data = self.half_break + data
        self.half_break = b"\r" if data.endswith(b"\r") and not last else b""  # \n may follow
        data = data[: len(data) - len(self.half_break)]
        return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data

    def _begin(self, *, last: bool) -> bool:
        """Whether the first line is there and says how to read on."""
        text = self.rest.removeprefix(BOM).lstrip()
        if b"\n" not in text and not last and len(text) < FIRST:
            return False
        self.line += self.rest[: len(self.rest) - len(text)].count(b"\n")
        self.rest = text
        if b"\0" in text[:FIRST]:
            raise BadInputError(f"it is no text in UTF-8; {EXPECTED}")
        if not text:
            raise BadInputError(f"it is empty; {EXPECTED}")
        self.reader = self._reader(text.partition(b"\n")[0])
        return True

    def _reader(self, first: bytes) -> Reader:
        if first[:1] in b"{[":
            return _json_reader(first)
        columns = heading(first)
        if columns is not None:
            if not any(columns):
                raise BadInputError(
                    f"{excerpt(first)} is neither numbers nor a heading; {EXPECTED}", self.line
                )
            self.rest = self.rest[len(first) + 1 :]
            self.line += 1
            return TableReader(columns) if "p" in columns else CountsReader(columns)
        cells = first.count(b",") + first.count(b";") + first.count(b"\t") + 1
        guess = columns_of(cells)
        return TableReader(guess) if b"." in first and guess else IdsReader()


def _json_reader(first: bytes) -> Reader:
    if first.startswith(b"["):
        return Document() if first[1:].lstrip()[:1] in {b"{", b"["} or not first[1:].strip() else IdsReader()
    try:
        row = loads(first)
    except (ValueError, RecursionError):
        return Document()
    return (
        JsonLinesReader()
        if {"p", "token", "output"} & row.keys() and not isinstance(row.get("rows"), list) and _one(row)
        else Document()
    )


def _one(row: dict[str, Any]) -> bool:
    """Whether the object is one row: a document brings many tokens or counts."""
    return "counts" not in row and not any(isinstance(row.get(name), list) for name in ID_NAMES)
