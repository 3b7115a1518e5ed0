"""The one false-alarm budget of all statistical tests, and the bands that follow from it.

A sound sampler fails a check with a probability of at most FALSE_ALARM. Bands are exact binomial tails from
scipy, so that none of this rests on the core's own statistics.
"""

from __future__ import annotations

import numpy as np
from scipy import stats

FALSE_ALARM = 1e-9


def binomial_band(n: int, chance, events: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """The counts, ends included, that n draws stay within but for FALSE_ALARM, shared by so many events."""
    tail = FALSE_ALARM / events / 2
    chance = np.asarray(chance, float)
    return stats.binom.ppf(tail, n, chance), stats.binom.isf(tail, n, chance)


def misfits(counts, law) -> np.ndarray:
    """The cells of counts that n draws from the law leave empty or fill but for FALSE_ALARM in all."""
    counts, law = np.asarray(counts), np.asarray(law, float)
    low, high = binomial_band(int(counts.sum()), law, events=len(law))
    return np.flatnonzero((counts < low) | (counts > high))
