"""The broken engines whose fault is in the coins: used twice, too coarse, asked until they please.

Each has its parts (what comes out, by the formula) and its own way to draw, which uses the coins as such an
engine does. Draw i uses the three uniforms of the sampler here too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .fault_laws import kept_with, normalised
from .formula import Always, Parts, Rows
from .law import Law
from .sampler import MOST_DRAWS, Block, Floats, Position, Three
from .source import Source, Tokens

LEVELS = 256  # m: values that a coarse coin can take


def redraw_on_mismatch(position: Position) -> Parts:
    """A token is drawn from p; the draft is kept if it is the same, otherwise p is drawn from again."""
    return Parts(position.q, position.p, Always(position.p))


def draw_match(position: Position, parts: Parts, u: Floats) -> Block:
    """The second uniform draws the token that the draft must equal."""
    draft = position.drafts.pick(u[:, 0])
    return parts.decided(draft, u[:, 1].copy(), draft == position.targets.pick(u[:, 1]), u[:, 2])


def retry_until_accepted(position: Position) -> Parts:
    """Drafts are drawn until one is accepted: the last one follows min(p, q) / alpha.

    Raises ValueError where nothing can be accepted.
    """
    accepted = position.q * position.accepts
    if not accepted.sum() * MOST_DRAWS > 1:
        raise ValueError(
            "p and q share no token, or next to none: a draft is never accepted, and trying again does not"
            " end; choose a draft that proposes something the target can emit"
        )
    return Parts(normalised(accepted), np.ones(len(accepted)), Always(position.p))


def draw_last_try(position: Position, parts: Parts, u: Floats) -> Block:
    """The try that ends it: a draft that was accepted, a coin that accepted it; refusals are geometric."""
    token = parts.drafts.pick(u[:, 0])
    alpha = accepted_share(position)
    with np.errstate(divide="ignore"):  # alpha = 1: log 0, and nothing is refused
        refused = np.floor(np.log1p(-u[:, 2]) / np.log1p(-alpha))
    return token, u[:, 1] * position.accepts.take(token), True, token, 1 + refused.astype(np.int64)


def count_tries(position: Position, parts: Parts, n: int, rng: np.random.Generator) -> Three:
    """The counts with all tries among the drafted."""
    alpha, token = accepted_share(position), parts.drafts.counts(n, rng)
    if n >= MOST_DRAWS * alpha:
        raise ValueError(f"n is {n}, at {1 / alpha:.3g} tries a token; n tries must be under 2^62")
    refused = position.q * (1 - position.accepts)
    if n == 0 or alpha == 1 or not refused.any():
        return token, token, token
    tries = int(rng.negative_binomial(n, alpha))
    return token + Source(normalised(refused)).counts(tries, rng), token, token


def accepted_share(position: Position) -> float:
    """alpha, the probability that a try is accepted."""
    return min(1.0, float(position.q @ position.accepts))


@dataclass(frozen=True, eq=False)
class BySameCoin(Rows):
    """R_y where the coin u, which is over a(y) after a rejection, also picks from the residual."""

    accepts: Floats
    law: Law

    @cached_property
    def source(self) -> Source:
        """The residual, to be drawn from."""
        return Source(self.law)

    @cached_property
    def edges(self) -> Floats:
        """Where the part of each token begins and ends on the coin, (V + 1,)."""
        inner = np.minimum(self.source.edges, 1.0)
        return np.concatenate([[0.0], inner, np.ones(len(self.law) - len(inner))])

    def after(self, rejected: Floats) -> Floats:
        """sum_y rejected(y) R_y(x): by the lengths of x's part over each a(y), in V log V steps."""
        over = 1 - self.accepts
        v = np.divide(rejected, over, out=np.zeros_like(over), where=over > 0)
        order = np.argsort(self.accepts)
        a, v = self.accepts[order], v[order]
        below, mass = np.concatenate([[0.0], np.cumsum(v)]), np.concatenate([[0.0], np.cumsum(v * a)])
        k = np.searchsorted(a, self.edges, side="right")
        reached = below[k] * self.edges + (mass[-1] - mass[k])  # sum_y v(y) max(edge, a(y))
        after: Floats = np.maximum(np.diff(reached), 0.0)
        return after

    def row(self, y: int) -> Floats:
        """R_y, (V,)."""
        return normalised(np.diff(np.maximum(self.edges, self.accepts[y])))

    def pick(self, y: Tokens, coin: Floats, u: Floats) -> Tokens:  # noqa: ARG002  # the fault: u is not used
        """The tokens that the coins themselves pick."""
        return self.source.pick(coin)


def reused_coin(position: Position) -> Parts:
    """The coin that rejected a draft also picks the token of the residual."""
    return Parts(position.q, position.accepts, BySameCoin(position.accepts, position.correction))


def shared_draft_coin(position: Position) -> Parts:
    """The uniform that drew the draft is also its coin: x is kept where its part of [0, 1) is under a(x)."""
    q = position.q
    start = np.concatenate([[0.0], np.cumsum(q)[:-1]])
    kept = np.clip(position.accepts - start, 0.0, q)
    return kept_with(position, np.divide(kept, q, out=np.zeros_like(kept), where=q > 0))


def draw_shared_coin(position: Position, parts: Parts, u: Floats) -> Block:
    """The first uniform is draft and coin."""
    draft, coin = position.drafts.pick(u[:, 0]), u[:, 0].copy()
    return parts.decided(draft, coin, coin < position.accepts.take(draft), u[:, 2])


def coarse_coin(position: Position) -> Parts:
    """Kept where k/m <= p/q, k one of 0 .. m-1: also where p = 0, once in m."""
    return kept_with(position, np.minimum(np.floor(LEVELS * position.accepts) + 1, LEVELS) / LEVELS)


def draw_coarse(position: Position, parts: Parts, u: Floats) -> Block:
    """The coin takes m values, and equality counts as kept."""
    draft, level = position.drafts.pick(u[:, 0]), np.floor(u[:, 1] * LEVELS)
    return parts.decided(draft, level / LEVELS, level <= LEVELS * position.accepts.take(draft), u[:, 2])
