"""Toy language models: what law the next token follows, given what was written so far.

A model reads a text token by token and keeps a state, an integer: for a two-gram the last token, for a
four-gram the last three. All is asked for many states at once. No model here is a neural network.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .law import Law, as_law, frozen

States = NDArray[np.int64]  # (n,): 64 bits also in the page, so that four tokens of a thousand fit
Tokens = NDArray[np.int64]  # (n,)
Rows = NDArray[np.float64]  # (..., V), each a law


class Model(Protocol):
    """A language model over `size` tokens: the law of the next one depends on a state alone."""

    @property
    def size(self) -> int:
        """The number V of tokens."""

    @property
    def start(self) -> int:
        """The state before the first token."""

    def laws(self, states: States) -> Rows:
        """The law of the next token in each state, (n, V); read only."""

    def step(self, states: States, tokens: Tokens) -> States:
        """The states (n,) after one more token each."""


@dataclass(frozen=True, eq=False)
class MarkovModel:
    """The next token depends on the one before: initial law (V,), transition laws (V, V), a row a token.

    State 0 is the start, 1 + x follows token x. Raises ValueError where a row is no law or the shapes differ.

    >>> model = MarkovModel([0.7, 0.3], [[0.8, 0.2], [0.4, 0.6]])
    >>> model.laws(np.array([model.start, 2]))
    array([[0.7, 0.3],
           [0.4, 0.6]])
    """

    initial: Law
    transition: Rows
    table: Rows = field(init=False, repr=False)  # (1 + V, V): the law in each state

    def __init__(self, initial: ArrayLike, transition: ArrayLike) -> None:
        first = as_law(initial, "initial")
        try:
            given = list(np.asarray(transition, np.float64))
        except (TypeError, ValueError):
            given = []
        if len(given) != len(first):
            raise ValueError(
                f"transition is {transition!r:.80}; it needs a law of {len(first)} numbers for each of the"
                f" {len(first)} tokens of initial"
            )
        rows = [as_law(row, f"transition[{x}]") for x, row in enumerate(given)]
        if len(rows[0]) != len(first):
            raise ValueError(
                f"transition[0] has {len(rows[0])} tokens and initial {len(first)}; make them equal"
            )
        object.__setattr__(self, "initial", first)
        object.__setattr__(self, "transition", frozen(np.array(rows)))
        object.__setattr__(self, "table", frozen(np.array([first, *rows])))

    @property
    def size(self) -> int:
        """The number V of tokens."""
        return len(self.initial)

    @property
    def start(self) -> int:
        """The state before the first token."""
        return 0

    def laws(self, states: States) -> Rows:
        """The law of the next token in each state, (n, V)."""
        return self.table.take(states, axis=0)

    def step(self, states: States, tokens: Tokens) -> States:  # noqa: ARG002  # a Model's shape
        """The states (n,) after one more token each."""
        return tokens + 1

    def stationary(self) -> Law:
        """The law (V,) of one token of a long text, by solving pi = pi P; ValueError where there are several.

        >>> MarkovModel([0.7, 0.3], [[0.8, 0.2], [0.4, 0.6]]).stationary().round(4)
        array([0.6667, 0.3333])
        """
        flow = self.transition.T - np.eye(self.size)
        if np.linalg.matrix_rank(flow) < self.size - 1:
            raise ValueError("transition has several stationary laws; connect its tokens")
        solved = np.linalg.lstsq(
            np.vstack([flow, np.ones(self.size)]), np.eye(self.size + 1)[-1], rcond=None
        )[0]
        return as_law(np.maximum(solved, 0), "stationary")


def independent(law: ArrayLike) -> MarkovModel:
    """The model whose every token follows the same law (V,).

    >>> independent([0.5, 0.5]).transition
    array([[0.5, 0.5],
           [0.5, 0.5]])
    """
    law = as_law(law)
    return MarkovModel(law, np.tile(law, (len(law), 1)))
