"""Turns timestamps into seconds that passed. Reads no clock: the time is told to it.

Time while suspended (a hidden tab) does not count, nor does a gap in which the machine must have slept, so
that nothing comes back with a burst.
"""

from __future__ import annotations

ASLEEP = 10.0  # s between two ticks; a tick that is merely slow takes less


class Clock:
    """Seconds between two calls of `tick`, as far as the clock ran."""

    def __init__(self, now: float) -> None:
        """Starts at `now`, in seconds of any steady source."""
        self.suspended = False
        self._last = now
        self._resumed = False

    def tick(self, now: float) -> float:
        """Seconds since the last tick that count, from 0 up.

        >>> clock = Clock(100.0)
        >>> clock.tick(100.5)
        0.5
        """
        passed, self._last = now - self._last, now
        counts = not self.suspended and not self._resumed and 0 <= passed <= ASLEEP
        self._resumed = False
        return passed if counts else 0.0

    def suspend(self) -> None:
        """From the last tick on nothing counts."""
        self.suspended = True

    def resume(self) -> None:
        """Counts again, from the next tick on."""
        self._resumed = self._resumed or self.suspended
        self.suspended = False
