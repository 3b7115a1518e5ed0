"""The scene `rules` on screen: four outputs as bars, four curves, what each rule costs and wastes."""

from __future__ import annotations

from typing import Any

from bokeh.models import Plot

from app.pictures import rules as pictures
from app.pictures.looks import RULES_CURVES, RULES_OUTPUTS
from app.session.frame import Frame
from app.text.catalog import Catalog

from .charts import Restyle
from .plots import ColumnsPlot, LinesPlot


class RulesView:
    """Shows a frame: patches the figures, returns the words."""

    def __init__(self, restyle: Restyle, catalog: Catalog) -> None:
        """Builds the empty figures."""
        self.catalog = catalog
        self.outputs = ColumnsPlot(restyle, "rules-outputs", RULES_OUTPUTS)
        self.curves = LinesPlot(restyle, "rules-curves", RULES_CURVES, log=True)

    @property
    def figures(self) -> tuple[Plot, ...]:
        """The figures, named as their places in the page."""
        return self.outputs.figure, self.curves.figure

    def show(self, frame: Frame) -> dict[str, Any]:
        """Patches the figures to the frame and returns what the page writes, as JSON-able data."""
        catalog = self.catalog
        self.outputs.show(pictures.columns(frame))
        self.curves.show(pictures.lines(frame))
        return {
            "edges": pictures.EDGES,
            "draws": pictures.draws(frame, catalog),
            "table": pictures.table(frame, catalog),
            "wastes": pictures.wastes(frame, catalog),
            "summary": pictures.summary(frame, catalog),
        }
