"""The scene `cycles`: a text written by cycles of drafts, and what is counted of them.

The Markov example writes a fresh text a cycle, and many cycles at once; the word model goes on with one text.
The cycles are the same however ticks and skips cut them: each takes so many uniforms of the seed's stream.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from app.core.scenario import Laws
from app.session.frames.cycles import CyclesFrame
from app.session.stage import Still

from .cycle_counts import Counting
from .cycle_writers import Writer, writer_of

SKIPPED_AT_ONCE = 1_000  # cycles of a skip that are there with its answer


class CyclesStage(Still):
    """Writes cycles as they fall due, and counts them."""

    restarts = frozenset({"gamma", "model", "verifier", "keep_going"})
    draws_a_draw = 0.5  # speed 1 is one cycle in 5 s, speed 500 a hundred a second

    def __init__(self, laws: Laws, settings: Mapping[str, Any], seed: int) -> None:  # noqa: ARG002  # a Make
        """Nothing written yet."""
        self.settings = {name: settings[name] for name in ("gamma", "model", "verifier", "keep_going")}
        self.writer: Writer = writer_of(settings, seed)
        self.counting = Counting(self.writer.gamma, self.writer.size)
        self.owed = 0
        self.eight = False

    def draw(self, n: int) -> None:
        """Writes n cycles."""
        self.counting.add(self.writer.write(n))

    def skip(self, n: int) -> None:
        """Writes n cycles: the first thousand now, the rest in the background."""
        self.draw(min(n, SKIPPED_AT_ONCE))
        self.owed += max(0, n - SKIPPED_AT_ONCE)

    def work(self, budget: float) -> bool:
        """Writes what is owed of a skip."""
        end = time.perf_counter() + budget
        while self.owed:
            at_once = min(self.owed, self.writer.at_once)
            self.draw(at_once)
            self.owed -= at_once
            if time.perf_counter() >= end:
                return True
        return False

    def act(self, name: str, value: Any) -> None:
        """`eight`, without a value, shows or hides the lesson's eight cycles.

        Raises ValueError for anything else.
        """
        if name != "eight" or value is not None:
            super().act(name, value)
        self.eight = not self.eight

    def frame(self) -> CyclesFrame:
        """All that can be shown of this moment."""
        return CyclesFrame(
            **self.settings,
            **self.counting.shown(),
            told=self.writer.told(),
            owed=self.owed,
            eight=self.eight,
        )
