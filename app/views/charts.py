"""What every chart shares: a bare figure with fixed margins, and the list of what theme and form may restyle.

The margins are fixed so that the painted SVG, the Bokeh canvas and the page's own overlay of buttons coincide
to the pixel.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from bokeh.model import Model
from bokeh.models import CDSView, ColumnDataSource, FixedTicker, LinearAxis, Plot, Range1d
from bokeh.models.glyph import Glyph
from bokeh.models.renderers import GlyphRenderer
from bokeh.plotting import figure

from app.pictures.looks import COLOURS

from .style import EDGE, FORMS


@dataclass
class Restyle:
    """Rows (model id, property, kind, name) for the page script.

    Kind `colour` takes a role of COLOURS, `size` a size of FORMS, `font` the same as a font size. Kind `fit`
    names the place in the page of a figure whose numbers may have to be brief (static/page/numbers.js).
    """

    rows: list[tuple[str, str, str, str]] = field(default_factory=list)

    def colour(self, model: Model, role: str, *properties: str) -> None:
        """Lets the theme set these properties of the model, and sets them for the light theme now."""
        for name in properties:
            setattr(model, name, COLOURS[role][0])
            self.rows.append((model.id, name, "colour", role))

    def size(self, model: Model, size: str, *properties: str) -> None:
        """Lets the form set these properties of the model, and sets them for the desktop now."""
        for name in properties:
            pixels = FORMS["desktop"][size]
            kind = "font" if name.endswith("font_size") else "size"
            setattr(model, name, f"{pixels}px" if kind == "font" else pixels)
            self.rows.append((model.id, name, kind, size))

    def fit(self, plot: Plot, place: str) -> None:
        """Lets the room above the bars say whether their `text`, their `brief` or neither is shown."""
        self.rows.append((plot.id, "renderers", "fit", place))


def bare_figure(restyle: Restyle, *, x_range: Range1d, y_range: Range1d, **options: Any) -> figure:
    """A figure without tools, title, legend or frame, filling its place; screen readers get words instead."""
    plot = figure(
        x_range=x_range,
        y_range=y_range,
        toolbar_location=None,
        tools="",
        sizing_mode="stretch_both",
        outline_line_color=None,
        background_fill_alpha=0,
        border_fill_alpha=0,
        min_border_top=EDGE,
        min_border_right=EDGE,
        output_backend="canvas",
        **options,
    )
    for gesture in ("drag", "scroll", "inspect", "tap"):
        setattr(plot.toolbar, f"active_{gesture}", None)
    plot.title = None
    plot.center.remove(plot.xgrid[0])
    plot.below[0].ticker = FixedTicker()
    restyle.size(plot, "left", "min_border_left")
    restyle.size(plot, "bottom", "min_border_bottom")
    for axis in plot.axis:
        quiet_axis(restyle, axis)
        axis.major_label_policy = plot.axis[0].major_label_policy
    restyle.colour(plot.ygrid[0], "grid", "grid_line_color")
    return plot


def quiet_axis(restyle: Restyle, axis: LinearAxis) -> None:
    """An axis without lines and ticks, its labels in the soft ink."""
    axis.axis_line_color = axis.major_tick_line_color = axis.minor_tick_line_color = None
    axis.major_label_standoff = 6
    axis.major_label_text_font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif"
    restyle.size(axis, "tick", "major_label_text_font_size")
    restyle.colour(axis, "soft", "major_label_text_color")


PLACED_BY = ("x", "y", "x0", "y0", "x1", "y1", "y2", "bottom", "top", "text")


def draw(plot: Plot, glyph: Glyph, data: ColumnDataSource, **options: Any) -> GlyphRenderer:
    """Puts a glyph on the plot, on top of those before it.

    Nothing is ever selected, muted or filtered, but BokehJS makes looks for that, a hatch for each with all
    new data, and Bokeh's own way takes six models a glyph: one bare glyph a kind and place, and one filter
    and one policy a plot, stand for all of them. Each model costs time when a scene is opened first.
    """
    first = plot.renderers[0] if plot.renderers else None
    if first:
        data.selection_policy = first.data_source.selection_policy
        options["view"] = CDSView(filter=first.view.filter)
    place = {name: getattr(glyph, name) for name in PLACED_BY if name in glyph.properties()}
    bare = next((one for one in map(_bare_of, plot.renderers) if _stands_for(one, glyph, place)), None)
    rest = bare or type(glyph)(**place)
    looks = {f"{kind}_glyph": rest for kind in ("selection", "nonselection", "muted")}
    renderer = GlyphRenderer(glyph=glyph, data_source=data, **looks, **options)
    plot.renderers.append(renderer)
    return renderer


def _bare_of(renderer: Any) -> Glyph:
    return renderer.muted_glyph  # type: ignore[no-any-return]  # Bokeh is not typed


def _stands_for(bare: Glyph, glyph: Glyph, place: dict[str, Any]) -> bool:
    return type(bare) is type(glyph) and all(getattr(bare, name) == value for name, value in place.items())


def source(name: str | None = None, **columns: Any) -> ColumnDataSource:
    """A data source; every column is patched whole, so lengths may change together."""
    return ColumnDataSource(name=name, data=columns)


def refill(data_source: ColumnDataSource, **columns: Any) -> None:
    """Gives the source new columns where they differ, in one message."""
    old = data_source.data
    if any(not _same(old[name], column) for name, column in columns.items()):
        data_source.data = columns


def _same(old: Any, new: Any) -> bool:
    if isinstance(new, np.ndarray):
        return isinstance(old, np.ndarray) and np.array_equal(old, new, equal_nan=True)
    return type(old) is type(new) and old == new


def fixed_ticks(plot: Plot, ticks: list[float], labels: dict[float, str]) -> None:
    """Puts these ticks with these labels on the plot's horizontal axis."""
    axis = plot.below[0]
    axis.ticker.ticks = ticks
    axis.major_label_overrides = labels
