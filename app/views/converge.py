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


class ConvergeView:
    """Shows a frame: patches the figures, returns the words."""

    def __init__(self, restyle: Restyle, catalog: Catalog) -> None:
        """Builds the two empty figures."""
        self.catalog = catalog
        self.bars = BarsView(restyle)
        self.curve = CurveView(restyle)

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
        self.bars.show(bars, rough=flying)
        self.curve.show(curve, rough=flying)
        chip = pictures.chip(frame, catalog)
        narration = narrate(frame, catalog)
        numbers = pictures.numbers(frame, catalog)
        table = rows(frame, catalog) if with_rows else None
        words: dict[str, Any] = {
            "verdict": bars.verdict,
            "numbers": vars_of(numbers),
            "chip": vars_of(chip),
            "narration": vars_of(narration),
            "ticker": ticker(frame, catalog),
            "summary": summary(frame, catalog),
            "limit_text": curve.limit_text,
            "has_ghost": len(curve.ghost.n) > 0,
            "draft_hint": catalog.text(f"draft.{frame.settings['draft']}-hint"),
            "can_start_again": len(frame.marks) > 0,
            "columns": {
                "names": list(bars.names),
                "p": bars.p.tolist(),
                "q": bars.q.tolist(),
                "top": bars.top,
                "labels": column_labels(frame, catalog),
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


def vars_of(record: Any) -> dict[str, Any]:
    """A frozen record of numbers and strings as a dict."""
    return {name: getattr(record, name) for name in record.__dataclass_fields__}
