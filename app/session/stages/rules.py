"""The scene `rules`: every rule of the sampler draws from the same p and q with the same coins.

Draw i of each uses the uniforms 3i to 3i + 2 of the seed's stream, as the session's own run does. Classical
rejection is left out where no bound M of p/q can be worked with.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from app.core.law import frozen
from app.core.sampler import MOST_DRAWS, RULES, Position, Rule, skip_stream, stream
from app.core.scenario import Laws
from app.session.frames.rules import RuleRun, RulesFrame
from app.session.history import Curve
from app.session.stage import Still

BLOCK = 1 << 16  # draws made at a time
FARTHEST = 10**9  # draws of which classical rejection must still be able to count the proposals


class OneRule:
    """One rule at one position, and what came out of it."""

    def __init__(self, rule: Rule, position: Position, seed: int) -> None:
        """Nothing drawn yet; ValueError where the rule is not defined."""
        self.rule, self.position, self.seed = rule, position, seed
        self.law = rule.law(position)
        self.drafts_in_theory = position.bound if rule.retries else 1.0
        self.counts = np.zeros(len(position.p), np.int64)
        self.drafted = 0
        self.curve = Curve(position.p)
        self.stream = stream(seed, 0)

    def draw(self, n: int) -> None:
        """Makes n draws one by one."""
        draws = self.rule.draws(self.position, n, self.stream)
        self.curve.follow(self.counts, draws.token)
        self.counts = self.counts + np.bincount(draws.token, minlength=len(self.counts))
        self.drafted += int(draws.proposals.sum())

    def skip(self, n: int) -> None:
        """Makes n draws by their counts."""
        done = int(self.counts.sum())
        new = self.rule.counts(self.position, n, skip_stream(self.seed, done))
        self.curve.jump(self.counts, self.counts + new.token)
        self.counts = self.counts + new.token
        self.drafted += int(new.drafted.sum())
        self.stream = stream(self.seed, done + n)

    def run(self) -> RuleRun:
        """What came out so far, frozen."""
        return RuleRun(
            id=self.rule.id,
            law=self.law,
            counts=frozen(self.counts.copy()),
            drafted=self.drafted,
            drafts_in_theory=self.drafts_in_theory,
            curve=self.curve.history(self.counts),
        )


class RulesStage(Still):
    """All rules on the same coins."""

    def __init__(self, laws: Laws, settings: Mapping[str, Any], seed: int) -> None:  # noqa: ARG002  # a Make's shape
        """Nothing drawn yet."""
        position = Position(laws.p, laws.q)
        self.p = position.p
        self.unbounded = unbounded_token(position)
        self.rules = [
            OneRule(rule, position, seed)
            for rule in RULES.values()
            if not (rule.retries and self.unbounded is not None)
        ]

    def draw(self, n: int) -> None:
        """Makes n draws by each rule."""
        for done in range(0, n, BLOCK):
            for one in self.rules:
                one.draw(min(BLOCK, n - done))

    def skip(self, n: int) -> None:
        """Makes n draws by each rule, by their counts."""
        for one in self.rules:
            one.skip(n)

    def frame(self) -> RulesFrame:
        """What came out of each rule."""
        return RulesFrame(self.p, {one.rule.id: one.run() for one in self.rules}, self.unbounded)


def unbounded_token(position: Position) -> int | None:
    """The token with the largest p/q where no M bounds it, or one beyond what can be waited for; else None.

    >>> unbounded_token(Position([0.5, 0.5], [1.0, 0.0])), unbounded_token(Position([0.5, 0.5], [0.9, 0.1]))
    (1, None)
    """
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratio = np.where(position.p > 0, position.p / position.q, 0.0)
    token = int(ratio.argmax())
    return None if ratio[token] * FARTHEST < MOST_DRAWS else token
