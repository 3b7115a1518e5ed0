"""A test set for an engine's acceptance rule: laws, drafts and coins with the decisions that must follow.

The drafts and coins are drawn by the rule itself; coins so close to their ratio that single precision might
turn the decision are left out. What comes out after a rejection is the engine's own draw: its law is given.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .law import as_pair, residual
from .sampler import sample

DRAWS = 48  # of each case
MARGIN = 1e-5  # relative, between u q and p
FIXED: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {
    "worked": ((0.5, 0.3, 0.2), (0.2, 0.2, 0.6)),
    "same": ((0.5, 0.3, 0.2), (0.5, 0.3, 0.2)),
    "impossible-token": ((0.6, 0.4, 0.0), (0.2, 0.2, 0.6)),
    "missing-draft": ((0.5, 0.3, 0.2), (0.0, 0.6, 0.4)),
    "disjoint": ((0.5, 0.5, 0.0, 0.0), (0.0, 0.0, 0.5, 0.5)),
    "greedy": ((1.0, 0.0, 0.0), (0.1, 0.2, 0.7)),
}


def make_test_set(p: ArrayLike, q: ArrayLike, seed: int) -> dict[str, Any]:
    """The cases of FIXED and one of your own p and q, as JSON-able data; the same for the same seed.

    Each case has p, q, residual (null where nothing is rejected), and lists draft, coin, accepted.

    >>> case = make_test_set([0.5, 0.5], [0.9, 0.1], seed=1)["cases"][0]
    >>> case["name"], case["residual"], len(case["draft"]) == len(case["accepted"])
    ('yours', [0.0, 1.0], True)
    """
    rng = np.random.default_rng(seed)
    laws: Mapping[str, tuple[ArrayLike, ArrayLike]] = {"yours": (p, q), **FIXED}
    return {"seed": seed, "cases": [_case(name, *pair, rng) for name, pair in laws.items()]}


def _case(name: str, p: ArrayLike, q: ArrayLike, rng: np.random.Generator) -> dict[str, Any]:
    p, q = as_pair(p, q)
    draws = sample(p, q, DRAWS, rng)
    level, wanted = draws.coin * q[draws.draft], p[draws.draft]
    clear = np.abs(level - wanted) > MARGIN * np.maximum(level, wanted)
    left = residual(p, q)
    return {
        "name": name,
        "p": p.tolist(),
        "q": q.tolist(),
        "residual": None if left is None else left.tolist(),
        "draft": draws.draft[clear].tolist(),
        "coin": draws.coin[clear].tolist(),
        "accepted": draws.accepted[clear].tolist(),
    }
