"""The stage of the scene `yours`: a file on its way in, and the sample that was read before it.

Nothing is drawn. What was found stays until another file was read to its end; it is judged anew when the law
changes. The file itself is not kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from app.core.example_log import KINDS, example_log, shows_fault
from app.core.intake import LARGEST_FILE, Intake, Sample, too_large
from app.core.intake_lines import BadInputError
from app.core.law import Law
from app.core.law_text import law_of_text
from app.core.rows import RowsJudge
from app.core.scenario import Laws
from app.core.test_set import make_test_set
from app.session.found import numbers_found, rows_found
from app.session.frames.yours import Found, Reading, YoursFrame
from app.session.stage import Still

LONGEST_NAME = 80  # characters of a file's name
LAW_KINDS = ("scenario", "p", "logits")
NUMBERS_KINDS = ("auto", "ids", "counts")


class YoursStage(Still):
    """Takes files by `feed`, all else by `act`."""

    def __init__(self, laws: Laws, settings: Mapping[str, Any], seed: int) -> None:  # noqa: ARG002  # as every stage
        """Nothing read yet; the scenario's p is asked for."""
        self.laws, self.seed = laws, seed
        self.law_kind, self.own_law, self.numbers_kind = "scenario", None, "auto"
        self.law_text = ""
        self.intake: Intake | None = None
        self.file, self.size = "", 0
        self.sample: Sample | None = None
        self.sample_file = ""
        self.found: Found | None = None
        self.refused: str | None = None
        self.law_refused: str | None = None
        self.test_set: str | None = None
        self.example: str | None = None

    own_law: Law | None

    def inherit(self, before: YoursStage) -> None:
        """Goes on with what was read before the laws or the scene changed; a file on its way in as well."""
        laws, seed = self.laws, self.seed
        self.__dict__.update(before.__dict__)
        self.laws, self.seed = laws, seed
        if not np.array_equal(before.laws.p, laws.p):
            self._judge()

    def act(self, name: str, value: Any) -> None:
        """Does what a control asks for; what a reader gave wrongly is told in the frame.

        Raises ValueError for a name or a value that the page cannot send.
        """
        acts: dict[str, Callable[[Any], None]] = {
            "begin": self._begin,
            "cancel": lambda _: self._stop(),
            "law-kind": self._choose_law,
            "law": self._take_law,
            "numbers-kind": self._choose_numbers,
            "test-set": lambda _: self._make_test_set(),
            "lost": self._lose,
            "example": self._make_example,
            "taken": lambda _: None,
            "forget": lambda _: self._forget(),
        }
        if name not in acts:
            super().act(name, value)
        self.test_set = self.example = None
        acts[name](value)

    def feed(self, data: bytes, *, last: bool) -> None:
        """Takes the next slice of the file that began; nothing where it was stopped or refused."""
        if self.intake is None:
            return
        try:
            self.intake.feed(data, last=last)
            if self.intake.sample is not None:
                self._take(self.intake.sample)
        except BadInputError as error:
            self._stop()
            self.refused = str(error)
            return
        if last:
            self._stop()

    def frame(self) -> YoursFrame:
        """All that can be shown of this moment."""
        reading = None if self.intake is None else Reading(self.file, self.intake.taken, self.size)
        return YoursFrame(
            law_kind=self.law_kind,
            law_given=self.own_law is not None,
            law_size=len(self.law),
            numbers_kind=self.numbers_kind,
            reading=reading,
            found=self.found,
            refused=self.refused,
            law_refused=self.law_refused,
            test_set=self.test_set,
            example=self.example,
            shows_fault=shows_fault(self.laws.p, self.laws.q),
        )

    @property
    def law(self) -> Law:
        """The law (V,) that numbers are held against."""
        if self.sample is not None and self.sample.law is not None:
            return self.sample.law
        return self.laws.p if self.law_kind == "scenario" or self.own_law is None else self.own_law

    # Inside

    def _begin(self, value: Any) -> None:
        if not isinstance(value, dict) or not isinstance(value.get("size"), int):
            raise ValueError(f"begin is {value!r:.80}; it takes a name and a size")  # noqa: TRY004  # as all bad input
        if value["size"] > LARGEST_FILE:
            self._stop()
            self.refused = str(too_large(LARGEST_FILE))
            return
        self.file, self.size = str(value.get("name", ""))[:LONGEST_NAME], value["size"]
        self.intake, self.refused = Intake(), None

    def _lose(self, why: Any) -> None:
        self._stop()
        self.refused = str(why)

    def _stop(self) -> None:
        self.intake = None

    def _forget(self) -> None:
        self._stop()
        self.sample = self.found = self.refused = None

    def _choose_law(self, value: Any) -> None:
        self.law_kind = _one_of(value, LAW_KINDS, "law-kind")
        self._take_law(self.law_text)

    def _take_law(self, value: Any) -> None:
        """Reads the text as the kind says; one that is no law is told, and there is none then."""
        self.law_text, self.own_law, self.law_refused = str(value), None, None
        if self.law_kind != "scenario" and self.law_text.strip():
            try:
                self.own_law = law_of_text(self.law_text, self.law_kind)
            except ValueError as error:
                self.law_refused = str(error)
        self._judge()

    def _choose_numbers(self, value: Any) -> None:
        self.numbers_kind = _one_of(value, NUMBERS_KINDS, "numbers-kind")
        self._judge()

    def _make_test_set(self) -> None:
        self.test_set = json.dumps(make_test_set(self.laws.p, self.laws.q, self.seed), allow_nan=False)

    def _make_example(self, value: Any) -> None:
        """A log for the page to hand in as any other file."""
        kind = _one_of(value, KINDS, "example")
        self.example = example_log(kind, self.laws.p, self.laws.q, self.seed)

    def _take(self, sample: Sample) -> None:
        """Judges a new sample; what was there stays where that cannot be done."""
        before = self.sample, self.sample_file
        self.sample, self.sample_file = sample, self.file
        try:
            self.found = self._judged()
        except ValueError as error:
            self.sample, self.sample_file = before
            raise BadInputError(str(error)) from error

    def _judge(self) -> None:
        """Judges what is there anew, as law or kind changed; says so where it no longer can be."""
        self.refused = None
        try:
            self.found = None if self.sample is None else self._judged()
        except ValueError as error:
            self.found, self.refused = None, str(error)

    def _judged(self) -> Found | None:
        """What is to be said of the sample; nothing where the law that it should follow was refused."""
        assert self.sample is not None
        data = self.sample.data
        if isinstance(data, RowsJudge):
            return rows_found(data, self.sample_file)
        if self.law_refused is not None and self.sample.law is None:
            return None
        law = self.law
        names = self.laws.names if law is self.laws.p else None
        return numbers_found(data, self.numbers_kind, law, names, self.sample_file)


def _one_of(value: Any, choices: tuple[str, ...], name: str) -> str:
    if value not in choices:
        raise ValueError(f"{name} is {value!r:.40}; it must be one of {', '.join(choices)}")
    return str(value)
