"""Which scenes have draws of their own, beside the session's run: one file a scene, each with a Stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.core.scenario import Laws
from app.session.stage import Stage

from .beat import BeatStage
from .cycles import CyclesStage
from .engines import EnginesStage
from .quiz import QuizStage
from .rules import RulesStage
from .speedup import SpeedupStage
from .spot import SpotStage
from .yours import YoursStage

Make = Callable[[Laws, Mapping[str, Any], int], Stage]  # from laws, settings and seed
STAGES: dict[str, Make] = {  # the scenes that are not here show the session's own run
    "cycles": CyclesStage,
    "speedup": SpeedupStage,
    "rules": RulesStage,
    "engines": EnginesStage,
    "yours": YoursStage,
    "quiz": QuizStage,
    "beat": BeatStage,
    "spot": SpotStage,
}


def stage_of(laws: Laws, settings: Mapping[str, Any], seed: int) -> Stage | None:
    """A fresh stage for the scene of the settings; None where it shows the session's own run."""
    make = STAGES.get(settings["scene"])
    return None if make is None else make(laws, settings, seed)
