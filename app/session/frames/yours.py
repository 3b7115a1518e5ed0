"""What the scene `yours` shows of itself: which law is asked for, what is being read, what was found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from app.core.fit import Verdict
from app.core.power import Off, Sight
from app.core.rows import RowsVerdict


@dataclass(frozen=True)
class Reading:
    """A file on its way in: bytes taken of its size."""

    name: str
    taken: int
    size: int


@dataclass(frozen=True, eq=False)
class Found:
    """A judged sample: kind "ids", "counts" or "rows", counts (V,) and the law (V,) they are held against.

    `verdict` is that of numbers or that of rows; `chance` is the middle 95 % of TV, None where it was not
    simulated; `names` are the tokens'.
    """

    file: str
    kind: str
    names: tuple[str, ...]
    counts: np.ndarray
    law: np.ndarray
    verdict: Verdict | RowsVerdict
    off: tuple[Off, ...]
    sight: Sight
    chance: tuple[float, float] | None
    false_alarm: float

    @property
    def n(self) -> int:
        """How many tokens came out."""
        return int(self.counts.sum())


@dataclass(frozen=True, eq=False)
class YoursFrame:
    """All of the scene; `law_kind` is "scenario", "p" or "logits".

    `refused` says why the last input was, `law_refused` why the last law was. Once it was asked for,
    `test_set` is JSON for the page to save, and `example` a log for it to hand in.
    """

    law_kind: str
    law_given: bool  # whether it is one's own
    law_size: int
    numbers_kind: str
    reading: Reading | None
    found: Found | None
    refused: str | None
    law_refused: str | None
    test_set: str | None
    example: str | None
    shows_fault: bool  # whether an example that is broken can show it under these laws

    def state(self) -> dict[str, Any]:
        """What `lossless.state().stage` answers, as JSON-able data."""
        found = self.found
        return {
            "reading": None if self.reading is None else self.reading.taken,
            "refused": self.refused,
            "kind": None if found is None else found.kind,
            "n": None if found is None else found.n,
            "ok": None if found is None else found.verdict.ok,
            "tv": None if found is None else found.verdict.tv,
        }
