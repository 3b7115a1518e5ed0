"""Judges a sample that was read against a law: what the scene `yours` finds. Pure."""

from __future__ import annotations

import numpy as np

from app.core.fit import FALSE_ALARM, judge
from app.core.intake_ids import Numbers
from app.core.law import Law
from app.core.power import sight, tokens_off
from app.core.rows import RowsJudge
from app.core.theory import chance_band

from .frames.yours import Found

SIMULATED = 64  # tokens up to which chance's band is simulated
BAND_RUNS, BAND_SEED = 4_000, 1


def numbers_found(data: Numbers, kind: str, law: Law, names: tuple[str, ...] | None, file: str) -> Found:
    """Ids or counts, as `kind` or the file says, against a law (V,); tokens without names have their ids.

    Raises ValueError where the numbers cannot be that under this law.
    """
    kind, counts = data.counted(len(law), kind)
    verdict = judge(counts, law, FALSE_ALARM)
    n = int(counts.sum())
    rng = np.random.default_rng(BAND_SEED)
    return Found(
        file=file,
        kind=kind,
        names=names or _ids(len(law)),
        counts=counts,
        law=law,
        verdict=verdict,
        off=tokens_off(counts, law, FALSE_ALARM),
        sight=sight(law, n, FALSE_ALARM),
        chance=chance_band(law, n, rng, BAND_RUNS) if len(law) <= SIMULATED else None,
        false_alarm=FALSE_ALARM,
    )


def rows_found(data: RowsJudge, file: str) -> Found:
    """Rows, each against its own p."""
    verdict = data.verdict(FALSE_ALARM)
    law = verdict.law / verdict.law.sum()
    return Found(
        file=file,
        kind="rows",
        names=_ids(len(law)),
        counts=verdict.counts,
        law=law,
        verdict=verdict,
        off=tokens_off(verdict.counts, law, FALSE_ALARM),
        sight=sight(law, verdict.rows, FALSE_ALARM),
        chance=None,
        false_alarm=FALSE_ALARM,
    )


def _ids(tokens: int) -> tuple[str, ...]:
    return tuple(map(str, range(tokens)))
