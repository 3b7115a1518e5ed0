"""What became of the tokens and the drafts of many cycles: bookkeeping by the lengths alone.

A cycle of length L kept L - 1 drafts; its last token is the bonus where L = gamma + 1, else a correction. The
draft after the last kept one was tested and rejected, those after it were never tested.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .whole import as_whole

EIGHT = (5, 2, 4, 1, 5, 3, 1, 4)  # the lengths of the lesson's eight cycles, gamma = 4


@dataclass(frozen=True)
class Ledger:
    """Totals over cycles, all of them integers."""

    cycles: int
    accepted: int
    corrections: int
    bonuses: int
    tested: int
    drafted: int

    @property
    def tokens(self) -> int:
        """How many tokens were committed."""
        return self.accepted + self.corrections + self.bonuses

    @property
    def never_tested(self) -> int:
        """How many drafts stood behind a rejection."""
        return self.drafted - self.tested

    @property
    def tokens_per_cycle(self) -> float | None:
        """Committed tokens a target pass; None before the first."""
        return self.tokens / self.cycles if self.cycles else None

    @property
    def accepted_per_drafted(self) -> float | None:
        """The share of all drafts that were kept; None before the first."""
        return self.accepted / self.drafted if self.drafted else None

    @property
    def accepted_per_tested(self) -> float | None:
        """The share of the tested drafts that were kept; None before the first."""
        return self.accepted / self.tested if self.tested else None


def replay(lengths: ArrayLike, gamma: int) -> Ledger:
    """The totals of cycles of these committed lengths (n,), each from 1 to gamma + 1, judged token by token.

    Raises ValueError for a gamma under 1 or a length that no cycle has.

    >>> eight = replay(EIGHT, 4)
    >>> eight.tokens, eight.accepted, eight.corrections, eight.bonuses, eight.never_tested
    (25, 17, 6, 2, 9)
    >>> eight.accepted, eight.drafted, eight.tested
    (17, 32, 23)
    """
    gamma = as_gamma(gamma)
    given = np.asarray(lengths)
    if given.size == 0:
        return Ledger(0, 0, 0, 0, 0, 0)
    if given.ndim != 1 or given.dtype.kind not in "iu":
        raise ValueError(f"lengths are {lengths!r:.80}; they must be a list of whole numbers")
    wrong = (given < 1) | (given > gamma + 1)
    if wrong.any():
        at = int(wrong.argmax())
        raise ValueError(
            f"lengths[{at}] is {given[at]}; with gamma = {gamma} a cycle has 1 to {gamma + 1} tokens"
        )
    cycles, bonuses = len(given), int((given == gamma + 1).sum())
    return Ledger(
        cycles=cycles,
        accepted=int(given.sum()) - cycles,
        corrections=cycles - bonuses,
        bonuses=bonuses,
        tested=int(np.minimum(given, gamma).sum()),
        drafted=cycles * gamma,
    )


def as_gamma(gamma: int, least: int = 1) -> int:
    """The draft length as an int; ValueError where it is no whole number of at least `least`."""
    return as_whole(gamma, least, "gamma", of="drafts")
