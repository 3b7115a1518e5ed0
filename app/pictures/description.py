"""The charts in words, the table of numbers, the last draws of a chosen bar: finished strings."""

from __future__ import annotations

import numpy as np

from app.core.tally import tv_of
from app.session.frame import Frame
from app.text.catalog import Catalog
from app.text.numbers import compared, decimal, percent, probability, whole

from .converge import bias_shown, chance
from .narration import kind_of, shares_text
from .shown import SAME, acceptance, counts, hides, tally, verdict

NAMED = 3  # tokens that a summary names
COLUMNS = ("name", "p", "r", "q", "share", "kept", "corrected", "count")


def summary(frame: Frame, catalog: Catalog) -> str:
    """Both charts now, in a few sentences."""
    return " ".join([_laws_text(frame, catalog), *_drawn_texts(frame, catalog)])


def _laws_text(frame: Frame, catalog: Catalog) -> str:
    laws = frame.laws
    key = "summary.same" if 1 - acceptance(frame) < SAME else "summary.laws"
    if key == "summary.laws" and verdict(frame) == "naive" and hides(frame, "limit"):
        key = "summary.laws-guess"  # the distance of the laws is the limit
    target, draft = (_most(law, laws.names, catalog) for law in (laws.p, laws.q))
    return catalog.text(key, tokens=len(laws.names), target=target, draft=draft, limit=bias_shown(frame))


def _drawn_texts(frame: Frame, catalog: Catalog) -> list[str]:
    out, p, names = counts(frame), frame.laws.p, frame.laws.names
    tv = tv_of(out, p)
    if tv is None:
        return [catalog.text("summary.none")]
    n, mode = int(out.sum()), verdict(frame)
    if hides(frame, "bars"):
        return [catalog.text("summary.guess-bars", n=n)]
    share = out / n
    widest = int(np.argmax(np.abs(share - p)))
    ends: str = "naive-same" if mode == "naive" and 1 - acceptance(frame) < SAME else mode
    ends = "guess" if hides(frame, "limit") else ends
    texts = [
        catalog.text(
            f"summary.{mode}",
            n=n,
            out=_most(share, names, catalog),
            token=names[widest],
            share=decimal(float(share[widest])),
            p=decimal(float(p[widest])),
        ),
        catalog.text(
            f"summary.curve-{ends}", tv=decimal(tv), chance=chance(frame, catalog, n), limit=bias_shown(frame)
        ),
    ]
    accepted = frame.recent.accepted_per_drafted
    if accepted is not None:
        theory = percent(acceptance(frame))
        texts.append(catalog.text("summary.accepted", accepted=percent(accepted), theory=theory))
    return texts


def _most(law: np.ndarray, names: tuple[str, ...], catalog: Catalog) -> str:
    largest = [int(x) for x in np.argsort(-law, kind="stable")[:NAMED] if law[x] > 0]
    return shares_text(law, largest, names, catalog)


def column_labels(frame: Frame, catalog: Catalog) -> tuple[str, ...]:
    """One label a token: what its three bars show."""
    laws, shown = frame.laws, tally(frame)
    n = shown.draws
    key = f"column.{verdict(frame)}" if n else "column.none"
    if n and hides(frame, "bars"):
        key = "column.guess"
    parts = {"share": counts(frame), "kept": shown.kept, "corrected": shown.corrected}
    return tuple(
        catalog.text(
            key,
            token=name,
            p=probability(float(laws.p[x])),
            q=probability(float(laws.q[x])),
            **{part: decimal(float(numbers[x]) / max(n, 1)) for part, numbers in parts.items()},
        )
        for x, name in enumerate(laws.names)
    )


def rows(frame: Frame, catalog: Catalog) -> list[dict[str, list[str]]]:
    """The table of numbers: for each token the cells of COLUMNS and a label for each."""
    laws, shown, out = frame.laws, tally(frame), counts(frame)
    n = shown.draws
    naive = verdict(frame) == "naive"
    kept, corrected = (out, np.zeros_like(out)) if naive else (shown.kept, shown.corrected)
    hidden, none = hides(frame, "bars"), catalog.text("numbers.none")
    columns = [catalog.text(f"table.{column}") for column in COLUMNS]
    table = []
    for x, name in enumerate(laws.names):
        shares = [probability(float(law[x])) for law in (laws.p, laws.r, laws.q)]
        share = decimal(float(out[x]) / n) if n else none
        came = [share, *(whole(int(numbers[x])) for numbers in (kept, corrected, out))]
        cells = [name, *shares, *([none] * len(came) if hidden else came)]
        labels = [catalog.text("table.cell", column=column, token=name) for column in columns]
        table.append({"cells": cells, "labels": labels})
    return table


def last_draws(frame: Frame, token: int, catalog: Catalog) -> list[str]:
    """The last draws by the rule that gave this token, newest first."""
    names = frame.laws.names
    draws = sorted(frame.by_token.get(token, ()), key=lambda draw: -draw.number)
    texts = []
    for draw in draws:
        coin, ratio = compared(draw.coin, min(1.0, draw.ratio), below=draw.accepted)
        key, draft = f"drawn.{kind_of(draw, naive=False)}", names[draw.draft]
        texts.append(catalog.text(key, n=draw.number, draft=draft, coin=coin, ratio=ratio))
    return texts or [catalog.text("drawn.none", token=names[token])]
