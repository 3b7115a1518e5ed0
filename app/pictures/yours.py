"""The scene `yours`: the verdict on a real engine's numbers in words, and the tokens that are off as bars."""

from __future__ import annotations

import math

import numpy as np

from app.core.fit import Verdict
from app.core.intake import MB
from app.core.law import as_law
from app.core.power import standardised
from app.core.rows import RowsVerdict
from app.session.frames.yours import Found, YoursFrame
from app.text.catalog import Catalog
from app.text.numbers import decimal, plain, probability

from .plots import Columns, top_of
from .yours_words import alarm, scientific, wrong

MOST_COLUMNS = 16
SHOWN = 12  # tokens where there are more than that
OFF_ROWS = 12
MARKED = 3  # columns with their deviation above, where at most ROOMY stand
ROOMY = 8
NOTHING = Columns((), {}, 1.0)


def shown_tokens(found: Found) -> np.ndarray:
    """The ids of the tokens that get a column, rising: all of a few, else those farthest off."""
    if len(found.law) <= MOST_COLUMNS:
        return np.arange(len(found.law))
    far = np.abs(standardised(found.counts, as_law(found.law), found.n))
    return np.sort(np.argsort(-far, kind="stable")[:SHOWN])


def columns(found: Found | None, catalog: Catalog) -> Columns:
    """Law and what came out, a column a token; the worst is lit, and deviations stand above both bars."""
    if found is None:
        return NOTHING
    shown = shown_tokens(found)
    law, came = found.law[shown], found.counts[shown] / found.n
    highest = float(max(law.max(), came.max()))
    step = min(0.05, 10.0 ** math.floor(math.log10(highest)) / 2)
    told = found.off[: MARKED if len(shown) <= ROOMY else 1]
    marks = {one.token: catalog.text("yours.mark", z=_z(one.z)) for one in told if math.isfinite(one.z)}
    worst = found.off[0].token if found.off else -1
    texts = tuple(marks.get(int(x), "") for x in shown)

    def above_both(texts: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        over = {"law": law > came, "came": law <= came}  # which bar of the pair is the higher one
        return {
            name: tuple(text if on else "" for text, on in zip(texts, where, strict=True))
            for name, where in over.items()
        }

    return Columns(
        names=tuple(found.names[x] for x in shown),
        heights={"law": law, "came": came},
        top=top_of(law, came, step=step),
        texts=above_both(texts),
        briefs=above_both(tuple(text if x == worst else "" for x, text in zip(shown, texts, strict=True))),
        lit=tuple(int(i) for i in np.flatnonzero(shown == worst)),
    )


def headline(found: Found, catalog: Catalog) -> str:
    """The verdict in one sentence."""
    verdict = found.verdict
    if verdict.ok:
        return catalog.text("yours.follows-few" if found.sight.tv >= 1 else "yours.follows", n=found.n)
    if verdict.impossible:
        return catalog.text("yours.impossible-head")
    if verdict.p_value < found.false_alarm if isinstance(verdict, Verdict) else _off(verdict, found):
        return catalog.text("yours.off")
    return catalog.text("yours.rule-broken")


def _off(verdict: RowsVerdict, found: Found) -> bool:
    return verdict.fit.p_value < found.false_alarm


def lines(found: Found, catalog: Catalog) -> list[str]:
    """What the verdict rests on, a sentence each."""
    verdict = found.verdict
    fit = verdict.fit if isinstance(verdict, RowsVerdict) else verdict
    said = [*_impossible(found, catalog)]
    if fit.dof:
        slots = {"chi": decimal(fit.chi2, 1), "dof": fit.dof, "p_value": scientific(fit.p_value, catalog)}
        said.append(catalog.text("yours.chi2", **slots, alarm=alarm(found.false_alarm)))
    else:
        said.append(catalog.text("yours.chi2-none"))
    said.append(_distance(found, catalog))
    blind = found.sight.tv >= 1
    slot = {} if blind else {"tv": probability(found.sight.tv)}
    said.append(catalog.text("yours.sight-none" if blind else "yours.sight", **slot))
    return said


def _impossible(found: Found, catalog: Catalog) -> list[str]:
    verdict = found.verdict
    if isinstance(verdict, Verdict):
        named = verdict.impossible[:5]
        slots = [{"token": found.names[x], "n": int(found.counts[x])} for x in named]
        return [catalog.text("yours.impossible", **slot) for slot in slots]
    said = [
        catalog.text("yours.impossible-row", row=row + 1, token=token) for row, token in verdict.impossible
    ]
    if verdict.impossible_count > len(said):
        said.append(catalog.text("yours.impossible-rows", n=verdict.impossible_count))
    return said


def _distance(found: Found, catalog: Catalog) -> str:
    verdict = found.verdict
    few = "-few" if verdict.tv_threshold >= 1 else ""
    slots = {"tv": probability(verdict.tv), "alarm": alarm(found.false_alarm)}
    slots["threshold"] = probability(min(1.0, verdict.tv_threshold))
    if found.chance is None:
        return catalog.text(f"yours.tv{few}", **slots, expected=probability(verdict.tv_expected))
    low, high = found.chance
    return catalog.text(f"yours.tv-band{few}", **slots, low=probability(low), high=probability(high))


def decisions(found: Found, catalog: Catalog) -> list[str]:
    """What logged drafts and coins say; nothing where none were logged."""
    verdict = found.verdict
    if not isinstance(verdict, RowsVerdict) or verdict.drafts is None:
        return []
    if verdict.wrong_count:
        head = catalog.text("yours.decisions-wrong", wrong=verdict.wrong_count, n=verdict.decided)
        said = [head, *(wrong(one, catalog) for one in verdict.wrong)]
    else:
        said = [catalog.text(f"yours.decisions-{'fine' if verdict.coins else 'blind'}", n=verdict.decided)]
    fine = verdict.drafts.p_value >= found.false_alarm
    p_value = scientific(verdict.drafts.p_value, catalog)
    return [*said, catalog.text(f"yours.drafts-{'fine' if fine else 'off'}", p_value=p_value)]


def off_rows(found: Found, catalog: Catalog) -> list[list[str]]:
    """The tokens that are off, the farthest first: token, came out, expected, standard deviations."""
    return [
        [
            found.names[one.token],
            plain(one.seen),
            decimal(one.expected, 1),
            _z(one.z) if math.isfinite(one.z) else catalog.text("yours.never"),
        ]
        for one in found.off[:OFF_ROWS]
    ]


def _z(z: float) -> str:
    return f"{z:+,.1f}".replace("-", "−")


def summary(found: Found | None, catalog: Catalog) -> str:
    """The chart in words."""
    if found is None:
        return catalog.text("yours.summary-none")
    told = [
        {
            "token": found.names[x],
            "p": probability(float(found.law[x])),
            "share": decimal(found.counts[x] / found.n),
        }
        for x in shown_tokens(found)
    ]
    return " ".join(catalog.text("yours.summary", **slots) for slots in told)


def progress(stage: YoursFrame, catalog: Catalog) -> tuple[str, float]:
    """What is being read, in words and as a share; empty where nothing is."""
    reading = stage.reading
    if reading is None:
        return "", 0.0
    slots = {"taken": decimal(reading.taken / MB, 1), "size": decimal(reading.size / MB, 1)}
    return catalog.text("yours.reading", file=reading.name, **slots), reading.taken / max(1, reading.size)


def refused(stage: YoursFrame, catalog: Catalog) -> str:
    """Why the last input was not read; empty where it was."""
    if stage.refused is None:
        return ""
    key = "yours.refused" if stage.found is None else "yours.refused-kept"
    return catalog.text(key, why=stage.refused.rstrip("."))
