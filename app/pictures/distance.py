"""TV over draws, for the scenes with draws of their own: the axis, a curve with its skips, its limit."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from app.session.frame import History
from app.text.numbers import power, whole

from .plots import NOTHING, Path, draws_end

PLAIN_TO = 100_000  # draws that the axis writes out


def axis(histories: Iterable[History]) -> tuple[int, dict[float, str]]:
    """Where the logarithmic axis of draws ends, and its ticks.

    >>> axis([])
    (1000, {1.0: '1', 10.0: '10', 100.0: '100', 1000.0: '1,000'})
    """
    end = draws_end(max([1, *(int(one.n[-1]) for one in histories if len(one.n))]))
    ticks = [10**k for k in range(len(str(end)))]
    return end, {float(n): whole(n) if n < PLAIN_TO else power(n) for n in ticks}


def curve(history: History) -> Path:
    """The curve, broken where draws were skipped."""
    broken = np.flatnonzero(history.dashed[1:]) + 1
    return Path(np.insert(history.n.astype(float), broken, np.nan), np.insert(history.tv, broken, np.nan))


def jumps(histories: Iterable[History]) -> Path:
    """The ways that were skipped, one after the other."""
    ends = [(one, i) for one in histories for i in (np.flatnonzero(one.dashed[1:]) + 1).tolist()]
    x = [value for one, i in ends for value in (float(one.n[i - 1]), float(one.n[i]), np.nan)]
    y = [value for one, i in ends for value in (one.tv[i - 1], one.tv[i], np.nan)]
    return Path(np.array(x, float), np.array(y, float))


def tip(history: History) -> Path:
    """The last point; none before the first draw."""
    return Path(history.n[-1:].astype(float), history.tv[-1:])


def lone(history: History) -> Path:
    """The last point where no line leads to it: the first of all, or the end of a skip. A point is dear."""
    n = len(history.n)
    return tip(history) if n == 1 or (n and history.dashed[-1]) else NOTHING


def level(height: float, end: float) -> Path:
    """A horizontal line over the whole axis."""
    return Path(np.array([1.0, end]), np.full(2, height))
