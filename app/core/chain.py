"""Many positions: gamma drafts a cycle, judged at once, and what is committed of them.

Leviathan et al. 2023, Algorithm 1; block verification as in verifiers. Cycle c uses the uniforms from
c (2 gamma + 1) on: gamma for the drafts, gamma coins, one for the last token. So a split run is the same run,
and two verifiers with one seed judge the same drafts, as long as their contexts agree.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .law import as_law, frozen
from .making import Maker, after, as_verifier
from .models import MarkovModel, Model, Rows, Tokens, independent
from .record import Begin, Cycles
from .sampler import as_number
from .verifiers import Drafted, Verifier
from .whole import as_whole

__all__ = ["Cycle", "Cycles", "MarkovModel", "Model", "first_tokens", "independent", "run_cycles", "verify"]


@dataclass(frozen=True)
class Cycle:
    """One cycle: the committed tokens (accepted + 1,), and how many drafts were accepted."""

    tokens: Tokens
    accepted: int


def verify(
    target_rows: ArrayLike,
    draft_rows: ArrayLike,
    draft: ArrayLike,
    coins: ArrayLike,
    rng: np.random.Generator,
    *,
    verifier: str | Verifier = "token",
) -> Cycle:
    """Judges drafts (gamma,) with coins (gamma,): target's laws (gamma + 1, V), draft's laws (gamma, V).

    Row i is the law after the first i drafts. The generator gives one uniform, for the last token.
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
    kept, tokens = as_verifier(verifier).tokens(cycles, u[None], rng.random(1))
    return Cycle(frozen(tokens[0][tokens[0] >= 0]), int(kept[0]))


def _laws(rows: ArrayLike, name: str) -> Rows:
    try:
        given = np.asarray(rows, np.float64)
    except (TypeError, ValueError):
        given = np.empty(0)
    if given.ndim != 2 or not given.size:
        raise ValueError(
            f"{name} are {rows!r:.80}; they must be laws of V tokens, a row a position, at least one"
        )
    return np.array([as_law(row, f"{name}[{i}]") for i, row in enumerate(given)])


def run_cycles(  # noqa: PLR0917  # two models, how many, by what luck, judged how, in what context
    target: Model,
    draft: Model,
    gamma: int,
    cycles: int,
    rng: np.random.Generator,
    verifier: str | Verifier = "token",
    context: str = "fresh",
    *,
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
    maker = Maker.of(target, draft, gamma, verifier)
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
    *,
    verifier: str | Verifier = "token",
    length: int = 2,
) -> Tokens:
    """The first tokens (texts, length) of many texts, each from the start, by as many cycles as it takes.

    Raises ValueError as `run_cycles`, or for a length under 1.

    >>> p, q = independent([0.5, 0.3, 0.2]), independent([0.2, 0.2, 0.6])
    >>> first_tokens(p, q, 2, 3, np.random.default_rng(1)).shape
    (3, 2)
    """
    maker = Maker.of(target, draft, gamma, verifier)
    n, length = as_number(texts), as_whole(length, 1, "length", of="tokens")
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
