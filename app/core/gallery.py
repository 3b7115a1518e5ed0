"""The gallery as one list: every engine that can be run, in groups, and the filters on either side of it.

What is broken in them is in app.core.faults; their words are in app/text.
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from .examples import markov_models
from .fault_laws import exact
from .faults import CHAIN_FAULTS, FAULTS, LOOKALIKES
from .law import Law, as_law, filtered, mix, temperature, tilt, top_k, top_p
from .memoryless import Memoryless, memoryless
from .scenario import Scenario

EXACT: Memoryless = memoryless("exact", exact)  # the rule itself, to compare with
SINGLE: dict[str, Memoryless] = {"exact": EXACT, **FAULTS, **LOOKALIKES}  # judge one position by itself
GROUPS: dict[str, tuple[str, ...]] = {  # in the order in which they are listed
    "exact": ("exact",),
    "fault": tuple(FAULTS),
    "chain": tuple(CHAIN_FAULTS),
    "lookalike": tuple(LOOKALIKES),
}
ENGINES: tuple[str, ...] = tuple(one for group in GROUPS.values() for one in group)
GROUP_OF: dict[str, str] = {one: name for name, group in GROUPS.items() for one in group}

# The two-token example on which the chain faults run, each cycle fresh.
TARGET, DRAFT = markov_models()
GAMMAS: dict[str, int] = {"goes-on-after-rejection": 2, "bonus-from-draft": 1, "bonus-from-previous-row": 1}

SIDES = ("both", "target", "draft", "order")


def wrong_order(p: ArrayLike, t: float = 1.0, k: int = 0, mass: float = 1.0) -> Law:
    """The filters in the wrong order: top-p (1 is off), then top-k (0 is off), then temperature.

    >>> from .law import filtered
    >>> filtered([0.5, 0.3, 0.2], 0.5, mass=0.65), wrong_order([0.5, 0.3, 0.2], 0.5, mass=0.65).round(3)
    (array([1., 0., 0.]), array([0.735, 0.265, 0.   ]))
    """
    law = top_p(as_law(p, "p"), mass)
    return temperature(top_k(law, k) if k else law, t)


def sides(  # noqa: PLR0917  # the settings, in the order in which they act
    scenario: Scenario,
    mismatch: float,
    draft: str = "mix",
    t: float = 1.0,
    k: int = 0,
    mass: float = 1.0,
    side: str = "both",
) -> tuple[Law, Law]:
    """The target and the draft (V,) that an engine runs on when the filters reach the side named.

    Both: p and the worst draft before they are mixed, as everywhere on the page; draft: the mixed one alone.

    Raises ValueError for a side that is none, and as `mix`, `tilt` and the filters do.
    """
    between = mix if draft == "mix" else tilt
    k = min(k, len(scenario.p))
    p, r = scenario.p, scenario.r
    q = between(p, r, mismatch)
    match side:
        case "both":
            p, r = filtered(p, t, k, mass), filtered(r, t, k, mass)
            return p, between(p, r, mismatch)
        case "target":
            return filtered(p, t, k, mass), q
        case "draft":
            return as_law(p), filtered(q, t, k, mass)
        case "order":
            p, r = wrong_order(p, t, k, mass), wrong_order(r, t, k, mass)
            return p, between(p, r, mismatch)
    raise ValueError(f"side is {side!r}; it must be one of {', '.join(SIDES)}")
