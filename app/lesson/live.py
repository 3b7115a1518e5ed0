"""The live scenes of the lesson page: a state of the demo, and what a reader can try there.

The words are in app/text/en_lesson.py: lesson.<scene>-label, -caption and -try-<id>.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Try:
    """One thing to try: settings, and then `step`, `play` or nothing."""

    id: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    then: str = ""


@dataclass(frozen=True)
class Live:
    """One live scene, its opening state and what to try there."""

    settings: Mapping[str, Any]
    tries: tuple[Try, ...]


WORKED = {"scenario": "worked", "mismatch": 1}
RULE, NAIVE, FAST = {"rule": "lossless"}, {"rule": "naive"}, {"speed": 500}
TERRIBLE = {"scenario": "next-word", "mismatch": 1}

SCENES: dict[str, Live] = {
    "opening": Live(
        {"scene": "converge", **WORKED},
        (
            Try("step", RULE | {"speed": 1}, "step"),
            Try("fast", RULE | FAST, "play"),
            Try("naive", NAIVE),
        ),
    ),
    "worked": Live(
        {"scene": "accounting", **WORKED, "speed": 100},
        (Try("run", {"line": 0} | FAST, "play"), Try("cancel", {"line": 3})),
    ),
    "converge": Live(
        {"scene": "converge", **TERRIBLE, "speed": 500},
        (
            Try("run", TERRIBLE | RULE | FAST, "play"),
            Try("naive", NAIVE),
            Try("back", RULE),
        ),
    ),
    "waste": Live({"scene": "rules", **WORKED, "speed": 500}, (Try("run", FAST, "play"),)),
    "positions": Live(
        {"scene": "cycles", "model": "words", "gamma": 4},
        (
            Try("cycle", {"keep_going": False, "speed": 1}, "step"),
            Try("run", {"keep_going": False, "speed": 25}, "play"),
            Try("broken", {"keep_going": True, "speed": 25}, "play"),
        ),
    ),
    "caveat": Live(
        {"scene": "engines", **WORKED, "fault": "resample-target", "speed": 500},
        (
            Try("run", {"fault": "resample-target"} | FAST, "play"),
            Try("exact", {"fault": "one-hot-draft"} | FAST, "play"),
        ),
    ),
    "speed": Live(
        {"scene": "speedup", "alpha": 0.6, "cost": 0.05, "gamma": 4},
        (
            Try("usual", {"alpha": 0.6, "cost": 0.05, "gamma": 4}),
            Try("code", {"alpha": 0.9, "cost": 0.05, "gamma": 4}),
            Try("dear", {"alpha": 0.9, "cost": 0.9, "gamma": 4}),
        ),
    ),
}
BOUNDARIES = {  # what to try in the scene `converge` at the boundaries
    "greedy": {"scenario": "greedy", "mismatch": 1},
    "same": {"scenario": "same", "mismatch": 1},
    "disjoint": {"scenario": "disjoint", "mismatch": 1},
}
BELIEFS: dict[str, Mapping[str, Any]] = {  # belief: the state of the demo that shows what comes of it
    "favourite": {"scene": "rules", **WORKED},
    "threshold": {"scene": "engines", **WORKED, "fault": "hard-threshold"},
    "resample": {"scene": "engines", **WORKED, "fault": "resample-target"},
    "greedy": {"scene": "engines", **WORKED, "fault": "greedy-draft"},
    "seed": {"scene": "spot", **WORKED},
    "fast": {"scene": "speedup", "alpha": 0.9, "cost": 0.9, "gamma": 4},
}
