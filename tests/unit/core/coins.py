"""Generators that give what a test wants, and laws for properties."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from tests import oracle

LARGEST = float(np.nextafter(1.0, 0.0))  # what a generator's random() can give at most


class Coins:
    """A generator whose uniforms are these, in this order, and then over again."""

    def __init__(self, *uniforms: float):
        self.uniforms = np.array(uniforms, float)
        self.given = 0

    def random(self, size):
        amount = int(np.prod(size))
        places = (self.given + np.arange(amount)) % len(self.uniforms)
        self.given += amount
        return self.uniforms[places].reshape(size)


class NoCoins:
    """A generator that must not be asked."""

    def __getattr__(self, name: str):
        raise AssertionError(f"asked for {name}")


def floats(law: oracle.Law) -> np.ndarray:
    """The law as the core gets it."""
    return np.array([float(x) for x in law])


@st.composite
def weights(draw, size, most):
    """Whole numbers from 0 up, not all of them 0."""
    drawn = draw(st.lists(st.integers(0, most), min_size=size, max_size=size))
    if not any(drawn):
        drawn[draw(st.integers(0, size - 1))] = 1
    return drawn


@st.composite
def pairs(draw, largest=8, most=1000):
    """p and q in fractions over 1 to `largest` tokens: zeros, equal, disjoint and one-hot ones among them."""
    size = draw(st.integers(1, largest))
    p, q = draw(weights(size, most)), draw(weights(size, most))
    kind = draw(st.sampled_from(["any", "any", "same", "one-hot", "disjoint"]))
    if kind == "same":
        q = p
    if kind == "one-hot":
        p = [int(x == p.index(max(p))) for x in range(size)]
    if kind == "disjoint" and size > 1:
        cut = draw(st.integers(1, size - 1))
        p, q = [1] * cut + [0] * (size - cut), [0] * cut + [1] * (size - cut)
    return oracle.law(*p), oracle.law(*q)


W = oracle.law(5, 3, 2), oracle.law(2, 2, 6)


def midpoints(parts: int) -> list[Fraction]:
    """The middles of equal parts of the unit interval: never on an edge, where rounding would decide."""
    return [Fraction(2 * i + 1, 2 * parts) for i in range(parts)]
