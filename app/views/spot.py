"""The scene `spot` on screen: two streams as bars and as curves, the same look whatever they are."""

from __future__ import annotations

from typing import Any

from bokeh.models import Plot

from app.pictures import spot as pictures
from app.pictures.looks import SPOT_CURVES, SPOT_OUTPUTS
from app.session.frame import Frame
from app.text.catalog import Catalog

from .charts import Restyle
from .plots import ColumnsPlot, LinesPlot


class SpotView:
    """Shows a frame: patches the figures, returns the words."""

    def __init__(self, restyle: Restyle, catalog: Catalog) -> None:
        """Builds the empty figures."""
        self.catalog = catalog
        self.outputs = ColumnsPlot(restyle, "spot-outputs", SPOT_OUTPUTS)
        self.curves = LinesPlot(restyle, "spot-curves", SPOT_CURVES, log=True)

    @property
    def figures(self) -> tuple[Plot, ...]:
        """The figures, named as their places in the page."""
        return self.outputs.figure, self.curves.figure

    def show(self, frame: Frame) -> dict[str, Any]:
        """Patches the figures to the frame and returns what the page writes, as JSON-able data."""
        self.outputs.show(pictures.columns(frame))
        self.curves.show(pictures.lines(frame))
        return pictures.shown(frame, self.catalog)
