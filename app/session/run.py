"""One run of draws: a seed's stream, two tallies on the same drafts and coins, their curves.

The lossless tally lasts as long as p; the recent one as long as q, and gives acceptance and the naive output.
Draw i uses the uniforms 3i to 3i + 2 of the seed's stream, also after a skip; a skip has a stream of its own.
Knows no time and no settings.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from app.core.sampler import RULES, Draws, Position, skip_stream, stream
from app.core.scenario import Laws
from app.core.tally import Tally

from .frame import Draw
from .history import Curve

VERDICTS = 100  # remembered
A_TOKEN = 5  # draws remembered of each token
MOST_MARKS = 100  # changes of the draft remembered
BLOCK = 1 << 16  # draws made at a time

LOSSLESS = RULES["lossless"]


class Run:
    """Draws towards one p, with a draft q that may change on the way."""

    def __init__(self, laws: Laws, seed: int) -> None:
        """Nothing drawn yet."""
        self.seed = seed
        self.lossless = Tally.empty(len(laws.p))
        self.lossless_curve = Curve(laws.p)
        self.last: Draw | None = None
        self.by_token: dict[int, deque[Draw]] = {}
        self.marks: list[int] = []
        self._stream = stream(seed, 0)
        self._begin_draft(laws)

    def _begin_draft(self, laws: Laws) -> None:
        self.laws = laws
        self.position = Position(laws.p, laws.q)
        self.recent = Tally.empty(len(laws.p))
        self.naive_curve = Curve(laws.p)
        self.verdicts: deque[bool] = deque(maxlen=VERDICTS)
        with np.errstate(over="ignore"):
            self._ratios = np.divide(laws.p, laws.q, out=np.zeros(len(laws.p)), where=laws.q > 0).tolist()

    def change_draft(self, laws: Laws, *, move_mark: bool) -> None:
        """Goes on with another q. The lossless tally stays: its law does not depend on q. A mark says where.

        `move_mark` where the change goes on (a drag), so that it leaves one mark and not many.
        """
        n = self.lossless.draws
        if move_mark and self.marks:
            self.marks.pop()
        if n > 0 and n not in self.marks[-1:]:
            self.marks = [*self.marks, n][-MOST_MARKS:]
        self._begin_draft(laws)

    def draw(self, n: int) -> None:
        """Makes n draws."""
        for done in range(0, n, BLOCK):
            self._count(LOSSLESS.draws(self.position, min(BLOCK, n - done), self._stream))

    def skip(self, n: int) -> None:
        """Makes n draws at once, by their counts; they have no verdicts to show one by one."""
        counts = LOSSLESS.counts(self.position, n, skip_stream(self.seed, self.lossless.draws))
        lossless, recent = self.lossless.add_counts(counts), self.recent.add_counts(counts)
        self.lossless_curve.jump(self.lossless.emitted, lossless.emitted)
        self.naive_curve.jump(self.recent.drafted, recent.drafted)
        self.lossless, self.recent = lossless, recent
        self.last = None
        self.verdicts.clear()
        self._stream = stream(self.seed, lossless.draws)

    def _count(self, draws: Draws) -> None:
        self.lossless_curve.follow(self.lossless.emitted, draws.token)
        self.naive_curve.follow(self.recent.drafted, draws.draft)
        self._remember(draws, self.lossless.draws + 1)
        new = Tally.empty(len(self.laws.p)).add(draws)
        self.lossless, self.recent = self.lossless + new, self.recent + new

    def _remember(self, draws: Draws, first: int) -> None:
        self.verdicts.extend(draws.accepted[-VERDICTS:].tolist())
        correction = self.position.correction
        at = newest(draws.token, A_TOKEN)
        columns = (at, draws.draft[at], draws.coin[at], draws.accepted[at], draws.token[at])
        for i, draft, coin, accepted, token in zip(*(column.tolist() for column in columns), strict=True):
            residual = None if accepted else correction
            self.last = Draw(first + i, draft, self._ratios[draft], coin, accepted, residual, token)
            self.by_token.setdefault(token, deque(maxlen=A_TOKEN)).append(self.last)


def newest(tokens: np.ndarray, most: int) -> np.ndarray:
    """Where the last `most` occurrences of each token stand in `tokens` (n,), in order.

    >>> newest(np.array([7, 7, 3, 7, 3]), 2).tolist()
    [1, 2, 3, 4]
    """
    order = np.argsort(tokens, kind="stable")
    by_token = tokens[order]
    left = by_token.searchsorted(by_token, side="right") - np.arange(len(tokens))  # from here on, with this
    return np.sort(order[left <= most])
