"""The plots of the other scenes: columns of bars and lines, from the records of app/pictures/plots.py.

Series are declared when a plot is built, and every glyph is there from the beginning; later only data sources
and ranges are patched. A look is a shape as well as a colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from bokeh.models import Plot, Range1d
from bokeh.models.glyph import Glyph
from bokeh.models.glyphs import Line as LineGlyph
from bokeh.models.glyphs import Scatter, Step, Text, VArea, VBar
from bokeh.models.renderers import GlyphRenderer

from app.pictures.looks import Bar, Line
from app.pictures.plots import NO_AREA, NOTHING, Columns, Lines

from .bars import CROSSES, DOTS, STRIPES
from .charts import Restyle, bare_figure, draw, fixed_ticks, refill, source

ROOM = 0.86  # of a column that its bars share
FAINT = 0.35
MOST_NAMES = 13
BELOW = 0.02  # of a lines plot's height under its zero, where marks at zero need room
MARKS = {"points": ("circle", 11), "diamonds": ("diamond", 18), "rings": ("circle", 20)}  # marker, CSS pixels
LOOKS: dict[str, dict[str, Any]] = {
    "solid": {"line_color": None},
    "stripes": {"line_width": 1.5, **STRIPES},
    "dots": {"line_width": 1.5, **DOTS},
    "crosses": {"line_width": 1.5, **CROSSES},
    "outline": {"line_width": 2.5, "fill_alpha": 0},
}


class ColumnsPlot:
    """Columns of bars with their names below."""

    def __init__(self, restyle: Restyle, name: str, bars: Sequence[Bar]) -> None:
        """Builds the empty figure; `name` is that of its place in the page."""
        self.bars = {bar.name: bar for bar in bars}
        places = 1 + max(bar.place for bar in bars)
        self.width = ROOM / places
        self.offsets = {bar.name: (bar.place - (places - 1) / 2) * self.width for bar in bars}
        self.x_range, self.y_range = Range1d(-0.5, 0.5), Range1d(0, 1)
        self.figure: Plot = bare_figure(restyle, x_range=self.x_range, y_range=self.y_range, name=name)
        self.figure.yaxis[0].ticker.desired_num_ticks = 4
        fixed_ticks(self.figure, [], {})
        restyle.colour(self.figure.below[0], "ink", "major_label_text_color")
        self.ground = source(x=[], top=[])
        lit = VBar(x="x", top="top", width=0.98, line_color=None)
        draw(self.figure, lit, self.ground)
        restyle.colour(lit, "highlight", "fill_color")
        self.sources = {bar.name: source(x=[], low=[], high=[]) for bar in bars}
        self.glyphs = {bar.name: self._draw(restyle, bar) for bar in bars}
        self.texts = source(x=[], y=[], text=[], brief=[])
        above: dict[str, Any] = {"text_align": "center", "text_baseline": "bottom", "y_offset": -3}
        texts = Text(x="x", y="y", text="text", **above)
        draw(self.figure, texts, self.texts, level="annotation")  # not cut off where the frame ends
        restyle.size(texts, "value", "text_font_size")
        restyle.colour(texts, "ink", "text_color")
        restyle.fit(self.figure, name)

    def _draw(self, restyle: Restyle, bar: Bar) -> Glyph:
        look = LOOKS[bar.look]
        glyph = VBar(x="x", bottom="low", top="high", width=self.width * 0.94, **look)
        draw(self.figure, glyph, self.sources[bar.name])
        if bar.look == "solid":
            restyle.colour(glyph, bar.role, "fill_color")
        elif bar.look == "outline":
            restyle.colour(glyph, bar.role, "line_color")
        else:
            restyle.colour(glyph, "card", "fill_color")
            restyle.colour(glyph, bar.role, "line_color", "hatch_color")
        return glyph

    def show(self, picture: Columns) -> None:
        """Patches the figure so that it shows the picture."""
        tokens = len(picture.names)
        self.x_range.end = tokens - 0.5
        self.y_range.end = picture.top
        apart = -(-tokens // MOST_NAMES)  # more names than that would lie on each other
        labels = {float(i): name for i, name in enumerate(picture.names) if i % apart == 0}
        if self.figure.below[0].major_label_overrides != labels:
            fixed_ticks(self.figure, list(labels), labels)
        ends: dict[str, np.ndarray] = {}
        values: dict[str, list[Any]] = {"x": [], "y": [], "text": [], "brief": []}
        for name, bar in self.bars.items():
            height = np.asarray(picture.heights.get(name, np.full(tokens, np.nan)), float)
            low = ends[bar.on] if bar.on else np.zeros(tokens)
            ends[name] = low + np.nan_to_num(height)
            self._stand_back(name, back=name in picture.faint)
            drawn = np.flatnonzero(height > 0)  # of one without height its edge alone would be seen
            x = drawn + self.offsets[name]
            refill(self.sources[name], x=x.tolist(), low=low[drawn].tolist(), high=ends[name][drawn].tolist())
            if name in picture.texts:
                told = np.flatnonzero((height > 0) | ((height == 0) & (bar.on is None)))
                values["x"] += (told + self.offsets[name]).tolist()
                values["y"] += ends[name][told].tolist()
                values["text"] += [picture.texts[name][i] for i in told]
                values["brief"] += [picture.briefs.get(name, picture.texts[name])[i] for i in told]
        refill(self.texts, **values)
        refill(self.ground, x=list(picture.lit), top=[picture.top] * len(picture.lit))

    def _stand_back(self, name: str, *, back: bool) -> None:
        glyph, alpha = self.glyphs[name], FAINT if back else 1.0
        if glyph.line_alpha != alpha:
            hollow = LOOKS[self.bars[name].look].get("fill_alpha") == 0
            glyph.update(line_alpha=alpha, hatch_alpha=alpha, fill_alpha=0 if hollow else alpha)


class LinesPlot:
    """Lines over draws or another number; those declared later lie on top."""

    def __init__(self, restyle: Restyle, name: str, lines: Sequence[Line], *, log: bool = False) -> None:
        """Builds the empty figure, logarithmic in x where `log`; `name` is that of its place in the page."""
        self.lines = {line.name: line for line in lines}
        self.x_range, self.y_range = Range1d(1, 10), Range1d(0, 1)
        options = {"x_axis_type": "log"} if log else {}
        ranges = {"x_range": self.x_range, "y_range": self.y_range}
        self.figure: Plot = bare_figure(restyle, **ranges, name=name, **options)
        self.figure.yaxis[0].ticker.desired_num_ticks = 4
        self.figure.yaxis[0].formatter.power_limit_low = -5  # a small distance is written out: 0.0005
        fixed_ticks(self.figure, [], {})
        self.sources = {
            line.name: source(x=[], low=[], high=[]) if line.shape == "area" else source(x=[], y=[])
            for line in lines
        }
        self.glyphs = {line.name: self._draw(restyle, line) for line in lines}

    def _draw(self, restyle: Restyle, line: Line) -> GlyphRenderer:
        data, plot = self.sources[line.name], self.figure
        if line.shape == "area":
            made = draw(plot, VArea(x="x", y1="low", y2="high"), data)
            restyle.colour(made.glyph, line.role, "fill_color")
            return made
        if line.shape in MARKS:
            marker, size = MARKS[line.shape]
            made = draw(plot, Scatter(x="x", y="y", marker=marker, size=size, line_width=2), data)
            if line.shape == "rings":
                made.glyph.fill_alpha = 0
                restyle.colour(made.glyph, line.role, "line_color")
                return made
            restyle.colour(made.glyph, line.role, "fill_color")
            restyle.colour(made.glyph, "card", "line_color")
            return made
        kind = Step if line.shape == "steps" else LineGlyph
        made = draw(plot, kind(x="x", y="y", line_dash=line.dash), data)
        restyle.colour(made.glyph, line.role, "line_color")
        if isinstance(line.width, str):
            restyle.size(made.glyph, line.width, "line_width")
        else:
            made.glyph.line_width = line.width
        return made

    def show(self, picture: Lines) -> None:
        """Patches the figure so that it shows the picture."""
        self.x_range.start, self.x_range.end = picture.start, picture.end
        self.y_range.start, self.y_range.end = -BELOW * picture.top, picture.top
        ticks = dict(picture.ticks)
        if self.figure.below[0].major_label_overrides != ticks:
            fixed_ticks(self.figure, list(ticks), ticks)
        for name, line in self.lines.items():
            if line.shape == "area":
                area = picture.areas.get(name, NO_AREA)
                refill(
                    self.sources[name],
                    x=np.asarray(area.x, float),
                    low=np.asarray(area.low, float),
                    high=np.asarray(area.high, float),
                )
                continue
            path = picture.paths.get(name, NOTHING)
            refill(self.sources[name], x=np.asarray(path.x, float), y=np.asarray(path.y, float))
            if line.shape not in MARKS:
                self.glyphs[name].glyph.line_alpha = FAINT if name in picture.faint else 1.0
