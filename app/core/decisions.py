"""Decisions in logged rows that the rule cannot have made. Certain, so no statistics.

The rule keeps draft x where u q(x) < p(x), emits it then, and otherwise a token with p > q. Without a coin
only what no coin could have done is found. Numbers closer than a millionth are let pass: engines count in
single precision.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .row_table import Rows
from .sampler import Flags

CLOSE = 1e-6  # relative
KINDS = ("kept", "rejected", "changed", "outside", "undrafted")


@dataclass(frozen=True)
class Wrong:
    """A row (from 0) with a decision against the rule; `ratio` is min(1, p/q) of its draft.

    `coin` is None where none was logged. Kinds: `kept` or `rejected` against the coin; `changed`: kept, but
    another token came out; `outside`: rejected, and out came a token that the residual lacks; `undrafted`: q
    cannot propose the draft.
    """

    row: int
    kind: str
    draft: int
    token: int
    ratio: float
    coin: float | None


def wrong_decisions(rows: Rows, first: int, named: int) -> tuple[int, list[Wrong]]:
    """How many of the rows have a wrong decision, and the first `named` of them; `first` is row 0's number.

    >>> from app.core.row_table import as_rows
    >>> W = {"p": [[0.5, 0.3, 0.2]], "q": [[0.2, 0.2, 0.6]]}
    >>> wrong_decisions(as_rows(W | {"draft": [2], "coin": [0.9], "token": [2]}), 0, 1)[1][0].kind
    'kept'
    """
    found = {kind: np.flatnonzero(flags) for kind, flags in _found(rows).items()}
    everywhere = sorted((int(i), kind) for kind, where in found.items() for i in where[: max(0, named)])
    some: dict[int, str] = {}
    for i, kind in everywhere:
        some.setdefault(i, kind)
    chosen = sorted(some.items())[: max(0, named)]
    count = len(np.unique(np.concatenate(list(found.values()))))
    return count, [_named(rows, i, kind, first) for i, kind in chosen]


def _found(rows: Rows) -> dict[str, Flags]:
    """By kind which rows are wrong, (k,)."""
    assert rows.q is not None
    assert rows.draft is not None
    k = np.arange(len(rows.token))
    p, q = rows.p[k, rows.draft], rows.q[k, rows.draft]
    accepted = rows.token == rows.draft if rows.accepted is None else rows.accepted
    proposed = q > 0
    if rows.coin is None:
        kept, rejected = accepted & (p == 0), ~accepted & (q <= p * (1 - CLOSE))
    else:
        level = rows.coin * q
        clear = np.abs(level - p) > CLOSE * np.maximum(level, p)
        kept, rejected = accepted & (level >= p) & (clear | (p == 0)), ~accepted & (level < p) & clear
    here_p, here_q = rows.p[k, rows.token], rows.q[k, rows.token]
    return {
        "kept": kept & proposed,
        "rejected": rejected & proposed,
        "changed": accepted & (rows.token != rows.draft),
        "outside": ~accepted & (here_p < here_q * (1 - CLOSE)),
        "undrafted": ~proposed,
    }


def _named(rows: Rows, i: int, kind: str, first: int) -> Wrong:
    assert rows.q is not None
    assert rows.draft is not None
    x = int(rows.draft[i])
    p, q = float(rows.p[i, x]), float(rows.q[i, x])
    coin = None if rows.coin is None else float(rows.coin[i])
    return Wrong(first + i, kind, x, int(rows.token[i]), min(1.0, p / q) if q > 0 else 1.0, coin)
