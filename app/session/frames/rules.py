"""What the scene `rules` shows of its draws: what came out of each rule on the same coins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from app.core.law import total_variation
from app.core.tally import tv_of
from app.session.frame import History


@dataclass(frozen=True, eq=False)
class RuleRun:
    """One rule's draws so far: how often each token came out (V,), how many drafts that took.

    `law` (V,) is what it samples from, `drafts_in_theory` how many drafts a token takes on average.
    """

    id: str
    law: np.ndarray
    counts: np.ndarray
    drafted: int
    drafts_in_theory: float
    curve: History

    @property
    def draws(self) -> int:
        """How many tokens came out."""
        return int(self.counts.sum())

    @property
    def drafts_per_token(self) -> float | None:
        """Drafts used for each token that came out; None before the first."""
        return self.drafted / self.draws if self.draws else None


@dataclass(frozen=True, eq=False)
class RulesFrame:
    """The runs by rule; `unbounded` is the token for which p/q has no bound, where classical cannot run."""

    p: np.ndarray
    runs: dict[str, RuleRun]
    unbounded: int | None

    @property
    def draws(self) -> int:
        """How many tokens came out of each rule."""
        return self.runs["lossless"].draws

    def tv(self, rule: str) -> float | None:
        """TV(empirical, p) of a rule; None before the first draw."""
        return tv_of(self.runs[rule].counts, self.p)

    @cached_property
    def limits(self) -> dict[str, float]:
        """Where that distance ends, by rule: TV of what it samples from to p."""
        return {name: total_variation(run.law, self.p) for name, run in self.runs.items()}

    def state(self) -> dict[str, Any]:
        """Draws, and for each rule that can run its counts, TV, limit and drafts a token."""
        return {
            "draws": self.draws,
            "unbounded": self.unbounded,
            "rules": {
                name: {
                    "counts": run.counts.tolist(),
                    "tv": self.tv(name),
                    "limit": self.limits[name],
                    "drafts_per_token": run.drafts_per_token,
                    "drafts_per_token_theory": run.drafts_in_theory,
                }
                for name, run in self.runs.items()
            },
        }
