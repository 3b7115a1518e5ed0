"""A number with its noun, for the errors that a reader sees."""

from __future__ import annotations


def amount(n: int, noun: str) -> str:
    """The number with the noun that it counts.

    >>> amount(1, "token"), amount(1200, "token")
    ('1 token', '1,200 tokens')
    """
    return f"{n:,} {noun}{'' if n == 1 else 's'}"
