"""The icons of the page as an app, drawn from static/logo.svg: rectangles with round corners, nothing else.

Pixels are computed here and written as PNG with zlib: no drawing package knows more of three bars.
"""

from __future__ import annotations

import re
import struct
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Pixels = npt.NDArray[np.float64]

SIZES = {"180": 0.62, "192": 0.72, "512": 0.72, "512-maskable": 0.5}  # name: the logo's share of the width
NUMBERS = "".join(rf'{name}="([\d.]+)" ' for name in ("x", "y", "width", "height", "rx"))
RECT = re.compile(rf'<rect {NUMBERS}fill="var\(--(\w+)\)"/>')
VIEW = re.compile(r'viewBox="0 0 ([\d.]+) \1"')


def write(logo: str, colours: dict[str, str], target: Path) -> None:
    """One PNG a size, named after it, on the page's colour.

    `colours` gives each role of the logo, and "page".
    """
    target.mkdir()
    for name, share in SIZES.items():
        size = int(name.partition("-")[0])
        (target / f"{name}.png").write_bytes(png(draw(logo, colours, size, share)))


def draw(logo: str, colours: dict[str, str], size: int, share: float) -> Pixels:
    """The logo in the middle of a square, (size, size, 3), 0 to 255.

    Raises ValueError where the logo holds anything but rectangles that are written like those that are there.
    """
    import numpy as np

    view, bars = VIEW.search(logo), RECT.findall(logo)
    if not view or not bars or len(bars) != logo.count("<") - 2:
        raise ValueError(
            f"logo.svg is no square of <rect> alone, which is all that the icons know: {logo[:80]}"
        )
    scale = share * size / float(view[1])
    begin = size * (1 - share) / 2
    picture = np.broadcast_to(rgb(colours["page"]), (size, size, 3))
    for *numbers, role in bars:
        x, y, width, height, radius = (scale * float(one) for one in numbers)
        across, down = (begin + x, width), (begin + y, height)
        seen = coverage(size, across, down, radius)[..., None]
        picture = picture * (1 - seen) + rgb(colours[role]) * seen
    return picture


def coverage(size: int, x: tuple[float, float], y: tuple[float, float], radius: float) -> Pixels:
    """How much of each pixel a rectangle with round corners covers: by the distance to its edge.

    `x` and `y` are where it begins and how far it goes.
    """
    import numpy as np

    middle = np.arange(size) + 0.5
    across, down = (np.abs(middle - at - length / 2) - length / 2 + radius for at, length in (x, y))
    outside = np.hypot(np.maximum(across, 0), np.maximum(down, 0)[:, None])
    inside = np.minimum(np.maximum(across, down[:, None]), 0)
    covered: Pixels = np.clip(0.5 - (outside + inside - radius), 0, 1)
    return covered


def rgb(colour: str) -> Pixels:
    """A colour as numbers.

    >>> rgb("#009E73").tolist()
    [0.0, 158.0, 115.0]
    """
    import numpy as np

    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], float)


def png(picture: Pixels) -> bytes:
    """A picture as a PNG file of 24 bits."""
    import numpy as np

    height, width, _ = picture.shape
    rows = np.round(picture).astype(np.uint8).reshape(height, -1)
    lines = b"".join(b"\0" + row.tobytes() for row in rows)  # each with no filter
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
