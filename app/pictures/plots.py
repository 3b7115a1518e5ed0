"""What the plots of the other scenes are drawn from: columns of bars, lines over a number. Records, no maths.

A series is named once, where its view is built (app/views/plots.py); a picture gives its values by that name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Values = Any  # a sequence or an array of numbers


@dataclass(frozen=True)
class Columns:
    """One column a name; `heights` (V,) by series, NaN where a bar is missing; `texts` stand above them.

    Where there is no room for `texts`, `briefs` take their place, if there are any.
    """

    names: tuple[str, ...]
    heights: Mapping[str, Values]
    top: float
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    briefs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lit: tuple[int, ...] = ()  # columns on a washed ground
    faint: frozenset[str] = frozenset()  # series that stand back


@dataclass(frozen=True)
class Path:
    """Points (k,) of one line in order; NaN breaks it."""

    x: Values
    y: Values


@dataclass(frozen=True)
class Area:
    """What lies between `low` and `high`, (k,)."""

    x: Values
    low: Values
    high: Values


NOTHING = Path((), ())
TALLEST = 1.1  # top of an axis of shares whose bars carry numbers, so that a bar of 1 has room for its own
NO_AREA = Area((), (), ())


@dataclass(frozen=True)
class Lines:
    """Lines by series, on axes from `start` to `end` and from 0 to `top`; `ticks` with their words."""

    paths: Mapping[str, Path]
    start: float
    end: float
    top: float
    ticks: Mapping[float, str]
    areas: Mapping[str, Area] = field(default_factory=dict)
    faint: frozenset[str] = frozenset()  # lines that stand back


def draws_end(longest: int, first: int = 1000) -> int:
    """Where a logarithmic axis of draws ends so that `longest` stands inside: a power of ten.

    >>> draws_end(12), draws_end(1000)
    (1000, 10000)
    """
    end = first
    while end <= longest:
        end *= 10
    return end


def top_of(*heights: Values, air: float = 1.12, step: float = 0.05, most: float = 1.0) -> float:
    """Top of an axis for these heights: some air above the highest, in whole steps, at most `most`.

    >>> top_of([0.3, 0.5], [0.2]), top_of([1.0])
    (0.6, 1.0)
    """
    highest = max((float(np.nanmax(one)) for one in heights if len(one)), default=0.0)
    return min(most, max(step, round(float(np.ceil(highest * air / step - 1e-9)) * step, 10)))
