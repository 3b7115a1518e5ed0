"""What the scene `cycles` counts of its cycles, and the newest of them in full."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

from app.session.frames.cycles import Compared, Cycle, Likeness, Totals

from .cycle_writers import Batch

SHOWN = 24  # cycles kept in full
NONE = Likeness(0, 0.0, 0.0, 0.0)


class Counting:
    """Counts over all cycles since the stage began."""

    def __init__(self, gamma: int, size: int) -> None:
        """Nothing counted yet; `size` is the number of tokens."""
        self.gamma = gamma
        self.lengths = np.zeros(gamma + 1, np.int64)
        self.accepted_at, self.tested_at = (np.zeros(gamma, np.int64) for _ in range(2))
        self.compared = Compared(0, 0, 0)
        self.pairs = np.zeros((size, size), np.int64) if size == 2 else None
        self.likeness = (NONE, NONE)
        self.recent: deque[Cycle] = deque(maxlen=SHOWN)

    def add(self, batch: Batch) -> None:
        """Counts more cycles."""
        before = int(self.lengths.sum())
        lengths = (batch.tokens >= 0).sum(axis=1)
        self.lengths += np.bincount(lengths, minlength=self.gamma + 2)[1:]
        self.accepted_at += batch.accepted.sum(axis=0)
        self.tested_at += batch.tested
        token, block = batch.by_both
        old = self.compared
        self.compared = Compared(
            old.cycles + len(token), old.token + int(token.sum()), old.block + int(block.sum())
        )
        if self.pairs is not None and batch.seconds is not None:
            second = np.where(batch.seconds < 0, batch.tokens[:, 1], batch.seconds)
            self.pairs += np.bincount(2 * batch.tokens[:, 0] + second, minlength=4).reshape(2, 2)
        if batch.likeness is not None:
            first, later = (both(*pair) for pair in zip(self.likeness, batch.likeness, strict=True))
            self.likeness = (first, later)
        newest = range(max(0, len(lengths) - SHOWN), len(lengths))
        self.recent.extend(
            Cycle(
                before + 1 + i,
                tuple(batch.drafts[i].tolist()),
                tuple(batch.accepted[i].tolist()),
                tuple(batch.tokens[i, : lengths[i]].tolist()),
            )
            for i in newest
        )

    def shown(self) -> dict[str, Any]:
        """The fields of a CyclesFrame that are counted here."""
        rows = [row.copy() for row in (self.lengths, self.accepted_at, self.tested_at)]
        pairs = None if self.pairs is None else self.pairs.copy()
        for row in (*rows, *(() if pairs is None else (pairs,))):
            row.flags.writeable = False
        return {
            "totals": Totals(*rows),
            "compared": self.compared,
            "pairs": pairs,
            "likeness": None if pairs is not None else self.likeness,
            "recent": tuple(self.recent),
        }


def both(one: Likeness, other: Likeness) -> Likeness:
    """The sums of both."""
    return Likeness(
        one.n + other.n,
        one.found + other.found,
        one.expected + other.expected,
        one.variance + other.variance,
    )
