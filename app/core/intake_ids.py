"""Whole numbers apart by commas, blanks or line breaks, in brackets or not: token ids, or a count a token.

Which of the two it is can be known only when a law stands beside them: see `Numbers.counted`. Parsed by numpy
a slice at a time; memory is a count a token.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .amount import amount
from .intake_lines import BadInputError, excerpt
from .law import frozen
from .sampler import MOST_DRAWS, Integers

DIGITS = b"0123456789"
BETWEEN = b",;[] \t\r\n\"'"
BLANKS = bytes.maketrans(BETWEEN, b" " * len(BETWEEN))
MOST_IDS = 1 << 20  # token ids are below; a list that is no longer can be counts
LONGEST = 18  # digits of a number that fits 64 bits
ITEM = re.compile(rb"[^,;\[\]\s\"']+")


@dataclass(frozen=True)
class Numbers:
    """What a list held: how often each id came, None where one is too large, and the list itself if short.

    `said` is "counts" where the file said so, else "". Counts of tokens by their ids stand in `ids`.
    """

    n: int
    ids: Integers | None
    values: Integers | None
    largest: int
    largest_line: int
    said: str = ""

    def counted(self, tokens: int, kind: str = "auto") -> tuple[str, Integers]:
        """Read as "ids" or "counts", and the counts (tokens,); "auto" takes V numbers with no ids for counts.

        Raises BadInputError where the list cannot be that under a law of so many tokens.
        """
        kind = self.said or kind
        if kind == "auto":
            kind = "counts" if self.n == tokens and self.largest >= tokens else "ids"
        if kind == "counts" and not (self.said and self.values is None):
            if self.values is None or self.n != tokens:
                raise BadInputError(
                    f"{'this is' if self.n == 1 else 'these are'} {amount(self.n, 'number')},"
                    f" and the law has {amount(tokens, 'token')}: give one count a token"
                )
            return kind, _summable(self.values)
        if self.largest >= tokens or self.ids is None:
            raise BadInputError(
                f"token id {self.largest} is not in the law, which has {amount(tokens, 'token')};"
                f" ids go from 0 to {tokens - 1:,}. Give the law that the tokens should follow",
                self.largest_line,
            )
        counts = np.zeros(tokens, np.int64)
        counts[: len(self.ids)] = self.ids[:tokens]
        return kind, _summable(counts)


def _summable(counts: Integers) -> Integers:
    if float(counts.sum(dtype=np.float64)) >= MOST_DRAWS:
        raise BadInputError(f"the counts sum to more than {MOST_DRAWS:.2g}")
    return counts


class IdsReader:
    """Reads such a list slice by slice."""

    def __init__(self) -> None:
        """Nothing read yet."""
        self.n = 0
        self.ids = np.zeros(0, np.int64)
        self.values: list[Integers] | None = []
        self.largest, self.largest_line = -1, 0
        self.beyond = False

    @staticmethod
    def cut(data: bytes, *, last: bool) -> int:
        """How many of the bytes end with a separator, so that no number is cut in two."""
        return len(data) if last else max(data.rfind(bytes([one])) for one in BETWEEN) + 1

    def take(self, data: bytes, line: int) -> None:
        """Takes bytes of whole numbers, the first of them on this line.

        Raises BadInputError naming the line with something else.
        """
        if not data.translate(None, BETWEEN):
            return  # numpy makes a number of mere blanks
        if data.translate(None, DIGITS + BETWEEN):
            raise _not_whole(data, line)
        if re.search(rb"\d{%d}" % (LONGEST + 1), data):
            raise _not_whole(data, line, too_long=True)
        new = np.fromstring(data.translate(BLANKS), np.int64, sep=" ")
        self.add(new, lambda at: line + _breaks_before(data, at))

    def add(self, new: Integers, line_of: Callable[[int], int]) -> None:
        """Adds whole numbers from 0 up; `line_of` tells on which line the one at an index stands.

        Raises BadInputError where a list too long for counts has a number too large for an id.
        """
        if not len(new):
            return
        self.n += len(new)
        if int(new.max()) > self.largest:
            at = int(new.argmax())
            self.largest, self.largest_line = int(new[at]), line_of(at)
        if self.values is not None:
            self.values = [*self.values, new] if self.n <= MOST_IDS else None
        self.beyond = self.beyond or self.largest >= MOST_IDS
        if self.beyond and self.values is None:
            raise BadInputError(
                f"{self.largest} is no token id; ids are below {MOST_IDS:,}", self.largest_line
            )
        if not self.beyond:
            counts = np.bincount(new, minlength=len(self.ids))
            counts[: len(self.ids)] += self.ids
            self.ids = counts

    def finish(self) -> Numbers:
        """What was read.

        Raises BadInputError where it was nothing.
        """
        if self.n == 0:
            raise BadInputError("there is no number in it; give token ids, counts or logged rows")
        values = None if self.values is None else frozen(np.concatenate(self.values))
        return Numbers(self.n, None if self.beyond else self.ids, values, self.largest, self.largest_line)


def _breaks_before(data: bytes, number: int) -> int:
    """How many line breaks stand before the number with this index."""
    for i, item in enumerate(ITEM.finditer(data)):
        if i == number:
            return data.count(b"\n", 0, item.start())
    return 0


def _not_whole(data: bytes, line: int, *, too_long: bool = False) -> BadInputError:
    for item in ITEM.finditer(data):
        if not item[0].isdigit() or (too_long and len(item[0]) > LONGEST):
            at = line + data.count(b"\n", 0, item.start())
            return BadInputError(f"{excerpt(item[0])} is no token id; expected whole numbers from 0 up", at)
    return BadInputError("expected whole numbers from 0 up", line)
