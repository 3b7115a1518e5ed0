"""Named families of laws: a target p and a worst draft r; the draft q lies between them.

Laws of more than 50 tokens belong to the sampler, not to a scenario.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from .amount import amount
from .law import acceptance_rate, as_law, filtered, mix, tilt, total_variation

MOST_TOKENS = 50
LONGEST_NAME = 24  # characters
LETTERS = "abcdefghijklmnopqrstuvwxyz"
JOINERS = "\u200c\u200d"  # tell letters, and the parts of an emoji, to stand apart or to be one


@dataclass(frozen=True)
class Scenario:
    """A target p and a worst draft r over named tokens, arrays (V,)."""

    id: str
    names: tuple[str, ...]
    p: np.ndarray
    r: np.ndarray


@dataclass(frozen=True)
class Laws:
    """What is drawn from, after all sampling settings: target p, worst draft r, draft q, arrays (V,)."""

    names: tuple[str, ...]
    p: np.ndarray
    r: np.ndarray
    q: np.ndarray

    @cached_property
    def acceptance(self) -> float:
        """The acceptance rate sum min(p, q), at most 1."""
        return acceptance_rate(self.p, self.q)

    @cached_property
    def distance(self) -> float:
        """TV(p, q)."""
        return total_variation(self.p, self.q)


def own(p: ArrayLike, r: ArrayLike, names: Sequence[str] | None = None) -> Scenario:
    """Your own laws, validated; without names the tokens are a, b, c ...

    Raises ValueError naming what is wrong: lengths, more than 50 tokens, a law that is none, a name that is
    empty, long or taken.

    >>> own([0.5, 0.5], [0.1, 0.9]).names
    ('a', 'b')
    """
    p, r = as_law(p, "p"), as_law(r, "r")
    if len(p) != len(r):
        raise ValueError(
            f"p has {amount(len(p), 'token')} and r has {len(r)}; both must be laws over the same tokens"
        )
    if len(p) > MOST_TOKENS:
        raise ValueError(f"p has {len(p)} tokens; a scenario has at most {MOST_TOKENS}")
    return Scenario("own", checked_names(names, len(p)), p, r)


def checked_names(names: Sequence[str] | None, tokens: int) -> tuple[str, ...]:
    """The names, or the first letters where there are none; ValueError naming the one that cannot be."""
    if not names:
        return tuple(default_name(i) for i in range(tokens))
    if any(not isinstance(name, str) for name in names):
        raise ValueError(f"names are {names!r:.80}; each must be a text")
    clean = tuple(one_line(name) for name in names)
    if len(clean) != tokens:
        raise ValueError(f"{amount(len(clean), 'name')} for {amount(tokens, 'token')}; give one name a token")
    for i, name in enumerate(clean):
        if not name or len(name) > LONGEST_NAME:
            raise ValueError(f"name {i + 1} is {name[:40]!r}; a name has 1 to {LONGEST_NAME} characters")
        if name in clean[:i]:
            raise ValueError(f"name {name!r} stands twice; each token needs its own")
    return clean


def one_line(text: str) -> str:
    r"""The text on one line, without what cannot be printed; joiners stay within a word.

    >>> one_line(" a \n b\u202e"), len(one_line("\U0001f469\u200d\U0001f467\u200d")), one_line("\u200d")
    ('a b', 3, '')
    """
    words = "".join(c if c.isprintable() or c in JOINERS else " " for c in text).split()
    return " ".join(filter(None, (word.strip(JOINERS) for word in words)))


def default_name(i: int) -> str:
    """The name of token i where nobody gave one: a ... z, then a2 ...

    >>> default_name(0), default_name(27)
    ('a', 'b2')
    """
    return LETTERS[i % 26] + (str(i // 26 + 1) if i >= 26 else "")


def laws_of(  # noqa: PLR0917  # the settings, in the order in which they act
    scenario: Scenario,
    mismatch: float,
    draft: str = "mix",
    temperature: float = 1.0,
    top_k: int = 0,
    top_p: float = 1.0,
) -> Laws:
    """The laws at a mismatch: p and r filtered, then q between them by `mix` or `tilt`.

    Raises ValueError for an unknown draft, and as `mix`, `tilt` and the filters do.
    """
    if draft not in ("mix", "tilt"):
        raise ValueError(f"draft is {draft!r}; it must be mix or tilt")
    kept = min(top_k, len(scenario.p))
    p, r = (filtered(law, temperature, kept, top_p) for law in (scenario.p, scenario.r))
    return Laws(scenario.names, p, r, (mix if draft == "mix" else tilt)(p, r, mismatch))


def _zipf(tokens: int) -> np.ndarray:
    raw = np.arange(1, tokens + 1) ** -1.0
    return as_law(raw / raw.sum())


def _scenarios() -> tuple[Scenario, ...]:
    words = ("mat", "sofa", "floor", "bed", "rug", "roof", "table", "moon")
    target = as_law([0.34, 0.20, 0.15, 0.11, 0.08, 0.06, 0.04, 0.02])
    terrible = as_law([0.01, 0.02, 0.04, 0.03, 0.31, 0.21, 0.15, 0.23])
    tail = _zipf(MOST_TOKENS)
    order = np.argsort(np.arange(MOST_TOKENS) * 21 % MOST_TOKENS)  # far from p's own
    return (
        Scenario("next-word", words, target, terrible),
        Scenario("worked", ("a", "b", "c"), as_law([0.5, 0.3, 0.2]), as_law([0.2, 0.2, 0.6])),
        Scenario("same", words, target, target),
        Scenario("disjoint", ("a", "b", "c", "d"), as_law([0.6, 0.4, 0, 0]), as_law([0, 0, 0.3, 0.7])),
        Scenario("greedy", words, filtered(target, 0), filtered(terrible, 0)),
        Scenario("long-tail", tuple(str(i + 1) for i in range(MOST_TOKENS)), tail, as_law(tail[order][::-1])),
    )


SCENARIOS: dict[str, Scenario] = {scenario.id: scenario for scenario in _scenarios()}


def pulled(law: np.ndarray, token: int, value: float) -> np.ndarray:
    """The law with one entry set to `value`, the others rescaled so that it still sums to 1.

    Raises ValueError where there is no such token or the value is not from 0 to 1.

    >>> pulled(np.array([0.5, 0.3, 0.2]), 0, 0.75)
    array([0.75, 0.15, 0.1 ])
    """
    if not 0 <= token < len(law):
        raise ValueError(f"there is no token {token}; the last is {len(law) - 1}")
    if not 0 <= value <= 1:
        raise ValueError(f"the entry of token {token} is {value!r}; it must be from 0 to 1")
    if len(law) == 1:
        return as_law(law)
    rest = 1 - law[token]
    new = law * ((1 - value) / rest) if rest > 0 else np.full(len(law), (1 - value) / (len(law) - 1))
    new[token] = value
    return as_law(new / new.sum())
