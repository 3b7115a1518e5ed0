"""A block of logged rows as arrays, validated: an error names the row and what was expected of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .amount import amount
from .law import frozen
from .sampler import Flags, Floats
from .source import Tokens

MOST_ROW_TOKENS = 512  # of a row's law; the pooled test keeps V^2 numbers
SUM_IN_LOGS = 1e-4  # a logged law's sum may be off by this much, as logs are rounded; it is divided away
FIELDS = ("p", "q", "draft", "coin", "accepted", "token")


class BadRowError(ValueError):
    """A row that cannot be: `row` counts from 0 in its block."""

    def __init__(self, row: int, why: str) -> None:
        """Row and reason; the reader of the file knows the line."""
        super().__init__(why)
        self.row = row


@dataclass(frozen=True)
class Rows:
    """k positions: laws p (k, V) and the token (k,) that came out; the rest None where it was not logged."""

    p: Floats
    token: Tokens
    q: Floats | None = None
    draft: Tokens | None = None
    coin: Floats | None = None
    accepted: Flags | None = None


def as_rows(columns: Mapping[str, Any]) -> Rows:
    """Rows from raw columns by the names of FIELDS: laws (k, V), the rest (k,).

    Raises BadRowError naming the first row with a law that is none, a token beyond its law, a coin outside
    [0, 1), or an `accepted` other than 0 and 1.

    >>> as_rows({"p": [[0.5, 0.5]], "token": [1]}).token
    array([1])
    >>> as_rows({"p": [[0.5, 0.5]], "token": [7]})
    Traceback (most recent call last):
    app.core.row_table.BadRowError: token is 7; with 2 tokens it must be a whole number from 0 to 1
    """
    p = _laws(columns["p"], "p")
    tokens = p.shape[1]
    q = _laws(columns["q"], "q") if "q" in columns else None
    if q is not None and q.shape != p.shape:
        raise BadRowError(
            0, f"q has {amount(q.shape[1], 'token')} and p has {tokens}; both need a number a token"
        )
    draft = _ids(columns["draft"], "draft", tokens) if "draft" in columns else None
    coin = _between(columns["coin"], "coin", "[0, 1)") if "coin" in columns else None
    accepted = _flags(columns["accepted"]) if "accepted" in columns else None
    return Rows(p, _ids(columns["token"], "token", tokens), q, draft, coin, accepted)


def _numbers(values: Any, name: str, dimensions: int) -> Floats:
    try:
        given = np.asarray(values, np.float64)
    except (TypeError, ValueError, OverflowError):
        given = np.zeros(())
    if given.ndim == dimensions:
        return given
    row = next((i for i, one in enumerate(values) if not _alike(one, values[0], dimensions)), 0)
    length = _length(values[0])
    wanted = (
        "a number" if dimensions == 1 else f"a list of {amount(length, 'number') if length else 'numbers'}"
    )
    raise BadRowError(row, f"{name} is {str(values[row])[:60]!r}; it must be {wanted}")


def _alike(one: Any, first: Any, dimensions: int) -> bool:
    try:
        return np.asarray(one, np.float64).shape == ((_length(first),) if dimensions == 2 else ())
    except (TypeError, ValueError, OverflowError):
        return False


def _length(one: Any) -> int:
    return len(one) if isinstance(one, list | np.ndarray) else 0


def _laws(values: Any, name: str) -> Floats:
    longest = _length(values[0])
    if longest > MOST_ROW_TOKENS:
        raise BadRowError(
            0,
            f"{name} has {longest:,} tokens; rows can have {MOST_ROW_TOKENS}:"
            " log the most probable ones and sum up the rest as one",
        )
    laws = _numbers(values, name, 2)
    if laws.shape[1] == 0:
        raise BadRowError(0, f"{name} is empty; it needs a probability for every token")
    _first(
        ~(np.isfinite(laws) & (laws >= 0)).all(axis=1),
        lambda i: f"{name} is {_list(laws[i])}; probabilities are finite numbers from 0 up",
    )
    with np.errstate(over="ignore"):
        totals = laws.sum(axis=1)
    _first(
        ~(np.abs(totals - 1) <= SUM_IN_LOGS),
        lambda i: f"{name} sums to {totals[i]:.6g}; each law must sum to 1",
    )
    return frozen(laws / totals[:, None])


def _ids(values: Any, name: str, tokens: int) -> Tokens:
    ids = _numbers(values, name, 1)
    _first(
        ~((ids >= 0) & (ids < tokens) & (ids == np.floor(ids))),
        lambda i: (
            f"{name} is {ids[i]:g}; with {amount(tokens, 'token')} it must be"
            f" a whole number from 0 to {tokens - 1}"
        ),
    )
    return frozen(ids.astype(np.int64))


def _between(values: Any, name: str, wanted: str) -> Floats:
    numbers = _numbers(values, name, 1)
    _first(~((numbers >= 0) & (numbers < 1)), lambda i: f"{name} is {numbers[i]:g}; it must be in {wanted}")
    return numbers


def _flags(values: Any) -> Flags:
    flags = _numbers(values, "accepted", 1)
    _first(
        ~np.isin(flags, (0, 1)), lambda i: f"accepted is {flags[i]:g}; it must be 0 or 1, or true or false"
    )
    taken: Flags = flags == 1
    return taken


def _first(wrong: Any, why: Any) -> None:
    """Raises for the first row that is wrong."""
    if wrong.any():
        row = int(wrong.argmax())
        raise BadRowError(row, why(row))


def _list(law: Floats) -> str:
    return f"[{', '.join(f'{x:g}' for x in law[:4])}{', ...' if len(law) > 4 else ''}]"
