"""How the page writes numbers: three decimals, thousands apart, and halves that add up. English marks.

What cannot be shown (NaN, infinity) raises; a zero never carries a minus sign.
"""

from __future__ import annotations

import math
from fractions import Fraction

MOST_DECIMALS = 6  # of a probability that three would show as zero
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
FULL_DECIMALS = 17  # of two numbers that must be told apart
NONE = 1e-9  # a difference that arithmetic alone can make


def decimal(x: float, digits: int = 3) -> str:
    """The number with three decimals.

    Raises ValueError where it is not finite.

    >>> decimal(1 / 3), decimal(-1e-9)
    ('0.333', '0.000')
    """
    if not math.isfinite(x):
        raise ValueError(f"{x} cannot be shown; only finite numbers have decimals")
    return f"{x:z,.{digits}f}"


def whole(n: int) -> str:
    """The whole number with its thousands apart.

    >>> whole(1284)
    '1,284'
    """
    return f"{n:,d}"


def power(n: int) -> str:
    """The power of ten as one.

    >>> power(1000), power(10**12)
    ('10³', '10¹²')
    """
    return "10" + str(len(str(n)) - 1).translate(SUPERSCRIPTS)


def plain(x: float) -> str:
    """A setting as a person would type it.

    >>> plain(0.5), plain(3), plain(12000)
    ('0.5', '3', '12,000')
    """
    return whole(x) if isinstance(x, int) else f"{x:,.15g}"


def percent(x: float) -> str:
    """A share in percent, from the very three decimals that `decimal` shows.

    >>> percent(0.57), percent(0.56849)
    ('57.0 %', '56.8 %')
    """
    per_mille = thousandths(x)
    return f"{per_mille // 10}.{per_mille % 10} %"


def thousandths(x: float) -> int:
    """The three decimals of a share as a whole number.

    Raises ValueError where x is no share (0..1).

    >>> thousandths(0.568)
    568
    """
    if not 0 <= x <= 1:
        raise ValueError(f"{x} is no share; it must be from 0 to 1")
    return round(float(decimal(x)) * 1000)


def halves(x: float) -> tuple[float, float]:
    """A share and its rest as shown; the rest is what the rounded share leaves of 1, so that they add up.

    >>> [decimal(half) for half in halves(0.5685)], [decimal(half) for half in halves(1 - 0.5685)]
    (['0.569', '0.431'], ['0.431', '0.569'])
    """
    first = thousandths(x)
    return first / 1000, (1000 - first) / 1000


def small(x: float) -> str | None:
    """Three decimals of a number from 0 up, or None where they would show a positive number as zero.

    >>> small(0.027), small(0.0), small(0.0001)
    ('0.027', '0.000', None)
    """
    text = decimal(x)
    return None if x > 0 and float(text) == 0 else text


def probability(p: float) -> str:
    """A probability with three decimals, or up to six where three would show a positive one as zero.

    >>> probability(0.25), probability(0.00042), probability(0.0)
    ('0.250', '0.0004', '0.000')
    """
    return decimal(p, _digits_of(p))


def above_bar(x: float, digits: int = 3) -> str:
    """A share as it stands above its bar: none is rounded to 0 or to 1 that is neither.

    >>> [above_bar(x) for x in (0.0, 0.0002, 0.25, 0.9996, 1.0)]
    ['0.000', '<0.001', '0.250', '>0.999', '1.000']
    """
    text, least = decimal(x, digits), 10.0**-digits
    if x > NONE and float(text) == 0:
        return f"<{decimal(least, digits)}"
    if x < 1 - NONE and float(text) == 1:
        return f">{decimal(1 - least, digits)}"
    return text


def above_narrow_bar(x: float) -> str:
    """The same in half the room: two decimals without the zero before them, `≈` where 0 or 1 is not exact.

    >>> [above_narrow_bar(x) for x in (0.0, 0.0002, 0.25, 0.9996, 1.0)]
    ['0', '≈0', '.25', '≈1', '1']
    """
    text = above_bar(x, 2)
    return {"0.00": "0", "<0.01": "≈0", ">0.99": "≈1", "1.00": "1"}.get(text, text.removeprefix("0"))


def quotient(p: float, q: float) -> tuple[str, str, str, bool]:
    """p, q and p/q (at most 1) as shown, and whether the shown division comes out exactly as shown.

    A positive p gets up to six decimals where three would show it as zero.

    >>> quotient(0.08, 0.24)
    ('0.080', '0.240', '0.333', False)
    >>> quotient(0.08, 0.32)
    ('0.080', '0.320', '0.250', True)
    """
    digits = _digits_of(p)
    top, bottom, ratio = decimal(p, digits), decimal(q, digits), decimal(min(1.0, p / q), max(3, digits - 1))
    exact = Fraction(ratio) * Fraction(bottom) == Fraction(top) > 0
    return top, bottom, ratio, exact


def compared(coin: float, ratio: float, below: bool) -> tuple[str, str]:
    """The coin and the ratio with as many decimals as it takes to see which is smaller.

    >>> compared(0.71, 1 / 3, below=False)
    ('0.710', '0.333')
    >>> compared(0.33329, 1 / 3, below=True)
    ('0.33329', '0.33333')
    """
    for digits in range(3, FULL_DECIMALS + 1):
        left, right = decimal(coin, digits), decimal(ratio, digits)
        if left != right and (float(left) < float(right)) == below:
            return left, right
    return decimal(coin), decimal(ratio)


def _digits_of(p: float) -> int:
    digits = 3
    while p > 0 and float(decimal(p, digits)) == 0 and digits < MOST_DECIMALS:
        digits += 1
    return digits
