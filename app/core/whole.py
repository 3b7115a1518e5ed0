"""Whole numbers that a caller gives: how many draws, drafts, runs."""

from __future__ import annotations

import operator
from typing import SupportsIndex


def as_whole(
    value: SupportsIndex | float,
    least: int,
    name: str,
    *,
    most: int | None = None,
    of: str | None = None,
    written: bool = False,
) -> int:
    """The value as an int; `of` is the plural noun that it counts.

    Raises ValueError naming it where it is no integer of Python's or numpy's, or not from `least` to `most`.
    A float is none, even 2.0, for what was computed as one may be near a whole number and not it; but where
    formulas take an n that people write, as 1e4, a float that is whole is taken (`written`).

    >>> as_whole(3, 1, "gamma", of="drafts")
    3
    >>> as_whole(0, 1, "gamma", of="drafts")
    Traceback (most recent call last):
    ValueError: gamma is 0; it must be a whole number of drafts, at least 1
    >>> as_whole(1e4, 1, "n", written=True)
    10000
    >>> as_whole(9, 0, "n", most=8)
    Traceback (most recent call last):
    ValueError: n is 9; it must be a whole number, at least 0 and at most 8
    """
    if written and isinstance(value, float) and value.is_integer():
        value = int(value)
    try:
        number = None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or number < least or (most is not None and number > most):
        counted = "" if of is None else f" of {of}"
        limit = "" if most is None else f" and at most {most}"
        raise ValueError(
            f"{name} is {value!r:.80}; it must be a whole number{counted}, at least {least}{limit}"
        )
    return number
