"""Talks of 3, 10 and 40 minutes: the states to begin each part in, and a form for self-study.

The words are in the catalog of the pages beside the demo: classroom.<part>-title, -ask, -do and -say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .tour import PROOF, TERRIBLE, WORKED


@dataclass(frozen=True)
class Part:
    """One part of a talk: how many minutes it takes, and the settings of its link."""

    id: str
    minutes: float
    settings: Mapping[str, Any]


PROJECTED: dict[str, Any] = {"projector": True}
PREDICT = PROJECTED | TERRIBLE | {"rule": "lossless", "predict": "limit", "speed": 500}
STEPS = PROJECTED | TERRIBLE | {"rule": "lossless", "speed": 1}
NAIVE = PROJECTED | TERRIBLE | {"rule": "naive", "predict": "limit", "speed": 500}
WHY = PROJECTED | PROOF | {"rule": "lossless"}
RULES = PROJECTED | WORKED | {"scene": "rules", "speed": 500}
CYCLES = PROJECTED | {"scene": "cycles", "model": "words", "gamma": 4, "speed": 1}
SPEEDUP: dict[str, Any] = PROJECTED | {"scene": "speedup", "alpha": 0.6, "cost": 0.1, "gamma": 12}
ENGINES = PROJECTED | WORKED | {"scene": "engines", "fault": "resample-target", "speed": 500}
BEAT = PROJECTED | WORKED | {"scene": "beat"}
QUIZ = PROJECTED | {"scene": "quiz"}

TALKS: dict[int, tuple[Part, ...]] = {  # by their minutes
    3: (Part("predict", 1.5, PREDICT), Part("naive", 1.5, NAIVE)),
    10: (
        Part("predict", 2, PREDICT),
        Part("steps", 2, STEPS),
        Part("naive", 2, NAIVE),
        Part("why", 3, WHY),
        Part("price", 1, STEPS | {"speed": 500}),
    ),
    40: (
        Part("predict", 4, PREDICT),
        Part("steps", 4, STEPS),
        Part("naive", 4, NAIVE),
        Part("why", 6, WHY),
        Part("rules", 4, RULES),
        Part("cycles", 5, CYCLES),
        Part("speedup", 5, SPEEDUP),
        Part("engines", 4, ENGINES),
        Part("quiz", 4, QUIZ),
    ),
}
SELF_STUDY: Mapping[str, Any] = TERRIBLE | {
    "rule": "lossless",
    "predict": "limit",
    "lock": True,
    "hide": ("nav",),
}
