"""Exact laws of whole cycles, by enumerating every draft: lengths, first tokens, neighbours in a text.

For small V and gamma alone: V^gamma drafts. They are made of a verifier's own chances and residuals, so that
they show what it does and not what it should do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .law import Law, as_law, frozen
from .making import Maker
from .models import MarkovModel, Model, States, Tokens
from .verifiers import Drafted, Floats, Verifier

MOST = 4_000_000  # numbers of the laws of all drafts


@dataclass(frozen=True)
class Outcome:
    """All drafts of which k are kept: the kept ones (n, k), their mass (n,), and (n, V) by last token."""

    kept: Tokens
    mass: Floats
    last: Floats


def length_law(
    target: Model, draft: Model, gamma: int, *, verifier: str | Verifier = "token", begin: int | None = None
) -> Law:
    """P(a cycle commits i + 1 tokens), array (gamma + 1,), from the start or after the token `begin`.

    Raises ValueError where there are too many drafts to enumerate.

    >>> from .models import independent
    >>> p, q = independent([0.5, 0.3, 0.2]), independent([0.2, 0.2, 0.6])
    >>> law = length_law(p, q, 4, verifier="block")
    >>> round(float(law @ range(1, 6)), 4), 1651 / 625
    (2.6416, 2.6416)
    """
    maker = Maker.of(target, draft, gamma, verifier)
    states = np.array([target.start]), np.array([draft.start])
    if begin is not None:
        states = _after(maker, states, np.array([begin]))
    return as_law([outcome.mass.sum() for outcome in _outcomes(maker, *states)])


def expected_length(
    target: Model, draft: Model, gamma: int, *, verifier: str | Verifier = "token", begin: int | None = None
) -> float:
    """The mean of `length_law`.

    >>> from .models import independent
    >>> p, q = independent([0.5, 0.3, 0.2]), independent([0.2, 0.2, 0.6])
    >>> round(expected_length(p, q, 2), 4), round(expected_length(p, q, 2, verifier="block"), 4)
    (1.96, 2.04)
    """
    law = length_law(target, draft, gamma, verifier=verifier, begin=begin)
    return float(law @ np.arange(1, len(law) + 1))


def asked_opening(target: Model) -> Floats:
    """The target's own joint law of the first two tokens, (V, V)."""
    start = np.full(target.size, target.start)
    return target.laws(start[:1]).T * target.laws(target.step(start, np.arange(target.size)))


def opening_law(target: Model, draft: Model, gamma: int, *, verifier: str | Verifier = "token") -> Floats:
    """The joint law of the first two tokens of a text, (V, V): by one cycle, or two where the first is short.

    Raises ValueError where there are too many drafts to enumerate.

    >>> target = MarkovModel([0.7, 0.3], [[0.8, 0.2], [0.4, 0.6]])
    >>> draft = MarkovModel([0.5, 0.5], [[0.5, 0.5], [0.9, 0.1]])
    >>> opening_law(target, draft, 2).round(12)
    array([[0.56, 0.14],
           [0.12, 0.18]])
    """
    maker = Maker.of(target, draft, gamma, verifier)
    start = np.array([target.start]), np.array([draft.start])
    joint = np.zeros((target.size, target.size))
    for k, outcome in enumerate(_outcomes(maker, *start)):
        if k == 0:
            for y in np.flatnonzero(outcome.last.sum(axis=0)):
                follows = _first(maker, *_after(maker, start, np.array([y])))
                joint[y] += outcome.last[:, y].sum() * follows
        elif k == 1:
            np.add.at(joint, outcome.kept[:, 0], outcome.last)
        else:
            np.add.at(joint, (outcome.kept[:, 0], outcome.kept[:, 1]), outcome.mass)
    return frozen(joint)


def asked_neighbours(target: MarkovModel) -> Floats:
    """The target's own joint law of two neighbours in a long text, (V, V): pi(x) P(x, y)."""
    return target.stationary()[:, None] * target.transition


def neighbour_law(
    target: MarkovModel, draft: MarkovModel, gamma: int, *, verifier: str | Verifier = "token"
) -> Floats:
    """The joint law of two neighbours in a long text made of cycles, (V, V).

    Raises ValueError where there are too many drafts to enumerate, or several such laws.

    >>> target = MarkovModel([0.7, 0.3], [[0.8, 0.2], [0.4, 0.6]])
    >>> draft = MarkovModel([0.5, 0.5], [[0.5, 0.5], [0.9, 0.1]])
    >>> (neighbour_law(target, draft, 2) * 15).round(9)
    array([[8., 2.],
           [2., 3.]])
    """
    maker, size = Maker.of(target, draft, gamma, verifier), target.size
    pairs, ends = np.zeros((size, size, size)), np.zeros((size, size))  # of the cycles after each token
    for before in range(size):
        for outcome in _outcomes(maker, np.array([1 + before]), np.array([1 + before])):
            previous = np.full(len(outcome.mass), before)
            for column in outcome.kept.T:
                np.add.at(pairs[before], (previous, column), outcome.mass)
                previous = column
            np.add.at(pairs[before], previous, outcome.last)
            ends[before] += outcome.last.sum(axis=0)
    ends /= ends.sum(axis=1, keepdims=True)
    total = np.tensordot(MarkovModel(ends[0], ends).stationary(), pairs, axes=1)
    return frozen(total / total.sum())


def _first(maker: Maker, s: States, t: States) -> Floats:
    """The law (V,) of the first token that a cycle commits."""
    law = np.zeros(maker.target.size)
    for k, outcome in enumerate(_outcomes(maker, s, t)):
        if k == 0:
            law += outcome.last.sum(axis=0)
        else:
            law += np.bincount(outcome.kept[:, 0], outcome.mass, minlength=len(law))
    return law


def _after(maker: Maker, states: tuple[States, States], token: Tokens) -> tuple[States, States]:
    return maker.target.step(states[0], token), maker.draft.step(states[1], token)


def _outcomes(maker: Maker, s: States, t: States) -> Iterator[Outcome]:
    """The outcomes with 0 to gamma kept drafts of a cycle that begins at one state of each model."""
    gamma, size = maker.gamma, maker.target.size
    if size ** (gamma + 1) * (gamma + 1) > MOST:
        raise ValueError(
            f"{gamma} drafts of {size} tokens are {size}^{gamma}: too many to enumerate; use fewer"
        )
    x = np.indices((size,) * gamma).reshape(gamma, -1).T.astype(np.int64)
    n = len(x)
    s, t, mass = np.repeat(s, n), np.repeat(t, n), np.ones(n)
    p, q = np.empty((n, gamma + 1, size)), np.empty((n, gamma, size))
    for i in range(gamma):
        p[:, i], q[:, i] = maker.target.laws(s), maker.draft.laws(t)
        mass *= q[np.arange(n), i, x[:, i]]
        s, t = maker.target.step(s, x[:, i]), maker.draft.step(t, x[:, i])
    p[:, gamma] = maker.target.laws(s)
    some: NDArray[np.bool_] = mass > 0
    cycles, mass = Drafted(p[some], q[some], x[some]), mass[some]
    chances = maker.verifier.chances(cycles)
    for k in range(gamma + 1):
        final = maker.verifier.finals(cycles, np.full(len(mass), k))
        final /= final.sum(axis=1, keepdims=True)
        happens = mass * chances[:, k]
        yield Outcome(cycles.tokens[:, :k], happens, happens[:, None] * final)
