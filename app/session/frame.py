"""What a session shows of itself at one moment: frozen records that pictures read.

Arrays are read-only and never change later, and records that hold them are compared as objects. Nothing is
stored that can be derived from the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from app.core.scenario import Laws
from app.core.tally import Tally


class StageFrame(Protocol):
    """What a scene's own stage shows of itself: a frozen record."""

    def state(self) -> dict[str, Any]:
        """What `lossless.state().stage` answers, as JSON-able data."""


@dataclass(frozen=True)
class Note:
    """A remark for the reader: the text `note.<key>` of the catalog with these slots."""

    key: str
    slots: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Guess:
    """What is hidden until it was guessed (`what`: "bars" or "limit"), while `open`.

    `choices` are what can be guessed: for the bars "target", "draft" or "between", for the limit distances.
    `answer` is the place of the right one, `choice` that of the one guessed, None where none was.
    """

    what: str
    choices: tuple[str | float, ...]
    answer: int
    choice: int | None
    open: bool


@dataclass(frozen=True, eq=False)
class Draw:
    """One draw by the lossless rule; `number` counts from 1, `ratio` is p(x)/q(x) of the drafted token.

    `residual` is the law (V,) that the correction was drawn from; None where none was made.
    """

    number: int
    draft: int
    ratio: float
    coin: float
    accepted: bool
    residual: np.ndarray | None
    token: int


@dataclass(frozen=True, eq=False)
class History:
    """TV(empirical, p) after n draws, arrays (k,); `dashed` where the way to this point was skipped."""

    n: np.ndarray
    tv: np.ndarray
    dashed: np.ndarray


@dataclass(frozen=True, eq=False)
class Band:
    """The middle 95 % of TV for n exact samples, arrays (k,)."""

    n: np.ndarray
    low: np.ndarray
    high: np.ndarray


@dataclass(frozen=True, eq=False)
class Frame:
    """Everything that can be shown. `settings` are those of an address, `play` among them.

    `lossless` counts since the run began, `recent` since the draft changed: acceptance, and the naive output
    on the same drafts. Each curve is over the draws of its own tally; `marks` are the lossless draws at which
    the draft changed. `last` is None before the first draw and after a skip. `stage` is the record of a scene
    that has draws of its own (app/session/frames), else None. `guess` is None where nothing is to be guessed.
    """

    laws: Laws
    settings: Mapping[str, Any]
    lossless: Tally
    recent: Tally
    lossless_curve: History
    naive_curve: History
    ghost: History | None
    marks: tuple[int, ...]
    last: Draw | None
    last_accepted: np.ndarray  # (up to 100,), newest last
    by_token: Mapping[int, tuple[Draw, ...]]  # the last 5 draws that gave a token, newest last
    beat: int
    band: Band | None
    notes: tuple[Note, ...]
    stage: StageFrame | None = None
    guess: Guess | None = None

    @property
    def scenario_id(self) -> str:
        """The scenario's name in addresses; "own" for laws made by hand."""
        return str(self.settings["scenario"])

    @property
    def seed(self) -> int:
        """Of the run's draws."""
        return int(self.settings["seed"])

    @property
    def playing(self) -> bool:
        """Whether time makes draws."""
        return bool(self.settings["play"])

    @property
    def narrated(self) -> bool:
        """Whether the last draw is told by itself: all but a run too quick for it."""
        return not self.playing or self.settings["speed"] == 1
