"""The record of an engine that decides each position by itself; a rule of the sampler's shape.

It is told by its parts (app.core.formula). Where a fault is in the coins themselves it brings its own way to
draw, and the formula still says what comes out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from .formula import Parts
from .law import Law
from .sampler import Block, Floats, Position, Rule, Three, prepared

MakeParts = Callable[[Position], Parts]
DrawBlock = Callable[[Position, Parts, Floats], Block]
CountAll = Callable[[Position, Parts, int, np.random.Generator], Three]


@dataclass(frozen=True, kw_only=True)
class Memoryless(Rule):
    """An engine by its parts; `asked` is the law its user asked for."""

    parts: MakeParts
    asked: Callable[[Position], Law]

    def asked_law(self, p: ArrayLike, q: ArrayLike) -> Law:
        """The law (V,) that was asked for, to be judged against: p, or p at the temperature asked for."""
        return self.asked(prepared(p, q))

    def accepts(self, p: ArrayLike, q: ArrayLike) -> float:
        """The share of drafts that the engine keeps: sum r a."""
        parts = parts_of(self.parts, prepared(p, q))
        return min(1.0, float(parts.draft @ parts.accepts))


@lru_cache(maxsize=64)  # of the gallery at one position or two; making them costs more than a small block
def parts_of(make: MakeParts, position: Position) -> Parts:
    """The parts of an engine at a position."""
    return make(position)


def target(position: Position) -> Law:
    """What is asked for, unless something else is said."""
    return position.p


def memoryless(
    id: str,  # noqa: A002  # as the field of the record
    parts: MakeParts,
    *,
    draw: DrawBlock | None = None,
    counter: CountAll | None = None,
    asked: Callable[[Position], Law] = target,
    retries: bool = False,
) -> Memoryless:
    """The record of these parts; `draw` and `counter` where the coins are used in a way of their own."""

    def block_of(position: Position, u: Floats) -> Block:
        here = parts_of(parts, position)
        return here.block(u) if draw is None else draw(position, here, u)

    def counts_of(position: Position, n: int, rng: np.random.Generator) -> Three:
        here = parts_of(parts, position)
        return here.counts(n, rng) if counter is None else counter(position, here, n, rng)

    def law_of(position: Position) -> Law:
        return parts_of(parts, position).law

    return Memoryless(id, block_of, counts_of, law_of, retries, parts=parts, asked=asked)
