"""One value from outside, of whatever kind and shape, read as a setting. Nothing raises.

Each reader returns the value, or None where the setting is to be left alone, and a note on what was wrong.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from app.core.scenario import MOST_TOKENS, one_line

from .frame import Note
from .settings import MOST_ORIGINS, PARTS, Settings, kind_of

LONGEST = 40  # characters of a bad value that a note repeats
ORIGIN = re.compile(
    r"""(?:(https?)://)? (  # a scheme, or both
        [a-z0-9_] (?:[a-z0-9_.-]{0,251} [a-z0-9_])?  # a name (in ASCII), or four numbers
        | \[ [0-9a-f:.]{2,45} \]  # an address of the newer kind
    ) (?: :([1-9][0-9]{0,4}) )?""",
    re.VERBOSE | re.ASCII,
)
DEFAULT_PORTS = {("http", "80"), ("https", "443")}  # browsers leave them out of an origin
YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off", "")

Read = tuple[Any, Note | None]


def read(name: str, value: object) -> Read:
    """The value as the setting `name` takes it.

    >>> read("mismatch", "0.25")
    (0.25, None)
    >>> read("mismatch", "7")[0], read("rule", "perfect")[0]
    (1.0, None)
    """
    return READERS[kind_of(name)](name, value)


def shown(value: object) -> str:
    """A bad value as a note repeats it: printable, one line, not long."""
    try:
        text = one_line(str(value))
    except (ValueError, RecursionError):  # thousands of digits, or of lists within lists
        text = type(value).__name__
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _number_of(value: object) -> float | None:
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    except OverflowError:
        return math.inf if int(value) > 0 else -math.inf
    return None if math.isnan(number) else number + 0.0  # no negative zero


def _choice(name: str, value: object) -> Read:
    choices = Settings.param[name].objects
    for one in choices:
        if one == (value if isinstance(one, str) else _number_of(value)):
            return one, None
    given = ", ".join(str(one) for one in choices)
    return None, Note("choice", {"name": name, "value": shown(value), "choices": given})


def _number(name: str, value: object) -> Read:
    number = _number_of(value)
    if number is None:
        return None, Note("number", {"name": name, "value": shown(value)})
    low, high = Settings.param[name].bounds
    with_low, _ = Settings.param[name].inclusive_bounds
    if number < low or (number == low and not with_low):
        if not with_low:
            slots = {"name": name, "value": shown(value), "low": f"more than {low}", "high": high}
            return None, Note("range", slots)
        return float(low), _clamped(name, value, low)
    return (float(high), _clamped(name, value, high)) if number > high else (number, None)


def _whole(name: str, value: object) -> Read:
    number = _number_of(value)  # exact: no bound is beyond what a float holds
    if number is None:
        return None, Note("number", {"name": name, "value": shown(value)})
    low, high = Settings.param[name].bounds
    used = int(min(max(number, low), high))
    return used, None if used == number else _clamped(name, value, used)


def _clamped(name: str, value: object, used: int) -> Note:
    return Note("clamped", {"name": name, "value": shown(value), "used": str(used)})


def _flag(name: str, value: object) -> Read:
    said = value.strip().lower() if isinstance(value, str) else value
    for answer, words in ((True, YES), (False, NO)):
        if said in words or said is answer or _number_of(said) == answer:
            return answer, None
    return None, Note("flag", {"name": name, "value": shown(value)})


def _law(name: str, value: object) -> Read:
    entries = _entries(value)
    if entries is not None and len(entries) <= MOST_TOKENS:
        numbers = [_number_of(one) for one in entries]
        if all(x is not None and math.isfinite(x) for x in numbers):
            return tuple(numbers), None
    return None, Note("law", {"name": name, "value": shown(value)})


def _names(name: str, value: object) -> Read:
    entries = _entries(value)
    if entries is None or len(entries) > MOST_TOKENS or not all(isinstance(one, str) for one in entries):
        return None, Note("names", {"name": name, "value": shown(value)})
    if isinstance(value, str):  # in a list with commas, those of a name are escaped once more
        entries = [unquote(one, errors="replace") for one in entries]
    return tuple(one_line(one) for one in entries), None


def _parts(name: str, value: object) -> Read:
    entries = _entries(value)
    if entries is None:
        slots = {"name": name, "value": shown(value), "choices": ", ".join(PARTS)}
        return None, Note("choice", slots)
    return tuple(part for part in PARTS if part in entries), None


def _origins(name: str, value: object) -> Read:
    entries = _entries(value)
    if entries is None:
        return None, Note("origins", {"name": name, "value": shown(value)})
    read = [origin(one) if isinstance(one, str) else None for one in entries]
    good = tuple(dict.fromkeys(one for one in read if one))
    wrong = [entry for entry, one in zip(entries, read, strict=True) if one is None]
    if len(good) > MOST_ORIGINS:
        good, wrong = good[:MOST_ORIGINS], [*wrong, *good[MOST_ORIGINS:]]
    return good, Note("origins", {"name": name, "value": shown(wrong[0])}) if wrong else None


def origin(text: str) -> str | None:
    """An entry of `origins` as browsers write an origin; None where it is none.

    >>> origin("https://Moodle.Example.edu:443/"), origin("localhost:8001"), origin("*"), origin("a b")
    ('https://moodle.example.edu', 'localhost:8001', '*', None)
    """
    text = text.strip().lower().removesuffix("/")
    if text in {"*", "null"}:
        return text
    found = ORIGIN.fullmatch(text)
    if found is None or int(found[3] or 1) > 65535:
        return None
    port = f":{found[3]}" if found[3] and (found[1], found[3]) not in DEFAULT_PORTS else ""
    return f"{found[1]}://{found[2]}{port}" if found[1] else f"{found[2]}{port}"


def _share(name: str, value: object) -> Read:
    if isinstance(value, str) and value.strip().lower() == "auto":
        return "auto", None
    number = _number_of(value)
    if number is None:
        return None, Note("number", {"name": name, "value": shown(value)})
    used = min(max(number, 0.0), 1.0)
    return used, None if used == number else _clamped(name, value, int(used))


def _entries(value: object) -> list[Any] | None:
    if isinstance(value, str):
        return value.split(",") if value else []
    return list(value) if isinstance(value, list | tuple) else None


READERS: dict[str, Callable[[str, object], Read]] = {
    "choice": _choice,
    "number": _number,
    "whole": _whole,
    "flag": _flag,
    "law": _law,
    "names": _names,
    "parts": _parts,
    "origins": _origins,
    "share": _share,
}
