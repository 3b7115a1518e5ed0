"""Integer counts of draws. Holds what was counted and nothing that can be derived from it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .sampler import Counts, Draws


@dataclass(frozen=True)
class Tally:
    """How often each token was drafted, drafted and kept, and emitted by the resample: int64 (V,), read-only.

    The lossless output is kept + corrected; the naive output on the same drafts is drafted.
    """

    drafted: np.ndarray
    kept: np.ndarray
    corrected: np.ndarray

    def __post_init__(self) -> None:
        """Makes the counts read-only."""
        for counts in (self.drafted, self.kept, self.corrected):
            counts.flags.writeable = False

    @classmethod
    def empty(cls, tokens: int) -> Tally:
        """Nothing drawn yet."""
        return cls(*(np.zeros(tokens, np.int64) for _ in range(3)))

    def add(self, draws: Draws) -> Tally:
        """This tally and these draws of the lossless rule."""
        size = len(self.drafted)
        kept = np.bincount(draws.draft[draws.accepted], minlength=size)
        corrected = np.bincount(draws.token[~draws.accepted], minlength=size)
        return self + Tally(np.bincount(draws.draft, minlength=size), kept, corrected)

    def add_counts(self, counts: Counts) -> Tally:
        """This tally and these counts of the lossless rule."""
        return self + Tally(counts.drafted, counts.accepted, counts.token - counts.accepted)

    def __add__(self, other: Tally) -> Tally:
        """Both tallies together."""
        return Tally(self.drafted + other.drafted, self.kept + other.kept, self.corrected + other.corrected)

    @property
    def draws(self) -> int:
        """How many draws were counted."""
        return int(self.drafted.sum())

    @property
    def accepted(self) -> int:
        """How many drafts were kept."""
        return int(self.kept.sum())

    @property
    def emitted(self) -> np.ndarray:
        """How often each token came out of the lossless rule, (V,)."""
        emitted: np.ndarray = self.kept + self.corrected
        return emitted

    @property
    def accepted_per_drafted(self) -> float | None:
        """The share of drafts that were kept; None before the first."""
        return self.accepted / self.draws if self.draws else None


def share(counts: np.ndarray) -> np.ndarray | None:
    """Counts as shares of their sum, (V,); None where nothing was counted.

    >>> share(np.array([1, 3]))
    array([0.25, 0.75])
    """
    total = int(counts.sum())
    if total == 0:
        return None
    shares: np.ndarray = counts / total
    return shares


def tv_of(counts: np.ndarray, p: np.ndarray) -> float | None:
    """TV(empirical, p) of counts (V,); None where nothing was counted.

    >>> tv_of(np.array([1, 3]), np.array([0.5, 0.5]))
    0.25
    """
    empirical = share(counts)
    return None if empirical is None else min(1.0, float(np.abs(empirical - p).sum() / 2))
