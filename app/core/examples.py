"""The two-token Markov example of the lesson: small enough for every law of a cycle to be exact."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from .chain_faults import CHAIN_FAULTS
from .joint import asked_opening, length_law, opening_law
from .law import Law
from .models import MarkovModel
from .verifiers import Floats

NAMES = ("a", "b")
GOES_ON = "goes-on-after-rejection"


@lru_cache(maxsize=1)
def markov_models() -> tuple[MarkovModel, MarkovModel]:
    """The target and the draft.

    >>> [model.initial.tolist() for model in markov_models()]
    [[0.7, 0.3], [0.5, 0.5]]
    """
    target = MarkovModel([0.7, 0.3], [[0.8, 0.2], [0.4, 0.6]])
    return target, MarkovModel([0.5, 0.5], [[0.5, 0.5], [0.9, 0.1]])


@lru_cache(maxsize=64)
def lengths(gamma: int, verifier: str) -> Law:
    """P(a fresh cycle commits i + 1 tokens), array (gamma + 1,).

    >>> lengths(2, "token").round(12)
    array([0.2, 0.3, 0.5])
    """
    return length_law(*markov_models(), gamma, verifier=verifier)


def asked_pairs() -> Floats:
    """The target's joint law of a text's first two tokens, (2, 2).

    >>> asked_pairs().round(12)
    array([[0.56, 0.14],
           [0.12, 0.18]])
    """
    return asked_opening(markov_models()[0])


@lru_cache(maxsize=64)
def pairs(gamma: int, verifier: str, *, going_on: bool = False) -> Floats:
    """The joint law (2, 2) of the first two tokens that come out, of a broken engine where it goes on."""
    if going_on:
        return np.asarray(CHAIN_FAULTS[GOES_ON].joint(*markov_models(), gamma))
    return opening_law(*markov_models(), gamma, verifier=verifier)
