"""The scene `quiz` on screen: gives the questions to static/page/scene-quiz.js, which asks them."""

from __future__ import annotations

from typing import Any

from bokeh.models import Plot

from app.lesson.quiz import QUESTIONS
from app.session.frame import Frame
from app.text.catalog import Catalog

from .charts import Restyle


class QuizView:
    """Has no figures and nothing that changes."""

    def __init__(self, restyle: Restyle, catalog: Catalog) -> None:
        """Keeps nothing."""

    @property
    def figures(self) -> tuple[Plot, ...]:
        """None."""
        return ()

    def show(self, frame: Frame) -> dict[str, Any]:  # noqa: ARG002  # as every view is asked
        """How many questions there are."""
        return {"of": len(QUESTIONS)}


def questions(catalog: Catalog) -> list[dict[str, Any]]:
    """The questions for the page, as JSON-able data with their words."""
    return [
        {
            "id": question.id,
            "text": catalog.text(f"quiz.{question.id}"),
            "answers": [
                {
                    "id": answer.id,
                    "right": answer.right,
                    "text": catalog.text(f"quiz.{question.id}-{answer.id}"),
                    "why": catalog.text(f"quiz.{question.id}-{answer.id}-why"),
                    "see": dict(answer.see),
                }
                for answer in question.answers
            ],
        }
        for question in QUESTIONS
    ]
