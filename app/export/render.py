"""From a drawing to the bytes of a file, some shapes at a time. No day and no machine stands in them.

Matplotlib's own `savefig` paints a figure in one go; its renderers are used here directly, for the steps.
"""

from __future__ import annotations

import io
import struct
import warnings
import zlib
from collections.abc import Callable, Generator, Iterator
from typing import Any

import numpy as np

from .drawing import DPI, Drawing

SCALE = 2  # of a PNG: twice its normal size, for dense screens and for paper
CHUNK = 12  # shapes painted in a step
ROWS = 64  # of pixels, compressed in a step
LEVEL = 3  # of 9: half the time of the usual 6, and an eighth more bytes
INCH = 0.0254  # m
CREATOR = "lossless"
Bytes = Generator[None, None, bytes]


def check(format_: str) -> None:
    """ValueError where there is no such format."""
    if format_ not in FORMATS:
        raise ValueError(f"format is {format_!r:.40}; a figure can be {', '.join(FORMATS)}")


def render(drawing: Drawing, format_: str, *, title: str, source: str) -> Bytes:
    """The file in steps; title and source go into its metadata."""
    return (yield from FORMATS[format_](drawing, title, source))


def paint(drawing: Drawing, renderer: Any) -> Iterator[None]:
    """Paints the ground, then all shapes in their order."""
    shapes = (drawing.figure.patch, *drawing.artists)
    for first in range(0, len(shapes), CHUNK):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a letter that the font lacks is a box
            for artist in shapes[first : first + CHUNK]:
                artist.draw(renderer)
        yield


def png(drawing: Drawing, title: str, source: str) -> Bytes:
    """Pixels, at twice the normal size."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    yield
    drawing.figure.dpi = DPI * SCALE
    renderer = FigureCanvasAgg(drawing.figure).get_renderer()  # type: ignore[no-untyped-call]
    yield from paint(drawing, renderer)
    pixels = np.asarray(renderer.buffer_rgba())[..., :3]
    return (yield from png_of(pixels, {"Title": title, "Source": source}, DPI * SCALE))


def png_of(pixels: np.ndarray, told: dict[str, str], dpi: int) -> Bytes:
    """Pixels, uint8 (height, width, 3), as PNG, some rows at a time.

    Each row begins with its filter: none, as flat colours need none.
    """
    tall, wide, _ = pixels.shape
    squeeze = zlib.compressobj(LEVEL)
    body = []
    for first in range(0, tall, ROWS):
        rows = pixels[first : first + ROWS].reshape(-1, 3 * wide)
        body.append(squeeze.compress(np.pad(rows, ((0, 0), (1, 0))).tobytes()))
        yield
    body.append(squeeze.flush())
    metre = round(dpi / INCH)
    texts = [(b"iTXt", key.encode() + b"\0" * 5 + text.encode()) for key, text in told.items()]
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", wide, tall, 8, 2, 0, 0, 0)),
        (b"pHYs", struct.pack(">IIB", metre, metre, 1)),
        *texts,
        (b"IDAT", b"".join(body)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind, data) for kind, data in chunks)


def chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG: its length, its kind, its data, their checksum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def svg(drawing: Drawing, title: str, source: str) -> Bytes:
    """Shapes and text, for the web and for drawing programs."""
    from matplotlib.backends.backend_svg import RendererSVG

    yield
    drawing.figure.dpi = 72
    width, height = drawing.figure.get_size_inches() * 72
    file = io.StringIO()
    about = {"Title": title, "Source": source, "Creator": CREATOR, "Date": None}
    renderer = RendererSVG(width, height, file, image_dpi=72, metadata=about)  # type: ignore[no-untyped-call]
    yield from paint(drawing, renderer)
    renderer.finalize()  # type: ignore[no-untyped-call]
    return file.getvalue().encode()


def pdf(drawing: Drawing, title: str, source: str) -> Bytes:
    """Shapes and text, for print."""
    from matplotlib.backends.backend_pdf import PdfFile, RendererPdf

    yield
    drawing.figure.dpi = 72
    width, height = drawing.figure.get_size_inches()
    out = io.BytesIO()
    about = {"Title": title, "Subject": source, "Creator": CREATOR, "Producer": None, "CreationDate": None}
    file = PdfFile(out, metadata=about)  # type: ignore[no-untyped-call]
    file.newPage(width, height)  # type: ignore[no-untyped-call]
    renderer = RendererPdf(file, 72, height, width)  # type: ignore[no-untyped-call]
    yield from paint(drawing, renderer)
    renderer.finalize()  # type: ignore[no-untyped-call]
    yield
    file.finalize()  # type: ignore[no-untyped-call]
    file.close()  # type: ignore[no-untyped-call]
    return out.getvalue()


FORMATS: dict[str, Callable[[Drawing, str, str], Bytes]] = {"png": png, "svg": svg, "pdf": pdf}
