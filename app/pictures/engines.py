"""The scene `engines`: an engine's law beside the law asked for, and its distance landing where theory says.

What theory says is shown once the question was answered or passed over.
"""

from __future__ import annotations

import numpy as np

from app.core.tally import share
from app.session.frame import Frame
from app.session.frames.engines import EnginesFrame
from app.text.numbers import above_bar, above_narrow_bar

from . import distance
from .plots import TALLEST, Area, Columns, Lines, top_of

VALUES_TO = 3  # columns that carry their numbers
SETTLED = 1_000  # draws from which the axis comes nearer to where the curve is
TOPS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)  # of that axis
ROOM = 2.5  # times the height of what it must hold


def stage_of(frame: Frame) -> EnginesFrame:
    """The scene's own record; TypeError where the frame is another scene's."""
    if not isinstance(frame.stage, EnginesFrame):
        raise TypeError(f"stage is {frame.stage!r:.60}; the scene engines shows an EnginesFrame")
    return frame.stage


def shown_law(stage: EnginesFrame) -> np.ndarray | None:
    """What theory says comes out, (V,); None while it is hidden, or where nothing does."""
    return None if stage.question.open else stage.law


def columns(frame: Frame) -> Columns:
    """For each token the law asked for, the draft, what came out and the outline that theory draws for it."""
    stage = stage_of(frame)
    rows: dict[str, np.ndarray | None] = {
        "target": stage.asked,
        "draft": stage.q,
        "came": share(stage.counts),
        "law": shown_law(stage),
    }
    heights = {name: row for name, row in rows.items() if row is not None}
    numbered = [name for name in ("target", "draft", "came") if name in heights]
    if len(stage.names) > VALUES_TO:
        numbered = []
    room = [row for row in (stage.law,) if row is not None]  # also while hidden: the axis must not tell
    return Columns(
        names=stage.names,
        heights=heights,
        top=top_of(*heights.values(), *room, most=TALLEST if numbered else 1.0),
        texts={name: tuple(map(above_bar, heights[name].tolist())) for name in numbered},
        briefs={name: tuple(map(above_narrow_bar, heights[name].tolist())) for name in numbered},
    )


def lines(frame: Frame) -> Lines:
    """TV over draws, what chance alone does where it is known for the law asked for, and the limit."""
    stage = stage_of(frame)
    end, ticks = distance.axis([stage.curve])
    shown = 0.0 if stage.limit is None or stage.question.open else stage.limit
    paths = {
        "tv": distance.curve(stage.curve),
        "jumps": distance.jumps([stage.curve]),
        "tip": distance.tip(stage.curve),
    }
    if stage.limit is not None and not stage.question.open:
        paths["limit"] = distance.level(shown, end)
    areas = {}
    band = frame.band
    if band is not None and np.array_equal(stage.asked, frame.laws.p):
        areas["band"] = Area(band.n, band.low, band.high)
    return Lines(paths=paths, start=1, end=end, top=top_from(stage, shown), ticks=ticks, areas=areas)


def top_from(stage: EnginesFrame, limit: float) -> float:
    """Top of the distance axis: 1, and nearer once the run has settled, so that a small limit can be seen."""
    height = ROOM * max(limit, stage.tv or 0.0)
    if stage.draws < SETTLED or not height:
        return 1.0
    return next((top for top in TOPS if top >= height), 1.0)
