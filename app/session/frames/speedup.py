"""What the scene `speedup` shows of itself: the two dials and the draft length, and a small load of requests.

Leviathan et al. 2023, Theorems 3.8 and 3.11; nothing is drawn here. What follows from the dials is computed
where it is asked for, by app/core/speed.py and app/core/admission.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from app.core.admission import Admission, Knee, admit
from app.core.speed import best_gamma, best_real_gamma, speedup, time_per_token

POSITIONS = 4  # drafts a request has ready
STEP = 1.0  # the time of a verify step with an idle target: the unit of the load's times
EACH = 0.1  # of it that a token beyond the free ones takes


@dataclass(frozen=True)
class Load:
    """Requests that wait for one target: the confidence (requests,) that each of its drafts is accepted.

    `free` tokens are verified in the time of one. `looks_ahead` is the fault: a length chosen by the tokens.
    """

    confidences: tuple[float, ...]
    free: int
    looks_ahead: bool

    @property
    def drafts(self) -> list[list[float]]:
        """The confidences of every position, request by request."""
        return [[one] * POSITIONS for one in self.confidences]

    @property
    def capacity(self) -> Knee:
        """SPS(B), in steps per time of a step with an idle target."""
        return Knee(STEP, self.free, EACH)

    def admission(self) -> Admission:
        """Which drafts greedy admission lets through."""
        return admit(self.drafts, self.capacity)


@dataclass(frozen=True, eq=False)
class SpeedupFrame:
    """The dials: `alpha` as used, whether it comes `from_laws`, c as `cost`, gamma.

    `acceptance` (k,) is the acceptance rate of the scenario's laws at `temperatures` (k,).
    """

    alpha: float
    from_laws: bool
    cost: float
    gamma: int
    temperatures: np.ndarray
    acceptance: np.ndarray
    load: Load

    def state(self) -> dict[str, Any]:
        """The numbers shown; `best_gamma` is None where longer is always better, 0 where no length pays."""
        best, real = best_gamma(self.alpha, self.cost), best_real_gamma(self.alpha, self.cost)
        admitted = self.load.admission()
        return {
            "alpha": self.alpha,
            "cost": self.cost,
            "gamma": self.gamma,
            "speedup": speedup(self.alpha, self.gamma, self.cost),
            "time_per_token": time_per_token(self.alpha, self.gamma, self.cost, 1.0),
            "best_gamma": best if math.isfinite(best) else None,
            "best_gamma_real": real if math.isfinite(real) else None,
            "best_speedup": speedup(self.alpha, int(best), self.cost) if math.isfinite(best) else None,
            "admitted": list(admitted.lengths),
            "looks_ahead": self.load.looks_ahead,
        }
