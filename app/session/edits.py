"""What a learner may do to laws by hand: set an entry, rename, add or take away a token.

Pure: laws as they are seen go in, a scenario comes out.
"""

from __future__ import annotations

import numpy as np

from app.core.law import as_law
from app.core.scenario import Laws, Scenario, default_name, own, pulled


def pull(laws: Laws, law: str, token: int, value: float) -> Scenario:
    """The laws with one entry of p, q or r set and the rest rescaled; a pulled q becomes the worst draft.

    Raises ValueError where the law, the token or the value cannot be.
    """
    if law not in {"p", "q", "r"}:
        raise ValueError(f"law {law!r} is unknown; it must be p, q or r")
    new = pulled(getattr(laws, law), token, value)
    return own(new if law == "p" else laws.p, laws.r if law == "p" else new, laws.names)


def rename(laws: Laws, token: int, name: str) -> Scenario:
    """The laws with one token renamed.

    Raises ValueError where there is no such token or the name cannot be.
    """
    if not 0 <= token < len(laws.names):
        raise ValueError(f"there is no token {token}; the last is {len(laws.names) - 1}")
    return own(laws.p, laws.r, (*laws.names[:token], name, *laws.names[token + 1 :]))


def add_token(laws: Laws) -> Scenario:
    """The laws with one more token, which gets an equal share of both.

    Raises ValueError where there are 50 already.
    """
    tokens = len(laws.names)
    free = (default_name(i) for i in range(tokens, 2 * tokens + 1))  # one more than can be taken
    name = next(name for name in free if name not in laws.names)
    p, r = (as_law(np.append(law * tokens, 1) / (tokens + 1)) for law in (laws.p, laws.r))
    return own(p, r, (*laws.names, name))


def remove_token(laws: Laws) -> Scenario:
    """The laws without their last token, the rest rescaled.

    Raises ValueError where nothing would be left of one.
    """
    p, r = laws.p[:-1], laws.r[:-1]
    if min(p.sum(), r.sum()) <= 0:
        last = laws.names[-1]
        raise ValueError(f"without {last!r} a law has nothing left; give another token some of it first")
    return own(p / p.sum(), r / r.sum(), laws.names[:-1])
