"""The scene `beat` on screen: the attempt's limit as bars, its sliders, what the bound says of it."""

from __future__ import annotations

from typing import Any

from bokeh.models import Plot

from app.core.beat import MOST_TOKENS
from app.pictures import beat as pictures
from app.pictures.looks import BEAT_LIMIT
from app.session.frame import Frame
from app.text.catalog import Catalog

from .charts import Restyle
from .plots import ColumnsPlot


class BeatView:
    """Shows a frame: patches the figure, returns the words."""

    def __init__(self, restyle: Restyle, catalog: Catalog) -> None:
        """Builds the empty figure."""
        self.catalog = catalog
        self.limit = ColumnsPlot(restyle, "beat-limit", BEAT_LIMIT)

    @property
    def figures(self) -> tuple[Plot, ...]:
        """The figures, named as their places in the page."""
        return (self.limit.figure,)

    def show(self, frame: Frame) -> dict[str, Any]:
        """Patches the figure to the frame and returns what the page writes, as JSON-able data."""
        catalog = self.catalog
        self.limit.show(pictures.columns(frame))
        stage = pictures.stage_of(frame)
        rows = pictures.rows(frame, catalog)
        verdict = pictures.verdict(frame, catalog)
        named = pictures.named(frame, catalog)
        return {
            "rows": rows,
            "there": [i < len(rows) for i in range(MOST_TOKENS)],
            "small": bool(rows),
            "large": not rows,
            "choice": stage.choice,
            "numbers": pictures.numbers(frame, catalog),
            "verdict": verdict,
            "is_spilt": bool(verdict["spilt"]),
            "named": named,
            "is_named": bool(named),
            "best": pictures.best(frame, catalog),
            "ran": pictures.ran(frame, catalog),
            "summary": pictures.summary(frame, catalog),
        }
