"""Drafts and texts to choose from in the scene `speedup`: acceptance and cost move together.

Illustrations of an order of size, measured nowhere: a draft made of the text's own n-grams costs next to
nothing and is right where the text repeats itself; one that is nearly the target is nearly always right, and
nearly as slow.
"""

from __future__ import annotations

COSTS = {"n-gram": 0.01, "small": 0.05, "nearly": 0.4}  # draft: c
ALPHAS = {  # draft: text: alpha
    "n-gram": {"code": 0.5, "quotation": 0.9, "prose": 0.2},
    "small": {"code": 0.8, "quotation": 0.9, "prose": 0.6},
    "nearly": {"code": 0.95, "quotation": 0.97, "prose": 0.9},
}
DRAFTS, TEXTS = tuple(COSTS), tuple(ALPHAS["small"])
USUAL = ("small", "prose")


def shown(alpha: float, cost: float) -> tuple[str, str]:
    """The draft and the text that these dials stand for, the usual one where none does.

    >>> shown(0.9, 0.01), shown(0.123, 0.7)
    (('n-gram', 'quotation'), ('small', 'prose'))
    """
    draft = next((one for one in DRAFTS if COSTS[one] == cost), USUAL[0])
    return draft, next((one for one in TEXTS if ALPHAS[draft][one] == alpha), USUAL[1])


def settings_of(draft: str, text: str) -> dict[str, float]:
    """The settings that show a draft on a text.

    >>> settings_of("small", "code")
    {'alpha': 0.8, 'cost': 0.05}
    """
    return {"alpha": ALPHAS[draft][text], "cost": COSTS[draft]}


def choices(alpha: float, cost: float) -> dict[str, dict[str, dict[str, float]]]:
    """What each button sets: another draft for the text shown, another text for the draft shown."""
    draft, text = shown(alpha, cost)
    return {
        "drafts": {one: settings_of(one, text) for one in DRAFTS},
        "texts": {one: settings_of(draft, one) for one in TEXTS},
    }
