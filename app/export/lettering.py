"""Measures and breaks text in the one font that figures are set in."""

from __future__ import annotations

import warnings
from functools import lru_cache
from typing import Any

FONT = "DejaVu Sans"
POINT = 1 / 72  # inches
LEADING = 1.38  # of a line, times its size
ELLIPSIS = "…"
STEERING = dict.fromkeys([0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])


def plain(text: str) -> str:
    """The text without marks that only steer how it is laid out: no font draws them.

    >>> plain("a\u2068b\u2069")
    'ab'
    """
    return text.translate(STEERING)


@lru_cache(maxsize=1)
def _font() -> Any:
    from matplotlib.font_manager import findfont
    from matplotlib.ft2font import FT2Font

    return FT2Font(findfont(FONT))


@lru_cache(maxsize=4096)
def width(text: str, size: float) -> float:
    """Width of one line in inches, at a size in points."""
    from matplotlib.ft2font import LoadFlags

    font = _font()
    font.set_size(size, 72)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a letter that the font lacks is a box, as wide as one
        font.set_text(plain(text), 0, flags=LoadFlags.NO_HINTING)
    return float(font.get_width_height()[0]) / 64 * POINT


def broken(text: str, size: float, room: float) -> list[str]:
    """The text in lines that fit into `room` inches; a word too long for a line is cut into several."""
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if width(longer, size) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while width(line, size) > room and len(line) > 1:
            fits = fitting(line, size, room)
            lines.append(line[:fits])
            line = line[fits:]
    return [*lines, line] if line else lines


def fitting(text: str, size: float, room: float) -> int:
    """How many letters of a text fit, at least one."""
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle], size) <= room:
            low = middle
        else:
            high = middle - 1
    return low


def cut(text: str, size: float, room: float) -> str:
    """The text, or as much of it as fits with an ellipsis."""
    if width(text, size) <= room:
        return text
    return text[: fitting(text, size, max(0.0, room - width(ELLIPSIS, size)))] + ELLIPSIS


def height(lines: int, size: float) -> float:
    """Height of so many lines in inches."""
    return lines * size * LEADING * POINT
