"""The opening bars as SVG, for the page to show before any script runs. The page script repaints them for another address."""

from __future__ import annotations

from xml.sax.saxutils import escape

from app.pictures.converge import Bars

from .bars import MOST_LABELS, PLACES, WIDTH


def bars_svg(picture: Bars) -> str:
    """The picture's p and q as an SVG that fills the charts' frame (percentages, so that it follows the frame's size)."""
    tokens = len(picture.names)
    marks = []
    for i, name in enumerate(picture.names):
        for kind, height in (("p", picture.p[i]), ("q", picture.q[i])):
            place = (
                f'x="{100 * (i + 0.5 + PLACES[kind] - WIDTH / 2) / tokens:.3f}%" width="{100 * WIDTH / tokens:.3f}%" '
                f'y="{100 * (1 - height / picture.top):.3f}%" height="{100 * height / picture.top:.3f}%"'
            )
            marks += [f'<rect class="bar {shape}" {place}/>' for shape in ((kind,) if kind == "p" else (kind, "hatch"))]
        if tokens <= MOST_LABELS:
            marks.append(f'<text x="{100 * (i + 0.5) / tokens:.3f}%" y="100%" dy="1.5em">{escape(name)}</text>')
    hatch = (
        '<defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<rect width="2" height="7" fill="var(--draft)"/></pattern></defs>'
    )
    return f'<svg class="painted" xmlns="http://www.w3.org/2000/svg">{hatch}{"".join(marks)}</svg>'
