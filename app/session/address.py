"""Settings from an address or a message and back. Whatever comes in, nothing raises: what cannot be is clamped, set to its default
or left out, with a note. Unknown names are ignored.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlencode

from app.core.scenario import MOST_TOKENS

from .frame import Note
from .settings import NAMES, PARTS, Settings, kind_of

LONGEST = 40  # characters of a bad value that a note repeats
YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off", "")
Read = tuple[Any, Note | None]  # a value, or None where the setting is to be left alone


def from_query(text: str) -> tuple[dict[str, Any], list[Note]]:
    """The settings that an address's query names, and what was wrong with it.

    >>> from_query("mismatch=2&rule=naive")[0]
    {'mismatch': 1, 'rule': 'naive'}
    """
    pairs = parse_qsl(text.lstrip("?"), keep_blank_values=True, errors="replace", max_num_fields=None)
    return from_message(dict(pairs))


def from_message(values: Mapping[str, Any]) -> tuple[dict[str, Any], list[Note]]:
    """The settings that a message names, and what was wrong with it."""
    good: dict[str, Any] = {}
    notes = []
    for name in NAMES:
        if name not in values:
            continue
        value, note = READERS[kind_of(name)](name, values[name])
        if note:
            notes.append(note)
        if value is not None:
            good[name] = value
    return good, notes


def to_query(values: Mapping[str, Any]) -> str:
    """The query that leads back to these settings: those that differ from their defaults, in the schema's order.

    >>> to_query({"mismatch": 0.5, "rule": "lossless"})
    'mismatch=0.5'
    """
    pairs = []
    for name in NAMES:
        if name in values and not _is_default(name, values[name]):
            pairs.append((name, _written(name, values[name])))
    return urlencode(pairs, quote_via=quote, safe=",")


def _is_default(name: str, value: Any) -> bool:
    default = Settings.param[name].default
    return bool((tuple(value) if isinstance(value, list) else value) == default)


def _written(name: str, value: Any) -> str:
    kind = kind_of(name)
    if kind == "flag":
        return "1" if value else "0"
    if kind == "law":
        return ",".join(repr(float(x)) for x in value)
    if kind == "names":
        return ",".join(quote(str(one), safe=" ") for one in value)  # a comma inside a name is escaped once more
    if kind == "parts":
        return ",".join(value)
    return repr(value) if isinstance(value, float) else str(value)


def _shown(value: Any) -> str:
    text = "".join(c if c.isprintable() else " " for c in str(value))
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _number_of(value: Any) -> float | None:
    if isinstance(value, bool):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return None if math.isnan(number) else number


def _choice(name: str, value: Any) -> Read:
    objects = Settings.param[name].objects
    for one in objects:
        if value == one or str(value) == str(one):
            return one, None
    number = _number_of(value) if name == "speed" else None
    if number in objects:
        return int(number or 0), None
    return None, Note("choice", {"name": name, "value": _shown(value), "choices": ", ".join(str(one) for one in objects)})


def _number(name: str, value: Any) -> Read:
    number = _number_of(value)
    if number is None:
        return None, Note("number", {"name": name, "value": _shown(value)})
    low, high = Settings.param[name].bounds
    if name == "top_p" and number <= 0:
        return None, Note("range", {"name": name, "value": _shown(value), "low": "more than 0", "high": high})
    if low <= number <= high:
        return number, None
    clamped = low if number < low else high
    return clamped, Note("clamped", {"name": name, "value": _shown(value), "used": clamped})


def _whole(name: str, value: Any) -> Read:
    if isinstance(value, str) and value.strip().lstrip("+").isascii() and value.strip().lstrip("+").isdigit():
        value = int(value.strip()[:400])  # exact where a float would not be
    number = value if isinstance(value, int) and not isinstance(value, bool) else _number_of(value)
    if number is None:
        return None, Note("number", {"name": name, "value": _shown(value)})
    low, high = Settings.param[name].bounds
    if not low <= number <= high:
        clamped = low if number < low else high
        return clamped, Note("clamped", {"name": name, "value": _shown(value), "used": str(clamped)})
    if number != int(number):
        return int(number), Note("clamped", {"name": name, "value": _shown(value), "used": str(int(number))})
    return int(number), None


def _flag(name: str, value: Any) -> Read:
    if isinstance(value, bool):
        return value, None
    text = str(value).strip().lower()
    if text in YES or text in NO:
        return text in YES, None
    return None, Note("flag", {"name": name, "value": _shown(value)})


def _law(name: str, value: Any) -> Read:
    entries = value.split(",") if isinstance(value, str) else value
    if not isinstance(entries, list | tuple):
        return None, Note("law", {"name": name, "value": _shown(value)})
    if not entries or entries == [""]:
        return (), None
    numbers = [_number_of(one) for one in entries[: MOST_TOKENS + 1]]
    if len(entries) > MOST_TOKENS or any(x is None or not math.isfinite(x) for x in numbers):
        return None, Note("law", {"name": name, "value": _shown(value)})
    return tuple(numbers), None


def _names(name: str, value: Any) -> Read:
    if isinstance(value, str):
        entries = [unquote(one, errors="replace") for one in value.split(",")] if value else []
    elif isinstance(value, list | tuple):
        entries = [str(one) for one in value]
    else:
        return None, Note("names", {"name": name, "value": _shown(value)})
    return tuple(entries[: MOST_TOKENS + 1]), None


def _parts(name: str, value: Any) -> Read:
    entries = value.split(",") if isinstance(value, str) else value
    if not isinstance(entries, list | tuple):
        return None, Note("choice", {"name": name, "value": _shown(value), "choices": ", ".join(PARTS)})
    return tuple(part for part in PARTS if part in entries), None


READERS: dict[str, Callable[[str, Any], Read]] = {
    "choice": _choice,
    "number": _number,
    "whole": _whole,
    "flag": _flag,
    "law": _law,
    "names": _names,
    "parts": _parts,
}
