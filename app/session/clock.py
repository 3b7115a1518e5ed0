"""Turns timestamps into seconds that passed. Time while suspended (a hidden tab) does not count, and comes back without a burst."""

from __future__ import annotations


class Clock:
    """Seconds between two calls of `tick`, as far as the clock ran."""

    def __init__(self, now: float) -> None:
        """Starts at `now` (seconds, of any monotonic source)."""
        self.suspended = False
        self._last: float | None = now

    def tick(self, now: float) -> float:
        """Seconds since the last tick that count; never negative."""
        last, self._last = self._last, now
        if self.suspended or last is None:
            return 0.0
        return max(0.0, now - last)

    def suspend(self) -> None:
        """From here on nothing counts."""
        self.suspended = True

    def resume(self) -> None:
        """Counts again, from the next tick on."""
        if self.suspended:
            self.suspended = False
            self._last = None
