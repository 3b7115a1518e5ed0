"""A CSV under a heading that holds no laws: a column of token ids, or of counts with or without their ids."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .intake_ids import MOST_IDS, IdsReader, Numbers
from .intake_lines import BadInputError, whole_lines
from .intake_table import table
from .sampler import Floats

MOST_COUNT = 1e15  # whole numbers that a float holds exactly


class CountsReader:
    """Reads the columns `token` and `count`, or either alone."""

    def __init__(self, columns: Sequence[str]) -> None:
        """For these columns: see intake_table.

        Raises BadInputError where neither is among them.
        """
        self.columns = tuple(columns)
        self.used = [self.columns.index(name) for name in ("token", "count") if name in self.columns]
        if not self.used:
            why = "the heading has none of p..., token and count; expected token ids, counts or rows"
            raise BadInputError(why, 1)
        self.list = IdsReader()  # of the one column
        self.pairs: list[Floats] = []

    cut = staticmethod(whole_lines)

    def take(self, data: bytes, line: int) -> None:
        """Takes whole lines; BadInputError naming the one that cannot be."""
        numbers, lines = table(data, self.columns, line)
        numbers = numbers[:, self.used]
        wrong = ~((numbers >= 0) & (numbers == np.floor(numbers)) & (numbers < MOST_COUNT)).all(axis=1)
        if wrong.any():
            row = int(wrong.argmax())
            why = f"{', '.join(f'{x:g}' for x in numbers[row])}; expected whole numbers from 0 up"
            raise BadInputError(why, lines[row])
        if len(self.used) == 1:
            self.list.add(numbers[:, 0].astype(np.int64), lambda at: lines[at])
            return
        if (numbers[:, 0] >= MOST_IDS).any():
            row = int((numbers[:, 0] >= MOST_IDS).argmax())
            raise BadInputError(f"{numbers[row, 0]:g} is no token id; ids are below {MOST_IDS:,}", lines[row])
        self.pairs.append(numbers)

    def finish(self) -> Numbers:
        """What was read; BadInputError where it was nothing."""
        if self.pairs:
            ids, counts = np.concatenate(self.pairs).astype(np.int64).T
            sums = np.zeros(int(ids.max()) + 1, np.int64)
            np.add.at(sums, ids, counts)
            return Numbers(len(sums), sums, None, len(sums) - 1, len(sums) + 1, said="counts")
        found = self.list.finish()
        return numbers_of_counts(found) if "count" in self.columns else found


def numbers_of_counts(found: Numbers) -> Numbers:
    """A list that was said to hold a count a token.

    Raises BadInputError where it is too long.
    """
    if found.values is None:
        raise BadInputError(f"{found.n:,} counts; there can be {MOST_IDS:,}")
    return Numbers(found.n, None, found.values, found.n - 1, found.n, said="counts")
