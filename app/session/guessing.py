"""Predict first: what is hidden until the class has guessed, and which guesses were made.

A guess belongs to the scene, the scenario and the rule: each of these asks anew, once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.law import total_variation
from app.core.scenario import Laws

from .frame import Guess
from .stages.predicting import choices_for

SCENES = ("converge",)  # the others have questions of their own, or nothing of the kind to hide
PLACES = ("target", "draft", "between")  # where the bars may end
KEY = ("predict", "scene", "scenario", "rule")


class Guesses:
    """The guesses made since the page was opened, or since `predict` was changed."""

    def __init__(self) -> None:
        """None was made yet."""
        self._made: dict[tuple[Any, ...], Guess] = {}

    def now(self, settings: Mapping[str, Any], laws: Laws) -> Guess | None:
        """What is to be guessed under these settings, or was; None where nothing is."""
        if settings["predict"] == "none" or settings["scene"] not in SCENES:
            return None
        return self._made.get(_key(settings)) or _asked(settings, laws)

    def take(self, settings: Mapping[str, Any], laws: Laws, place: int | None) -> None:
        """Takes a guess by its place, or None to see without one; the first one counts.

        Raises ValueError where nothing is to be guessed, or nothing stands at that place.
        """
        asked = self.now(settings, laws)
        if asked is None:
            raise ValueError(
                f"guess is {place!r}, but nothing is to be guessed; set predict to bars or limit"
            )
        if place is not None and not 0 <= place < len(asked.choices):
            raise ValueError(f"guess is {place!r}; it must be from 0 to {len(asked.choices) - 1}, or null")
        if asked.open:
            self._made[_key(settings)] = Guess(asked.what, asked.choices, asked.answer, place, open=False)


def _key(settings: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(settings[name] for name in KEY)


def _asked(settings: Mapping[str, Any], laws: Laws) -> Guess:
    naive, what = settings["rule"] == "naive", settings["predict"]
    gap = total_variation(laws.p, laws.q)
    if what == "bars":
        return Guess(what, PLACES, PLACES.index("draft" if naive and gap else "target"), None, open=True)
    choices, answer = choices_for(gap if naive else 0.0, gap)
    return Guess(what, choices, answer, None, open=True)
