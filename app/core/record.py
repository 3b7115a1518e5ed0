"""What came of many cycles: every draft, every committed token, and counts that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .law import frozen
from .ledger import Ledger, replay
from .models import Tokens

Begin = tuple[int, int]  # the states of target and draft at which a text goes on


@dataclass(frozen=True)
class Cycles:
    """n cycles, read-only: drafts (n, gamma), kept (n,) of them, tokens (n, gamma + 1) padded with -1.

    `end` is where the text goes on: the states of target and draft; None where each cycle was fresh.
    """

    gamma: int
    drafts: Tokens
    kept: Tokens
    tokens: Tokens
    looks_at_all: bool
    end: Begin | None

    @cached_property
    def lengths(self) -> Tokens:
        """How many tokens each cycle committed, (n,)."""
        return frozen((self.tokens >= 0).sum(axis=1, dtype=np.int64))

    @cached_property
    def accepted_at(self) -> Tokens:
        """In how many cycles the draft at each position was kept, (gamma,)."""
        return frozen(self._at_least(1))

    @cached_property
    def tested_at(self) -> Tokens:
        """In how many cycles the draft at each position was tested, (gamma,): all before it were kept.

        A block is judged as a whole: there every draft is tested.
        """
        return frozen(
            np.full(self.gamma, len(self.kept), np.int64) if self.looks_at_all else self._at_least(0)
        )

    def _at_least(self, more: int) -> Tokens:
        reached = np.bincount(self.kept, minlength=self.gamma + 1)[::-1].cumsum()[::-1]
        return reached[more : more + self.gamma].astype(np.int64)

    @property
    def accepted(self) -> int:
        """How many drafts were kept."""
        return int(self.kept.sum())

    @property
    def tested(self) -> int:
        """How many drafts were tested."""
        return int(self.tested_at.sum())

    @property
    def drafted(self) -> int:
        """How many drafts were made."""
        return self.drafts.size

    @property
    def committed(self) -> int:
        """How many tokens came out."""
        return int(self.lengths.sum())

    @property
    def bonuses(self) -> int:
        """In how many cycles all drafts were kept."""
        return int((self.kept == self.gamma).sum())

    @property
    def accepted_per_drafted(self) -> float | None:
        """The share of all drafts that were kept; None before the first."""
        return self.accepted / self.drafted if self.drafted else None

    @property
    def accepted_per_tested(self) -> float | None:
        """The share of the tested drafts that were kept; None before the first."""
        return self.accepted / self.tested if self.tested else None

    @property
    def ledger(self) -> Ledger:
        """All totals of cycles judged token by token."""
        return replay(self.lengths, self.gamma)
