"""Four answers to choose from: where will the distance end? One is right, none is close to another."""

from __future__ import annotations

ANSWERS = 4
APART = 0.03  # at least, between two answers
RELATIVE = 0.2  # and so much of the larger one
ROUND = (0.1, 0.2, 0.4, 0.6, 0.8)  # where the laws at hand give too few


def choices_for(limit: float, gap: float) -> tuple[tuple[float, ...], int]:
    """Four rising distances, the `limit` among them, and its place; `gap` is TV(p, q), the naive one.

    >>> choices_for(0.1, 0.4)
    ((0.0, 0.1, 0.2, 0.4), 1)
    >>> choices_for(0.0, 0.0)
    ((0.0, 0.1, 0.2, 0.4), 0)
    """
    chosen = [limit]
    for one in (0.0, gap, gap / 2, limit / 2, 2 * limit, *ROUND):
        if len(chosen) < ANSWERS and one <= 1 and all(_apart(one, other) for other in chosen):
            chosen.append(one)
    rising = tuple(sorted(chosen))
    return rising, rising.index(limit)


def _apart(one: float, other: float) -> bool:
    return abs(one - other) >= max(APART, RELATIVE * max(one, other))
