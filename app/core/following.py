"""One cycle of a text at a time, a number at a time: what chain.run_cycles does, for models of many tokens.

Laws are looked up one by one, each only where it is needed, so that a page can write a text of a few hundred
tokens' vocabulary with it. The uniforms and the outcome of `follow` are those of chain; those of `go_on` are
chain_faults.go_on's. Nothing is drawn here but from given uniforms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from .law import ROUNDING, Law
from .models import Model, Tokens
from .record import Begin
from .sampler import MAGNIFIED
from .verifiers import Drafted, Floats

Ids = Sequence[int]


class ByState(Model, Protocol):
    """A model that can also be asked for one state."""

    def law(self, state: int) -> Law:
        """The law (V,) of the next token."""

    def edges(self, state: int) -> Law:
        """Its cumulative sum."""

    def after(self, state: int, token: int) -> int:
        """The state after one more token."""


@dataclass(frozen=True)
class Written:
    """One cycle: drafts, which were accepted (gamma,), the committed tokens, where the text goes on."""

    drafts: list[int]
    accepted: list[bool]
    tokens: list[int]
    end: Begin


def uniforms(gamma: int, *, going_on: bool = False) -> int:
    """How many a cycle takes.

    >>> uniforms(4), uniforms(4, going_on=True)
    (9, 13)
    """
    return 3 * gamma + 1 if going_on else 2 * gamma + 1


def follow(target: ByState, draft: ByState, u: Floats, begin: Begin, verifier: str = "token") -> Written:
    """A cycle from uniforms (2 gamma + 1,), judged token by token or as a block, exactly."""
    gamma = len(u) // 2
    coins, last = u[gamma:-1].tolist(), float(u[-1])
    x, s, t = proposed(target, draft, u[:gamma].tolist(), begin)
    kept, weights = (by_token if verifier == "token" else by_block)(target, draft, x, coins, s, t)
    tokens = [*x[:kept], picked(weights, last)]
    end = (target.after(s[kept], tokens[-1]), draft.after(t[kept], tokens[-1]))
    return Written(x, [i < kept for i in range(gamma)], tokens, end)


def go_on(target: ByState, draft: ByState, u: Floats, begin: Begin) -> Written:
    """A cycle of the engine that goes on after a rejection, from uniforms (3 gamma + 1,): not exact."""
    gamma = len(u) // 3
    coins, others = u[gamma : 2 * gamma].tolist(), u[2 * gamma :].tolist()
    x, s, t = proposed(target, draft, u[:gamma].tolist(), begin)
    accepted, tokens = [], []
    for i in range(gamma):
        p, q = target.law(s[i]), draft.law(t[i])
        left = None if keeps(p, q, x[i], coins[i]) else remainder(p, q)
        accepted.append(left is None)
        tokens.append(x[i] if left is None else picked(left, others[i]))
    tokens.append(picked(target.law(s[gamma]), others[gamma]))
    ends = begin
    for token in tokens:
        ends = (target.after(ends[0], token), draft.after(ends[1], token))
    return Written(x, accepted, tokens, ends)


def proposed(
    target: ByState, draft: ByState, u: Sequence[float], begin: Begin
) -> tuple[list[int], list[int], list[int]]:
    """The drafts (gamma,), and the states of both models before each and after all (gamma + 1,)."""
    x: list[int] = []
    s, t = [begin[0]], [begin[1]]
    for one in u:
        edges = draft.edges(t[-1])
        x.append(int(edges.searchsorted(one * edges[-1], side="right")))
        s.append(target.after(s[-1], x[-1]))
        t.append(draft.after(t[-1], x[-1]))
    return x, s, t


def by_token(  # noqa: PLR0917  # both models, the drafts, their coins, their states
    target: ByState,
    draft: ByState,
    x: Sequence[int],
    coins: Sequence[float],
    s: Sequence[int],
    t: Sequence[int],
) -> tuple[int, Law]:
    """How many drafts are kept, and the weights (V,) of the token after them."""
    for i, coin in enumerate(coins):
        p, q = target.law(s[i]), draft.law(t[i])
        if not keeps(p, q, x[i], coin):
            return i, remainder(p, q)
    return len(x), target.law(s[-1])


def by_block(  # noqa: PLR0917  # the same
    target: ByState,
    draft: ByState,
    x: Sequence[int],
    coins: Sequence[float],
    s: Sequence[int],
    t: Sequence[int],
) -> tuple[int, Law]:
    """The same for a block: the longest prefix whose coin is under its h (verifiers.block_limits)."""
    gamma, kept, P = len(x), 0, 1.0
    laws = [(target.law(s[i]), draft.law(t[i])) for i in range(gamma)]
    weights = [1.0]
    for i, (p, q) in enumerate(laws):
        P *= float(p[x[i]])
        below = float(q[x[i]])
        ratio = P / below if below > P else float(P > 0)
        P = 1.0 if ratio > 1 - ROUNDING else ratio
        weights.append(P)
    for i in range(gamma):
        h = weights[gamma]
        if i < gamma - 1:
            P = weights[i + 1]
            s_left = float(over(P * laws[i + 1][0], laws[i + 1][1]).sum())
            h = s_left / (s_left + (1 - P)) if s_left > 0 else 0.0
        if coins[i] < h:
            kept = i + 1
    if kept == gamma:
        return gamma, target.law(s[gamma])
    p, q = laws[kept]
    left = over(weights[kept] * p, q)
    return kept, left if left.any() else p


def keeps(p: Law, q: Law, x: int, coin: float) -> bool:
    """Whether the rule keeps draft x; where p - q leaves nothing but rounding there is no rejection."""
    if coin * (q[x] * MAGNIFIED) < p[x] * MAGNIFIED:
        return True
    return bool(p[x] > 0 and not over(p, q).any())


def over(p: Law, q: Law) -> Law:
    """max(0, p - q); what is of rounding's size is 0."""
    left: Law = p - q
    left[left <= ROUNDING * p] = 0
    return left


def remainder(p: Law, q: Law) -> Law:
    """The weights (V,) of a correction: p - q where positive, or p where that leaves nothing."""
    left = over(p, q)
    return left if left.any() else p


def picked(weights: Law, u: float) -> int:
    """The token that a uniform falls on."""
    edges = weights.cumsum()
    return int(edges.searchsorted(u * edges[-1], side="right"))


def retraced(target: Model, draft: Model, drafts: Tokens, begins: tuple[Tokens, Tokens]) -> Drafted:
    """The laws that drafts (n, gamma) were made from and are judged by; they began at the states (n,)."""
    s, t = begins
    n, gamma = drafts.shape
    p, q = np.empty((n, gamma + 1, target.size)), np.empty((n, gamma, target.size))
    for i, column in enumerate(drafts.T):
        p[:, i], q[:, i] = target.laws(s), draft.laws(t)
        s, t = target.step(s, column), draft.step(t, column)
    p[:, gamma] = target.laws(s)
    return Drafted(p, q, drafts)
