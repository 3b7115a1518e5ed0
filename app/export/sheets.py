"""From a frame to the sheet of a picture: the records that the page draws, and the words around them.

A scene's figure shows what the scene shows and no more: where a question is still open, or a vote, its answer
is not in the records.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from app.core.sampler import RULES
from app.pictures import accounting, beat, engine_words, engines, rules, spot, yours
from app.pictures.kept import PICTURES
from app.pictures.looks import (
    ACCOUNTING_DOORS,
    BEAT_LIMIT,
    ENGINES_BARS,
    ENGINES_CURVE,
    RULES_CURVES,
    RULES_OUTPUTS,
    SPOT_CURVES,
    SPOT_OUTPUTS,
    YOURS_BARS,
    Line,
)
from app.pictures.plots import Lines
from app.session.frame import Frame
from app.session.frames.yours import YoursFrame
from app.text.catalog import Catalog

from . import source
from .converge import converge
from .many import cycles, eight, load, speedup
from .parts import Parts, keys_of
from .sheet import Panel, Sheet


def sheet_of(frame: Frame, picture: str, address: str, catalog: Catalog) -> Sheet | None:
    """The sheet of a scene's picture; None where there is nothing to show yet.

    Raises ValueError where the scene has no such picture.
    """
    scene = frame.settings["scene"]
    if picture not in PICTURES.get(scene, ()):
        there = ", ".join(PICTURES.get(scene, ())) or "none"
        raise ValueError(f"the scene {scene} has no picture {picture!r:.40}; there is {there}")
    parts = MAKERS[picture](frame, catalog)
    if parts is None:
        return None
    return Sheet(
        title=parts.title or catalog.text(f"question.{scene}"),
        hint=catalog.text(f"hint.{scene}"),
        rows=parts.rows,
        numbers=tuple(line for line in parts.numbers if line),
        source=source.lines(frame, address, catalog),
    )


def _over_draws(
    title: str, picture: Lines, series: Sequence[Line], keys: Mapping[str, str], catalog: Catalog
) -> Panel:
    """Curves over draws, on a logarithmic axis; `title` and the legend's words by their keys."""
    below = catalog.text("keep.draws-axis")
    return Panel(catalog.text(title), picture, series, keys_of(keys, catalog), below=below, log=True)


def _accounting(frame: Frame, catalog: Catalog) -> Parts:
    keys = {
        "target": "chart.target",
        "draft": "accounting.key-draft",
        "trimmed": "accounting.key-trimmed",
        "kept": "accounting.key-kept",
        "corrected": "accounting.key-corrected",
    }
    doors = Panel(
        catalog.text("accounting.chart"), accounting.columns(frame), ACCOUNTING_DOORS, keys_of(keys, catalog)
    )
    return Parts(((doors,),), (catalog.text("accounting.key-order"), accounting.totals(frame, catalog)))


def _rules(frame: Frame, catalog: Catalog) -> Parts:
    names = {rule: f"rules.name-{rule}" for rule in RULES}
    outputs = Panel(
        catalog.text("rules.chart"),
        rules.columns(frame),
        RULES_OUTPUTS,
        keys_of({"target": "chart.target", **names}, catalog),
    )
    keys = {**names, "limit-lossless": "rules.key-limit"}
    curves = _over_draws("rules.curves", rules.lines(frame), RULES_CURVES, keys, catalog)
    return Parts(((outputs,), (curves,)), (rules.summary(frame, catalog),))


def _engines(frame: Frame, catalog: Catalog) -> Parts:
    bars = {"target": "engines.key-asked", "draft": "chart.draft", "came": "engines.key-came"}
    lines = {"tv": "engines.key-came"}
    if not engines.stage_of(frame).question.open:
        bars["law"] = "engines.key-law"
        lines["limit"] = "engines.key-limit"
    curve = engines.lines(frame)
    if curve.areas:
        lines["band"] = "chart.band"
    about, numbers = engine_words.about(frame, catalog), engine_words.numbers(frame, catalog)
    return Parts(
        (
            (
                Panel(
                    catalog.text("engines.chart"),
                    engines.columns(frame),
                    ENGINES_BARS,
                    keys_of(bars, catalog),
                ),
            ),
            (_over_draws("engines.curve", curve, ENGINES_CURVE, lines, catalog),),
        ),
        (
            catalog.text("keep.engine", name=about["name"], what=about["what"]),
            catalog.text("keep.engine-numbers", **numbers),
            engine_words.verdict(frame, catalog),
        ),
    )


def _yours(frame: Frame, catalog: Catalog) -> Parts | None:
    found = frame.stage.found if isinstance(frame.stage, YoursFrame) else None
    if found is None:
        return None
    keys = {
        "law": "yours.key-law-rows" if found.kind == "rows" else "yours.key-law",
        "came": "yours.key-came",
    }
    bars = Panel(
        catalog.text("yours.chart"), yours.columns(found, catalog), YOURS_BARS, keys_of(keys, catalog)
    )
    numbers = (yours.headline(found, catalog), " ".join(yours.lines(found, catalog)))
    return Parts(((bars,),), (*numbers, " ".join(yours.decisions(found, catalog))))


def _beat(frame: Frame, catalog: Catalog) -> Parts | None:
    if beat.stage_of(frame).attempt is None:
        return None
    keys = {
        "target": "chart.target",
        "draft": "chart.draft",
        "kept": "beat.key-kept",
        "corrected": "beat.key-corrected",
        "ran": "beat.key-ran",
    }
    bars = Panel(catalog.text("beat.chart"), beat.columns(frame), BEAT_LIMIT, keys_of(keys, catalog))
    said, verdict = beat.numbers(frame, catalog), beat.verdict(frame, catalog)
    return Parts(
        ((bars,),),
        (
            catalog.text("keep.verdict", title=verdict["title"], text=verdict["text"]),
            catalog.text(
                "keep.beat", accepted=said["accepted_text"], bound=said["bound_text"], tv=said["tv_text"]
            ),
            beat.ran(frame, catalog),
        ),
    )


def _spot(frame: Frame, catalog: Catalog) -> Parts:
    streams = {"a": "spot.a", "b": "spot.b"}
    outputs = Panel(
        catalog.text("spot.chart"),
        spot.columns(frame),
        SPOT_OUTPUTS,
        keys_of({"target": "chart.target", **streams}, catalog),
    )
    keys = {**streams, "band": "chart.band"}
    curves = _over_draws("spot.curves", spot.lines(frame), SPOT_CURVES, keys, catalog)
    told = spot.reveal(frame, catalog)
    after = () if told is None else (told["verdict"], told["engine"], told["odds"])
    return Parts(
        ((outputs,), (curves,)),
        (spot.asked(frame, catalog), spot.tokens(frame, catalog)["n"], " ".join(after)),
    )


MAKERS: dict[str, Callable[[Frame, Catalog], Parts | None]] = {
    "converge": converge,
    "accounting": _accounting,
    "cycles": cycles,
    "eight": eight,
    "speedup": speedup,
    "load": load,
    "rules": _rules,
    "engines": _engines,
    "yours": _yours,
    "beat": _beat,
    "spot": _spot,
}
