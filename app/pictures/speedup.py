"""The scene `speedup`: what a draft length is worth, two meters, and the acceptance rate over temperature.

Leviathan et al. 2023, Theorems 3.8 and 3.11: independent acceptance at one rate, a draft step of one cost.
The draft's arithmetic is taken as the same part of the target's as its time. Time per token moves; the law of
the output does not, and is computed from the rule to show it.
"""

from __future__ import annotations

import math

import numpy as np

from app.core.admission import admitted_blindly
from app.core.law import total_variation
from app.core.scenario import Laws
from app.core.speed import (
    best_gamma,
    best_real_gamma,
    expected_tokens,
    operations_factor,
    speedup,
    time_per_token,
)
from app.session.frames.speedup import SpeedupFrame
from app.text.catalog import Catalog
from app.text.numbers import decimal

from .plots import Lines, Path, top_of

LONGEST = 24  # drafts on the chart
MOST_OPERATIONS = 1.6  # times the largest speed-up that the axis makes room for the arithmetic
LEAST_TOP = 2.0
METER = 1.5  # times plain decoding at the meter's end
HALF = 0.5
TABLE = ((0.6, 0.8, 0.9), (0.01, 0.05, 0.1, 0.2))  # alpha, c of the table of best lengths
HOTTEST = 3.0


def chart(frame: SpeedupFrame, catalog: Catalog) -> Lines:
    """S and the arithmetic over gamma; the best length, whole and real, and the one that is set."""
    alpha, cost = frame.alpha, frame.cost
    lengths = np.arange(1, LONGEST + 1)
    speeds = np.array([speedup(alpha, int(one), cost) for one in lengths])
    operations = np.array([operations_factor(alpha, int(one), cost) for one in lengths])
    highest = max(float(speeds.max()), LEAST_TOP)
    highest = max(highest, min(float(operations.max()), MOST_OPERATIONS * highest))
    top = top_of([highest], step=0.5, most=math.inf)
    best, real = best_gamma(alpha, cost), best_real_gamma(alpha, cost)
    ends = (HALF, LONGEST + HALF)
    paths = {
        "plain": Path(ends, (1.0, 1.0)),
        "operations": Path(lengths, operations),
        "speedup": Path(lengths, speeds),
        "set": Path((frame.gamma,), (speedup(alpha, frame.gamma, cost),)),
    }
    if 1 <= best <= LONGEST:
        paths["best"] = Path((best,), (speedup(alpha, int(best), cost),))
    if HALF < real <= LONGEST + HALF:
        paths["real"] = Path((real, real), (0.0, top))
    marks = (1, *range(4, LONGEST + 1, 4))
    ticks = {float(one): catalog.text("speedup.tick", n=one) for one in marks}
    return Lines(paths=paths, start=ends[0], end=ends[1], top=top, ticks=ticks)


def told(frame: SpeedupFrame, catalog: Catalog) -> str:
    """What the length that is set gives."""
    return catalog.text(
        "speedup.told",
        gamma=frame.gamma,
        tokens=decimal(expected_tokens(frame.alpha, frame.gamma)),
        speedup=_speed(frame, frame.gamma),
    )


def best_told(frame: SpeedupFrame, catalog: Catalog) -> str:
    """Which length is best, or why none is."""
    best = best_gamma(frame.alpha, frame.cost)
    if best == 0:
        return catalog.text("speedup.best-none")
    if math.isinf(best):
        return catalog.text("speedup.best-endless")
    real = decimal(best_real_gamma(frame.alpha, frame.cost), 2)
    return catalog.text("speedup.best", gamma=int(best), real=real, speedup=_speed(frame, int(best)))


def operations_told(frame: SpeedupFrame, catalog: Catalog) -> str:
    """The arithmetic that the length set takes."""
    factor = operations_factor(frame.alpha, frame.gamma, frame.cost)
    return catalog.text("speedup.operations", factor=decimal(factor, 2))


def summary(frame: SpeedupFrame, catalog: Catalog) -> str:
    """The chart in words: the speed-up at a few lengths, and what is marked."""
    row = ", ".join(
        catalog.text("speedup.at", gamma=one, speedup=_speed(frame, one)) for one in (1, 2, 4, 8, 12, LONGEST)
    )
    return catalog.text("speedup.summary", row=row, best=best_told(frame, catalog))


def _speed(frame: SpeedupFrame, gamma: int) -> str:
    return decimal(speedup(frame.alpha, gamma, frame.cost), 2)


def meters(frame: SpeedupFrame, laws: Laws, catalog: Catalog) -> dict[str, object]:
    """Time per output token in target passes, and the distance of the rule's output law from the target."""
    time = time_per_token(frame.alpha, frame.gamma, frame.cost, 1.0)
    key = "speedup.slower" if time > 1 else "speedup.faster"
    tv = float(total_variation(admitted_blindly(laws.p, laws.q, 1.0), laws.p))
    return {
        "time": decimal(time),
        "time_share": min(1.0, time / METER),
        "time_told": catalog.text(key, times=decimal(1 / time, 2)),
        "tv": decimal(tv),
        "tv_share": tv,
    }


def temperature_chart(frame: SpeedupFrame, temperature: float, catalog: Catalog) -> Lines:
    """The acceptance rate of the laws over temperature; the point is where the settings stand."""
    ticks = {float(t): catalog.text("speedup.tick", n=t) for t in range(int(HOTTEST) + 1)}
    paths = {"acceptance": Path(frame.temperatures, frame.acceptance)}
    if temperature <= HOTTEST:
        paths["now"] = Path((temperature,), (_acceptance_at(frame, temperature),))
    return Lines(paths=paths, start=0.0, end=HOTTEST + 0.05, top=1.05, ticks=ticks)


def temperature_told(frame: SpeedupFrame, catalog: Catalog) -> str:
    """The acceptance rate at three temperatures, and which way it goes from 1 upward."""
    low, one, high = (decimal(_acceptance_at(frame, t)) for t in (0.5, 1.0, 2.0))
    way = "flat" if high == one else "rises" if high > one else "falls"
    return catalog.text(f"speedup.temperature-{way}", low=low, one=one, high=high)


def _acceptance_at(frame: SpeedupFrame, temperature: float) -> float:
    return float(np.interp(temperature, frame.temperatures, frame.acceptance))


def table(catalog: Catalog) -> list[list[str]]:
    """The best length and its speed-up: a row an acceptance rate, a column a cost, heads included."""
    alphas, costs = TABLE
    head = [catalog.text("speedup.table-head"), *(catalog.text("speedup.table-cost", cost=c) for c in costs)]
    return [head, *([decimal(a, 1), *(_cell(a, c, catalog) for c in costs)] for a in alphas)]


def _cell(alpha: float, cost: float, catalog: Catalog) -> str:
    best = int(best_gamma(alpha, cost))
    return catalog.text("speedup.table-cell", gamma=best, speedup=decimal(speedup(alpha, best, cost), 2))
