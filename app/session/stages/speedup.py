"""The scene `speedup`: its settings, the laws' acceptance at other temperatures, and a load edited by hand.

It draws nothing. The load is forgotten with the laws; it is no setting.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from app.core.law import acceptance_rate, frozen
from app.core.scenario import Laws
from app.session.chosen import laws_chosen, scenario_named
from app.session.frames.speedup import POSITIONS, Load, SpeedupFrame
from app.session.stage import Still

TEMPERATURES = frozen(np.round(np.arange(0, 3.01, 0.1), 10))
LOAD = Load(confidences=(0.95, 0.85, 0.6, 0.3), free=12, looks_ahead=False)
FREE = (len(LOAD.confidences), len(LOAD.confidences) * (1 + POSITIONS))  # tokens: no draft, all of them


class SpeedupStage(Still):
    """Follows the settings and the scene's own controls."""

    def __init__(self, laws: Laws, settings: Mapping[str, Any], _seed: int = 0) -> None:
        """Begins with the load as it is given."""
        self.of_laws = min(1.0, float(acceptance_rate(laws.p, laws.q)))
        self.acceptance = frozen(np.array([_acceptance_at(float(t), settings) for t in TEMPERATURES]))
        self.load = LOAD
        self.tell(settings)

    def tell(self, settings: Mapping[str, Any]) -> None:
        """Takes over alpha, cost and gamma."""
        self.settings = dict(settings)

    def act(self, name: str, value: Any) -> None:
        """`confidence-<i>` of a request (0..1), `free` tokens of the capacity, `looks-ahead` on or off.

        Raises ValueError for another name, or a value that cannot be.
        """
        kind, _, place = name.partition("-")
        if kind == "confidence" and place in map(str, range(len(self.load.confidences))):
            confidences = list(self.load.confidences)
            confidences[int(place)] = _within(name, value, 0, 1)
            self.load = replace(self.load, confidences=tuple(confidences))
        elif name == "free":
            self.load = replace(self.load, free=int(_within(name, value, *FREE)))
        elif name == "looks-ahead":
            self.load = replace(self.load, looks_ahead=bool(value))
        else:
            super().act(name, value)

    def frame(self) -> SpeedupFrame:
        """The dials and the load, frozen."""
        alpha = self.settings["alpha"]
        return SpeedupFrame(
            alpha=self.of_laws if alpha == "auto" else float(alpha),
            from_laws=alpha == "auto",
            cost=float(self.settings["cost"]),
            gamma=self.settings["gamma"],
            temperatures=TEMPERATURES,
            acceptance=self.acceptance,
            load=self.load,
        )


def _acceptance_at(temperature: float, settings: Mapping[str, Any]) -> float:
    """The acceptance rate at another temperature; a mix where no tilt can be, as in the session."""
    scenario, at = scenario_named(settings), {**settings, "temperature": temperature}
    try:
        laws = laws_chosen(scenario, at)
    except ValueError:  # at this temperature p and r share no token
        laws = laws_chosen(scenario, {**at, "draft": "mix"})
    return min(1.0, float(acceptance_rate(laws.p, laws.q)))


def _within(name: str, value: Any, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{name} is {value!r:.40}; it must be a number from {low} to {high}")
    if not low <= value <= high:
        raise ValueError(f"{name} is {value!r}; it must be from {low} to {high}")
    return float(value)
