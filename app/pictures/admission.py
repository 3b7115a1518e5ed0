"""The folded part of the scene `speedup`: drafts of a few requests admitted under load.

DSpark, arXiv:2607.05147. Rates are times that of plain decoding, one token a request and step. A
request's confidence is taken as the same at each of its positions; the capacity curve is a knee.
"""

from __future__ import annotations

import numpy as np

from app.core.admission import admitted_blindly, look_ahead_law, survival
from app.core.law import total_variation
from app.core.scenario import default_name
from app.session.frames.speedup import POSITIONS, Load
from app.text.catalog import Catalog
from app.text.numbers import decimal

from .plots import Columns, Lines, Path, top_of

ASKED, DRAFTED = (0.7, 0.3), (0.5, 0.5)  # p and q of the look-ahead example
BLIND_CHANCE = 0.5  # of admission; the law is the same at any
TICKS = 5


def in_order(load: Load) -> list[tuple[float, int, int]]:
    """Every draft as (survival, request, position), the surest first, as greedy admission takes them."""
    chances = [survival(one) for one in load.drafts]
    everyone = [(float(a), r, j) for r, row in enumerate(chances) for j, a in enumerate(row)]
    return sorted(everyone, key=lambda one: (-one[0], one[1], one[2]))


def name_of(request: int, position: int | None = None) -> str:
    """A request's letter, and the number of a draft of it.

    >>> name_of(0), name_of(1, 2)
    ('A', 'B3')
    """
    letter = default_name(request).upper()
    return letter if position is None else f"{letter}{position + 1}"


def columns(load: Load) -> Columns:
    """The survival of every draft, the surest first; those admitted are filled, the others outlined."""
    drafts, admitted = in_order(load), len(load.admission().order)
    heights = np.array([a for a, _, _ in drafts])
    inside = np.arange(len(drafts)) < admitted
    return Columns(
        names=tuple(name_of(r, j) for _, r, j in drafts),
        heights={"admitted": np.where(inside, heights, np.nan), "refused": np.where(inside, np.nan, heights)},
        top=1.0,
    )


def greedy_rates(load: Load) -> tuple[np.ndarray, np.ndarray]:
    """Batches and rates as drafts are admitted one by one, all of them, (1 + drafts,) each."""
    gains = [a for a, _, _ in in_order(load)]
    return _rates(load, np.arange(len(gains) + 1), np.concatenate([[0.0], np.cumsum(gains)]))


def fixed_rates(load: Load) -> tuple[np.ndarray, np.ndarray]:
    """Batches and rates where every request has 0, 1, ... drafts verified, (1 + POSITIONS,) each."""
    each = sum(survival(one) for one in load.drafts)
    drafts = len(load.confidences) * np.arange(POSITIONS + 1)
    return _rates(load, drafts, np.concatenate([[0.0], np.cumsum(each)]))


def _rates(load: Load, drafts: np.ndarray, gained: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    requests = len(load.confidences)
    batches = requests + drafts
    steps = np.array([load.capacity(int(one)) for one in batches])
    return batches, (requests + gained) * steps / (requests * load.capacity(requests))


def chart(load: Load, catalog: Catalog) -> Lines:
    """The rate over the batch: greedy on its way, fixed lengths as points, and the steps a second."""
    batches, greedy = greedy_rates(load)
    at, fixed = fixed_rates(load)
    end = len(load.admission().order)
    steps = np.array([load.capacity(int(one)) for one in batches]) / load.capacity(int(batches[0]))
    marks = np.unique(np.round(np.linspace(batches[0], batches[-1], TICKS)).astype(int))
    return Lines(
        paths={
            "steps": Path(batches, steps),
            "greedy": Path(batches, greedy),
            "fixed": Path(at, fixed),
            "end": Path((batches[end],), (greedy[end],)),
        },
        start=float(batches[0]) - 0.5,
        end=float(batches[-1]) + 0.5,
        top=top_of(greedy, fixed, step=0.5, most=np.inf),
        ticks={float(one): catalog.text("speedup.tick", n=int(one)) for one in marks},
    )


def told(load: Load, catalog: Catalog) -> str:
    """What greedy admission lets through and is worth, against the best of the fixed lengths."""
    admission, (_, greedy), (_, fixed) = load.admission(), greedy_rates(load), fixed_rates(load)
    best = int(np.argmax(fixed))
    return catalog.text(
        "speedup.load-told",
        admitted=len(admission.order),
        drafts=len(load.confidences) * POSITIONS,
        rate=decimal(float(greedy[len(admission.order)]), 2),
        length=best,
        fixed=decimal(float(fixed[best]), 2),
    )


def table(load: Load, catalog: Catalog) -> list[list[str]]:
    """For each request its letter, and of each draft its survival and whether it is admitted."""
    lengths = load.admission().lengths
    rows = []
    for r, chances in enumerate(map(survival, load.drafts)):
        keys = ["speedup.in" if j < lengths[r] else "speedup.out" for j in range(POSITIONS)]
        cells = [catalog.text(key, a=decimal(float(a), 2)) for key, a in zip(keys, chances, strict=True)]
        rows.append([name_of(r), *cells])
    return rows


def look_ahead(load: Load, catalog: Catalog) -> dict[str, object]:
    """What comes out of the example where lengths look at the tokens they admit, and where they don't."""
    blind = admitted_blindly(ASKED, DRAFTED, BLIND_CHANCE)
    law = look_ahead_law(ASKED, DRAFTED) if load.looks_ahead else blind
    rows = zip(ASKED, DRAFTED, law, strict=True)
    tv = decimal(float(total_variation(law, ASKED)))
    return {
        "told": catalog.text("speedup.looks" if load.looks_ahead else "speedup.blind", tv=tv),
        "table": [[default_name(i), *(decimal(float(x)) for x in row)] for i, row in enumerate(rows)],
    }
