"""Draws the curve of `converge`: TV(empirical, p) over draws, with its limit and what chance alone does.

An axis cannot change its kind in BokehJS, so each glyph stands twice, once on a linear and once on a
logarithmic TV range, and only one of the two sets is visible.
"""

from __future__ import annotations

from typing import Any

from bokeh.models import ColumnDataSource, LogAxis, LogScale, Range1d
from bokeh.models.glyphs import Line, Scatter, Segment, VArea
from bokeh.models.renderers import GlyphRenderer

from app.pictures.converge import Curve
from app.pictures.seen import only_grown, same_lines

from .charts import Restyle, bare_figure, draw, fixed_ticks, quiet_axis, refill, source

FAINT = 0.4


class CurveView:
    """The figure and its sources."""

    def __init__(self, restyle: Restyle) -> None:
        """Builds the empty figure with both TV ranges."""
        self.shown: Curve | None = None
        self.x_range = Range1d(1, 1000)
        self.y_range = Range1d(0, 1)
        self.log_range = Range1d(1e-3, 1)
        ranges = {"x_range": self.x_range, "y_range": self.y_range}
        self.figure = bare_figure(restyle, **ranges, x_axis_type="log")
        plot = self.figure
        plot.extra_y_ranges = {"log": self.log_range}
        plot.extra_y_scales = {"log": LogScale()}
        self.log_axis = LogAxis(y_range_name="log", visible=False)
        plot.add_layout(self.log_axis, "left")
        quiet_axis(restyle, self.log_axis)
        plot.yaxis[0].ticker.desired_num_ticks = 4
        self.sources = {
            name: source(n=[], tv=[])
            for name in ("ghost", "lossless", "naive", "limit", "tip_lossless", "tip_naive")
        }
        self.band = source(n=[], low=[], high=[])
        self.jumps = source(n0=[], n1=[], tv0=[], tv1=[])
        self.marks = source("curve-marks", n=[], low=[], high=[])
        self.glyphs: dict[str, dict[str, GlyphRenderer]] = {
            scale: self._draw(restyle, scale) for scale in ("linear", "log")
        }
        for renderer in self.glyphs["log"].values():
            renderer.visible = False

    def _draw(self, restyle: Restyle, scale: str) -> dict[str, GlyphRenderer]:
        """Every glyph once on the range of this scale, those further down on top."""
        plot, where = self.figure, {"y_range_name": "default" if scale == "linear" else "log"}

        def line(name: str, **look: Any) -> GlyphRenderer:
            return draw(plot, Line(x="n", y="tv", **look), self.sources[name], **where)

        def segments(
            data: ColumnDataSource, x0: str, x1: str, y0: str, y1: str, **look: Any
        ) -> GlyphRenderer:
            return draw(plot, Segment(x0=x0, x1=x1, y0=y0, y1=y1, **look), data, **where)

        made = {"band": draw(plot, VArea(x="n", y1="low", y2="high"), self.band, **where)}
        restyle.colour(made["band"].glyph, "band", "fill_color")
        made["marks"] = segments(self.marks, "n", "n", "low", "high", line_width=1.5, line_dash="dotted")
        restyle.colour(made["marks"].glyph, "soft", "line_color")
        made["ghost"] = line("ghost", line_width=2)
        restyle.colour(made["ghost"].glyph, "ghost", "line_color")
        made["limit"] = line("limit", line_width=2, line_dash="dashed")
        restyle.colour(made["limit"].glyph, "ink", "line_color")
        made["jumps"] = segments(self.jumps, "n0", "n1", "tv0", "tv1", line_width=2, line_dash="dashed")
        restyle.colour(made["jumps"].glyph, "soft", "line_color")
        for verdict, role in (("naive", "naive"), ("lossless", "empirical")):
            made[verdict] = line(verdict, line_join="round")
            restyle.colour(made[verdict].glyph, role, "line_color")
            restyle.size(made[verdict].glyph, "line", "line_width")
            at_tip = self.sources[f"tip_{verdict}"]
            tip = draw(plot, Scatter(x="n", y="tv", size=11, line_width=2), at_tip, **where)
            made[f"tip_{verdict}"] = tip
            restyle.colour(tip.glyph, role, "fill_color")
            restyle.colour(tip.glyph, "card", "line_color")
        return made

    def show(self, picture: Curve, *, rough: bool = False, waits: bool = False) -> None:
        """Patches the figure so that it shows the picture.

        `rough` where half a pixel does not matter; `waits` where another call soon shows what only grew.
        """
        before = self.shown
        if before and (waits or (rough and same_lines(before, picture))) and only_grown(before, picture):
            return
        self.shown = picture
        log = picture.scale == "log"
        for scale, renderers in self.glyphs.items():
            for name, renderer in renderers.items():
                renderer.visible = (scale == "log") == log
                for verdict in ("lossless", "naive"):
                    if name == verdict:
                        renderer.glyph.line_alpha = 1.0 if verdict == picture.verdict else FAINT
        self.figure.yaxis[0].visible = not log
        self.log_axis.visible = log
        self.log_range.start = picture.floor
        self.x_range.end = picture.x_end
        if self.figure.below[0].major_label_overrides != picture.tick_labels:
            fixed_ticks(self.figure, list(picture.ticks), picture.tick_labels)
        for name in ("lossless", "naive", "ghost", "limit"):
            line = getattr(picture, name)
            refill(self.sources[name], n=line.n, tv=line.tv)
        for verdict in ("lossless", "naive"):
            line = getattr(picture, verdict)
            last = verdict == picture.verdict and len(line.n) > 0
            refill(
                self.sources[f"tip_{verdict}"], n=line.n[-1:] if last else [], tv=line.tv[-1:] if last else []
            )
        refill(self.band, n=picture.band_n, low=picture.band_low, high=picture.band_high)
        refill(
            self.jumps, n0=picture.jumps.n0, n1=picture.jumps.n1, tv0=picture.jumps.tv0, tv1=picture.jumps.tv1
        )
        refill(
            self.marks,
            n=list(picture.marks),
            low=[picture.floor if log else 0.0] * len(picture.marks),
            high=[1.0] * len(picture.marks),
        )
