"""A Bokeh figure as SVG, without a browser: what the build needs to draw a scene before anybody opens it.

Knows the glyphs that our figures are made of, and raises where it meets another. Positions are in CSS pixels;
colours go by role, so that a figure can be drawn in either theme.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from bokeh.models import LogScale, Plot
from bokeh.models.renderers import GlyphRenderer

from app.pictures.looks import COLOURS

from .style import EDGE

DASHES = {"dashed": "6", "dotted": "2 4", "dotdash": "2 4 6 4"}
HATCHES = ("right_diagonal_line", "dot", "cross")
TEXT = 13  # CSS pixels


@dataclass(frozen=True)
class Box:
    """Where a figure's frame lies, in CSS pixels."""

    left: float
    top: float
    width: float
    height: float


class Sketch:
    """One figure in one theme, inside a box."""

    def __init__(self, plot: Plot, roles: Mapping[tuple[str, str], str], theme: int, box: Box) -> None:
        """Takes the role of each (model id, property), and 0 for light or 1 for dark."""
        self.plot, self.roles, self.theme, self.box = plot, roles, theme, box
        self.name = f"inside-{box.left:g}"
        self.hatches: dict[str, str] = {}  # definition by id

    def colour(self, model: Any, name: str) -> str:
        """A property's colour in this theme; "none" where there is none."""
        role = self.roles.get((model.id, name))
        own = getattr(model, name, None)
        return COLOURS[role][self.theme] if role else ("none" if own is None else str(own))

    def x(self, values: Any) -> np.ndarray:
        """From data to pixels across."""
        ends = np.array([self.plot.x_range.start, self.plot.x_range.end], float)
        values = np.asarray(values, float)
        if isinstance(self.plot.x_scale, LogScale):
            ends, values = np.log(ends), np.log(np.maximum(values, 1e-12))
        shares: np.ndarray = (values - ends[0]) / (ends[1] - ends[0])
        return self.box.left + self.box.width * shares

    def y(self, values: Any) -> np.ndarray:
        """From data to pixels down."""
        low, high = float(self.plot.y_range.start), float(self.plot.y_range.end)
        return self.box.top + self.box.height * (1 - (np.asarray(values, float) - low) / (high - low))

    def draw(self) -> str:
        """The whole figure as SVG elements."""
        marks = "".join(mark for one in self.plot.renderers if one.visible for mark in self._glyph(one))
        box = self.box
        size = f'width="{box.width + EDGE:g}" height="{box.height + EDGE + 8:g}"'
        edge = f'x="{box.left:g}" y="{box.top - EDGE:g}" {size}'
        inside = f'<clipPath id="{self.name}"><rect {edge}/></clipPath>'
        around = "".join([*self._grid(), *self._names()])
        defs = inside + "".join(self.hatches.values())
        return f'<defs>{defs}</defs>{around}<g clip-path="url(#{self.name})">{marks}</g>'

    def _grid(self) -> Iterator[str]:
        low, high = float(self.plot.y_range.start), float(self.plot.y_range.end)
        grid, soft = COLOURS["grid"][self.theme], COLOURS["soft"][self.theme]
        step = next(one for one in (0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 100, 1e9) if (high - low) / one <= 5.5)
        for value in np.arange(0, high + step / 1e3, step):
            at = float(self.y(value))
            yield _line(self.box.left, at, self.box.left + self.box.width, at, f'stroke="{grid}"')
            yield _text(self.box.left - 8, at + 4, f"{value:g}", soft, "end")

    def _names(self) -> Iterator[str]:
        axis = self.plot.below[0]
        for at, name in axis.major_label_overrides.items():
            yield _text(
                float(self.x(at)),
                self.box.top + self.box.height + 20,
                str(name),
                self.colour(axis, "major_label_text_color"),
            )

    def _glyph(self, renderer: GlyphRenderer) -> Iterator[str]:
        kind = type(renderer.glyph).__name__
        draw: dict[str, Callable[..., Iterator[str]]] = {
            "VBar": self._bars,
            "Line": self._path,
            "Step": self._steps,
            "Segment": self._segments,
            "Scatter": self._marks,
            "VArea": self._area,
            "Text": self._texts,
        }
        if kind not in draw:
            raise ValueError(f"a poster cannot draw the glyph {kind}; teach app/views/svg.py")
        return draw[kind](renderer.glyph, renderer.data_source.data)

    def _bars(self, glyph: Any, data: Mapping[str, Any]) -> Iterator[str]:
        middle, half = np.asarray(data[glyph.x], float), float(glyph.width) / 2
        left, right = self.x(middle - half), self.x(middle + half)
        top = self.y(_column(data, glyph.top, middle))
        bottom = self.y(_column(data, glyph.bottom, middle))
        paint = [
            f'fill="{self.colour(glyph, "fill_color")}" fill-opacity="{glyph.fill_alpha:g}"',
            self._stroke(glyph),
        ]
        hatch = self._hatch(glyph)
        for x0, x1, y1, y0 in zip(left, right, top, bottom, strict=True):
            if y0 - y1 < 0.05:
                continue
            shape = f'x="{x0:.1f}" y="{y1:.1f}" width="{x1 - x0:.1f}" height="{y0 - y1:.1f}"'
            yield f"<rect {shape} {' '.join(paint)}/>"
            if hatch:
                yield f'<rect {shape} fill="url(#{hatch})" fill-opacity="{glyph.hatch_alpha:g}"/>'

    def _hatch(self, glyph: Any) -> str:
        """The id of a pattern for the glyph's hatch; none where it has none."""
        kind = glyph.hatch_pattern
        if kind not in HATCHES:
            return ""
        colour = self.colour(glyph, "hatch_color")
        name = f"{kind}-{colour.strip('#')}"
        size = {"right_diagonal_line": 8, "dot": 6, "cross": 8}[kind]
        shapes = {
            "right_diagonal_line": f'<rect width="2" height="8" fill="{colour}"/>',
            "dot": f'<circle cx="3" cy="3" r="1.6" fill="{colour}"/>',
            "cross": f'<path d="M0 4H8M4 0V8" stroke="{colour}"/>',
        }
        turned = ' patternTransform="rotate(45)"' if kind != "dot" else ""
        self.hatches[name] = (
            f'<pattern id="{name}" width="{size}" height="{size}" patternUnits="userSpaceOnUse"{turned}>'
            f"{shapes[kind]}</pattern>"
        )
        return name

    def _stroke(self, glyph: Any) -> str:
        colour = self.colour(glyph, "line_color")
        if colour == "none":
            return ""
        dash = DASHES.get(str(glyph.line_dash)) or " ".join(map(str, glyph.line_dash))
        dashed = f' stroke-dasharray="{dash}"' if dash and glyph.line_dash != "solid" else ""
        size = f'stroke-width="{float(glyph.line_width):g}" stroke-opacity="{glyph.line_alpha:g}"'
        return f'stroke="{colour}" {size}{dashed}'

    def _path(self, glyph: Any, data: Mapping[str, Any]) -> Iterator[str]:
        for xs, ys in _pieces(data[glyph.x], data[glyph.y]):
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(self.x(xs), self.y(ys), strict=True))
            yield f'<polyline points="{points}" fill="none" stroke-linejoin="round" {self._stroke(glyph)}/>'

    def _steps(self, glyph: Any, data: Mapping[str, Any]) -> Iterator[str]:
        for xs, ys in _pieces(data[glyph.x], data[glyph.y]):
            pairs = zip(self.x(xs), self.y(ys), strict=True)
            path = " ".join(
                f"H{x:.1f}V{y:.1f}" if i else f"M{x:.1f} {y:.1f}" for i, (x, y) in enumerate(pairs)
            )
            yield f'<path d="{path}" fill="none" {self._stroke(glyph)}/>'

    def _segments(self, glyph: Any, data: Mapping[str, Any]) -> Iterator[str]:
        columns = (
            self.x(data[glyph.x0]),
            self.y(data[glyph.y0]),
            self.x(data[glyph.x1]),
            self.y(data[glyph.y1]),
        )
        for x0, y0, x1, y1 in zip(*columns, strict=True):
            yield _line(x0, y0, x1, y1, self._stroke(glyph))

    def _marks(self, glyph: Any, data: Mapping[str, Any]) -> Iterator[str]:
        half = float(glyph.size) / 2
        fill = f'fill="{self.colour(glyph, "fill_color")}" fill-opacity="{glyph.fill_alpha:g}"'
        for x, y in zip(self.x(data[glyph.x]), self.y(data[glyph.y]), strict=True):
            if np.isnan(y):
                continue
            if str(glyph.marker) == "diamond":
                side = half / 1.5
                down = f"l{side:.1f} {half:.1f}l{-side:.1f} {half:.1f}l{-side:.1f} {-half:.1f}z"
                shape = f'<path d="M{x:.1f} {y - half:.1f}{down}"'
            else:
                shape = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{half:g}"'
            yield f"{shape} {fill} {self._stroke(glyph)}/>"

    def _area(self, glyph: Any, data: Mapping[str, Any]) -> Iterator[str]:
        xs, low, high = self.x(data[glyph.x]), self.y(data[glyph.y1]), self.y(data[glyph.y2])
        if len(xs):
            edge = [*zip(xs, high, strict=True), *zip(xs[::-1], low[::-1], strict=True)]
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in edge)
            yield f'<polygon points="{points}" fill="{self.colour(glyph, "fill_color")}"/>'

    def _texts(self, glyph: Any, data: Mapping[str, Any]) -> Iterator[str]:
        for x, y, text in zip(self.x(data[glyph.x]), self.y(data[glyph.y]), data[glyph.text], strict=True):
            yield _text(x, y - 4, str(text), self.colour(glyph, "text_color"))


def frame_in(x: float, y: float, width: float, height: float) -> Box:
    """The frame of a figure that has this room, axes included."""
    return Box(x + 46, y + EDGE, width - 46 - EDGE, height - EDGE - 34)


def _column(data: Mapping[str, Any], name: Any, like: np.ndarray) -> np.ndarray:
    return np.asarray(data[name], float) if isinstance(name, str) else np.full(len(like), float(name))


def _pieces(xs: Any, ys: Any) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """A line's parts between its gaps (NaN)."""
    xs, ys = np.asarray(xs, float), np.asarray(ys, float)
    whole = ~np.isnan(ys)
    for run in np.split(np.arange(len(ys)), np.flatnonzero(np.diff(whole)) + 1):
        if len(run) > 1 and whole[run[0]]:
            yield xs[run], ys[run]


def _line(x0: Any, y0: Any, x1: Any, y1: Any, look: str) -> str:
    return f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" {look}/>'


def _text(x: float, y: float, words: str, colour: str, anchor: str = "middle") -> str:
    look = f'fill="{colour}" font-size="{TEXT}" text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{escape(words)}</text>'
