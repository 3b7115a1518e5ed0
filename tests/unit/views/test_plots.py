"""Columns and lines of the other scenes: what has no height is not drawn, what is small is written out."""

import pytest

from app.pictures.plots import Columns
from app.views.charts import Restyle
from app.views.plots import Bar, ColumnsPlot, Line, LinesPlot


@pytest.mark.parametrize("look", ["solid", "stripes", "dots", "crosses", "outline"])
def test_a_bar_without_height_leaves_no_line_on_the_axis_and_keeps_its_number(look):
    plot = ColumnsPlot(Restyle(), "some", [Bar("one", "target", look)])
    plot.show(Columns(("a", "b"), {"one": [0.0, 0.5]}, 1.0, {"one": ("0.000", "0.500")}))
    assert plot.sources["one"].data["high"] == [0.5]
    assert plot.texts.data["text"] == ["0.000", "0.500"]


def test_a_small_distance_is_written_out():
    plot = LinesPlot(Restyle(), "some", [Line("tv", "empirical")])
    assert plot.figure.yaxis[0].formatter.power_limit_low < -4
