"""What the scene `cycles` shows of its text and its counts: frozen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.int64]


@dataclass(frozen=True)
class Cycle:
    """One cycle: drafts and whether each was accepted (gamma,), the committed tokens; counted from 1."""

    number: int
    drafts: tuple[int, ...]
    accepted: tuple[bool, ...]
    tokens: tuple[int, ...]

    @property
    def kept(self) -> int:
        """How many drafts stand before the first that was not accepted."""
        return (*self.accepted, False).index(False)


@dataclass(frozen=True)
class Told:
    """What the last cycle was judged by: p(x), q(x), the limit of each coin and the coin, (gamma,) each."""

    p: tuple[float, ...]
    q: tuple[float, ...]
    limits: tuple[float, ...]
    coins: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class Totals:
    """Counts over all cycles: lengths (gamma + 1,), from 1 token up; drafts accepted and tested, (gamma,)."""

    lengths: Whole
    accepted_at: Whole
    tested_at: Whole

    @property
    def cycles(self) -> int:
        """Target passes."""
        return int(self.lengths.sum())

    @property
    def gamma(self) -> int:
        """Drafts a cycle."""
        return len(self.accepted_at)

    @property
    def tokens(self) -> int:
        """Committed tokens."""
        return int(self.lengths @ np.arange(1, self.gamma + 2))

    @property
    def accepted(self) -> int:
        """Accepted drafts."""
        return int(self.accepted_at.sum())

    @property
    def tested(self) -> int:
        """Tested drafts."""
        return int(self.tested_at.sum())

    @property
    def drafted(self) -> int:
        """All drafts."""
        return self.cycles * self.gamma


@dataclass(frozen=True)
class Compared:
    """Tokens that both verifiers commit of the same drafts and coins, over so many cycles."""

    cycles: int
    token: int
    block: int


@dataclass(frozen=True)
class Likeness:
    """How probable the target finds the text: sums over n tokens of p(x | text), of its mean and variance."""

    n: int
    found: float
    expected: float
    variance: float


@dataclass(frozen=True, eq=False)
class CyclesFrame:
    """The scene at one moment. `pairs` (2, 2) counts the first two tokens of texts, for the Markov example.

    `likeness` is that of each cycle's first token and of those after it, for the word model. `owed` cycles of
    a skip are still to come.
    """

    gamma: int
    model: str
    verifier: str
    keep_going: bool
    totals: Totals
    compared: Compared
    pairs: Whole | None
    likeness: tuple[Likeness, Likeness] | None
    recent: tuple[Cycle, ...]  # the newest last
    told: Told | None
    owed: int
    eight: bool

    def state(self) -> dict[str, Any]:
        """What `lossless.state().stage` answers."""
        totals, last = self.totals, self.recent[-1] if self.recent else None
        return {
            "cycles": totals.cycles,
            "tokens": totals.tokens,
            "lengths": totals.lengths.tolist(),
            "accepted": totals.accepted,
            "tested": totals.tested,
            "drafted": totals.drafted,
            "pairs": None if self.pairs is None else self.pairs.tolist(),
            "owed": self.owed,
            "last": None
            if last is None
            else {"drafts": list(last.drafts), "accepted": last.kept, "tokens": list(last.tokens)},
        }
