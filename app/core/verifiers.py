"""How many of gamma drafts are kept, and the token after them: token by token, or as a block.

Token: Leviathan et al. 2023, Algorithm 1. Block: Sun et al., arXiv:2403.10444. Both are lossless; the block
keeps at least as many on average. All is done for n cycles at once; nothing is drawn but from given uniforms.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .law import ROUNDING, ratio
from .models import Rows, Tokens
from .sampler import MAGNIFIED

Floats = NDArray[np.float64]
CLOSE = 1e-12  # q - p of a rejection beyond it leaves more than rounding
FEW = 8  # tokens up to which a law is summed column by column


@dataclass(frozen=True)
class Drafted:
    """n cycles up to the verdict: the laws they drafted from and are judged by, and the drafts."""

    target: Rows  # (n, gamma + 1, V)
    draft: Rows  # (n, gamma, V)
    tokens: Tokens  # (n, gamma)

    @property
    def ratios(self) -> tuple[Floats, Floats]:
        """p(x) and q(x) of each draft, (n, gamma) each."""
        gamma, x = self.tokens.shape[1], self.tokens[:, :, None]
        p = np.take_along_axis(self.target[:, :gamma], x, axis=2)
        return p[:, :, 0], np.take_along_axis(self.draft, x, axis=2)[:, :, 0]

    def after(self, kept: Tokens) -> Rows:
        """The target's law after so many kept drafts, (n, V)."""
        rows: Rows = self.target[np.arange(len(kept)), kept]
        return rows

    def left(self, at: Tokens, kept: Tokens, weight: Floats) -> Rows:
        """max(0, weight p - q) after `kept` drafts of the cycles `at`, (m, V); rounding counts as 0."""
        p = weight[:, None] * self.target[at, kept]
        left: Rows = p - self.draft[at, kept]
        left[left <= ROUNDING * p] = 0
        return left


def pick(rows: Rows, u: Floats) -> Tokens:
    """The token (n,) that each uniform falls on in its row (n, V) of weights; one without any is never it.

    >>> pick(np.array([[1.0, 3.0], [2.0, 0.0]]), np.array([0.5, 0.9]))
    array([1, 0])
    """
    if rows.shape[1] > FEW:
        edges = rows.cumsum(axis=1)
        return np.asarray((u[:, None] * edges[:, -1:] >= edges).sum(axis=1), np.int64)
    column = [rows[:, 0]]
    for x in range(1, rows.shape[1]):
        column.append(column[-1] + rows[:, x])
    scaled = u * column[-1]  # always under the last edge, also by rounding
    token = np.zeros(len(u), np.int64)
    for edge in column[:-1]:
        token += scaled >= edge
    return token


def token_verdict(cycles: Drafted, coins: Floats) -> Tokens:
    """How many drafts are kept, (n,): those before the first with u q(x) >= p(x).

    A rejection where p - q leaves nothing but rounding is none, as at one position.
    """
    p, q = cycles.ratios
    rejected = ~(coins * (q * MAGNIFIED) < p * MAGNIFIED)
    kept = _first(rejected)
    close = rejected & (q - p < CLOSE) & (p > 0)
    at = np.flatnonzero(close.any(axis=1))
    while at.size:
        at = at[kept[at] < rejected.shape[1]]
        at = at[close[at, kept[at]]]
        at = at[~cycles.left(at, kept[at], np.ones(len(at))).any(axis=1)]
        rejected[at, kept[at]] = False
        kept[at] = _first(rejected[at])
    return kept


def _first(flags: NDArray[np.bool_]) -> Tokens:
    """The place of the first true one of each row, (n,); the row's length where there is none."""
    n, gamma = flags.shape
    first = np.full(n, gamma, np.int64)
    for i in range(gamma - 1, -1, -1):
        first[flags[:, i]] = i
    return first


def token_chances(cycles: Drafted) -> Floats:
    """P(so many drafts are kept | the drafts), (n, gamma + 1)."""
    p, q = cycles.ratios
    n, gamma = p.shape
    a = ratio(p, q)
    for i in range(gamma):
        same = ~cycles.left(np.arange(n), np.full(n, i), np.ones(n)).any(axis=1)
        a[same & (p[:, i] > 0), i] = 1
    reached = np.cumprod(np.hstack([np.ones((n, 1)), a]), axis=1)
    return np.asarray(reached * np.hstack([1 - a, np.ones((n, 1))]))


