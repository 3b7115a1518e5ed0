"""Engines that go wrong from one position to the next: each position can look right while the text is not.

Each cycle drafts gamma tokens and judges them by the exact rule; what is wrong is which tokens are committed,
or the law of the last one. `joint` is exact; `cycles` and `sample` make the draws by coins.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from .law import acceptance_probability, frozen, residual
from .ledger import as_gamma
from .models import Model, Rows, States, Tokens
from .sampler import Flags, as_number
from .verifiers import Drafted, Floats, pick, verifier_of

AT_ONCE = 1 << 14  # cycles made at a time
Joint = NDArray[np.float64]  # (V, V): row the first token, column the second


@dataclass(frozen=True)
class FaultyCycles:
    """Cycles of a broken engine: drafts, accepted (n, gamma); tokens (n, gamma + 1), -1 after the last."""

    drafts: Tokens
    accepted: Flags
    tokens: Tokens


@dataclass(frozen=True)
class Written:
    """n cycles before the verdicts: laws and drafts, the law of the bonus, coins and the other uniforms."""

    drafted: Drafted
    bonus: Rows  # (n, V)
    coins: Floats  # (n, gamma)
    others: Floats  # (n, gamma + 1)


@dataclass(frozen=True)
class ChainFault:
    """A broken engine by the law of its bonus token and by how a cycle is committed."""

    id: str
    bonus: Callable[[Model, Model, States, States, States], Rows]
    commit: Callable[[Written], tuple[Flags, Tokens]]
    law: Callable[[Model, Model, int], Joint]

    def joint(self, target: Model, draft: Model, gamma: int) -> Joint:
        """The joint law (V, V) of the first two tokens of a text, by cycles of gamma drafts.

        Raises ValueError for models over different tokens or a gamma under 1.
        """
        same_tokens(target, draft)
        return frozen(self.law(target, draft, as_gamma(gamma)))

    def cycles(
        self, target: Model, draft: Model, gamma: int, n: int, rng: np.random.Generator
    ) -> FaultyCycles:
        """Makes n cycles, each from the start; ValueError as `joint`. A cycle takes 3 gamma + 1 uniforms."""
        n, gamma = as_number(n), as_gamma(gamma)
        same_tokens(target, draft)
        starts = np.full(n, target.start, np.int64), np.full(n, draft.start, np.int64)
        return self._from(target, draft, gamma, starts, rng)

    def of_uniforms(self, target: Model, draft: Model, u: Floats) -> FaultyCycles:
        """Cycles from uniforms (n, 3 gamma + 1), each from the start; as `cycles` makes them."""
        s, t = (np.full(len(u), model.start, np.int64) for model in (target, draft))
        written = self._written(target, draft, u, s, t)
        accepted, tokens = self.commit(written)
        return FaultyCycles(frozen(written.drafted.tokens), frozen(accepted), frozen(tokens))

    def sample(self, target: Model, draft: Model, gamma: int, n: int, rng: np.random.Generator) -> Tokens:
        """The first two tokens (n, 2) of n texts, by as many cycles as it takes; ValueError as `joint`."""
        first = self.cycles(target, draft, gamma, n, rng).tokens
        out = first[:, :2].copy()
        short = np.flatnonzero(out[:, 1] < 0)
        s, t = (
            model.step(np.full(short.size, model.start, np.int64), out[short, 0]) for model in (target, draft)
        )
        out[short, 1] = self._from(target, draft, as_gamma(gamma), (s, t), rng).tokens[:, 0]
        return frozen(out)

    def _from(
        self, target: Model, draft: Model, gamma: int, states: tuple[States, States], rng: np.random.Generator
    ) -> FaultyCycles:
        n = len(states[0])
        drafts, accepted = np.empty((n, gamma), np.int64), np.empty((n, gamma), np.bool_)
        tokens = np.empty((n, gamma + 1), np.int64)
        for start in range(0, n, AT_ONCE):
            here = slice(start, min(n, start + AT_ONCE))
            u = rng.random((here.stop - start, 3 * gamma + 1))
            written = self._written(target, draft, u, states[0][here], states[1][here])
            drafts[here] = written.drafted.tokens
            accepted[here], tokens[here] = self.commit(written)
        return FaultyCycles(frozen(drafts), frozen(accepted), frozen(tokens))

    def _written(self, target: Model, draft: Model, u: Floats, s: States, t: States) -> Written:
        n, gamma = len(u), u.shape[1] // 3
        p, q = np.empty((n, gamma + 1, target.size)), np.empty((n, gamma, target.size))
        x = np.empty((n, gamma), np.int64)
        before = s
        for i in range(gamma):
            p[:, i], q[:, i], before = target.laws(s), draft.laws(t), s
            x[:, i] = pick(q[:, i], u[:, i])
            s, t = target.step(s, x[:, i]), draft.step(t, x[:, i])
        p[:, gamma] = target.laws(s)
        bonus = self.bonus(target, draft, before, s, t)
        return Written(Drafted(p, q, x), bonus, u[:, gamma : 2 * gamma], u[:, 2 * gamma :])


def same_tokens(target: Model, draft: Model) -> None:
    """Raises ValueError where the models are over different tokens."""
    if target.size != draft.size:
        raise ValueError(
            f"the target has {target.size} tokens and the draft {draft.size}; both need the same"
        )


def stop_at_rejection(written: Written) -> tuple[Flags, Tokens]:
    """The exact way: the drafts before the first rejection and its correction, or all and the bonus."""
    drafted = written.drafted
    p = drafted.target.copy()
    p[:, -1] = written.bonus
    judged = replace(drafted, target=p)
    kept, tokens = verifier_of("token").tokens(judged, written.coins, written.others[:, -1])
    return np.arange(drafted.tokens.shape[1]) < kept[:, None], tokens


def go_on(written: Written) -> tuple[Flags, Tokens]:
    """Every position is judged and corrected for itself, also behind a draft that was rejected."""
    drafted = written.drafted
    n, gamma = drafted.tokens.shape
    accepted, tokens = np.empty((n, gamma), np.bool_), np.empty((n, gamma + 1), np.int64)
    for i in range(gamma):
        one = Drafted(drafted.target[:, i : i + 2], drafted.draft[:, i : i + 1], drafted.tokens[:, i : i + 1])
        kept, out = verifier_of("token").tokens(one, written.coins[:, i : i + 1], written.others[:, i])
        accepted[:, i], tokens[:, i] = kept == 1, out[:, 0]
    tokens[:, gamma] = pick(written.bonus, written.others[:, gamma])
    return accepted, tokens


def target_bonus(target: Model, draft: Model, before: States, s: States, t: States) -> Rows:  # noqa: ARG001
    """The target's law after all drafts, as it should be."""
    return target.laws(s)


