"""Whether two pictures of the scene `converge` look the same, so that one need not be drawn over the other.

While draws fly by, many ticks move bars and lines by less than half a pixel, and to draw a canvas again is
the dearest thing the page does. Knows no sizes of screens: UNSEEN is a share of a chart's height or width.
"""

from __future__ import annotations

from dataclasses import fields
from math import log10

import numpy as np

from .converge import Bars, Curve, Jumps, Line, values

UNSEEN = 1 / 1000  # of a chart, whose height is 500 pixels or less but on the largest screens
MOVING = {"kept", "corrected", "draws"}  # of the bars, while draws are made and none is told
GROWING = {"lossless", "naive"}  # of the curve, the same


def only_moved(old: Bars, new: Bars) -> bool:
    """Whether nothing but the heights of what came out differs."""
    return _same_but(old, new, MOVING) and (old.draws > 0) == (new.draws > 0)


def same_bars(old: Bars, new: Bars) -> bool:
    """Whether no bar has moved by half a pixel and all else is as it was."""
    if not only_moved(old, new):
        return False
    before, after = old.kept + old.corrected, new.kept + new.corrected
    if new.values_shown and values(before) != values(after):
        return False
    moved = max(np.abs(new.kept - old.kept).max(), np.abs(after - before).max())
    return bool(moved < UNSEEN * new.top and ((old.corrected > 0) == (new.corrected > 0)).all())


def only_grown(old: Curve, new: Curve) -> bool:
    """Whether nothing but the two growing lines differs."""
    return _same_but(old, new, GROWING)


def same_lines(old: Curve, new: Curve) -> bool:
    """Whether neither growing line has another point, nor its end moved by half a pixel."""
    return all(_same_line(old, new, name) for name in GROWING)


def _same_line(old: Curve, new: Curve, name: str) -> bool:
    before, after = getattr(old, name), getattr(new, name)
    if len(before.n) != len(after.n):
        return False
    if len(after.n) == 0:
        return True
    n, tv = (np.array([row[-1] for row in rows]) for rows in ((before.n, after.n), (before.tv, after.tv)))
    along = log10(n[1] / n[0]) / log10(new.x_end)
    up = np.log(tv[1] / tv[0]) / np.log(new.floor) if new.scale == "log" else tv[1] - tv[0]
    inner = slice(0, -1)
    return bool(
        abs(along) < UNSEEN
        and abs(up) < UNSEEN
        and np.array_equal(before.n[inner], after.n[inner], equal_nan=True)
        and np.array_equal(before.tv[inner], after.tv[inner], equal_nan=True)
    )


def _same_but(old: Bars | Curve, new: Bars | Curve, names: set[str]) -> bool:
    rest = [one.name for one in fields(new) if one.name not in names]
    return all(_same(getattr(old, name), getattr(new, name)) for name in rest)


def _same(old: object, new: object) -> bool:
    if isinstance(new, np.ndarray):
        return isinstance(old, np.ndarray) and np.array_equal(old, new, equal_nan=True)
    if isinstance(new, Line | Jumps):
        return all(_same(getattr(old, one.name), getattr(new, one.name)) for one in fields(new))
    return bool(old == new)
