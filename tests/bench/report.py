"""The figures as a table on the terminal and as a JSON file."""

from __future__ import annotations

import json
import os
import platform
import sys
from pathlib import Path
from typing import Any

from tests.bench.figure import Figure

NAME, NUMBER, UNIT, SPREAD = 44, 9, 12, 16  # widths of the table's columns


def line(figure: Figure) -> str:
    """One row of the table: name, median, unit, spread, target.

    >>> from tests.bench.figure import Target
    >>> line(Figure("live", "ms", (900.0, 1100.0, 1000.0), Target(500)))
    'live                                        1,000 ms           900 .. 1,100     missed: at most 500'
    """
    low, high = min(figure.values), max(figure.values)
    spread = f"{short(low)} .. {short(high)}" if len(figure.values) > 1 else figure.note
    verdict = ""
    if figure.target:
        way = "at most" if figure.target.at_most else "at least"
        verdict = f"{'met' if figure.met else 'missed'}: {way} {short(figure.target.limit)}"
    row = f"{figure.name:{NAME}}{short(figure.median):>{NUMBER}} {figure.unit:{UNIT}}"
    return f"{row} {spread:{SPREAD}} {verdict}".rstrip()


def short(value: float) -> str:
    """A number in at most four digits where it has a fraction.

    >>> [short(value) for value in (0.16667, 3.14159, 41.5, 1234.6, 0)]
    ['0.167', '3.14', '41.5', '1,235', '0']
    """
    if value == 0 or abs(value) >= 1000 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.{max(0, 2 - len(str(int(abs(value)))) + 1)}f}" if abs(value) >= 1 else f"{value:.3g}"


def write(file: Path, benches: dict[str, list[Figure]], failed: dict[str, str], plan: str) -> None:
    """All figures, every single value, and on what machine, as JSON."""
    machine = {"cores": os.cpu_count(), "system": platform.system(), "python": platform.python_version()}
    told = {
        "plan": plan,
        "machine": machine | {"load": os.getloadavg()[0] if sys.platform != "win32" else None},
        "figures": [as_data(bench, figure) for bench, figures in benches.items() for figure in figures],
        "failed": failed,
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def as_data(bench: str, figure: Figure) -> dict[str, Any]:
    """One figure as JSON-able data."""
    target = figure.target and {"limit": figure.target.limit, "at_most": figure.target.at_most}
    return {
        "bench": bench,
        "name": figure.name,
        "unit": figure.unit,
        "median": figure.median,
        "values": figure.values,
        "target": target,
        "met": figure.met,
        "note": figure.note,
    }
