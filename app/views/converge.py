"""The scene `converge` on screen: its two figures, and the finished strings that the page puts in place."""

from __future__ import annotations

from typing import Any

from bokeh.models import Plot

from app.pictures import converge as pictures
from app.pictures.description import column_labels, last_draws, rows, summary
from app.pictures.narration import narrate, ticker
from app.session.frame import Frame
from app.text.catalog import Catalog

from .bars import BarsView
from .charts import Restyle
from .curve import CurveView

DESCRIBED_EVERY = 10  # calls while draws fly by: nobody hears a description 20 times a second


class ConvergeView:
    """Shows a frame: patches the figures, returns the words."""

    def __init__(self, restyle: Restyle, catalog: Catalog) -> None:
        """Builds the two empty figures."""
        self.catalog = catalog
        self.bars = BarsView(restyle)
        self.curve = CurveView(restyle)
        self.curve_turn = False
        self._described: tuple[Frame, str, tuple[str, ...]] | None = None  # the frame, and both texts of it
        self._age = 0

    @property
    def roots(self) -> dict[str, Plot]:
        """The figures by the name of their place in the page: the roots of the document."""
        return {"bars": self.bars.figure, "curve": self.curve.figure}

    def show(self, frame: Frame, *, chosen: int | None, with_rows: bool) -> dict[str, Any]:
        """Patches the figures to the frame and returns what the page writes, as JSON-able data."""
        catalog = self.catalog
        bars = pictures.bars(frame)
        curve = pictures.curve(frame, catalog)
        flying = frame.playing and not frame.narrated
        # While draws fly by, the figures take turns: two drawn in one frame make it twice as long.
        self.curve_turn = flying and not self.curve_turn
        self.bars.show(bars, rough=flying, waits=flying and self.curve_turn)
        self.curve.show(curve, rough=flying, waits=flying and not self.curve_turn)
        chip = pictures.chip(frame, catalog)
        narration = narrate(frame, catalog)
        numbers = pictures.numbers(frame, catalog)
        table = rows(frame, catalog) if with_rows else None
        described, labels = self._description(frame, flying=flying)
        words: dict[str, Any] = {
            "verdict": bars.verdict,
            "numbers": vars_of(numbers),
            "chip": vars_of(chip),
            "narration": vars_of(narration),
            "ticker": ticker(frame, catalog),
            "summary": described,
            "limit_text": curve.limit_text,
            "has_ghost": len(curve.ghost.n) > 0,
            "draft_hint": catalog.text(f"draft.{frame.settings['draft']}-hint"),
            "can_start_again": len(frame.marks) > 0,
            "columns": {
                "names": list(bars.names),
                "p": bars.p.tolist(),
                "q": bars.q.tolist(),
                "top": bars.top,
                "labels": labels,
                "chosen": chosen,
                "own": frame.scenario_id == "own",
            },
            "rows": table,
            "chosen": None,
        }
        if chosen is not None and not frame.playing:
            words["chosen"] = {
                "title": catalog.text("chart.chosen", token=frame.laws.names[chosen]),
                "draws": last_draws(frame, chosen, catalog),
            }
        return words

    def _description(self, frame: Frame, *, flying: bool) -> tuple[str, tuple[str, ...]]:
        """Both charts in words and the labels of the columns, of this frame or of one a moment ago."""
        self._age += 1
        if not flying or self._age >= DESCRIBED_EVERY or not self._is_described(frame):
            self._age = 0
            self._described = frame, summary(frame, self.catalog), column_labels(frame, self.catalog)
        assert self._described
        return self._described[1:]

    def _is_described(self, frame: Frame) -> bool:
        before = self._described and self._described[0]
        return before is not None and before.laws is frame.laws and before.settings == frame.settings


def vars_of(record: Any) -> dict[str, Any]:
    """A frozen record of numbers and strings as a dict."""
    return {name: getattr(record, name) for name in record.__dataclass_fields__}
