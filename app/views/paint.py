"""The opening bars as SVG, for the page to show before any script runs.

The page script repaints them for another address.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

from app.pictures.converge import Bars

from .bars import PLACES, WIDTH

MOST_LABELS = 12  # more tokens than this have no room for their names


def bars_svg(picture: Bars) -> str:
    """The picture's p and q as an SVG that fills the chart's frame, in percent to follow its size."""
    tokens = len(picture.names)
    marks = []
    for i, name in enumerate(picture.names):
        for shape, bar, height in (("p", "p", picture.p), ("q", "q", picture.q), ("hatch", "q", picture.q)):
            left, share = (i + 0.5 + PLACES[bar] - WIDTH / 2) / tokens, height[i] / picture.top
            across = f'x="{100 * left:.3f}%" width="{100 * WIDTH / tokens:.3f}%"'
            up = f'y="{100 * (1 - share):.3f}%" height="{100 * share:.3f}%"'
            marks.append(f'<rect class="bar {shape}" {across} {up}/>')
        if tokens <= MOST_LABELS:
            middle = f"{100 * (i + 0.5) / tokens:.3f}%"
            marks.append(f'<text x="{middle}" y="100%" dy="1.5em">{escape(name)}</text>')
    hatch = (
        '<defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)">'
        '<rect width="2" height="7" fill="var(--draft)"/></pattern></defs>'
    )
    return f'<svg class="painted" xmlns="http://www.w3.org/2000/svg">{hatch}{"".join(marks)}</svg>'
