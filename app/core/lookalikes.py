"""Engines that look wrong and are lossless.

Each emits exactly p. What they lose is acceptance, or the bonus token, which is speed.
"""

from __future__ import annotations

from .coin_faults import draw_match
from .fault_laws import against, exact
from .formula import Parts, Without
from .law import one_hot
from .memoryless import Memoryless, memoryless
from .sampler import Position


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
