"""The scene `yours` on screen: the verdict on numbers of a real engine, and the law beside what came out."""

from __future__ import annotations

from typing import Any

from bokeh.models import Plot

from app.core.intake import LARGEST_FILE, MB
from app.pictures import yours as pictures
from app.pictures.looks import YOURS_BARS
from app.session.frame import Frame
from app.session.frames.yours import Found, YoursFrame
from app.text.catalog import Catalog

from .charts import Restyle
from .plots import ColumnsPlot


class YoursView:
    """Shows a frame: patches the figure, returns the words."""

    def __init__(self, restyle: Restyle, catalog: Catalog) -> None:
        """Builds the empty figure."""
        self.catalog = catalog
        self.bars = ColumnsPlot(restyle, "yours-bars", YOURS_BARS)

    @property
    def figures(self) -> tuple[Plot, ...]:
        """The figures, named as their places in the page."""
        return (self.bars.figure,)

    def show(self, frame: Frame) -> dict[str, Any]:
        """Patches the figure to the frame and returns what the page writes, as JSON-able data."""
        stage, catalog = frame.stage, self.catalog
        assert isinstance(stage, YoursFrame)
        found = stage.found
        if found is not None:
            self.bars.show(pictures.columns(found, catalog))
        reading, share = pictures.progress(stage, catalog)
        return {
            **self._law(stage),
            **(self._found(found) if found else self._nothing()),
            "input_hint": catalog.text("yours.input-hint", most=LARGEST_FILE // MB),
            "numbers_kind": stage.numbers_kind,
            "reading": reading,
            "is_reading": bool(reading),
            "share": share,
            "refused": pictures.refused(stage, catalog),
            "is_refused": stage.refused is not None,
            "summary": pictures.summary(found, catalog),
            "test_set": stage.test_set,
            "example": stage.example,
            "shows_fault": stage.shows_fault,
            "hides_fault": not stage.shows_fault,
        }

    def _law(self, stage: YoursFrame) -> dict[str, Any]:
        missing = stage.law_kind != "scenario" and not stage.law_given
        key = "yours.law-missing" if missing else "yours.law-now"
        why = stage.law_refused
        text = "" if why is None else self.catalog.text("yours.law-refused", why=why.rstrip("."))
        return {
            "law_kind": stage.law_kind,
            "own_law": stage.law_kind != "scenario",
            "of_scenario": stage.law_kind == "scenario",
            "law_now": self.catalog.text(key, tokens=stage.law_size),
            "law_refused": text,
            "is_law_refused": why is not None,
        }

    def _nothing(self) -> dict[str, Any]:
        return {
            "has": False,
            "has_none": True,
            "verdict": "none",
            "headline": self.catalog.text("yours.none"),
            "read": "",
            "key_law": self.catalog.text("yours.key-law"),
            "lines": [],
            "decisions": [],
            "off": [],
            "some_off": False,
            "some": "",
        }

    def _found(self, found: Found) -> dict[str, Any]:
        catalog = self.catalog
        off = pictures.off_rows(found, catalog)
        key = "yours.key-law-rows" if found.kind == "rows" else "yours.key-law"
        shown, tokens = len(pictures.shown_tokens(found)), len(found.law)
        return {
            "has": True,
            "has_none": False,
            "verdict": "follows" if found.verdict.ok else "off",
            "headline": pictures.headline(found, catalog),
            "read": catalog.text(f"yours.read-{found.kind}", n=found.n, file=found.file),
            "key_law": catalog.text(key),
            "lines": pictures.lines(found, catalog),
            "decisions": pictures.decisions(found, catalog),
            "off": off,
            "some_off": bool(off),
            "some": catalog.text("yours.some", n=shown, tokens=tokens) if shown < tokens else "",
        }
