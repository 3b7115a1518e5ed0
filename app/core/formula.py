"""The one formula of every engine that decides a position by itself.

    out(x) = r(x) a(x) + sum_y r(y) (1 - a(y)) R_y(x)

r is the law the draft is really drawn from, a(x) the probability with which x is kept, R_y the law drawn from
after y was rejected. `Parts.law` is this formula; `Parts.block` makes the draws by coins. For the exact rule
the sum is p (Leviathan et al. 2023, Appendix A.1). What p and q are made of is not its business.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from .law import Law, frozen
from .sampler import Block, Floats, Integers, Three
from .source import Source, Tokens


class Resample(Protocol):
    """The laws R_y from which a token is drawn after the draft y was rejected."""

    def after(self, rejected: Floats) -> Floats:
        """sum_y rejected(y) R_y(x), array (V,)."""

    def counts(self, rejected: Integers, rng: np.random.Generator) -> Integers:
        """How often each token comes when each y was rejected so many times, int (V,)."""

    def pick(self, y: Tokens, coin: Floats, u: Floats) -> Tokens:
        """The tokens after rejections of y (k,) by these coins, with one more uniform u for each."""


@dataclass(frozen=True, eq=False)
class Always:
    """R_y is one law, whatever was rejected."""

    law: Law

    @cached_property
    def source(self) -> Source:
        """The law, to be drawn from."""
        return Source(self.law)

    def after(self, rejected: Floats) -> Floats:
        """sum_y rejected(y) R_y(x), array (V,)."""
        after: Floats = rejected.sum() * self.law
        return after

    def counts(self, rejected: Integers, rng: np.random.Generator) -> Integers:
        """How often each token comes, int (V,)."""
        return self.source.counts(int(rejected.sum()), rng)

    def pick(self, y: Tokens, coin: Floats, u: Floats) -> Tokens:  # noqa: ARG002  # what was rejected is not asked
        """The tokens after rejections."""
        return self.source.pick(u)


class Rows:
    """Counts for laws R_y that differ: one multinomial a rejected token."""

    def row(self, y: int) -> Floats:
        """R_y, (V,)."""
        raise NotImplementedError

    def counts(self, rejected: Integers, rng: np.random.Generator) -> Integers:
        """How often each token comes when each y was rejected so many times, int (V,)."""
        total = np.zeros(len(rejected), np.int64)
        for y in np.flatnonzero(rejected).tolist():
            total += Source(self.row(y)).counts(int(rejected[y]), rng)
        return total


@dataclass(frozen=True, eq=False)
class Without(Rows):
    """R_y is the law with the rejected token left out: law(x) / (1 - law(y)), and 0 at y."""

    law: Law

    @cached_property
    def source(self) -> Source:
        """The law, to be drawn from."""
        return Source(self.law)

    @cached_property
    def before(self) -> Floats:
        """The mass of the tokens before each token, (V,)."""
        return np.concatenate([[0.0], np.cumsum(self.law)[:-1]])

    def after(self, rejected: Floats) -> Floats:
        """sum_y rejected(y) R_y(x), array (V,), in V steps: all of them, less what x itself rejected."""
        rest = 1 - self.law
        weight = np.divide(rejected, rest, out=np.zeros_like(rest), where=rest > 0)
        after: Floats = self.law * np.maximum(weight.sum() - weight, 0.0)
        return after

    def row(self, y: int) -> Floats:
        """R_y, (V,)."""
        row = self.law.copy()
        row[y] = 0
        row /= row.sum()
        return row

    def pick(self, y: Tokens, coin: Floats, u: Floats) -> Tokens:  # noqa: ARG002  # the coin is spent
        """The tokens after rejections: the uniform jumps over the part that belongs to y."""
        mass, start = self.law.take(y), self.before.take(y)
        at = u * (1 - mass)
        return self.source.pick(np.minimum(np.where(at < start, at, at + mass), np.nextafter(1.0, 0.0)))


@dataclass(frozen=True, eq=False)
class Parts:
    """r (V,), a (V,) and the R_y of one engine at one position."""

    draft: Law
    accepts: Floats
    resample: Resample

    @cached_property
    def drafts(self) -> Source:
        """The draft's real law, to be drawn from."""
        return Source(self.draft)

    @cached_property
    def law(self) -> Law:
        """out(x) = r(x) a(x) + sum_y r(y) (1 - a(y)) R_y(x), a law (V,)."""
        r, a = self.draft, self.accepts
        out = r * a + self.resample.after(r * (1 - a))
        return frozen(np.minimum(out, 1.0))  # rounding can end beyond

    def block(self, u: Floats) -> Block:
        """The draws that uniforms (k, 3) make: draft, coin, resample."""
        draft, coin = self.drafts.pick(u[:, 0]), u[:, 1].copy()
        return self.decided(draft, coin, coin < self.accepts.take(draft), u[:, 2])

    def decided(self, draft: Tokens, coin: Floats, accepted: np.ndarray, u: Floats) -> Block:
        """The draws where the verdict is known: the rejected ones are drawn again with the uniforms u."""
        token, rejected = draft.copy(), np.flatnonzero(~accepted)
        token[rejected] = self.resample.pick(draft[rejected], coin[rejected], u[rejected])
        return draft, coin, accepted, token, 1

    def counts(self, n: int, rng: np.random.Generator) -> Three:
        """The counts of n draws: drafted, accepted, came out."""
        drafted = self.drafts.counts(n, rng)
        accepted = rng.binomial(drafted, self.accepts)
        return drafted, accepted, accepted + self.resample.counts(drafted - accepted, rng)
