"""The quiz's own state: how many questions the page says were answered, which asks them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.scenario import Laws
from app.lesson.quiz import QUESTIONS
from app.session.frames.quiz import QuizFrame
from app.session.stage import Still


class QuizStage(Still):
    """Counts what the page tells it."""

    def __init__(self, laws: Laws, settings: Mapping[str, Any], seed: int) -> None:
        """Nothing answered; the laws do not matter."""
        del laws, settings, seed
        self.answered = self.right = 0

    def act(self, name: str, value: Any) -> None:
        """`answered` tells how many questions are solved, and how many of them at the first try.

        Raises ValueError for another name, or numbers that cannot be.
        """
        if name != "answered":
            super().act(name, value)
        told = value if isinstance(value, Mapping) else {}
        answered, right = told.get("answered"), told.get("right")
        most = len(QUESTIONS)
        if type(answered) is not int or type(right) is not int or not 0 <= right <= answered <= most:
            raise ValueError(f"answered is {value!r:.40}; it must hold answered and right, up to {most}")
        self.answered, self.right = answered, right

    def frame(self) -> QuizFrame:
        """The numbers."""
        return QuizFrame(self.answered, self.right)
