"""Whether tokens that each have a law of their own follow their laws, taken together.

A row's features are its token and whether that token is one that the draft has too much of (q > p), where
most faults leak. The sums of observed minus expected features are standardised by their exact covariance
given the laws: d^T C^+ d is chi-squared with rank C degrees of freedom. Where all rows share a law it is
Pearson's statistic. A feature of variance under 5 is pooled, as in fit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .fit import LEAST_EXPECTED, chi2_tail
from .sampler import Flags, Floats
from .source import Tokens

RANK = 1e-7  # of a correlation matrix: an eigenvalue below this share of its size is rounding


@dataclass(frozen=True)
class PooledFit:
    """The statistic of all rows together, and the chance of one as large if each row follows its law."""

    chi2: float
    dof: int
    p_value: float


class Pool:
    """Sums over rows, added block by block; memory V^2, whatever the number of rows."""

    def __init__(self, tokens: int) -> None:
        """For laws over so many tokens; nothing added yet."""
        self.tokens = tokens
        self.rows = 0
        self.observed = np.zeros(tokens + 1)  # a token each, and the side
        self.expected = np.zeros(tokens + 1)
        self.covariance = np.zeros((tokens + 1, tokens + 1))

    def add(self, laws: Floats, token: Tokens, side: Flags | None = None) -> None:
        """Adds rows: laws (k, V), the token (k,) of each, and the tokens of its side (k, V) if it has one."""
        k = len(token)
        on_side = np.zeros(laws.shape, bool) if side is None else side
        shares = laws * on_side
        features = np.concatenate([laws, shares.sum(axis=1, keepdims=True)], axis=1)
        expected = features.sum(axis=0)
        self.rows += k
        self.expected += expected
        self.observed[:-1] += np.bincount(token, minlength=self.tokens)
        self.observed[-1] += on_side[np.arange(k), token].sum()
        second = np.diag(expected)
        second[-1, :-1] = second[:-1, -1] = shares.sum(axis=0)
        self.covariance += second - features.T @ features

    @property
    def counts(self) -> Tokens:
        """How often each token came, (V,)."""
        return self.observed[:-1].astype(np.int64)

    @property
    def mean_law(self) -> Floats:
        """The average of the laws, (V,)."""
        return self.expected[:-1] / max(1, self.rows)

    @property
    def expected_tv(self) -> float:
        """What TV(empirical, mean law) is on average if each row follows its law; tokens taken as normal."""
        variance = np.maximum(np.diag(self.covariance)[:-1], 0.0)
        return float(np.sqrt(2 / math.pi * variance).sum()) / (2 * max(1, self.rows))

    def tv_threshold(self, false_alarm: float) -> float:
        """The TV that is reached with a chance of at most `false_alarm`, by McDiarmid's inequality."""
        return self.expected_tv + math.sqrt(-math.log(false_alarm) / (2 * max(1, self.rows)))

    def fit(self) -> PooledFit:
        """The statistic of what was added so far."""
        mixing = self._cells()
        apart = mixing @ (self.observed - self.expected)
        covariance = mixing @ self.covariance @ mixing.T
        variance = np.diag(covariance)
        seen = variance >= LEAST_EXPECTED
        if not seen.any():
            return PooledFit(0.0, 0, 1.0)
        scale = np.sqrt(variance[seen])
        values, axes = np.linalg.eigh(covariance[np.ix_(seen, seen)] / np.outer(scale, scale))
        some = values > RANK * len(values)
        along = axes.T @ (apart[seen] / scale)
        chi2, dof = float((along[some] ** 2 / values[some]).sum()), int(some.sum())
        return PooledFit(chi2, dof, chi2_tail(chi2, dof))

    def _cells(self) -> Floats:
        """Which features are summed up to a cell each, (cells, V + 1): those too rare go into one."""
        rare = np.diag(self.covariance) < LEAST_EXPECTED
        rare[-1] = False
        return np.concatenate([np.eye(self.tokens + 1)[~rare], rare[None, :].astype(float)])
