"""The one false-alarm budget of all statistical tests, and the bands that follow from it.

A sound sampler fails a check with a probability of at most FALSE_ALARM. Bands are exact binomial tails from
scipy, or follow from an inequality that is named, so that none of this rests on the core's own statistics.
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


def mean_band(n: int, spread: float = 1.0) -> float:
    """How far the mean of n independent numbers, each within `spread`, is from its law's but for FALSE_ALARM.

    Hoeffding (1963): P(|mean - E| >= t) <= 2 exp(-2 n t^2 / spread^2). With a spread of 1 it also bounds, at
    every x at once, how far a share of n draws at or under x is from its law's (Dvoretzky, Kiefer and
    Wolfowitz, with Massart's constant of 1990).
    """
    return spread * float(np.sqrt(np.log(2 / FALSE_ALARM) / (2 * n)))


def size_is(p_values, false_alarm: float) -> bool:
    """Whether the p-values of exact runs are under false_alarm as often as that, but for FALSE_ALARM.

    The chi-squared law is only the limit of Pearson's statistic, so a sixth more or less is let through: from
    .042 to .058 at .05, from .0083 to .0117 at .01.
    """
    p_values = np.asarray(p_values)
    low, _ = binomial_band(len(p_values), false_alarm * 5 / 6)
    _, high = binomial_band(len(p_values), false_alarm * 7 / 6)
    return bool(low <= (p_values < false_alarm).sum() <= high)


def misfits(counts, law) -> np.ndarray:
    """The cells of counts that n draws from the law leave empty or fill but for FALSE_ALARM in all."""
    counts, law = np.asarray(counts), np.asarray(law, float)
    low, high = binomial_band(int(counts.sum()), law, events=len(law))
    return np.flatnonzero((counts < low) | (counts > high))
