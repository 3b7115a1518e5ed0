"""Small words of the scene `yours`: very small numbers, and decisions that are not the rule's."""

from __future__ import annotations

import math

from app.core.decisions import Wrong
from app.text.catalog import Catalog
from app.text.numbers import SUPERSCRIPTS, decimal

LEAST_PLAIN = 0.001
TINY = 1e-300
SIGNS = str.maketrans({"-": "⁻"})


def scientific(x: float, catalog: Catalog) -> str:
    """A chance as a decimal, or with a power of ten where three decimals hide it.

    >>> scientific(0.25, Catalog()), scientific(2.34e-12, Catalog()), scientific(0.0, Catalog())
    ('0.250', '2.3 × 10⁻¹²', 'under 10⁻³⁰⁰')
    """
    if x >= LEAST_PLAIN:
        return decimal(x)
    if x < TINY:
        return catalog.text("yours.under", power=alarm(TINY))
    digits, _, power = f"{x:.1e}".partition("e")
    return catalog.text("yours.scientific", digits=digits, power=_superscript(int(power)))


def alarm(chance: float) -> str:
    """A chance that is a power of ten.

    >>> alarm(1e-9)
    '10⁻⁹'
    """
    return f"10{_superscript(round(math.log10(chance)))}"


def _superscript(power: int) -> str:
    return str(power).translate(SUPERSCRIPTS).translate(SIGNS)


def wrong(one: Wrong, catalog: Catalog) -> str:
    """A decision against the rule, in a sentence; rows count from 1."""
    key = f"yours.wrong-{one.kind}"
    slots: dict[str, object] = {"row": one.row + 1, "draft": one.draft}
    if one.kind in {"changed", "outside"}:
        slots["token"] = one.token
    elif one.kind in {"kept", "rejected"}:
        key += "" if one.coin is not None else "-blind"
        if one.coin is not None:
            slots["coin"], slots["ratio"] = apart(one.coin, one.ratio)
    return catalog.text(key, **slots)


def apart(x: float, y: float) -> tuple[str, str]:
    """Two numbers with as many decimals as it takes to tell them apart, up to twelve.

    >>> apart(0.71, 1 / 3), apart(0.3334, 1 / 3)
    (('0.710', '0.333'), ('0.333400', '0.333333'))
    """
    pairs = [(decimal(x, digits), decimal(y, digits)) for digits in (3, 6, 9, 12)]
    return next((pair for pair in pairs if pair[0] != pair[1]), pairs[-1])
