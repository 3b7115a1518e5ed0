"""The scene `accounting` on screen: the doors as bars, the lines of the proof, the worked table."""

from __future__ import annotations

from typing import Any

from bokeh.models import Plot

from app.pictures import accounting as pictures
from app.pictures.looks import ACCOUNTING_DOORS
from app.session.frame import Frame
from app.text.catalog import Catalog

from .charts import Restyle
from .plots import ColumnsPlot


class AccountingView:
    """Shows a frame: patches the figure, returns the words."""

    def __init__(self, restyle: Restyle, catalog: Catalog) -> None:
        """Builds the empty figure."""
        self.catalog = catalog
        self.doors = ColumnsPlot(restyle, "accounting-doors", ACCOUNTING_DOORS)

    @property
    def figures(self) -> tuple[Plot, ...]:
        """The figures, named as their places in the page."""
        return (self.doors.figure,)

    def show(self, frame: Frame) -> dict[str, Any]:
        """Patches the figure to the frame and returns what the page writes, as JSON-able data."""
        catalog = self.catalog
        self.doors.show(pictures.columns(frame))
        line = frame.settings["line"]
        lines = pictures.proof(frame, catalog)
        return {
            "lines": lines,
            "totals": pictures.totals(frame, catalog),
            "table": pictures.table(frame, catalog),
            "summary": pictures.summary(frame, catalog),
            "some_line": line > 0,
        }
