"""One run of draws: a seed's stream, two tallies on the same drafts and coins, their curves. Knows no clock and no settings.

The lossless tally lasts as long as p; the recent one as long as q, and gives acceptance and the naive output. Draw i uses the uniforms
3i to 3i+2 of the seed's stream, also after a skip, and a skip uses a stream of its own.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from app.core.sampler import RULES, Draws, Position, skip_stream, stream
from app.core.scenario import Laws
from app.core.tally import Tally, tv_of

from .frame import Draw, History
from .history import Curve, next_record

REMEMBERED = 100  # verdicts
A_TOKEN = 5  # draws remembered of each token
LOOKED_AT = 500  # of the newest draws in a tick, for what is remembered


class Run:
    """Draws under one p, with q changing as it likes."""

    def __init__(self, laws: Laws, seed: int) -> None:
        """Nothing drawn yet."""
        self.laws = laws
        self.seed = seed
        self.position = Position(laws.p, laws.q)
        self.lossless = Tally.empty(len(laws.p))
        self.lossless_curve = Curve()
        self.last: Draw | None = None
        self.by_token: dict[int, deque[Draw]] = {}
        self.marks: list[int] = []
        self._stream = stream(seed)
        self._begin_recent()

    def _begin_recent(self) -> None:
        self.recent = Tally.empty(len(self.laws.p))
        self.naive_curve = Curve()
        self.verdicts: deque[bool] = deque(maxlen=REMEMBERED)

    def change_draft(self, laws: Laws, *, same_mark: bool) -> None:
        """Goes on with another q: the lossless tally stays, since its law does not depend on q; a mark says where it was."""
        self.laws = laws
        self.position = Position(laws.p, laws.q)
        n = self.lossless.draws
        if same_mark and self.marks:
            self.marks.pop()
        if n and n not in self.marks:
            self.marks.append(n)
        self._begin_recent()

    def draw(self, n: int) -> None:
        """Makes n draws."""
        if n <= 0:
            return
        draws = RULES["lossless"].draws(self.position, n, self._stream)
        first = self.lossless.draws
        self._remember(draws, first)
        done = 0
        while done < n:
            a, b = self.lossless.draws, self.recent.draws
            upto = min(n, done + next_record(a) - a, done + next_record(b) - b)
            here = slice(done, upto)
            part = Tally.empty(len(self.laws.p)).add(
                Draws(draws.draft[here], draws.coin[here], draws.accepted[here], draws.token[here], draws.proposals[here])
            )
            self.lossless, self.recent = self.lossless + part, self.recent + part
            done = upto
            if next_record(a) == self.lossless.draws:
                self.lossless_curve.record(self.lossless.draws, self._tv(self.lossless.emitted))
            if next_record(b) == self.recent.draws:
                self.naive_curve.record(self.recent.draws, self._tv(self.recent.drafted))

    def skip(self, n: int) -> None:
        """Makes n draws at once, by their counts."""
        first = self.lossless.draws
        counts = RULES["lossless"].counts(self.position, n, skip_stream(self.seed, first))
        self.lossless, self.recent = self.lossless.add_counts(counts), self.recent.add_counts(counts)
        self.lossless_curve.record(self.lossless.draws, self._tv(self.lossless.emitted), skipped=first > 0)
        self.naive_curve.record(self.recent.draws, self._tv(self.recent.drafted), skipped=self.recent.draws > n)
        self.last = None
        self.verdicts.clear()
        self._stream = stream(self.seed, self.lossless.draws)

    def _tv(self, counts: np.ndarray) -> float:
        return tv_of(counts, self.laws.p) or 0.0

    def _remember(self, draws: Draws, first: int) -> None:
        n = len(draws.draft)
        start = max(0, n - LOOKED_AT)
        self.verdicts.extend(draws.accepted[max(0, n - REMEMBERED) :].tolist())
        correction = self.position.correction
        p, q = self.laws.p, self.laws.q
        rows = zip(*(row[start:].tolist() for row in (draws.draft, draws.coin, draws.accepted, draws.token)), strict=True)
        for number, (draft, coin, accepted, token) in enumerate(rows, first + start + 1):
            with np.errstate(over="ignore"):
                ratio = float(p[draft] / q[draft])
            self.last = Draw(number, draft, ratio, coin, accepted, None if accepted else correction, token)
            self.by_token.setdefault(token, deque(maxlen=A_TOKEN)).append(self.last)

    def lossless_history(self) -> History:
        """The curve of the rule, up to now."""
        return self.lossless_curve.history(self.lossless.draws, tv_of(self.lossless.emitted, self.laws.p))

    def naive_history(self) -> History:
        """The curve of the naive output on the same drafts, since the draft changed."""
        return self.naive_curve.history(self.recent.draws, tv_of(self.recent.drafted, self.laws.p))
