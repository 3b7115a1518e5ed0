"""The lesson page's pictures: each what its live scene shows, drawn by the build from the same functions.

They stand in for the scenes while Python loads, on paper, and where no script runs. A figure is a dict with
its `svg` (safe markup) and its `legend`, pairs of a key's style and its words.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from app.core.faults import FAULTS
from app.core.law import left_over, total_variation
from app.core.ledger import EIGHT
from app.core.sampler import RULES
from app.core.scenario import SCENARIOS, Laws, laws_of
from app.core.speed import acceptance_by_temperature, best_gamma, speedup
from app.core.theory import band_grid, expected_tv
from app.lesson import facts
from app.lesson.live import SCENES
from app.pictures.converge import Bars, bars, curve
from app.session.session import Session
from app.text.catalog import Catalog
from app.text.numbers import decimal, plain, power, whole

from .svg import Drawing

Figure = dict[str, Any]
SEED = 7
DRAWN = 1000  # draws in the opening picture
LONG = 49.9  # seconds at 500x: just under 10,000 draws
LONGEST = 16  # drafts on the chart of the speed-up
ALPHAS = (0.6, 0.8, 0.9)
POSITIONS = 8
HOTTEST = 3.0
LITTLE = 0.2  # mismatch of a draft that shares the target's favourite
RULE_WORDS = {"lossless": "lossless", "naive": "naive", "top-1": "favourite", "classical": "classical"}
SHOWN_FAULTS = ("zero-rejected-only", "resample-target", "hard-threshold", "naive", "top-1")


def figures(catalog: Catalog) -> dict[str, Figure]:
    """Every figure by its name, most of them that of the scene for which it stands in."""
    return {
        "opening": opening(catalog),
        "rule": rule(catalog),
        "worked": doors(catalog),
        "converge": converge(catalog),
        "waste": waste(catalog),
        "eight": eight(catalog),
        "positions": survival(catalog),
        "caveat": caveat(catalog),
        "speed": speed(catalog),
        "temperature": temperature(catalog),
    }


def _figure(drawing: Drawing, label: str, legend: Iterable[tuple[str, str]] = ()) -> Figure:
    return {"svg": drawing.svg(label), "legend": [list(row) for row in legend], "label": label}


def _keys(catalog: Catalog, *rows: tuple[str, str]) -> list[tuple[str, str]]:
    return [(style, catalog.text(f"lesson.key-{word}")) for style, word in rows]


def opening(catalog: Catalog) -> Figure:
    """The worked example after some draws: target, draft, and what came out in its two parts."""
    session = Session(seed=SEED)
    session.set(SCENES["opening"].settings)
    session.skip(DRAWN)
    shown = bars(session.frame())
    drawing = Drawing()
    _grid(drawing, shown.top)
    for i, name in enumerate(shown.names):
        for at, style, height in ((-1, "target", shown.p), (0, "draft", shown.q)):
            _value(drawing, style, _place(i, at, shown), float(height[i]), shown.top)
        place, kept = _place(i, 1, shown), float(shown.kept[i])
        drawing.bar("kept", *place, 0, kept / shown.top)
        drawing.bar("corrected", *place, kept / shown.top, (kept + float(shown.corrected[i])) / shown.top)
        drawing.scale_across({(i + 0.5) / len(shown.names): name})
    legend = [
        *_keys(catalog, ("target", "target"), ("draft", "draft")),
        ("kept", catalog.text("chart.kept")),
        ("corrected", catalog.text("chart.corrected")),
    ]
    return _figure(drawing, _laws_told(facts.worked(), catalog), legend)


def _place(i: int, at: int, shown: Bars) -> tuple[float, float]:
    """Left end and width of one of three bars of a token."""
    width = 0.27 / len(shown.names)
    return (i + 0.5) / len(shown.names) + (at - 0.5) * width, width * 0.96


def _grid(drawing: Drawing, top: float, step: float = 0.2) -> None:
    drawing.scale_up(np.arange(0, top + 1e-9, step).round(6).tolist(), top)


def _value(drawing: Drawing, style: str, place: tuple[float, float], height: float, top: float) -> None:
    drawing.bar(style, *place, 0, height / top)
    drawing.text(
        plain(round(height, 3)), place[0] + place[1] / 2, height / top, "value", down=-0.4, anchor="middle"
    )


def _laws_told(laws: Laws, catalog: Catalog) -> str:
    rows = zip(laws.names, laws.p.tolist(), laws.q.tolist(), strict=True)
    return " ".join(catalog.text("lesson.told-laws", token=name, p=p, q=q) for name, p, q in rows)


def rule(catalog: Catalog) -> Figure:
    """Keep, thin, fill: what is kept, what is trimmed from the draft, and the holes that corrections fill."""
    laws = facts.worked()
    kept, left, top, drawing = np.minimum(laws.p, laws.q), left_over(laws.p, laws.q), 0.7, Drawing()
    _grid(drawing, top)
    for i, name in enumerate(laws.names):
        middle, width = (i + 0.5) / len(laws.names), 0.24 / len(laws.names)
        own, other = (middle - 1.04 * width, width), (middle + 0.04 * width, width)
        for place in (own, other):
            drawing.bar("kept", *place, 0, kept[i] / top)
        drawing.bar("corrected", *own, kept[i] / top, (kept[i] + left[i]) / top)
        drawing.bar("trimmed", *other, kept[i] / top, laws.q[i] / top)
        drawing.level("goal", laws.p[i] / top, own[0] - 0.1 * width, own[0] + 1.1 * width)
        drawing.text("p", middle - 0.54 * width, laws.p[i] / top, "value", down=-0.4, anchor="middle")
        drawing.text("q", middle + 0.54 * width, laws.q[i] / top, "value", down=-0.4, anchor="middle")
        drawing.scale_across({middle: name})
    legend = _keys(catalog, ("kept", "kept"), ("trimmed", "trimmed"), ("corrected", "filled"))
    return _figure(drawing, _doors_told(laws, catalog), legend)


def doors(catalog: Catalog) -> Figure:
    """The worked example: target, draft, and beside them the two doors that add up to the target."""
    laws = facts.worked()
    kept, left, top, drawing = np.minimum(laws.p, laws.q), left_over(laws.p, laws.q), 0.7, Drawing()
    _grid(drawing, top)
    for i, name in enumerate(laws.names):
        middle, width = (i + 0.5) / len(laws.names), 0.27 / len(laws.names)
        places = [(middle + (at - 0.5) * width, 0.96 * width) for at in (-1, 0, 1)]
        _value(drawing, "target", places[0], float(laws.p[i]), top)
        _value(drawing, "draft", places[1], float(laws.q[i]), top)
        drawing.bar("kept", *places[2], 0, kept[i] / top)
        drawing.bar("corrected", *places[2], kept[i] / top, (kept[i] + left[i]) / top)
        drawing.level("goal", laws.p[i] / top, places[0][0], places[2][0] + width)
        drawing.scale_across({middle: name})
    legend = _keys(catalog, ("target", "target"), ("draft", "draft"), ("kept", "one"), ("corrected", "two"))
    return _figure(drawing, _doors_told(laws, catalog), legend)


def _doors_told(laws: Laws, catalog: Catalog) -> str:
    rows = zip(laws.names, np.minimum(laws.p, laws.q), left_over(laws.p, laws.q), laws.p, strict=True)
    return " ".join(
        catalog.text(
            "lesson.told-doors",
            token=name,
            **{k: decimal(float(x)) for k, x in zip(("one", "two", "p"), row, strict=True)},
        )
        for name, *row in rows
    )


def converge(catalog: Catalog) -> Figure:
    """The distance over draws with a terrible draft: the rule, the same drafts all kept, and chance."""
    session = Session(seed=SEED)
    session.set(SCENES["converge"].settings)
    session.play()
    session.step(LONG)
    shown = curve(session.frame(), catalog)
    decades = np.log10(shown.x_end)
    drawing = Drawing()
    _grid(drawing, 1)
    grid = band_grid(shown.x_end)
    chance = [(float(np.log10(n)) / decades, expected_tv(facts.terrible().p, int(n))) for n in grid]
    drawing.line("chance", chance)
    for style, line in (("naive", shown.naive), ("rule", shown.lossless)):
        drawing.line(style, zip((np.log10(line.n) / decades).tolist(), line.tv.tolist(), strict=True))
    bias = total_variation(facts.terrible().p, facts.terrible().q)
    drawing.text(plain(round(bias, 3)), 1, bias, "value", down=-0.6, anchor="end")
    ends = {np.log10(n) / decades: whole(n) if n < 10**5 else power(n) for n in shown.ticks}
    drawing.scale_across(ends)
    n, rule_tv, naive_tv = int(shown.lossless.n[-1]), float(shown.lossless.tv[-1]), float(shown.naive.tv[-1])
    told = catalog.text("lesson.told-curve", n=n, rule=decimal(rule_tv), naive=decimal(naive_tv))
    legend = _keys(catalog, ("line rule", "rule"), ("line naive", "naive"), ("line chance", "chance"))
    return _figure(drawing, told, legend) | {"across": catalog.text("lesson.axis-draws")}


def waste(catalog: Catalog) -> Figure:
    """How far each rule ends from the target on the worked example, and its proposals a token."""
    laws, rows = facts.worked(), []
    for name, word in RULE_WORDS.items():
        distance = total_variation(RULES[name].output_law(laws.p, laws.q), laws.p)
        slots = {"distance": plain(round(distance, 3)), "drafts": plain(round(facts.proposals(name), 3))}
        rows.append(
            (catalog.text(f"lesson.rule-{word}"), distance, catalog.text("lesson.rule-cost", **slots))
        )
    return _rows(rows, catalog)


def caveat(catalog: Catalog) -> Figure:
    """How far some broken engines end from the target on the worked example."""
    laws = facts.worked()
    ends = {name: total_variation(FAULTS[name].output_law(laws.p, laws.q), laws.p) for name in SHOWN_FAULTS}
    return _rows([(catalog.text(f"fault.{name}"), end, decimal(end)) for name, end in ends.items()], catalog)


def _rows(rows: list[tuple[str, float, str]], catalog: Catalog) -> Figure:
    """Names with a bar each: share of 1, and its words."""
    label = " ".join(catalog.text("lesson.told-value", name=name, value=told) for name, _, told in rows)
    return {
        "rows": [[name, f"{100 * min(1.0, share):.1f}%", told] for name, share, told in rows],
        "label": label,
    }


def eight(catalog: Catalog) -> Figure:
    """The eight cycles, a column each: what became of every draft, and the token that ends the cycle."""
    drawing, tall = Drawing(), facts.GAMMA + 1
    told = []
    for i, length in enumerate(EIGHT):
        left, width = (i + 0.12) / len(EIGHT), 0.76 / len(EIGHT)
        kinds = ["accepted"] * (length - 1) + ["corrected" if length < tall else "bonus"]
        kinds += ["thrown"] * (facts.GAMMA - length)
        for row, kind in enumerate(kinds):
            drawing.bar(f"cell {kind}", left, width, (row + 0.06) / tall, (row + 0.94) / tall)
            drawing.text(
                MARKS[kind], left + width / 2, (row + 0.5) / tall, f"mark {kind}", down=0.35, anchor="middle"
            )
        drawing.scale_across({(i + 0.5) / len(EIGHT): str(length)})
        told.append(catalog.text("lesson.cycle-told", n=i + 1, length=length))
    legend = [(f"cell {kind}", catalog.text(f"lesson.cycle-{word}")) for kind, word in CYCLE_WORDS.items()]
    return _figure(drawing, " ".join(told), legend)


MARKS = {"accepted": "✓", "corrected": "↻", "bonus": "+", "thrown": "×"}
CYCLE_WORDS = {"accepted": "kept", "corrected": "corrected", "bonus": "bonus", "thrown": "thrown"}


def survival(catalog: Catalog) -> Figure:
    """By position: kept of all cycles, which decays, and kept of those that got there, which does not."""
    drawing = Drawing()
    _grid(drawing, 1)
    at = [(i + 0.5) / POSITIONS for i in range(POSITIONS)]
    heights = [facts.EASY ** (i + 1) for i in range(POSITIONS)]
    for i, height in enumerate(heights):
        drawing.bar("kept", i / POSITIONS + 0.2 / POSITIONS, 0.6 / POSITIONS, 0, height)
        drawing.text(f"{height:.2f}", at[i], height, "value", down=-0.4, anchor="middle")
        drawing.scale_across({at[i]: str(i + 1)})
    drawing.line("given", [(0, facts.EASY), (1, facts.EASY)])
    words = [catalog.text(f"lesson.positions-{name}-label") for name in ("survival", "given")]
    told = " ".join(
        catalog.text("lesson.told-value", name=name, value=value)
        for name, value in zip(
            words, (", ".join(f"{x:.2f}" for x in heights), plain(facts.EASY)), strict=True
        )
    )
    legend = [("kept", words[0]), ("line given", words[1])]
    return _figure(drawing, told, legend) | {"across": catalog.text("lesson.axis-position")}


def speed(catalog: Catalog) -> Figure:
    """The speed-up over the length of the draft for three acceptance rates, the best length ringed."""
    drawing, told = Drawing(), []
    curves = {a: [speedup(a, g, facts.COST) for g in range(1, LONGEST + 1)] for a in ALPHAS}
    top = float(np.ceil(max(map(max, curves.values()))))
    drawing.scale_up(range(int(top) + 1), top)
    for alpha, heights in curves.items():
        drawing.line("rule", [((i + 0.5) / LONGEST, y / top) for i, y in enumerate(heights)])
        best = int(best_gamma(alpha, facts.COST))
        drawing.point("ring", (best - 0.5) / LONGEST, heights[best - 1] / top)
        words = catalog.text("lesson.speed-alpha", alpha=alpha)
        drawing.text(words, 1 - 0.5 / LONGEST, heights[-1] / top, "value", down=1.5, anchor="end")
        cell = catalog.text("lesson.speed-table-cell", gamma=best, speedup=decimal(heights[best - 1], 2))
        told.append(catalog.text("lesson.told-value", name=words, value=cell))
    drawing.scale_across({(g - 0.5) / LONGEST: str(g) for g in (1, *range(4, LONGEST + 1, 4))})
    return _figure(drawing, " ".join(told)) | {"across": catalog.text("lesson.axis-gamma")}


def temperature(catalog: Catalog) -> Figure:
    """Acceptance over temperature: it rises for the worked example, and mostly falls for the eight words."""
    at = np.linspace(0, HOTTEST, 61)
    drawing, told = Drawing(), []
    _grid(drawing, 1)
    laws = {"worked": facts.worked(), "words": laws_of(SCENARIOS["next-word"], LITTLE)}
    legend = []
    for name, style in (("worked", "rule"), ("words", "other")):
        shares = acceptance_by_temperature(laws[name].p, laws[name].q, at)
        drawing.line(style, zip((at / HOTTEST).tolist(), shares.tolist(), strict=True))
        word = catalog.text(f"lesson.speed-{name}")
        value = ", ".join(decimal(float(np.interp(t, at, shares)), 2) for t in facts.TEMPERATURES)
        told.append(catalog.text("lesson.told-value", name=word, value=value))
        legend.append((f"line {style}", word))
    drawing.scale_across({t / HOTTEST: str(t) for t in range(int(HOTTEST) + 1)})
    return _figure(drawing, " ".join(told), legend) | {"across": catalog.text("lesson.axis-temperature")}
