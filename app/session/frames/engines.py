"""What the scene `engines` shows of a run: what was asked for, what theory says comes out, what came out."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from app.core.faults import Showing
from app.core.fit import Verdict, judge
from app.core.tally import tv_of
from app.session.frame import History


@dataclass(frozen=True, eq=False)
class Question:
    """Where will the distance end? `choices` rise and hold the answer; a look-alike has none, but two sides.

    `vote` is None until somebody chose; `open` while theory's answer is hidden.
    """

    choices: tuple[float, ...]
    answer: int
    vote: int | None
    open: bool


@dataclass(frozen=True, eq=False)
class EnginesFrame:
    """An engine and its run, over tokens or, in a chain, over pairs of tokens, arrays (V,).

    `p` and `q` are what the engine runs on, `asked` the law asked for; in a chain p is None and q is what the
    draft alone would write. `law` and `showing` are None where the engine does not come to an end; so is
    `accepted`, the share of drafts kept, and in a chain.
    """

    id: str
    group: str
    names: tuple[str, ...]
    asked: np.ndarray
    p: np.ndarray | None
    q: np.ndarray
    law: np.ndarray | None
    showing: Showing | None
    accepted: float | None
    counts: np.ndarray
    curve: History
    question: Question

    @property
    def draws(self) -> int:
        """How many tokens, or pairs, came out."""
        return int(self.counts.sum())

    @property
    def tv(self) -> float | None:
        """TV(empirical, asked); None before the first draw."""
        return tv_of(self.counts, self.asked)

    @property
    def limit(self) -> float | None:
        """Where that distance ends; None where there is no end."""
        return None if self.showing is None else self.showing.tv

    @cached_property
    def verdict(self) -> Verdict | None:
        """What `judge` says of the run so far; None before the first draw."""
        return judge(self.counts, self.asked) if self.draws else None

    def state(self) -> dict[str, Any]:
        """The run as data; `limit`, `law` and `draws_needed` are there also while the question is open."""
        needed = None if self.showing is None else self.showing.draws
        verdict = self.verdict
        return {
            "fault": self.id,
            "group": self.group,
            "draws": self.draws,
            "counts": self.counts.tolist(),
            "asked": self.asked.tolist(),
            "law": None if self.law is None else self.law.tolist(),
            "tv": self.tv,
            "limit": self.limit,
            "draws_needed": needed if needed is not None and math.isfinite(needed) else None,
            "vote": self.question.vote,
            "predicted": not self.question.open,
            "verdict": None
            if verdict is None
            else {
                "ok": verdict.ok,
                "chi2": verdict.chi2,
                "p_value": verdict.p_value,
                "impossible": list(verdict.impossible),
            },
        }
