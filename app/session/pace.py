"""How many draws fall due as time passes, and how far the last one has been told. Makes no draws itself."""

from __future__ import annotations

import math

DRAWS_A_SECOND = 0.4  # at speed 1; the other speeds are exact multiples
BEATS = 4
BEAT = 0.2  # of the time from one draw to the next, from one beat to the next
ROUNDING = 1e-9  # draws; credit that is so near to a whole draw is that draw


class Pace:
    """Credit in draws: the part of the next one that has passed, or 1 where it falls with the next step."""

    def __init__(self) -> None:
        """The first draw falls with the first step."""
        self.credit = 1.0

    def due(self, seconds: float, speed: int) -> int:
        """The draws that fall due in these seconds; a part of one is kept, also when the speed changes.

        Raises ValueError where `seconds` is negative or not finite.

        >>> pace = Pace()
        >>> pace.due(0.05, 1), pace.due(2.4, 1), pace.due(0.05, 1)
        (1, 0, 1)
        """
        if not (math.isfinite(seconds) and seconds >= 0):
            raise ValueError(f"{seconds} seconds cannot pass; they must be finite and from 0 up")
        self.credit += seconds * DRAWS_A_SECOND * speed
        whole = int(self.credit + ROUNDING)
        self.credit = max(0.0, self.credit - whole)
        return whole

    def at_once(self) -> None:
        """Lets the next draw fall with the next step."""
        self.credit = 1.0

    @property
    def beat(self) -> int:
        """How far the last draw is told at speed 1, from 1 to 4."""
        return min(BEATS, 1 + int(self.credit / BEAT + ROUNDING))
