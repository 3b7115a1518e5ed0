"""Logged rows of an engine: each a position with its laws p and q, what was drafted, what came out.

Three things are looked at. Do the tokens follow the p of their rows (pooled)? Is each decision the rule's
(decisions)? Do the drafts follow the q that was logged? The verdict rests on the first two; the third says
where to look. Rows are taken as independent given their laws.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from .decisions import Wrong, wrong_decisions
from .fit import FALSE_ALARM
from .pooled import Pool, PooledFit
from .row_table import Rows
from .sampler import Floats
from .source import Tokens

NAMED = 5  # rows that are named of each kind; the rest are counted


@dataclass(frozen=True)
class RowsVerdict:
    """Whether the rows are `ok`: no impossible token, no decision against the rule, p_value >= false_alarm.

    `counts` (V,) of tokens and `law` (V,), the average of p; `impossible` and `wrong` name the first rows of
    theirs, from 0; `drafts` is the fit of the drafts to q, None where none were logged.
    """

    ok: bool
    rows: int
    counts: Tokens
    law: Floats
    fit: PooledFit
    tv: float
    tv_expected: float
    tv_threshold: float
    impossible_count: int
    impossible: tuple[tuple[int, int], ...]  # (row, token)
    wrong_count: int
    wrong: tuple[Wrong, ...]
    decided: int  # decisions that were looked at
    coins: bool  # whether the coins were among them
    drafts: PooledFit | None


@dataclass
class RowsJudge:
    """Takes rows block by block and gives its verdict at any time; its memory does not grow with the rows."""

    tokens: int
    rows: int = 0
    impossible_count: int = 0
    impossible: list[tuple[int, int]] = field(default_factory=list)
    wrong_count: int = 0
    wrong: list[Wrong] = field(default_factory=list)
    decided: int = 0
    coins: bool = False

    def __post_init__(self) -> None:
        """Begins with nothing added."""
        self.pool = Pool(self.tokens)
        self.drafts: Pool | None = None

    def add(self, block: Rows) -> None:
        """Adds a block of rows over the same tokens."""
        k = np.arange(len(block.token))
        never = np.flatnonzero(block.p[k, block.token] == 0)
        self.impossible_count += len(never)
        room = NAMED - len(self.impossible)
        self.impossible += [(self.rows + int(i), int(block.token[i])) for i in never[:room]]
        self.pool.add(block.p, block.token, None if block.q is None else block.q > block.p)
        if block.q is not None and block.draft is not None:
            self.drafts = self.drafts or Pool(self.tokens)
            self.drafts.add(block.q, block.draft)
            count, named = wrong_decisions(block, self.rows, NAMED - len(self.wrong))
            self.wrong_count += count
            self.wrong += named
            self.decided += len(block.token)
            self.coins = block.coin is not None
        self.rows += len(block.token)

    def verdict(self, false_alarm: float = FALSE_ALARM) -> RowsVerdict:
        """What the rows so far say.

        Raises ValueError where there are none.
        """
        if self.rows == 0:
            raise ValueError("there are no rows; at least one is needed")
        fit = self.pool.fit()
        counts, law = self.pool.counts, self.pool.mean_law
        return RowsVerdict(
            ok=not self.impossible_count and not self.wrong_count and fit.p_value >= false_alarm,
            rows=self.rows,
            counts=counts,
            law=law,
            fit=fit,
            tv=min(1.0, float(np.abs(counts / self.rows - law).sum()) / 2),
            tv_expected=self.pool.expected_tv,
            tv_threshold=self.pool.tv_threshold(false_alarm),
            impossible_count=self.impossible_count,
            impossible=tuple(self.impossible),
            wrong_count=self.wrong_count,
            wrong=tuple(self.wrong),
            decided=self.decided,
            coins=self.coins,
            drafts=self.drafts.fit() if self.drafts else None,
        )
