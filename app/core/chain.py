"""Many positions: gamma drafts a cycle, judged at once, and what is committed of them.

Leviathan et al. 2023, Algorithm 1; block verification as in verifiers. Cycle c uses the uniforms from
c (2 gamma + 1) on: gamma for the drafts, gamma coins, one for the last token. So a split run is the same run,
and two verifiers with one seed judge the same drafts, as long as their contexts agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .law import as_law, frozen
from .ledger import Ledger, as_gamma, replay
from .models import MarkovModel, Model, Rows, States, Tokens, independent
from .sampler import as_number
from .verifiers import Drafted, Floats, Verifier, pick, verifier_of

__all__ = ["Cycle", "Cycles", "MarkovModel", "Model", "first_tokens", "independent", "run_cycles", "verify"]

AT_ONCE = 1 << 14  # cycles made at a time
CELLS = 1 << 20  # numbers of the laws held at a time
FOLLOWED = 32  # tokens up to which a text's cycles are made from every last token, and then followed

Begin = tuple[int, int]  # the states of target and draft at which a text goes on


@dataclass(frozen=True)
class Cycle:
    """One cycle: the committed tokens (accepted + 1,), and how many drafts were accepted."""

    tokens: Tokens
    accepted: int


@dataclass(frozen=True)
class Cycles:
    """n cycles, read-only: drafts (n, gamma), kept (n,) of them, tokens (n, gamma + 1) with -1 after the last.

    `end` is where the text goes on: the states of target and draft; None where each cycle was fresh.
    """

    gamma: int
    drafts: Tokens
    kept: Tokens
    tokens: Tokens
    looks_at_all: bool
    end: Begin | None

    @cached_property
    def lengths(self) -> Tokens:
        """How many tokens each cycle committed, (n,)."""
        return frozen((self.tokens >= 0).sum(axis=1, dtype=np.int64))

    @cached_property
    def accepted_at(self) -> Tokens:
        """In how many cycles the draft at each position was kept, (gamma,)."""
        return frozen(self._at_least(1))

    @cached_property
    def tested_at(self) -> Tokens:
        """In how many cycles the draft at each position was tested, (gamma,): all before it were kept.

        A block is judged as a whole: there every draft is tested.
        """
        return frozen(np.full(self.gamma, len(self.kept)) if self.looks_at_all else self._at_least(0))

    def _at_least(self, more: int) -> Tokens:
        reached = np.bincount(self.kept, minlength=self.gamma + 1)[::-1].cumsum()[::-1]
        return reached[more : more + self.gamma].astype(np.int64)

    @property
    def accepted(self) -> int:
        """How many drafts were kept."""
        return int(self.kept.sum())

    @property
    def tested(self) -> int:
        """How many drafts were tested."""
        return int(self.tested_at.sum())

    @property
    def drafted(self) -> int:
        """How many drafts were made."""
        return self.drafts.size

    @property
    def committed(self) -> int:
        """How many tokens came out."""
        return int(self.lengths.sum())

    @property
    def bonuses(self) -> int:
        """In how many cycles all drafts were kept."""
        return int((self.kept == self.gamma).sum())

    @property
    def accepted_per_drafted(self) -> float | None:
        """The share of all drafts that were kept; None before the first."""
        return self.accepted / self.drafted if self.drafted else None

    @property
    def accepted_per_tested(self) -> float | None:
        """The share of the tested drafts that were kept; None before the first."""
        return self.accepted / self.tested if self.tested else None

    @property
    def ledger(self) -> Ledger:
        """All totals of cycles judged token by token."""
        return replay(self.lengths, self.gamma)


def verify(
    target_rows: ArrayLike,
    draft_rows: ArrayLike,
    draft: ArrayLike,
    coins: ArrayLike,
    rng: np.random.Generator,
    verifier: str | Verifier = "token",
) -> Cycle:
    """Judges gamma drafts (gamma,) with coins (gamma,) by laws (gamma + 1, V) of the target, (gamma, V) of the draft.

    Row i holds the law after the first i drafts. The generator gives one uniform, for the last token.
    Raises ValueError for a row that is no law, a wrong shape, a draft that is no token, a coin not in [0, 1).

    >>> p, q = [0.5, 0.3, 0.2], [0.2, 0.2, 0.6]
    >>> verify([p, p, p], [q, q], [0, 2], [0.9, 0.5], np.random.default_rng(1))
    Cycle(tokens=array([0, 0]), accepted=1)
    """
    q = _laws(draft_rows, "draft_rows")
    p = _laws(target_rows, "target_rows")
    gamma, size = q.shape
    if p.shape != (gamma + 1, size):
        raise ValueError(f"target_rows have the shape {p.shape}; {gamma} drafts need {(gamma + 1, size)}")
    x, u = np.asarray(draft), np.asarray(coins, np.float64)
    if x.shape != (gamma,) or x.dtype.kind not in "iu" or ((x < 0) | (x >= size)).any():
        raise ValueError(f"draft is {draft!r:.80}; it must hold {gamma} tokens from 0 to {size - 1}")
    if u.shape != (gamma,) or not ((u >= 0) & (u < 1)).all():
        raise ValueError(f"coins are {coins!r:.80}; it takes {gamma}, from 0 up to and without 1")
    cycles = Drafted(p[None], q[None], x.astype(np.int64)[None])
    kept, tokens = _verifier(verifier).tokens(cycles, u[None], rng.random(1))
    return Cycle(frozen(tokens[0][tokens[0] >= 0]), int(kept[0]))


def _laws(rows: ArrayLike, name: str) -> Rows:
    try:
        given = [as_law(row, f"{name}[{i}]") for i, row in enumerate(np.asarray(rows, np.float64))]
    except TypeError:
        given = []
    if not given:
        raise ValueError(f"{name} are {rows!r:.80}; they must be laws, a row a position, one at least")
    return np.array(given)


def run_cycles(
    target: Model,
    draft: Model,
    gamma: int,
    cycles: int,
    rng: np.random.Generator,
    verifier: str | Verifier = "token",
    context: str = "fresh",
    begin: Begin | None = None,
) -> Cycles:
    """Makes cycles of gamma drafts: `fresh` ones that all start anew, or one `text` that goes on with each.

    A text begins at the models' starts or at the states `begin`, so that it can be made in parts.
    Raises ValueError for models over different tokens, a gamma under 1, an unknown verifier or context.

    >>> p, q = independent([0.5, 0.3, 0.2]), independent([0.2, 0.2, 0.6])
    >>> run = run_cycles(p, q, 4, 100_000, np.random.default_rng(1))
    >>> round(run.committed / 100_000, 2), round(run.accepted_per_tested, 2)
    (2.31, 0.6)
    """
    maker = _Maker.of(target, draft, gamma, verifier)
    if context not in {"fresh", "text"}:
        raise ValueError(f"context is {context!r}; it must be fresh or text")
    n = as_number(cycles)
    begin = (target.start, draft.start) if begin is None else begin
    drafts = np.empty((n, gamma), np.int64)
    kept = np.empty(n, np.int64)
    tokens = np.empty((n, gamma + 1), np.int64)
    if context == "fresh":
        make, width = maker.fresh, 1
    elif maker.can_follow:
        make, width = maker.followed, 1 + target.size
    else:
        make, width = maker.one_by_one, 1
    at_once = maker.at_once(width)
    for done in range(0, n, at_once):
        here = slice(done, min(n, done + at_once))
        u = rng.random((here.stop - done, maker.uniforms))
        drafts[here], kept[here], tokens[here], begin = make(u, begin)
    end = begin if context == "text" else None
    return Cycles(maker.gamma, frozen(drafts), frozen(kept), frozen(tokens), maker.verifier.looks_at_all, end)


def first_tokens(
    target: Model,
    draft: Model,
    gamma: int,
    texts: int,
    rng: np.random.Generator,
    verifier: str | Verifier = "token",
    length: int = 2,
) -> Tokens:
    """The first tokens (texts, length) of many texts, each from the start, by as many cycles as it takes.

    Raises ValueError as `run_cycles`, or for a length under 1.

    >>> p, q = independent([0.5, 0.3, 0.2]), independent([0.2, 0.2, 0.6])
    >>> first_tokens(p, q, 2, 3, np.random.default_rng(1)).shape
    (3, 2)
    """
    maker = _Maker.of(target, draft, gamma, verifier)
    n, length = as_number(texts), as_gamma(length)
    out = np.full((n, length), -1, np.int64)
    s, t = (np.full(n, model.start, np.int64) for model in (target, draft))
    written = np.zeros(n, np.int64)
    short = np.arange(n)
    while short.size:
        for part in np.array_split(short, -(-short.size // maker.at_once(1))):
            _, _, new = maker.cycles(rng.random((part.size, maker.uniforms)), s[part], t[part])
            s[part], t[part] = after(target, s[part], new), after(draft, t[part], new)
            for column in new.T:
                fits = (column >= 0) & (written[part] < length)
                out[part[fits], written[part[fits]]] = column[fits]
                written[part[fits]] += 1
        short = short[written[short] < length]
    return frozen(out)


def after(model: Model, states: States, tokens: Tokens) -> States:
    """The states (n,) after the tokens (n, k) that are not -1."""
    for column in tokens.T:
        states = np.where(column >= 0, model.step(states, np.maximum(column, 0)), states)
    return states


def _verifier(verifier: str | Verifier) -> Verifier:
    return verifier if isinstance(verifier, Verifier) else verifier_of(verifier)


Made = tuple[Tokens, Tokens, Tokens, Begin]  # drafts, kept, tokens, and where a text goes on


@dataclass(frozen=True)
class _Maker:
    """Makes cycles from uniforms (n, 2 gamma + 1)."""

    target: Model
    draft: Model
    gamma: int
    verifier: Verifier

    @classmethod
    def of(cls, target: Model, draft: Model, gamma: int, verifier: str | Verifier) -> _Maker:
        if target.size != draft.size:
            raise ValueError(
                f"the target has {target.size} tokens and the draft {draft.size}; both need the same"
            )
        return cls(target, draft, as_gamma(gamma), _verifier(verifier))

    @property
    def uniforms(self) -> int:
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
