"""The checkpoint questions: behind each wrong answer stands one thing that people get wrong about the rule.

The texts are in the catalog: quiz.<question>, quiz.<question>-<answer> and quiz.<question>-<answer>-why.
`see` is the state of the demo that shows why, as settings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

MISCONCEPTIONS = {  # id: what is believed
    "threshold": "a token is accepted if and only if p >= q",
    "greedy-softmax": "a greedy draft may be compared by its softmax q",
    "resample-target": "after a rejection one simply draws from p",
    "favourites-only": "only the target's favourite may be accepted",
    "same-seed": "the same seed must give the same text",
    "ties": "different text at temperature 0 means that the rule is wrong",
    "style": "speculation changes the style",
    "one-hot": "a draft that does not sample makes the output wrong",
    "high-is-fast": "high acceptance means fast",
    "longer-is-better": "longer drafts are always better",
    "rejected-is-lost": "a rejection costs another pass of the target",
    "low-is-wrong": "low acceptance means worse text",
}


@dataclass(frozen=True)
class Answer:
    """One answer: right, or the misconception behind it; and the settings that show why."""

    id: str
    misconception: str | None
    see: Mapping[str, Any]

    @property
    def right(self) -> bool:
        """Whether this is the right answer."""
        return self.misconception is None


@dataclass(frozen=True)
class Question:
    """A question with its answers, in the order in which they are shown."""

    id: str
    answers: tuple[Answer, ...]


def _right(**see: Any) -> Answer:
    return Answer("right", None, MappingProxyType(see))


def _wrong(name: str, misconception: str, **see: Any) -> Answer:
    return Answer(name, misconception, MappingProxyType(see))


TERRIBLE = {"scene": "converge", "scenario": "next-word", "mismatch": 1.0, "rule": "lossless", "speed": 500}
WORKED = {"scene": "accounting", "scenario": "worked", "mismatch": 1.0}


def _engine(fault: str) -> dict[str, Any]:
    return {"scene": "engines", "scenario": "worked", "mismatch": 1.0, "fault": fault}


QUESTIONS: tuple[Question, ...] = (
    Question(
        "terrible-draft",
        (
            _wrong("drifts", "style", **TERRIBLE),
            _right(**TERRIBLE),
            _wrong("worse", "low-is-wrong", **TERRIBLE),
        ),
    ),
    Question(
        "kept-when",
        (
            _wrong("at-least", "threshold", **_engine("hard-threshold")),
            _wrong("favourite", "favourites-only", scene="rules", scenario="worked", mismatch=1.0),
            _right(scene="converge", scenario="worked", mismatch=1.0, rule="lossless", speed=1),
        ),
    ),
    Question(
        "after-rejection",
        (
            _right(**WORKED, line=3),
            _wrong("target", "resample-target", **_engine("resample-target")),
            _wrong("again", "rejected-is-lost", scene="rules", scenario="worked", mismatch=1.0),
        ),
    ),
    Question(
        "greedy-draft",
        (
            _wrong("fine", "greedy-softmax", **_engine("greedy-draft")),
            _wrong("never", "one-hot", **_engine("one-hot-draft")),
            _right(**_engine("greedy-draft")),
        ),
    ),
    Question(
        "not-the-favourite",
        (
            _wrong("bug", "favourites-only", scene="rules", scenario="worked", mismatch=1.0),
            _right(scene="converge", scenario="next-word", mismatch=0.5, rule="lossless", speed=1),
        ),
    ),
    Question(
        "same-seed",
        (
            _right(scene="spot", scenario="next-word", mismatch=1.0),
            _wrong("bug", "same-seed", scene="spot", scenario="next-word", mismatch=1.0),
            _wrong("biased", "style", **TERRIBLE),
        ),
    ),
    Question(
        "temperature-0",
        (
            _wrong("rule", "ties", scene="converge", scenario="greedy", mismatch=1.0, rule="lossless"),
            _right(scene="converge", scenario="greedy", mismatch=1.0, rule="lossless", speed=1),
        ),
    ),
    Question(
        "high-acceptance",
        (
            _wrong("fast", "high-is-fast", scene="speedup", alpha=0.9, cost=0.9, gamma=4),
            _wrong("better-text", "low-is-wrong", **TERRIBLE),
            _right(scene="speedup", alpha=0.9, cost=0.9, gamma=4),
        ),
    ),
    Question(
        "longer-drafts",
        (
            _right(scene="speedup", alpha=0.6, cost=0.1, gamma=3),
            _wrong("always", "longer-is-better", scene="speedup", alpha=0.6, cost=0.1, gamma=12),
            _wrong("looser", "style", scene="cycles", model="markov", gamma=12),
        ),
    ),
)
