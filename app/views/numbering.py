"""Several documents in one Python whose models bear the same ids: each page shows the same document.

Bokeh numbers the models of a process one after the other, and ids need be unique within a document only.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bokeh.util import (
    serialization,
)  # its counter is private: the version is pinned, and tests hold it to its word

_first: list[int] = []  # where the counter stood before the first document


def begin() -> None:
    """Remembers where the ids of the first document begin; a second call changes nothing."""
    if not _first:
        _first.append(serialization._simple_id)  # noqa: SLF001  # there is no public way to number anew


@contextmanager
def as_at_first() -> Iterator[None]:
    """Numbers the models made inside as those of the first document; afterwards, as if nothing had been."""
    begin()
    reached = serialization._simple_id  # noqa: SLF001
    serialization._simple_id = _first[0]  # noqa: SLF001
    try:
        yield
    finally:
        serialization._simple_id = max(reached, serialization._simple_id)  # noqa: SLF001
