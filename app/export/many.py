"""The sheets of the scenes about many positions: cycles and the eight of the lesson, speed-up and load."""

from __future__ import annotations

from app.pictures import admission, cycle_charts
from app.pictures import cycles as pictures
from app.pictures import speedup as speeds
from app.pictures.looks import (
    CYCLES_JOINT,
    CYCLES_LENGTHS,
    CYCLES_SURVIVAL,
    SPEEDUP_DRAFTS,
    SPEEDUP_LENGTHS,
    SPEEDUP_RATES,
    SPEEDUP_TEMPERATURES,
)
from app.session.frame import Frame
from app.session.frames.speedup import SpeedupFrame
from app.text.catalog import Catalog

from .parts import Parts, keys_of
from .sheet import Cells, Panel


def cycles(frame: Frame, catalog: Catalog) -> Parts:
    """Committed lengths, what is kept by position, and neighbouring tokens."""
    shown = pictures.stage(frame)
    markov = shown.model == "markov"
    survival = {"survival": "cycles.key-survival", "given": "cycles.key-given"}
    if markov and not shown.keep_going:
        survival["theory"] = "cycles.key-survival-theory"
    joint = {"target": "cycles.key-target", "counted": "cycles.key-written"}
    if markov and shown.keep_going:
        joint["stated"] = "cycles.key-stated"
    lengths = Panel(
        catalog.text("cycles.lengths-title"),
        cycle_charts.length_columns(frame),
        CYCLES_LENGTHS,
        keys_of({"theory": "cycles.key-expected", "counted": "cycles.key-counted"}, catalog),
        below=catalog.text("cycles.compared-unit"),
    )
    kept = Panel(
        catalog.text("cycles.survival-title"),
        cycle_charts.survival_lines(frame),
        CYCLES_SURVIVAL,
        keys_of(survival, catalog),
        below=catalog.text("cycles.column-position"),
    )
    neighbours = Panel(
        catalog.text(f"cycles.joint-title-{shown.model}"),
        cycle_charts.joint_columns(frame, catalog),
        CYCLES_JOINT,
        keys_of(joint, catalog),
    )
    counts = [
        catalog.text("keep.pair", what=what, number=number)
        for what, number in pictures.numbers(frame, catalog)
    ]
    said = (pictures.passes(frame, catalog), *counts)
    return Parts(
        ((lengths, kept), (neighbours,)),
        (
            " · ".join(said) if shown.totals.cycles else catalog.text("cycles.joint-none"),
            cycle_charts.length_note(frame, catalog),
            " ".join(cycle_charts.joint_notes(frame, catalog)) if shown.totals.cycles else "",
        ),
    )


def eight(frame: Frame, catalog: Catalog) -> Parts:  # noqa: ARG001  # always the same eight
    """The lesson's eight cycles, token by token, and what follows from their lengths."""
    told = pictures.eight(catalog)
    rows = [[(str(text), str(kind)) for text, kind in row["cells"]] for row in told["rows"]]  # type: ignore[attr-defined]
    keys = {
        "kept": "cycles.key-kept",
        "corrected": "cycles.key-corrected",
        "bonus": "cycles.key-bonus",
        "rejected": "keep.key-rejected",
        "thrown": "cycles.key-thrown",
    }
    cells = Cells(rows, keys_of(keys, catalog))
    return Parts(((cells,),), tuple(told["ledger"]), title=catalog.text("cycles.eight-title"))  # type: ignore[arg-type]


def stage_of(frame: Frame) -> SpeedupFrame:
    """The scene's own record; TypeError where the frame is another scene's."""
    if not isinstance(frame.stage, SpeedupFrame):
        raise TypeError(f"stage is {frame.stage!r:.60}; the scene speedup shows a SpeedupFrame")
    return frame.stage


def speedup(frame: Frame, catalog: Catalog) -> Parts:
    """The speed-up over the draft length, and the acceptance rate over temperature."""
    stage = stage_of(frame)
    keys = {
        "speedup": "speedup.key-speedup",
        "best": "speedup.key-best",
        "real": "speedup.key-real",
        "set": "speedup.key-set",
        "operations": "speedup.key-operations",
        "plain": "speedup.key-plain",
    }
    lengths = Panel(
        catalog.text("speedup.chart"),
        speeds.chart(stage, catalog),
        SPEEDUP_LENGTHS,
        keys_of(keys, catalog),
        below=catalog.text("speedup.axis"),
    )
    hot = Panel(
        catalog.text("speedup.temperature"),
        speeds.temperature_chart(stage, frame.settings["temperature"], catalog),
        SPEEDUP_TEMPERATURES,
        keys_of({"acceptance": "speedup.alpha"}, catalog),
        below=catalog.text("speedup.temperature-slider"),
    )
    return Parts(
        ((lengths,), (hot,)),
        (
            catalog.text("keep.dials", alpha=f"{stage.alpha:.3f}", cost=stage.cost, gamma=stage.gamma),
            f"{speeds.told(stage, catalog)} {speeds.best_told(stage, catalog)}",
            speeds.operations_told(stage, catalog),
        ),
    )


def load(frame: Frame, catalog: Catalog) -> Parts:
    """Drafts of a few requests admitted under load."""
    one = stage_of(frame).load
    keys = {
        "greedy": "speedup.key-greedy",
        "end": "speedup.key-end",
        "fixed": "speedup.key-fixed",
        "steps": "speedup.key-steps",
    }
    drafts = Panel(
        catalog.text("speedup.load-drafts"),
        admission.columns(one),
        SPEEDUP_DRAFTS,
        keys_of({"admitted": "speedup.key-admitted", "refused": "speedup.key-refused"}, catalog),
    )
    rates = Panel(
        catalog.text("speedup.load-rates"),
        admission.chart(one, catalog),
        SPEEDUP_RATES,
        keys_of(keys, catalog),
        below=catalog.text("speedup.load-axis"),
    )
    numbers = (catalog.text("speedup.load-why"), admission.told(one, catalog))
    return Parts(((drafts,), (rates,)), numbers, title=catalog.text("keep.load-title"))
