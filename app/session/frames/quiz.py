"""What the quiz shows of itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class QuizFrame:
    """How many questions are solved, and how many of them at the first try."""

    answered: int
    right: int

    def state(self) -> dict[str, Any]:
        """What `lossless.state().stage` answers."""
        return {"answered": self.answered, "right": self.right}
