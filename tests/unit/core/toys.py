"""Toy models for tests: as the core gets them, and as the oracle reads them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from app.core.models import MarkovModel
from tests import oracle
from tests.unit.core.coins import W, floats, weights


@dataclass(frozen=True)
class Pair:
    """Target and draft in fractions: (initial, transition) each."""

    target: tuple[oracle.Law, list[oracle.Law]]
    draft: tuple[oracle.Law, list[oracle.Law]]

    @property
    def models(self) -> tuple[MarkovModel, MarkovModel]:
        """For the core."""
        return tuple(MarkovModel(floats(one[0]), [floats(row) for row in one[1]]) for one in self.both)

    @property
    def laws(self) -> tuple[oracle.Model, oracle.Model]:
        """For the oracle."""
        return tuple(oracle.markov(*one) for one in self.both)

    @property
    def both(self):
        return self.target, self.draft


def always(law: oracle.Law) -> tuple[oracle.Law, list[oracle.Law]]:
    """A model whose tokens all follow one law."""
    return law, [law] * len(law)


WORKED = Pair(always(W[0]), always(W[1]))
MARKOV = Pair(
    (oracle.law(7, 3), [oracle.law(8, 2), oracle.law(4, 6)]),
    (oracle.law(1, 1), [oracle.law(1, 1), oracle.law(9, 1)]),
)


@st.composite
def model_pairs(draw, largest=3):
    """Two models over 1 to `largest` tokens, rows with zeros and rows that are alike among them."""
    size = draw(st.integers(1, largest))
    target = [oracle.law(*draw(weights(size, 9))) for _ in range(size + 1)]
    other = [oracle.law(*draw(weights(size, 9))) for _ in range(size + 1)]
    draft = [
        p if draw(st.booleans()) and draw(st.booleans()) else q for p, q in zip(target, other, strict=True)
    ]
    return Pair((target[0], target[1:]), (draft[0], draft[1:]))


class LastTwo:
    """A model whose state is the last two tokens, as larger ones have; the law is any function of both."""

    size, start = 3, 0

    def __init__(self, seed: int):
        self.table = np.random.default_rng(seed).dirichlet(np.ones(self.size), 16)

    def laws(self, states):
        """The law in each state: 4 a + b of tokens counted from 1, 0 where there is none."""
        return self.table[states]

    def step(self, states, tokens):
        """The second of the two becomes the first."""
        return states % 4 * 4 + tokens + 1

    def law_after(self, text) -> np.ndarray:
        """The law after a text, told apart from `step`."""
        a, b = [-1, -1, *text][-2:]
        return self.table[4 * (a + 1) + b + 1]
