"""How long the bench may take: how often each thing is done, and when to stop repeating it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """What one call of the bench does."""

    runs: int  # of everything that is repeated
    window: float  # seconds in which frames and long tasks are counted
    minutes: float  # between the start at 500x and the second look at the heaps
    hurry: float  # share of its usual time that a bench may take
    rates: tuple[int, ...] = (10, 30, 100)  # Mbit/s of the slow links
    starts: tuple[int, int, int] = (50, 20, 20)  # cold, in a row: Chromium, Firefox, WebKit

    def rounds(self, seconds: float) -> Iterator[int]:
        """Numbers of the rounds: at least one, none begun after `seconds` (in a hurry: their share).

        >>> list(Plan(runs=3, window=1, minutes=1, hurry=1).rounds(60))
        [0, 1, 2]
        """
        end = time.monotonic() + seconds * self.hurry
        for number in range(self.runs):
            if number and time.monotonic() > end:
                return
            yield number


USUAL = Plan(runs=5, window=60, minutes=3, hurry=1)
QUICK = Plan(runs=1, window=10, minutes=0.5, hurry=0.1, rates=(30, 100), starts=(3, 3, 3))
LONG = Plan(runs=5, window=60, minutes=30, hurry=1)
