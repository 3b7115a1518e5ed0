"""Engines that look wrong and are lossless.

Each emits exactly p. What they lose is acceptance, or the bonus token, which is speed.
"""

from __future__ import annotations

import numpy as np

from .chain_faults import same_tokens
from .coin_faults import draw_match
from .fault_laws import against, exact
from .formula import Parts, Without
from .law import frozen, one_hot
from .ledger import as_gamma
from .memoryless import Memoryless, memoryless
from .models import MarkovModel
from .sampler import Floats, Position


def sample_and_match(position: Position) -> Parts:
    """A token is drawn from p and comes out; the draft counts as kept if it is the same."""
    return Parts(position.q, position.p, Without(position.p))


def one_hot_draft(position: Position) -> Parts:
    """The draft is q's favourite, and the rule reads a q that says so."""
    hot = one_hot(int(position.q.argmax()), len(position.q))
    return against(hot, position.p, hot)


SINGLE: tuple[Memoryless, ...] = (
    memoryless("sample-and-match", sample_and_match, draw=draw_match),
    memoryless("one-hot-draft", one_hot_draft),
    memoryless("no-bonus", exact),
)


def kept_chances(target: MarkovModel, draft: MarkovModel, gamma: int) -> Floats:
    """P(the first i drafts of a fresh cycle are kept), i = 1 .. gamma, (gamma,).

    Raises ValueError for models over different tokens or a gamma under 1.

    >>> P = MarkovModel([0.7, 0.3], [[0.8, 0.2], [0.4, 0.6]])
    >>> kept_chances(P, MarkovModel([0.5, 0.5], [[0.5, 0.5], [0.9, 0.1]]), 2)
    array([0.8, 0.5])
    """
    same_tokens(target, draft)
    both = np.minimum(target.table, draft.table)
    ending = [both[0]]  # at each token
    for _ in range(as_gamma(gamma) - 1):
        ending.append(ending[-1] @ both[1:])
    return frozen(np.array(ending).sum(axis=1))


def tokens_per_cycle(target: MarkovModel, draft: MarkovModel, gamma: int, *, bonus: bool = True) -> float:
    """E[L] of fresh cycles under the exact rule, with the bonus token or without: E[min(L, gamma)].

    Raises ValueError as `kept_chances`.
    """
    kept = kept_chances(target, draft, gamma)
    return 1 + float(kept.sum() if bonus else kept[:-1].sum())
