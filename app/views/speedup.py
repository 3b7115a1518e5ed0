"""The scene `speedup` on screen: speed-up over length, meters, acceptance over temperature, and the load."""

from __future__ import annotations

from typing import Any

from bokeh.models import Plot

from app.pictures import admission as loads
from app.pictures import speedup as pictures
from app.pictures.looks import SPEEDUP_DRAFTS, SPEEDUP_LENGTHS, SPEEDUP_RATES, SPEEDUP_TEMPERATURES
from app.pictures.speedup_presets import choices
from app.session.frame import Frame
from app.session.frames.speedup import Load, SpeedupFrame
from app.text.catalog import Catalog
from app.text.numbers import decimal, plain

from .charts import Restyle
from .plots import ColumnsPlot, LinesPlot


class SpeedupView:
    """Shows a frame: patches the figures, returns the words."""

    def __init__(self, restyle: Restyle, catalog: Catalog) -> None:
        """Builds the empty figures."""
        self.catalog = catalog
        self.lengths = LinesPlot(restyle, "speedup-lengths", SPEEDUP_LENGTHS)
        self.temperatures = LinesPlot(restyle, "speedup-temperatures", SPEEDUP_TEMPERATURES)
        self.drafts = ColumnsPlot(restyle, "speedup-drafts", SPEEDUP_DRAFTS)
        self.rates = LinesPlot(restyle, "speedup-rates", SPEEDUP_RATES)
        self._load: tuple[Load, dict[str, Any]] | None = None  # what was last shown of one

    @property
    def figures(self) -> tuple[Plot, ...]:
        """The figures, named as their places in the page."""
        return tuple(one.figure for one in (self.lengths, self.temperatures, self.drafts, self.rates))

    def show(self, frame: Frame) -> dict[str, Any]:
        """Patches the figures to the frame and returns what the page writes, as JSON-able data."""
        stage, catalog = frame.stage, self.catalog
        assert isinstance(stage, SpeedupFrame)
        temperature = frame.settings["temperature"]
        self.lengths.show(pictures.chart(stage, catalog))
        self.temperatures.show(pictures.temperature_chart(stage, temperature, catalog))
        return {
            "alpha": stage.alpha,
            "alpha_text": decimal(stage.alpha),
            "cost_text": plain(stage.cost),
            "gamma_text": plain(stage.gamma),
            "mismatch_text": decimal(frame.settings["mismatch"], 2),
            "temperature_text": plain(temperature),
            "alpha_from": catalog.text("speedup.from-laws" if stage.from_laws else "speedup.by-hand"),
            "told": pictures.told(stage, catalog),
            "best": pictures.best_told(stage, catalog),
            "operations": pictures.operations_told(stage, catalog),
            "summary": pictures.summary(stage, catalog),
            "meters": pictures.meters(stage, frame.laws, catalog),
            "temperature_told": pictures.temperature_told(stage, catalog),
            "table": pictures.table(catalog),
            "load": self._show_load(stage.load),
            **choices(stage.alpha, stage.cost),
        }

    def _show_load(self, load: Load) -> dict[str, Any]:
        if self._load is not None and self._load[0] == load:  # a dial moved, which the load does not know
            return self._load[1]
        self._load = (load, self._load_shown(load))
        return self._load[1]

    def _load_shown(self, load: Load) -> dict[str, Any]:
        self.drafts.show(loads.columns(load))
        self.rates.show(loads.chart(load, self.catalog))
        return {
            "told": loads.told(load, self.catalog),
            "table": loads.table(load, self.catalog),
            "confidences": list(load.confidences),
            "confidence_texts": [decimal(one, 2) for one in load.confidences],
            "free": load.free,
            "free_text": plain(load.free),
            "looks_ahead": load.looks_ahead,
            "look_ahead": loads.look_ahead(load, self.catalog),
        }
