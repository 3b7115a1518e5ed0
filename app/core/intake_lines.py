"""What the readers of a file share: how an error names its line, and how slices are cut at whole lines."""

from __future__ import annotations

LONGEST_LINE = 4_000_000  # bytes


class BadInputError(ValueError):
    """A file that cannot be read; the sentence names the line, counted from 1, and what was expected."""

    def __init__(self, why: str, line: int | None = None) -> None:
        """The reason, and where."""
        super().__init__(why if line is None else f"Line {line:,}: {why}")


def excerpt(data: bytes, most: int = 40) -> str:
    """The beginning of the bytes as plain text in quotes, for an error.

    >>> excerpt(b"a,b,c" * 20, 5)
    '“a,b,c…”'
    """
    text = data[: 4 * most].decode("utf-8", "replace").strip()
    shown = "".join(letter if letter.isprintable() else "�" for letter in text[:most])
    return f"“{shown}{'…' if len(text) > most or len(data) > 4 * most else ''}”"


def whole_lines(data: bytes, *, last: bool) -> int:
    """How many of the bytes are whole lines; all where nothing follows."""
    return len(data) if last else data.rfind(b"\n") + 1
