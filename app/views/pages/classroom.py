"""The presenter's run sheet: each part of a talk with its link, in sentences with the core's numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from app.core import theory
from app.core.faults import FAULTS, draws_to_show
from app.core.law import acceptance_rate, total_variation
from app.core.ledger import EIGHT
from app.core.scenario import SCENARIOS, Laws, laws_of
from app.lesson.talks import SELF_STUDY, SPEEDUP, TALKS, Part
from app.session.address import to_query
from app.session.pace import DRAWS_A_SECOND
from app.text.catalog import Catalog
from app.text.numbers import decimal, percent, plain, whole
from app.views.controls import HELP_KEYS

WAIT = 30  # s that the class watches the curve
NAMES = {3: "three", 10: "ten", 40: "forty"}


def variables(catalog: Catalog) -> dict[str, Any]:
    """The sheet of ten minutes, the parts of every talk, the locked link, the keys."""
    numbers = all_numbers()
    return {
        "sheet": [row(part, begin, catalog, numbers) for part, begin in begun(TALKS[10])],
        "talks": [
            {
                "name": catalog.text(f"classroom.{NAMES[minutes]}"),
                "parts": [
                    {
                        "title": catalog.text(
                            "classroom.at",
                            title=catalog.text(f"classroom.{part.id}-title"),
                            minutes=clean(part.minutes),
                        ),
                        "query": to_query(part.settings),
                        "row": row(part, begin, catalog, numbers),
                    }
                    for part, begin in begun(parts)
                ],
            }
            for minutes, parts in TALKS.items()
        ],
        "study": to_query(SELF_STUDY),
        "keys": [(catalog.text(f"{key}.key"), catalog.text(key)) for key in HELP_KEYS],
    }


def begun(parts: tuple[Part, ...]) -> list[tuple[Part, float]]:
    """Each part with the minute in which it begins."""
    return [(part, sum(one.minutes for one in parts[:i])) for i, part in enumerate(parts)]


def row(
    part: Part, begin: float, catalog: Catalog, numbers: Mapping[str, Mapping[str, str]]
) -> dict[str, str]:
    """A part as the sheet shows it: when, where, and what to ask, do and say."""
    slots = numbers.get(part.id, {})
    until = clean(begin + part.minutes)
    return {
        "id": part.id,
        "time": catalog.text("classroom.minutes", **{"from": clean(begin), "to": until}),
        "query": to_query(part.settings),
        **{
            what: catalog.text(f"classroom.{part.id}-{what}", **slots)
            for what in ("title", "ask", "do", "say")
        },
    }


def clean(minutes: float) -> str:
    """Minutes without a needless zero.

    >>> clean(1.5), clean(2.0)
    ('1.5', '2')
    """
    return f"{minutes:g}"


def all_numbers() -> dict[str, dict[str, str]]:
    """The numbers of each part's sentences, as they are shown, by its name."""
    terrible, worked = laws_of(SCENARIOS["next-word"], 1.0), laws_of(SCENARIOS["worked"], 1.0)
    draws = round(WAIT * 500 * DRAWS_A_SECOND)
    alpha, cost, gamma = (SPEEDUP[name] for name in ("alpha", "cost", "gamma"))
    best = theory.best_gamma(alpha, cost)
    return {
        "predict": {
            "accepted": percent(accepted(terrible)),
            "n": whole(draws),
            "tv": decimal(theory.expected_tv(terrible.p, draws)),
        },
        "naive": {"bias": decimal(bias(terrible))},
        "why": {"kept": decimal(accepted(worked)), "left": decimal(bias(worked))},
        "rules": {"classical": plain(float(max(worked.p / worked.q))), "lossless": "1"},
        "cycles": {
            "lengths": ", ".join(str(n) for n in EIGHT),
            "tokens": str(sum(EIGHT)),
            "passes": str(len(EIGHT)),
        },
        "speedup": {
            "alpha": percent(alpha),
            "cost": plain(cost),
            "gamma": str(best),
            "best": decimal(theory.speedup(alpha, int(best), cost)),
            "twelve": decimal(theory.speedup(alpha, gamma, cost)),
        },
        "engines": engine_numbers(worked),
    }


def engine_numbers(laws: Laws) -> dict[str, str]:
    """Where the engine of the talk ends, and how many draws show that it does."""
    fault = FAULTS["resample-target"]
    shows = draws_to_show(fault, laws.p, laws.q)
    return {"limit": decimal(shows.tv), "n": whole(math.ceil(shows.draws))}


def accepted(laws: Laws) -> float:
    """The share of drafts that the rule accepts."""
    return float(acceptance_rate(laws.p, laws.q))


def bias(laws: Laws) -> float:
    """Where the distance ends if every draft is kept."""
    return float(total_variation(laws.p, laws.q))
