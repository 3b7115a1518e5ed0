"""The scene `beat`: an engine made by hand, its a(x) and its law after a rejection, and draws from it.

A slider has steps, the rule's own values need none: a slider moved to the step next to one takes that value.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeGuard

import numpy as np

from app.core.beat import MOST_TOKENS, Attempt, attempt, fault_of, missing, rule
from app.core.law import Law, frozen
from app.core.sampler import Floats, Integers, skip_stream, stream
from app.core.scenario import Laws
from app.session.frames.beat import BeatFrame
from app.session.stage import Still

STEP = 0.01  # of a slider
BLOCK = 1 << 14  # draws made at a time
CHOICES = ("residual", "missing", "p", "q", "uniform")  # laws to draw from after a rejection
OWN = "own"  # the sliders' law
STARTS = ("rule", "naive")


class BeatStage(Still):
    """An attempt to beat the rule; a change of it begins its draws anew."""

    def __init__(self, laws: Laws, settings: Mapping[str, Any], seed: int) -> None:  # noqa: ARG002  # a Make's shape
        """Begins with naive, which accepts most."""
        self.seed, self.small = seed, len(laws.p) <= MOST_TOKENS
        self.rule = rule(laws.p, laws.q)
        self.best: float | None = None
        self.a: Floats = np.ones(len(laws.p))
        self.weights: Floats = np.array(laws.p)
        self.choice = "p"
        self.counts: Integers = np.zeros(len(laws.p), np.int64)
        self.accepted = 0
        self._acts: dict[str, Callable[[Any], None]] = {
            "accept": self._accept,
            "weigh": self._weigh,
            "law": self._choose,
            "start": self._start,
        }
        self._begin()

    def act(self, name: str, value: Any) -> None:
        """`accept` and `weigh` move a slider, {token, value}; `law` is one of CHOICES, `start` of STARTS.

        Raises ValueError for another name or a value that cannot be, or where the scenario is too large.
        """
        if name not in self._acts or not self.small:
            super().act(name, value)
        self._acts[name](value)
        if name != "start" and self.attempt.exact:
            self.best = max(self.best or 0.0, self.attempt.accepted)

    def draw(self, n: int) -> None:
        """Makes n draws by coins; none where the scenario is too large."""
        for done in range(0, n if self.small else 0, BLOCK):
            u = self.stream.random((min(BLOCK, n - done), 3))
            _, _, accepted, token, _ = self.attempt.parts.block(u)
            self.accepted += int(np.count_nonzero(accepted))
            self.counts = self.counts + np.bincount(token, minlength=len(self.counts))

    def skip(self, n: int) -> None:
        """Makes n draws by their counts."""
        if not self.small:
            return
        done = int(self.counts.sum())
        _, accepted, token = self.attempt.parts.counts(n, skip_stream(self.seed, done))
        self.accepted += int(accepted.sum())
        self.counts = self.counts + token
        self.stream = stream(self.seed, done + n)

    def frame(self) -> BeatFrame:
        """The attempt and its draws, frozen."""
        return BeatFrame(
            attempt=self.attempt if self.small else None,
            choice=self.choice,
            weights=frozen(self.weights.copy()),
            name=self.name,
            counts=frozen(self.counts.copy()),
            accepted=self.accepted,
            best=self.best,
        )

    # What the controls do

    def _start(self, value: Any) -> None:
        if value not in STARTS:
            raise ValueError(f"start is {value!r:.40}; it must be one of {', '.join(STARTS)}")
        naive = value == "naive"
        self.a = np.ones(len(self.rule.p)) if naive else self.rule.a.copy()
        self._choose("p" if naive else "residual")

    def _choose(self, value: Any) -> None:
        if value not in CHOICES:
            raise ValueError(f"law is {value!r:.40}; it must be one of {', '.join(CHOICES)}")
        self.choice = value
        self._begin()

    def _accept(self, value: Any) -> None:
        token, moved = self._moved(value)
        self.a[token] = _snapped(moved, float(self.rule.a[token]))
        self._begin()

    def _weigh(self, value: Any) -> None:
        token, moved = self._moved(value)
        weights = self.weights.copy()
        weights[token] = _snapped(moved, float(self.rule.R[token]))
        if not weights.any():
            weights[token] = STEP  # the last one with any keeps some: there is no law of nothing
        self.weights, self.choice = weights, OWN
        self._begin()

    def _moved(self, value: Any) -> tuple[int, float]:
        token, moved = (value.get("token"), value.get("value")) if isinstance(value, dict) else (None, None)
        if not (_is_number(token) and token in range(len(self.a)) and _is_number(moved) and 0 <= moved <= 1):
            raise ValueError(f"a slider moved to {value!r:.60}; it takes {{token, value}}, value from 0 to 1")
        return int(token), float(moved)

    # Inside

    def _begin(self) -> None:
        """The attempt as the controls have it now, nothing drawn."""
        if self.choice != OWN:
            self.weights = np.array(self._law())
        self.attempt: Attempt = attempt(self.rule.p, self.rule.q, self.a, self.weights / self.weights.sum())
        self.name = fault_of(self.attempt) if self.small else None
        self.counts, self.accepted = np.zeros(len(self.a), np.int64), 0
        self.stream = stream(self.seed, 0)

    def _law(self) -> Law:
        p, q = self.rule.p, self.rule.q
        laws = {
            "residual": self.rule.R,
            "missing": missing(p, q, self.a),
            "p": p,
            "q": q,
            "uniform": np.full(len(p), 1 / len(p)),
        }
        return laws[self.choice]


def _snapped(value: float, mark: float) -> float:
    """The mark where the slider stands on the step next to it; its two ends are themselves."""
    return mark if 0 < value < 1 and abs(value - mark) <= STEP / 2 + 1e-9 else value


def _is_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
