"""The lesson page: its sentences with their formulas and numbers, its scenes, tables and questions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Any
from urllib.parse import urlencode

import numpy as np

from app.core.law import acceptance_probability, left_over
from app.core.speed import best_gamma, speedup
from app.lesson import facts, live
from app.lesson.formulas import FORMULAS
from app.pictures.accounting import fraction
from app.pictures.looks import COLOURS
from app.text.catalog import Catalog
from app.text.en_lesson import REFERENCES
from app.text.numbers import decimal, plain
from app.views.quiz import questions

from .lesson_figures import LITTLE, figures
from .mathml import inline, pieces

CHAPTERS = (
    "suspicion",
    "rule",
    "proof",
    "worked",
    "converge",
    "waste",
    "boundaries",
    "positions",
    "misconceptions",
    "caveat",
    "speed",
    "operators",
    "quiz",
    "references",
)
IN_FORMULAS = ("kept", "filled", "rejected", "committed", "draft", "target")  # lesson.math-<name>
GLOSSARY = (
    *("target", "draft", "law", "residual", "alpha", "gamma", "tv"),
    *("accepted", "corrected", "thrown", "bonus"),
)
ALPHAS, COSTS = (0.6, 0.8, 0.9), (0.01, 0.05, 0.1, 0.2)  # of the table of best lengths
CLINGS = re.compile(r"(<math>(?:(?!</math>).)*</math>[.,:;)”]+)")  # a mark never begins a line
SLOTS = {"opening": "worked", "column": "worked"}  # where sentences of one name take the numbers of another


def variables(catalog: Catalog) -> dict[str, Any]:
    """What static/pages/lesson.html names, as JSON-able data; what it says unescaped is made here."""
    words = {name: catalog.text(f"lesson.math-{name}") for name in IN_FORMULAS}
    return {
        "said": said(catalog),
        "chapters": CHAPTERS,
        "formulas": {name: pieces(formula, words) for name, formula in FORMULAS.items()},
        "figures": figures(catalog),
        "scenes": {name: scene(name, one) for name, one in live.SCENES.items()},
        "shown": sorted({str(one.settings["scene"]) for one in live.SCENES.values()}),
        "boundaries": boundaries(),
        "beliefs": {name: address(settings) for name, settings in live.BELIEFS.items()},
        "table": table(catalog),
        "lengths": lengths(catalog),
        "quiz": [asked(question) for question in questions(catalog)],
        "yours": address({"scene": "yours"}),
        "glossary": GLOSSARY,
        "references": [list(row) for row in REFERENCES],
        "dark": dark_without_script(),
    }


def said(catalog: Catalog) -> dict[str, str]:
    """Every sentence of the page as safe markup, by what follows `lesson.` in its key.

    Numbers are filled in by chapter, what stands between backticks becomes a formula, all else is escaped.
    """
    numbers = facts.facts()
    keys = [key.removeprefix("lesson.") for key, _ in catalog.items() if key.startswith("lesson.")]
    told = {}
    for key in keys:
        chapter = key.split("-", maxsplit=1)[0]
        slots = numbers.get(SLOTS.get(chapter, chapter), {})
        more = MORE.get(key, {})
        if key not in FILLED_ELSEWHERE:
            told[key] = marked(catalog.text(f"lesson.{key}", **(slots | more)))
    return told


MORE = {
    "positions-caption": {"alpha": plain(facts.EASY)},
    "speed-temperature-caption": {"part": plain(LITTLE)},
    "speed-caption": {"cost": plain(facts.COST)},
}
FILLED_ELSEWHERE = {  # by the figures and the tables
    "speed-alpha",
    "speed-table-cost",
    "speed-table-cell",
    "cycle-told",
    "told-laws",
    "told-doors",
    "told-curve",
    "told-value",
    "rule-cost",
}


def marked(text: str) -> str:
    """A sentence as markup: escaped, with its formulas drawn.

    >>> marked("a & `p`")
    'a &amp; <math><mi mathvariant="normal">p</mi></math>'
    """
    parts = [inline(part) if i % 2 else escape(part, quote=False) for i, part in enumerate(text.split("`"))]
    return CLINGS.sub(r'<span class="whole">\1</span>', "".join(parts))


def address(settings: Mapping[str, Any]) -> str:
    """The demo's address for these settings, beside this page.

    >>> address({"scene": "cycles", "keep_going": True})
    'index.html?scene=cycles&keep_going=1'
    """
    plainly = {name: int(value) if isinstance(value, bool) else value for name, value in settings.items()}
    return f"index.html?{urlencode(plainly)}"


def scene(name: str, one: live.Live) -> dict[str, Any]:
    """A live scene: its settings as attributes, its address, and what to try."""
    return {
        "settings": dict(one.settings),
        "address": address(one.settings),
        "tries": [
            {
                "key": f"{name}-try-{step.id}",
                "settings": dict(step.settings),
                "then": step.then,
                "address": address(
                    {**one.settings, **step.settings} | ({"play": 1} if step.then == "play" else {})
                ),
            }
            for step in one.tries
        ],
    }


def boundaries() -> list[dict[str, Any]]:
    """What to try at the boundaries, in the scene `converge`."""
    base = live.SCENES["converge"].settings
    return [
        {
            "key": f"boundaries-try-{name}",
            "settings": dict(settings),
            "then": "play",
            "address": address({**base, **settings, "play": 1}),
        }
        for name, settings in live.BOUNDARIES.items()
    ]


def table(catalog: Catalog) -> list[list[str]]:
    """The worked example, a row a token: name, p, q, kept with, door one, door two, together."""
    laws = facts.worked()
    kept, left = np.minimum(laws.p, laws.q), left_over(laws.p, laws.q)
    columns = (laws.p, laws.q, acceptance_probability(laws.p, laws.q), kept, left, kept + left)
    rows = zip(laws.names, *columns, strict=True)
    return [[name, *(_cell(float(x), catalog) for x in numbers)] for name, *numbers in rows]


def _cell(x: float, catalog: Catalog) -> str:
    """A number as short as it can be said."""
    short = plain(round(x, 3))
    return short if abs(float(short) - x) < 1e-9 else fraction(x, catalog)


def lengths(catalog: Catalog) -> list[list[str]]:
    """The best draft length and its speed-up, a row an acceptance rate, a column a cost; heads included."""
    head = [catalog.text("lesson.speed-table-cost", cost=cost) for cost in COSTS]
    rows = []
    for alpha in ALPHAS:
        best = [int(best_gamma(alpha, cost)) for cost in COSTS]
        gained = [decimal(speedup(alpha, gamma, cost), 2) for gamma, cost in zip(best, COSTS, strict=True)]
        cells = [
            catalog.text("lesson.speed-table-cell", gamma=gamma, speedup=times)
            for gamma, times in zip(best, gained, strict=True)
        ]
        rows.append([plain(alpha), *cells])
    return [["", *head], *rows]


def asked(question: dict[str, Any]) -> dict[str, Any]:
    """A checkpoint question with the address of what each answer shows."""
    return question | {
        "answers": [answer | {"see": address(answer["see"])} for answer in question["answers"]]
    }


def dark_without_script() -> str:
    """The dark theme as the system asks for it, for a page on which no script has chosen one."""
    dark = "".join(f"--{role}:{colours[1]};" for role, colours in COLOURS.items())
    return f"@media (prefers-color-scheme:dark){{:root:not([data-theme]){{color-scheme:dark;{dark}}}}}"
