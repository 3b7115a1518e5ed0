"""The scene `engines` on screen: an engine's law and run as bars, its distance, question, verdict."""

from __future__ import annotations

from typing import Any

from bokeh.models import Plot

from app.pictures import engine_words as words
from app.pictures import engines as pictures
from app.pictures.looks import ENGINES_BARS, ENGINES_CURVE
from app.session.frame import Frame
from app.text.catalog import Catalog

from .charts import Restyle
from .plots import ColumnsPlot, LinesPlot


class EnginesView:
    """Shows a frame: patches the figures, returns the words."""

    def __init__(self, restyle: Restyle, catalog: Catalog) -> None:
        """Builds the empty figures."""
        self.catalog = catalog
        self.bars = ColumnsPlot(restyle, "engines-bars", ENGINES_BARS)
        self.curve = LinesPlot(restyle, "engines-curve", ENGINES_CURVE, log=True)

    @property
    def figures(self) -> tuple[Plot, ...]:
        """The figures, named as their places in the page."""
        return self.bars.figure, self.curve.figure

    def show(self, frame: Frame) -> dict[str, Any]:
        """Patches the figures to the frame and returns what the page writes, as JSON-able data."""
        catalog = self.catalog
        self.bars.show(pictures.columns(frame))
        lines = pictures.lines(frame)
        self.curve.show(lines)
        return {
            "about": words.about(frame, catalog),
            "question": words.question(frame, catalog),
            "answered": not pictures.stage_of(frame).question.open,
            "band": bool(lines.areas),
            "needed": words.needed(frame, catalog),
            "verdict": words.verdict(frame, catalog),
            "kept": words.kept(frame, catalog),
            "filters": words.filters(frame, catalog),
            "numbers": words.numbers(frame, catalog),
            "summary": words.summary(frame, catalog),
        }
