"""Draws the bars of the scene `converge`: target, draft, what came out, and the narrated draw marked on them.

Colours, and shapes too: target solid, draft hatched, kept solid, corrected dotted. Everything is patched,
nothing is built twice.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from bokeh.models import ColumnDataSource, Range1d
from bokeh.models.glyph import Glyph
from bokeh.models.glyphs import Segment, Text, VBar

from app.pictures.converge import Bars, values
from app.pictures.seen import only_moved, same_bars
from app.text.numbers import above_narrow_bar

from .charts import Restyle, bare_figure, draw, fixed_ticks, refill, source

WIDTH = 0.26  # of a column; the page's overlay and the painted bars use the same numbers
PLACES = {"p": -0.28, "q": 0.0, "out": 0.28}

STRIPES: dict[str, Any] = {"hatch_pattern": "right_diagonal_line", "hatch_scale": 12, "hatch_weight": 1.5}
DOTS: dict[str, Any] = {"hatch_pattern": "dot", "hatch_scale": 5, "hatch_weight": 1.0}
CROSSES: dict[str, Any] = {"hatch_pattern": "cross", "hatch_scale": 9, "hatch_weight": 1.5}


class BarsView:
    """The figure and its sources."""

    def __init__(self, restyle: Restyle) -> None:
        """Builds the empty figure."""
        self.y_range = Range1d(0, 1)
        self.x_range = Range1d(-0.5, 7.5)
        self.figure = bare_figure(restyle, x_range=self.x_range, y_range=self.y_range)
        self.shown: Bars | None = None
        self.laws = source(xp=[], xq=[], p=[], q=[])  # apart: BokehJS makes every hatch anew with its data
        self.bars = source("bars-data", xo=[], kept=[])
        self.corrected = source("bars-corrected", x=[], low=[], high=[])
        self.lack = source(x=[], low=[], high=[])
        self.excess = source(x=[], low=[], high=[])
        self.story = source(x=[], top=[])
        self.ratio = source(x=[], x0=[], x1=[], height=[], target=[])
        self.coin = source(x0=[], x1=[], y=[])
        self.values = source(x=[], y=[], text=[], brief=[])
        fixed_ticks(self.figure, [], {})  # the page writes the names, as text that fits its column
        self.figure.yaxis[0].ticker.desired_num_ticks = 4
        self._draw_laws_and_output(restyle)
        self._draw_gaps(restyle)
        self._draw_gauge(restyle)
        self._draw_values(restyle)

    def _bar(self, data: ColumnDataSource, x: str, top: str, bottom: float | str = 0, **look: Any) -> Glyph:
        glyph = VBar(x=x, bottom=bottom, top=top, **({"width": WIDTH} | look))
        draw(self.figure, glyph, data)
        return glyph

    def _draw_laws_and_output(self, restyle: Restyle) -> None:
        column = self._bar(self.story, "x", "top", width=0.96, line_color=None)
        restyle.colour(column, "highlight", "fill_color")
        target = self._bar(self.laws, "xp", "p", line_color=None)
        restyle.colour(target, "target", "fill_color")
        draft = self._bar(self.laws, "xq", "q", line_width=1.5, **STRIPES)
        restyle.colour(draft, "card", "fill_color")
        restyle.colour(draft, "draft", "line_color", "hatch_color")
        corrected = self._bar(self.corrected, "x", "high", "low", line_width=1.5, **DOTS)
        restyle.colour(corrected, "card", "fill_color")
        restyle.colour(corrected, "empirical", "line_color", "hatch_color")
        kept = self._bar(self.bars, "xo", "kept", line_color=None)
        restyle.colour(kept, "empirical", "fill_color")

    def _draw_gaps(self, restyle: Restyle) -> None:
        """What a correction is drawn from: what the draft lacks, and what it has too much of."""
        lack = self._bar(self.lack, "x", "high", "low", fill_alpha=0, line_width=2, **CROSSES)
        restyle.colour(lack, "card", "hatch_color")
        restyle.colour(lack, "correction", "line_color")
        excess = self._bar(self.excess, "x", "high", "low", fill_alpha=0, line_width=3)
        restyle.colour(excess, "correction", "line_color")

    def _draw_gauge(self, restyle: Restyle) -> None:
        """The ratio p/q on the draft's bar, and the coin that lands on it."""
        ratio = self._bar(self.ratio, "x", "height", line_color=None, fill_alpha=0.85)
        restyle.colour(ratio, "gauge", "fill_color")
        ends: dict[str, Any] = {"x0": "x0", "x1": "x1", "y0": "target", "y1": "target"}
        level = Segment(**ends, line_width=2, line_dash="dashed")
        draw(self.figure, level, self.ratio)
        restyle.colour(level, "gauge", "line_color")
        ends = {"x0": "x0", "x1": "x1", "y0": "y", "y1": "y"}
        coin = Segment(**ends, line_width=5, line_cap="round")
        draw(self.figure, coin, self.coin)
        restyle.colour(coin, "ink", "line_color")

    def _draw_values(self, restyle: Restyle) -> None:
        above: dict[str, Any] = {"text_align": "center", "text_baseline": "bottom", "y_offset": -3}
        numbers = Text(x="x", y="y", text="text", **above)
        draw(self.figure, numbers, self.values, level="annotation")  # not cut off where the frame ends
        restyle.size(numbers, "value", "text_font_size")
        restyle.colour(numbers, "ink", "text_color")
        restyle.fit(self.figure, "bars")

    def show(self, picture: Bars, *, rough: bool = False, waits: bool = False) -> None:
        """Patches the figure so that it shows the picture.

        `rough` where half a pixel does not matter; `waits` where another call soon shows what only moved.
        """
        if self.shown and waits and only_moved(self.shown, picture):
            return
        if self.shown and rough and same_bars(self.shown, picture):
            return
        self.shown = picture
        tokens = len(picture.names)
        places = range(tokens)
        if self.x_range.end != tokens - 0.5:
            self.x_range.end = tokens - 0.5
        self.y_range.end = picture.top
        at = {name: [i + place for i in places] for name, place in PLACES.items()}
        refill(self.laws, xp=at["p"], xq=at["q"], p=picture.p.tolist(), q=picture.q.tolist())
        refill(self.bars, xo=at["out"], kept=picture.kept.tolist())
        self._show_part(self.corrected, picture.kept + picture.corrected, picture.corrected, "out")
        self._show_part(self.lack, picture.p, picture.lack, "p")
        self._show_part(self.excess, picture.q, picture.excess, "q")
        self._show_story(picture)
        self._show_values(picture)

    @staticmethod
    def _show_part(data_source: ColumnDataSource, tops: np.ndarray, part: np.ndarray, place: str) -> None:
        """Shows the upper part of some bars, where there is one."""
        where = part.nonzero()[0]
        refill(
            data_source,
            x=(where + PLACES[place]).tolist(),
            low=(tops - part)[where].tolist(),
            high=tops[where].tolist(),
        )

    def _show_story(self, picture: Bars) -> None:
        at = picture.highlight
        refill(self.story, x=[] if at is None else [at], top=[] if at is None else [picture.top])
        if at is None or picture.level is None:
            refill(self.ratio, x=[], x0=[], x1=[], height=[], target=[])
        else:
            left, right = at + PLACES["p"] - WIDTH / 2, at + PLACES["q"] + WIDTH / 2
            refill(
                self.ratio,
                x=[at + PLACES["q"]],
                x0=[left],
                x1=[right],
                height=[picture.level],
                target=[float(picture.p[at])],
            )
        if at is None or picture.coin_height is None:
            refill(self.coin, x0=[], x1=[], y=[])
        else:
            half = WIDTH / 2 + 0.05
            refill(self.coin, x0=[at - half], x1=[at + half], y=[picture.coin_height])

    def _show_values(self, picture: Bars) -> None:
        if not picture.values_shown:
            refill(self.values, x=[], y=[], text=[], brief=[])
            return
        heights = {"p": picture.p, "q": picture.q}
        if picture.draws:
            heights["out"] = picture.kept + picture.corrected
        rows = np.concatenate(list(heights.values()))
        refill(
            self.values,
            x=[i + PLACES[bar] for bar in heights for i in range(len(picture.names))],
            y=rows.tolist(),
            text=list(values(rows)),
            brief=[above_narrow_bar(y) for y in rows.tolist()],
        )
