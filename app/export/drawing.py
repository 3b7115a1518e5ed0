"""A Matplotlib figure measured in inches from its lower left: shapes and texts, painted piece by piece.

Not by pyplot and without axes: a plot of bars and lines needs none of what axes bring, and each shape is a
step of its own, between which the page's clock goes on. Figures are the same bytes each time they are made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyBboxPatch, Polygon, Rectangle
from matplotlib.text import Text
from matplotlib.transforms import Bbox, TransformedBbox

from .lettering import FONT, plain
from .paper import Dash, Fill

DPI = 100  # pixels an inch of a figure at its normal size
MARKERS = {"points": ("o", 5.6), "diamonds": ("D", 6.8), "rings": ("o", 9.5)}  # marker, points
SETTINGS = {
    "font.family": [FONT, "sans-serif"],  # the second is for those who open an SVG without the first
    "font.sans-serif": [FONT],
    "text.parse_math": False,  # a dollar in a token's name is a dollar
    "svg.fonttype": "none",  # text stays text
    "pdf.fonttype": 42,
    "svg.hashsalt": "lossless",
    "hatch.linewidth": 0.7,
    "path.simplify": True,
}
Box = tuple[float, float, float, float]  # left, bottom, width, height


class Drawing:
    """Shapes and texts in the order in which they are painted."""

    def __init__(self, width: float, height: float, background: str) -> None:
        """An empty sheet, in inches."""
        mpl.rcParams.update(SETTINGS)
        self.figure = Figure(figsize=(width, height), dpi=DPI, facecolor=background, edgecolor="none")
        self.artists: list[Artist] = []

    def _add(self, artist: Any, clip: Box | None = None) -> None:
        artist.set_figure(self.figure)
        if not artist.is_transform_set():
            artist.set_transform(self.figure.dpi_scale_trans)
        if clip is not None:
            box = Bbox.from_bounds(*clip)
            artist.set_clip_box(TransformedBbox(box, self.figure.dpi_scale_trans))
        self.artists.append(artist)

    def box(self, box: Box, fill: Fill, alpha: float = 1.0) -> None:
        """A rectangle; its edge and hatch have one colour."""
        left, bottom, width, height = box
        self._add(
            Rectangle(
                (left, bottom),
                width,
                height,
                facecolor=fill.face or "none",
                edgecolor=fill.edge or "none",
                hatch=fill.hatch,
                linewidth=fill.width if fill.edge else 0,
                alpha=None if alpha == 1 else alpha,
                joinstyle="miter",
            )
        )

    def card(self, box: Box, fill: Fill, radius: float = 0.06) -> None:
        """A rectangle with round corners."""
        left, bottom, width, height = box
        self._add(
            FancyBboxPatch(
                (left, bottom),
                width,
                height,
                boxstyle=f"round,pad=0,rounding_size={radius}",
                facecolor=fill.face or "none",
                edgecolor=fill.edge or "none",
                hatch=fill.hatch,
                linewidth=fill.width,
            )
        )

    def line(
        self,
        x: Sequence[float] | np.ndarray,
        y: Sequence[float] | np.ndarray,
        colour: str,
        *,
        width: float = 1.0,
        dash: Dash = "solid",
        alpha: float = 1.0,
        clip: Box | None = None,
        steps: bool = False,
    ) -> None:
        """A line through points; NaN breaks it."""
        look = {"color": colour, "linewidth": width, "linestyle": dash, "alpha": alpha}
        style = "steps-pre" if steps else "default"
        joins = {"solid_joinstyle": "round", "solid_capstyle": "butt"}
        self._add(Line2D(np.asarray(x), np.asarray(y), drawstyle=style, **look, **joins), clip)  # type: ignore[arg-type]

    def area(self, x: np.ndarray, low: np.ndarray, high: np.ndarray, colour: str, clip: Box) -> None:
        """What lies between two heights."""
        points = np.column_stack([np.concatenate([x, x[::-1]]), np.concatenate([low, high[::-1]])])
        self._add(Polygon(points, closed=True, facecolor=colour, edgecolor="none"), clip)

    def marks(self, x: np.ndarray, y: np.ndarray, shape: str, colour: str, ground: str) -> None:
        """Marks at points: filled with a rim of the ground, or as rings."""
        marker, size = MARKERS[shape]
        hollow = shape == "rings"
        self._add(
            Line2D(
                x,
                y,
                linestyle="none",
                marker=marker,
                markersize=size,
                markerfacecolor="none" if hollow else colour,
                markeredgecolor=colour if hollow else ground,
                markeredgewidth=1.4 if hollow else 1.0,
            )
        )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        colour: str,
        *,
        size: float = 9.0,
        across: str = "left",
        up: str = "baseline",
    ) -> None:
        """One line of text; nothing in it is markup."""
        self._add(Text(x, y, plain(text), color=colour, fontsize=size, ha=across, va=up, parse_math=False))