def block_weights(cycles: Drafted) -> Floats:
    """P_i = min(1, P_(i-1) p/q) after i drafts, P_0 = 1, (n, gamma + 1); nearly 1 is 1."""
    p, q = cycles.ratios
    weights = np.ones((p.shape[0], p.shape[1] + 1))
    for i in range(p.shape[1]):
        P = weights[:, i] * p[:, i]
        ratio = np.divide(P, q[:, i], out=(P > 0).astype(float), where=q[:, i] > P)
        weights[:, i + 1] = np.where(ratio > 1 - ROUNDING, 1.0, ratio)
    return weights


def block_limits(cycles: Drafted) -> Floats:
    """h_i of each draft, (n, gamma): its prefix can be kept where the coin is under it.

    h_i = s / (s + 1 - P_i), s = sum max(P_i p - q, 0) at the next position; h_gamma = P_gamma. Where s = 0
    nothing could be resampled there, so h = 0: with P_i = 1 (0/0) the next prefix is kept in its place.
    """
    n, gamma = cycles.tokens.shape
    P = block_weights(cycles)
    h = np.empty((n, gamma))
    h[:, gamma - 1] = P[:, gamma]
    for i in range(1, gamma):
        s = cycles.left(np.arange(n), np.full(n, i), P[:, i]).sum(axis=1)
        h[:, i - 1] = np.divide(s, s + (1 - P[:, i]), out=np.zeros(n), where=s > 0)
    return h


def block_verdict(cycles: Drafted, coins: Floats) -> Tokens:
    """How many drafts are kept, (n,): the longest prefix whose coin is under its h."""
    kept = np.zeros(len(coins), np.int64)
    h = block_limits(cycles)
    for i in range(coins.shape[1]):
        kept[coins[:, i] < h[:, i]] = i + 1
    return kept


def block_chances(cycles: Drafted) -> Floats:
    """P(so many drafts are kept | the drafts), (n, gamma + 1)."""
    h = block_limits(cycles)
    ones = np.ones((len(h), 1))
    later = np.cumprod(np.hstack([ones, 1 - h[:, ::-1]]), axis=1)[:, ::-1]  # no longer prefix is kept
    return np.asarray(np.hstack([ones, h]) * later)


def token_weights(cycles: Drafted) -> Floats:
    """What p is multiplied by in the residual after so many kept drafts, (n, gamma + 1): 1."""
    return np.ones((len(cycles.tokens), cycles.tokens.shape[1] + 1))


@dataclass(frozen=True)
class Verifier:
    """A way to judge gamma drafts at once: a verdict by coins, its chances, and the residual's weights."""

    id: str
    verdict: Callable[[Drafted, Floats], Tokens]
    chances: Callable[[Drafted], Floats]
    weights: Callable[[Drafted], Floats]
    looks_at_all: bool  # or stops at the first rejection

    def finals(self, cycles: Drafted, kept: Tokens) -> Rows:
        """The weights (n, V) of the token after `kept` drafts (n,): a correction or the bonus."""
        weights = cycles.after(kept)
        at = np.flatnonzero(kept < cycles.tokens.shape[1])
        if at.size:
            left = cycles.left(at, kept[at], self.weights(cycles)[at, kept[at]])
            some = left.any(axis=1)  # nothing left: a draft with p = 0 and q of rounding's size
            weights[at[some]] = left[some]
        return weights

    def tokens(self, cycles: Drafted, coins: Floats, last: Floats) -> tuple[Tokens, Tokens]:
        """How many are kept (n,), and the tokens that come out (n, gamma + 1), -1 after the last."""
        kept = self.verdict(cycles, coins)
        n, gamma = cycles.tokens.shape
        out = np.full((n, gamma + 1), -1, np.int64)
        for i in range(gamma):
            out[:, i] = np.where(kept > i, cycles.tokens[:, i], -1)
        out[np.arange(n), kept] = pick(self.finals(cycles, kept), last)
        return kept, out


VERIFIERS: dict[str, Verifier] = {
    verifier.id: verifier
    for verifier in (
        Verifier("token", token_verdict, token_chances, token_weights, looks_at_all=False),
        Verifier("block", block_verdict, block_chances, block_weights, looks_at_all=True),
    )
}


def verifier_of(name: str) -> Verifier:
    """The verifier of this name; ValueError naming those there are."""
    if not isinstance(name, str) or name not in VERIFIERS:
        raise ValueError(f"verifier {name!r} is unknown; it must be one of {', '.join(VERIFIERS)}")
    return VERIFIERS[name]
