"""What the scene `beat` shows: the attempt at hand, its name if it has one, and what was drawn with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from app.core.beat import Attempt
from app.core.tally import tv_of


@dataclass(frozen=True, eq=False)
class BeatFrame:
    """`attempt` is None where the scenario has more tokens than this scene has sliders for.

    `choice` says where R comes from, `weights` (V,) where its sliders stand. `name` is the id of
    the gallery's fault that the attempt is. `counts` (V,) is what came out of its draws so far, `accepted` of
    their drafts were kept. `best` is the largest accepted share of an exact attempt made by hand.
    """

    attempt: Attempt | None
    choice: str
    weights: np.ndarray
    name: str | None
    counts: np.ndarray
    accepted: int
    best: float | None

    @property
    def draws(self) -> int:
        """How many draws were made with this attempt."""
        return int(self.counts.sum())

    @property
    def tv_now(self) -> float | None:
        """TV(empirical, p) of these draws; None before the first."""
        return None if self.attempt is None else tv_of(self.counts, self.attempt.p)

    def state(self) -> dict[str, Any]:
        """The attempt and where it ends; nothing but the draws where there is none."""
        one = self.attempt
        drawn = {
            "draws": self.draws,
            "counts": self.counts.tolist(),
            "kept": self.accepted,
            "best": self.best,
        }
        if one is None:
            return drawn | dict.fromkeys(
                ("a", "resample", "choice", "accepted", "tv", "bound", "verdict", "name")
            )
        return drawn | {
            "a": one.a.tolist(),
            "resample": one.R.tolist(),
            "choice": self.choice,
            "accepted": one.accepted,
            "tv": one.tv,
            "bound": one.bound,
            "verdict": one.verdict,
            "name": self.name,
        }
