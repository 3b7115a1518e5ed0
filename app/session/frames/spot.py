"""What the scene `spot` shows: two streams by the names A and B, and, after the vote alone, which is which.

Before the vote nothing here depends on the assignment but what was drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from app.session.frame import History


@dataclass(frozen=True, eq=False)
class Stream:
    """One stream: how often each token came (V,), its distance to p, its last tokens, newest last."""

    counts: np.ndarray
    curve: History
    recent: tuple[int, ...]


@dataclass(frozen=True)
class Reveal:
    """What a vote brings to light: the stream that is the `target` alone, the `engine` of the other.

    `engine` is "lossless" or an id of the gallery, `limit` where its TV to p ends. `odds` is how often the
    best test would be right after `n` tokens of each stream. `key` names the deal, so that it counts once.
    """

    target: str
    engine: str
    limit: float
    n: int
    odds: float
    key: str


@dataclass(frozen=True, eq=False)
class SpotFrame:
    """Both streams, what may be hidden in them (`opponent`), and the vote: a, b or none."""

    a: Stream
    b: Stream
    opponent: str
    opponents: tuple[str, ...]
    voted: str | None
    revealed: Reveal | None

    @property
    def n(self) -> int:
        """How many tokens of each were drawn."""
        return int(self.a.counts.sum())

    @property
    def right(self) -> bool | None:
        """Whether the vote was right; None before it, and where it was that nobody can tell."""
        if self.revealed is None or self.voted == "none":
            return None
        return self.voted == self.revealed.target

    def state(self) -> dict[str, Any]:
        """Counts and vote; `revealed` is None before the vote."""
        told = self.revealed
        return {
            "n": self.n,
            "a": self.a.counts.tolist(),
            "b": self.b.counts.tolist(),
            "opponent": self.opponent,
            "voted": self.voted,
            "revealed": None
            if told is None
            else {
                "target": told.target,
                "engine": told.engine,
                "limit": told.limit,
                "n": told.n,
                "odds": told.odds,
                "right": self.right,
            },
        }