def draft_bonus(target: Model, draft: Model, before: States, s: States, t: States) -> Rows:  # noqa: ARG001
    """The draft's law after all drafts."""
    return draft.laws(t)


def previous_bonus(target: Model, draft: Model, before: States, s: States, t: States) -> Rows:  # noqa: ARG001
    """The target's law before the last draft, which judged it."""
    return target.laws(before)


def first_position(target: Model, draft: Model) -> tuple[Floats, Joint]:
    """Drafted and kept (V,), and rejected then corrected (V, V), at the first position: x to its token."""
    p, q = (model.laws(np.array([model.start]))[0] for model in (target, draft))
    a, left = acceptance_probability(p, q), residual(p, q)
    return q * a, np.outer(q * (1 - a), p if left is None else left)


def second(model: Model) -> Rows:
    """The law of the second token after each first one, (V, V)."""
    rows: Rows = model.laws(model.step(np.full(model.size, model.start, np.int64), np.arange(model.size)))
    return rows


def joint_going_on(target: Model, draft: Model, gamma: int) -> Joint:  # noqa: ARG001  # of any gamma
    """The first token is exact; the second follows what was drafted, not what came out."""
    kept, corrected = first_position(target, draft)
    after = second(target)
    joint: Joint = kept[:, None] * after + corrected.T @ after
    return joint


def joint_with(bonus: Callable[[Model, Model], Rows]) -> Callable[[Model, Model, int], Joint]:
    """With one draft a cycle the second token after a kept one is the bonus; later bonuses leave it exact."""

    def joint(target: Model, draft: Model, gamma: int) -> Joint:
        kept, corrected = first_position(target, draft)
        after = second(target)
        kept_then: Joint = kept[:, None] * (bonus(target, draft) if gamma == 1 else after)
        both: Joint = kept_then + corrected.sum(axis=0)[:, None] * after
        return both

    return joint


def second_of_draft(target: Model, draft: Model) -> Rows:  # noqa: ARG001
    """The draft's law of the second token."""
    return second(draft)


def first_again(target: Model, draft: Model) -> Rows:  # noqa: ARG001
    """The target's law of the first token, whatever that was."""
    return np.tile(target.laws(np.array([target.start])), (target.size, 1))


CHAIN_FAULTS: dict[str, ChainFault] = {
    fault.id: fault
    for fault in (
        ChainFault("goes-on-after-rejection", target_bonus, go_on, joint_going_on),
        ChainFault("bonus-from-draft", draft_bonus, stop_at_rejection, joint_with(second_of_draft)),
        ChainFault("bonus-from-previous-row", previous_bonus, stop_at_rejection, joint_with(first_again)),
    )
}
