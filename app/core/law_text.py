"""A law from pasted numbers."""

from __future__ import annotations

import numpy as np

from .law import Law, as_law


def law_of_text(text: str, kind: str) -> Law:
    """A law from pasted numbers: probabilities, or logits (softmax; -inf is a token that cannot come).

    Raises ValueError naming what is wrong.

    >>> law_of_text("[0.5, 0.3, 0.2]", "p")
    array([0.5, 0.3, 0.2])
    >>> law_of_text("0 0 -inf", "logits")
    array([0.5, 0.5, 0. ])
    """
    items = text.replace("[", " ").replace("]", " ").replace(",", " ").replace(";", " ").split()
    try:
        values = np.array(items, np.float64)
    except ValueError:
        wrong = next(item for item in items if not _is_float(item))
        raise ValueError(f"the law holds {wrong[:40]!r}; expected numbers") from None
    if values.size == 0:
        raise ValueError("the law is empty; give a number for every token")
    if kind == "p":
        return as_law(values, "the law")
    largest = values.max()
    if not np.isfinite(largest):
        raise ValueError(f"the largest logit is {largest}; it must be a finite number")
    weights = np.exp(values - largest)
    return as_law(weights / weights.sum(), "the law")


def _is_float(item: str) -> bool:
    try:
        float(item)
    except ValueError:
        return False
    return True
