"""The scene `rules` on screen: four outputs as bars, four curves, what each rule costs and wastes."""

from __future__ import annotations

from typing import Any

from bokeh.models import Plot

from app.pictures import rules as pictures
from app.session.frame import Frame
from app.text.catalog import Catalog

from .charts import Restyle
from .plots import Bar, ColumnsPlot, Line, LinesPlot

LOOKS = {  # rule: the role of its colour, the look of its bars, the dash of its curve
    "lossless": ("empirical", "solid", "solid"),
    "naive": ("naive", "stripes", "solid"),
    "top-1": ("gauge", "crosses", "dotdash"),
    "classical": ("classical", "dots", "dotted"),
}
BARS = (
    Bar("target", "target"),
    *(Bar(name, role, look, i + 1) for i, (name, (role, look, _)) in enumerate(LOOKS.items())),
)
LINES = (
    *(Line(f"limit-{name}", role, "dashed", width=1.5) for name, (role, _, _) in LOOKS.items()),
    Line("jumps", "soft", "dashed", width=2),
    *(Line(name, role, dash) for name, (role, _, dash) in reversed(LOOKS.items())),
    *(Line(f"tip-{name}", role, shape="points") for name, (role, _, _) in reversed(LOOKS.items())),
)


class RulesView:
    """Shows a frame: patches the figures, returns the words."""

    def __init__(self, restyle: Restyle, catalog: Catalog) -> None:
        """Builds the empty figures."""
        self.catalog = catalog
        self.outputs = ColumnsPlot(restyle, "rules-outputs", BARS)
        self.curves = LinesPlot(restyle, "rules-curves", LINES, log=True)

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
