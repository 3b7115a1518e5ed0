"""Draws the bars of the scene `converge`: target, draft and what came out, with the narrated draw marked on them.

Colours, and shapes too: target solid, draft hatched, kept solid, corrected dotted. Everything is patched, nothing is built twice.
"""

from __future__ import annotations

import numpy as np
from bokeh.models import ColumnDataSource, Range1d

from app.pictures.converge import Bars

from .charts import Restyle, bare_figure, fixed_ticks, refill, source

WIDTH = 0.26  # of a column; the page's overlay and the painted bars use the same numbers
PLACES = {"p": -0.28, "q": 0.0, "out": 0.28}
MOST_LABELS = 12  # more tokens than this have no room for their names


class BarsView:
    """The figure and its sources."""

    def __init__(self, restyle: Restyle) -> None:
        """Builds the empty figure."""
        self.y_range = Range1d(0, 1)
        self.x_range = Range1d(-0.5, 7.5)
        self.figure = bare_figure(restyle, name="bars", x_range=self.x_range, y_range=self.y_range)
        self.bars = source(xp=[], xq=[], xo=[], p=[], q=[], kept=[])
        self.corrected = source(x=[], low=[], high=[])
        self.lack = source(x=[], low=[], high=[])
        self.excess = source(x=[], low=[], high=[])
        self.story = source(x=[], top=[])
        self.ratio = source(x=[], x0=[], x1=[], height=[], target=[])
        self.coin = source(x0=[], x1=[], y=[])
        self.values = source(x=[], y=[], text=[])
        plot, bars = self.figure, self.bars
        plot.xaxis.major_label_text_font_style = "bold"
        restyle.size(plot.xaxis[0], "label", "major_label_text_font_size")
        restyle.colour(plot.xaxis[0], "ink", "major_label_text_color")
        plot.yaxis[0].ticker.desired_num_ticks = 4

        column = plot.vbar(x="x", width=0.96, bottom=0, top="top", source=self.story, line_color=None)
        restyle.colour(column.glyph, "highlight", "fill_color")
        target = plot.vbar(x="xp", width=WIDTH, bottom=0, top="p", source=bars, line_color=None)
        restyle.colour(target.glyph, "target", "fill_color")
        draft = plot.vbar(x="xq", width=WIDTH, bottom=0, top="q", source=bars, line_width=1.5, hatch_pattern="right_diagonal_line", hatch_scale=12, hatch_weight=1.5)
        restyle.colour(draft.glyph, "card", "fill_color")
        restyle.colour(draft.glyph, "draft", "line_color", "hatch_color")
        corrected = plot.vbar(x="x", width=WIDTH, bottom="low", top="high", source=self.corrected, line_width=1.5, hatch_pattern="dot", hatch_scale=5, hatch_weight=1.0)
        restyle.colour(corrected.glyph, "card", "fill_color")
        restyle.colour(corrected.glyph, "empirical", "line_color", "hatch_color")
        kept = plot.vbar(x="xo", width=WIDTH, bottom=0, top="kept", source=bars, line_color=None)
        restyle.colour(kept.glyph, "empirical", "fill_color")

        lacking = plot.vbar(x="x", width=WIDTH, bottom="low", top="high", source=self.lack, fill_alpha=0, line_width=2, hatch_pattern="cross", hatch_scale=9, hatch_weight=1.5)
        restyle.colour(lacking.glyph, "card", "hatch_color")
        restyle.colour(lacking.glyph, "correction", "line_color")
        surplus = plot.vbar(x="x", width=WIDTH, bottom="low", top="high", source=self.excess, fill_alpha=0, line_width=3)
        restyle.colour(surplus.glyph, "correction", "line_color")

        ratio = plot.vbar(x="x", width=WIDTH, bottom=0, top="height", source=self.ratio, line_color=None, fill_alpha=0.85)
        restyle.colour(ratio.glyph, "gauge", "fill_color")
        level = plot.segment(x0="x0", x1="x1", y0="target", y1="target", source=self.ratio, line_width=2, line_dash="dashed")
        restyle.colour(level.glyph, "gauge", "line_color")
        coin = plot.segment(x0="x0", x1="x1", y0="y", y1="y", source=self.coin, line_width=5, line_cap="round")
        restyle.colour(coin.glyph, "ink", "line_color")
        numbers = plot.text(x="x", y="y", text="text", source=self.values, text_align="center", text_baseline="bottom", y_offset=-3)
        restyle.size(numbers.glyph, "value", "text_font_size")
        restyle.colour(numbers.glyph, "ink", "text_color")

    def show(self, picture: Bars) -> None:
        """Patches the figure so that it shows the picture."""
        tokens = len(picture.names)
        places = range(tokens)
        if self.x_range.end != tokens - 0.5:
            self.x_range.end = tokens - 0.5
        self.y_range.end = picture.top
        labels = {i: name for i, name in enumerate(picture.names)} if tokens <= MOST_LABELS else {}
        if self.figure.below[0].major_label_overrides != labels or len(self.figure.below[0].ticker.ticks) != len(labels):
            fixed_ticks(self.figure, list(labels), labels)
        p, q = picture.p.tolist(), picture.q.tolist()
        refill(
            self.bars,
            xp=[i + PLACES["p"] for i in places],
            xq=[i + PLACES["q"] for i in places],
            xo=[i + PLACES["out"] for i in places],
            p=p,
            q=q,
            kept=picture.kept.tolist(),
        )
        self._show_part(self.corrected, picture.kept + picture.corrected, picture.corrected, "out")
        self._show_part(self.lack, picture.p, picture.lack, "p")
        self._show_part(self.excess, picture.q, picture.excess, "q")
        self._show_story(picture)
        self._show_values(picture)

    @staticmethod
    def _show_part(data_source: ColumnDataSource, tops: np.ndarray, part: np.ndarray, place: str) -> None:
        """Shows the upper part of some bars, where there is one."""
        where = part.nonzero()[0]
        refill(data_source, x=(where + PLACES[place]).tolist(), low=(tops - part)[where].tolist(), high=tops[where].tolist())

    def _show_story(self, picture: Bars) -> None:
        at = picture.highlight
        refill(self.story, x=[] if at is None else [at], top=[] if at is None else [picture.top])
        if at is None or picture.level is None:
            refill(self.ratio, x=[], x0=[], x1=[], height=[], target=[])
        else:
            left, right = at + PLACES["p"] - WIDTH / 2, at + PLACES["q"] + WIDTH / 2
            refill(self.ratio, x=[at + PLACES["q"]], x0=[left], x1=[right], height=[picture.level], target=[float(picture.p[at])])
        if at is None or picture.coin_height is None:
            refill(self.coin, x0=[], x1=[], y=[])
        else:
            half = WIDTH / 2 + 0.05
            refill(self.coin, x0=[at - half], x1=[at + half], y=[picture.coin_height])

    def _show_values(self, picture: Bars) -> None:
        if not picture.values_shown:
            refill(self.values, x=[], y=[], text=[])
            return
        out = (picture.kept + picture.corrected).tolist()
        rows = [(i + PLACES["p"], v) for i, v in enumerate(picture.p.tolist())] + [(i + PLACES["q"], v) for i, v in enumerate(picture.q.tolist())]
        rows += [(i + PLACES["out"], v) for i, v in enumerate(out) if picture.draws]
        refill(self.values, x=[x for x, _ in rows], y=[y for _, y in rows], text=[f"{y:.2f}" if y < 1 else "1" for _, y in rows])
