"""What a learner may do to laws by hand: pull one entry, rename, add or take away a token. Pure: scenario in, scenario out."""

from __future__ import annotations

from app.core.law import as_law
from app.core.scenario import MOST_TOKENS, Laws, Scenario, default_name, own, pulled


def pull(laws: Laws, law: str, token: int, value: float) -> Scenario:
    """The laws with one entry of p, q or r set and the rest rescaled; a pulled q becomes the worst draft.

    Raises ValueError where the law, the token or the value cannot be.
    """
    if law not in ("p", "q", "r"):
        raise ValueError(f"law {law!r} is unknown; it must be p, q or r")
    new = pulled(getattr(laws, law), token, value)
    return own(new if law == "p" else laws.p, laws.r if law == "p" else new, laws.names)


def rename(laws: Laws, token: int, name: str) -> Scenario:
    """The laws with one token renamed; ValueError where the name cannot be."""
    if not 0 <= token < len(laws.names):
        raise ValueError(f"token {token} is none; there are {len(laws.names)}, counted from 0")
    return own(laws.p, laws.r, (*laws.names[:token], name, *laws.names[token + 1 :]))


def add_token(laws: Laws) -> Scenario:
    """The laws with one more token, which gets an equal share of each; ValueError where there are 50."""
    tokens = len(laws.names)
    if tokens >= MOST_TOKENS:
        raise ValueError(f"there are {tokens} tokens; a scenario has at most {MOST_TOKENS}")
    name = next(name for i in range(tokens, 2 * tokens + 1) if (name := default_name(i)) not in laws.names)
    grown = [as_law([*(law * tokens / (tokens + 1)), 1 / (tokens + 1)]) for law in (laws.p, laws.r)]
    return own(grown[0], grown[1], (*laws.names, name))


def remove_token(laws: Laws) -> Scenario:
    """The laws without the last token, the rest rescaled; ValueError where nothing would be left of one."""
    if len(laws.names) < 2 or min(laws.p[:-1].sum(), laws.r[:-1].sum()) <= 0:  # noqa: PLR2004  # one token must stay
        raise ValueError(f"without {laws.names[-1]!r} a law would have nothing left; give another token some of it first")
    p, r = (law[:-1] / law[:-1].sum() for law in (laws.p, laws.r))
    return own(p, r, laws.names[:-1])
