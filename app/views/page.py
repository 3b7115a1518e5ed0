"""The template variables of static/index.html.

Words, controls, the painted opening, and the small arrays from which the page paints another address.
"""

from __future__ import annotations

from typing import Any

from app.core.scenario import SCENARIOS, Scenario
from app.lesson.tour import STOPS
from app.pictures import converge as pictures
from app.pictures.kept import DRAWN, FORMATS, PICTURES
from app.pictures.looks import COLOURS
from app.pictures.state import state
from app.session.frame import Frame
from app.session.settings import SCENES as SCENE_NAMES
from app.session.settings import schema

from .controls import controls
from .paint import bars_svg
from .quiz import questions
from .scenes import FURTHER
from .shell import Shell
from .style import FORMS, css_variables

IN_SCRIPTS = (
    "question.",
    "hint.",
    "control.",
    "loading.",
    "failure.",
    "keeping.",
    "quiz.",
    "spot.score",
    "tour.take",
    "tour.resume",
)  # keys of texts that the page's scripts use
NEEDED = (  # files without which there is no live demo: what a failure looks at
    "page.js",
    "worker.js",
    "files.mjs",
    "choice.mjs",
    "bokeh/bokeh.min.js",
    "document.json",
    "site.zip",
    "pyodide/pyodide.mjs",
    "pyodide/pyodide.asm.mjs",
    "pyodide/pyodide.asm.wasm",
    "pyodide/python_stdlib.zip",
)


def page_variables(shell: Shell, *, served: bool) -> dict[str, Any]:
    """Everything the template names, as JSON-able data."""
    frame = shell.session.frame()
    opening = shell.opening
    catalog = shell.catalog
    painted = state(frame) | {"settings": dict(frame.settings)}
    chosen = controls(catalog)
    texts = dict(catalog.items())
    roots = shell.document.roots if shell.document else []
    data = {
        "text": {key: text for key, text in texts.items() if key.startswith(IN_SCRIPTS)},
        "schema": schema(),
        "scenarios": {key: laws_of(one) for key, one in SCENARIOS.items()},
        "speeds": chosen["speeds"],
        "columns": chosen["columns"],
        "restyle": shell.restyle.rows,
        "forms": FORMS,
        "roots": [(name, root.id) for name, root in zip(shell.converge.roots, roots, strict=False)],
        "needed": NEEDED,
        "files": {name: name for name in NEEDED},  # where each lies: the build gives them hashed names
        "painted": painted,
        "band": band_of(frame),
        "recorded": None,  # prerender adds it
        "served": served,
        "quiz": questions(catalog),
        "tour": list(STOPS),
        "kept": {"pictures": PICTURES, "drawn": DRAWN},
    }
    return chosen | {
        "scenes": SCENE_NAMES,
        "further": [name for name in SCENE_NAMES if name in FURTHER],
        "keep_formats": FORMATS,
        "text": texts,
        "data": data,
        "colours": COLOURS,
        "css_variables": css_variables() + scene_rules(),
        "bars_svg": bars_svg(pictures.bars(frame)),
        "summary": opening["summary"],
        "chip": opening["chip"],
        "limit_text": opening["limit_text"],
        "served": served,
        "home": "",  # where the page will lie, if the build knows
    }


def scene_rules() -> str:
    """The rule that shows the scene of <html data-scene>, a selector each."""
    shown = ",".join(f':root[data-scene="{name}"] .scene[data-scene="{name}"]' for name in SCENE_NAMES)
    return f"{shown}{{display:block!important}}"


def laws_of(scenario: Scenario) -> dict[str, Any]:
    """A scenario's names and laws as lists."""
    return {"names": list(scenario.names), "p": scenario.p.tolist(), "r": scenario.r.tolist()}


def band_of(frame: Frame) -> dict[str, Any] | None:
    """The opening law's chance band, for the page to hand back so that it need not be simulated again."""
    if frame.band is None:
        return None
    ends = {name: getattr(frame.band, name).tolist() for name in ("n", "low", "high")}
    return {"p": frame.laws.p.tolist(), **ends}
