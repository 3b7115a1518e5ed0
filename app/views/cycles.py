"""The scene `cycles` on screen: the text with its marks, one cycle told, the charts and the counts."""

from __future__ import annotations

from typing import Any

from bokeh.models import Plot

from app.core.ledger import EIGHT
from app.core.words import WORDS
from app.pictures import cycle_charts as charts
from app.pictures import cycles as pictures
from app.pictures.looks import CYCLES_JOINT, CYCLES_LENGTHS, CYCLES_SURVIVAL
from app.session.frame import Frame
from app.text.catalog import Catalog

from .charts import Restyle
from .plots import ColumnsPlot, LinesPlot

A_DRAWING = 25  # of the speed: so many cycles in 0.2 s go by between two drawings of the charts


class CyclesView:
    """Shows a frame: patches the figures, returns the words."""

    def __init__(self, restyle: Restyle, catalog: Catalog) -> None:
        """Builds the empty figures."""
        self.catalog = catalog
        self.lengths = ColumnsPlot(restyle, "cycles-lengths", CYCLES_LENGTHS)
        self.survival = LinesPlot(restyle, "cycles-survival", CYCLES_SURVIVAL)
        self.joint = ColumnsPlot(restyle, "cycles-joint", CYCLES_JOINT)
        self.drawn: object = None

    @property
    def figures(self) -> tuple[Plot, ...]:
        """The figures, named as their places in the page."""
        return self.lengths.figure, self.survival.figure, self.joint.figure

    def show(self, frame: Frame) -> dict[str, Any]:
        """Patches the figures to the frame and returns what the page writes, as JSON-able data."""
        catalog, shown = self.catalog, pictures.stage(frame)
        moment = self.moment(frame)
        if moment != self.drawn:
            self.drawn = moment
            self.lengths.show(charts.length_columns(frame))
            self.survival.show(charts.survival_lines(frame))
            self.joint.show(charts.joint_columns(frame, catalog))
        return {
            "text": pictures.text(frame),
            "context": "fresh" if shown.model == "markov" else "text",
            "empty": not shown.recent,
            "owed": catalog.text("cycles.owed", n=shown.owed) if shown.owed else "",
            "source": catalog.text(f"cycles.source-{shown.model}", words=len(WORDS)),
            "title": pictures.told_title(frame, catalog),
            "told": pictures.told_rows(frame, catalog) if frame.narrated else [],
            "narrated": frame.narrated and bool(shown.recent),
            "end": pictures.told_end(frame, catalog) if frame.narrated else catalog.text("cycles.fast"),
            "spoken": pictures.spoken(frame, catalog) if frame.narrated else "",
            "passes": pictures.passes(frame, catalog),
            "numbers": pictures.numbers(frame, catalog),
            "compared": charts.compared(frame, catalog),
            "compared_note": charts.compared_note(frame, catalog),
            "length_note": charts.length_note(frame, catalog),
            "joint_title": catalog.text(f"cycles.joint-title-{shown.model}"),
            "joint_notes": charts.joint_notes(frame, catalog),
            "exact_lengths": shown.model == "markov" and not shown.keep_going,
            "going_on": shown.keep_going,
            "stated": shown.keep_going and shown.model == "markov",
            "summary": charts.summary(frame, catalog),
            "eight": shown.eight,
            "eight_button": self.eight_button(hide=shown.eight),
            "eight_cycles": pictures.eight(catalog) if shown.eight else {"rows": [], "ledger": []},
        }

    @staticmethod
    def moment(frame: Frame) -> object:
        """What changes when the charts are to be drawn anew: five times a second while it plays fast."""
        shown = pictures.stage(frame)
        cycles = shown.totals.cycles
        if not frame.playing:
            return shown
        few = max(1, frame.settings["speed"] // A_DRAWING)
        return shown.model, shown.gamma, shown.verifier, shown.keep_going, -(-cycles // few)

    def eight_button(self, *, hide: bool) -> str:
        """What the button of the eight cycles says."""
        key = "cycles.eight-hide" if hide else "cycles.eight-show"
        return self.catalog.text(key, lengths=", ".join(str(length) for length in EIGHT))
