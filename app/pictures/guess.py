"""Predict first, in words: what is asked, the choices, and what is said after the guess."""

from __future__ import annotations

from typing import Any

from app.session.frame import Frame, Guess
from app.text.catalog import Catalog
from app.text.numbers import probability

from .converge import bias_shown
from .shown import SAME, limit, verdict


def guess_shown(frame: Frame, catalog: Catalog) -> dict[str, Any] | None:
    """The words of the guess as JSON-able data; None where nothing is to be guessed.

    `said` is empty while it is open, and where the laws have changed so much that it is no longer true.
    """
    guess = frame.guess
    if guess is None:
        return None
    naive = "-naive" if verdict(frame) == "naive" else ""
    choices = [_choice(one, catalog) for one in guess.choices]
    said = []
    if not guess.open and _holds(guess, frame):
        said = [] if guess.choice is None else [catalog.text("guess.said", choice=choices[guess.choice])]
        said.append(_ends(guess, frame, catalog))
    return {
        "what": guess.what,
        "open": guess.open,
        "title": catalog.text(f"guess.{guess.what}{naive}"),
        "choices": choices,
        "choice": guess.choice,
        "said": " ".join(said),
    }


def _choice(one: str | float, catalog: Catalog) -> str:
    if isinstance(one, str):
        return catalog.text(f"guess.{one}")
    return probability(one) if one >= SAME else catalog.text("guess.zero")


def _holds(guess: Guess, frame: Frame) -> bool:
    answer = guess.choices[guess.answer]
    return isinstance(answer, str) or abs(answer - limit(frame)) < SAME


def _ends(guess: Guess, frame: Frame, catalog: Catalog) -> str:
    answer = guess.choices[guess.answer]
    if isinstance(answer, str):
        return catalog.text(f"guess.ends-{answer}")
    if answer < SAME:
        return catalog.text("guess.ends-zero")
    return catalog.text("guess.ends", limit=bias_shown(frame))
