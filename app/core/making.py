"""Cycles from uniforms: drafts, verdicts and committed tokens of n cycles at once, or along one text.

Cycle c takes 2 gamma + 1 uniforms: gamma for the drafts, gamma coins, one for its last token.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .ledger import as_gamma
from .models import MarkovModel, Model, States, Tokens
from .record import Begin
from .verifiers import Drafted, Floats, Verifier, pick, verifier_of

AT_ONCE = 1 << 14  # cycles made at a time
CELLS = 1 << 20  # numbers of the laws held at a time
FOLLOWED = 32  # tokens up to which a text's cycles are made from every last token, and then followed

Made = tuple[Tokens, Tokens, Tokens, Begin]  # drafts, kept, tokens, and where a text goes on


@dataclass(frozen=True)
class Maker:
    """Makes cycles from uniforms (n, 2 gamma + 1)."""

    target: Model
    draft: Model
    gamma: int
    verifier: Verifier

    @classmethod
    def of(cls, target: Model, draft: Model, gamma: int, verifier: str | Verifier) -> Maker:
        """Checks what `run_cycles` was given; ValueError as it says."""
        if target.size != draft.size:
            raise ValueError(
                f"the target has {target.size} tokens and the draft {draft.size}; both need the same"
            )
        return cls(target, draft, as_gamma(gamma), as_verifier(verifier))

    @property
    def uniforms(self) -> int:
        """How many a cycle takes."""
        return 2 * self.gamma + 1

    def at_once(self, width: int) -> int:
        """How many cycles are made at a time, where each is made `width` times."""
        return max(1, min(AT_ONCE, CELLS // (self.gamma * self.target.size)) // width)

    def cycles(self, u: Floats, s: States, t: States) -> tuple[Tokens, Tokens, Tokens]:
        """Drafts, kept and tokens of n cycles that begin at the states s of the target, t of the draft."""
        gamma, n = self.gamma, len(u)
        p, q = np.empty((n, gamma + 1, self.target.size)), np.empty((n, gamma, self.target.size))
        x = np.empty((n, gamma), np.int64)
        for i in range(gamma):
            p[:, i], q[:, i] = self.target.laws(s), self.draft.laws(t)
            x[:, i] = pick(q[:, i], u[:, i])
            s, t = self.target.step(s, x[:, i]), self.draft.step(t, x[:, i])
        p[:, gamma] = self.target.laws(s)
        kept, tokens = self.verifier.tokens(Drafted(p, q, x), u[:, gamma:-1], u[:, -1])
        return x, kept, tokens

    def fresh(self, u: Floats, begin: Begin) -> Made:
        """Cycles that all begin at the same states."""
        s, t = (np.full(len(u), state, np.int64) for state in begin)
        return *self.cycles(u, s, t), begin

    @property
    def can_follow(self) -> bool:
        """Whether the last token alone says how a text goes on, and there are few of them."""
        both = isinstance(self.target, MarkovModel) and isinstance(self.draft, MarkovModel)
        return both and self.target.size <= FOLLOWED

    def followed(self, u: Floats, begin: Begin) -> Made:
        """A text: each cycle made from `begin` and from every last token; then the path through them."""
        n, width = len(u), 1 + self.target.size
        s, t = (np.repeat(np.arange(width), n) for _ in range(2))
        s[:n], t[:n] = begin
        x, kept, tokens = self.cycles(np.tile(u, (width, 1)), s, t)
        ends = tokens[np.arange(len(tokens)), (tokens >= 0).sum(axis=1) - 1] + 1
        path, state = np.empty(n, np.int64), 0
        for c, following in enumerate(ends.reshape(width, n).T.tolist()):
            path[c] = state
            state = following[state]
        chosen = path * n + np.arange(n)
        return x[chosen], kept[chosen], tokens[chosen], (state, state) if n else begin

    def one_by_one(self, u: Floats, begin: Begin) -> Made:
        """A text of models with any state: a cycle at a time."""
        s, t = (np.full(1, state, np.int64) for state in begin)
        x, kept, tokens = np.empty((len(u), self.gamma), np.int64), np.empty(len(u), np.int64), []
        for c in range(len(u)):
            x[c], kept[c], new = (made[0] for made in self.cycles(u[c : c + 1], s, t))
            s, t = after(self.target, s, new[None]), after(self.draft, t, new[None])
            tokens.append(new)
        return x, kept, np.array(tokens), (int(s[0]), int(t[0]))


def after(model: Model, states: States, tokens: Tokens) -> States:
    """The states (n,) after the tokens (n, k) that are not -1."""
    for column in tokens.T:
        states = np.where(column >= 0, model.step(states, np.maximum(column, 0)), states)
    return states


def as_verifier(verifier: str | Verifier) -> Verifier:
    """The verifier itself, or the one of this name."""
    return verifier if isinstance(verifier, Verifier) else verifier_of(verifier)
