"""Settings from an address or a message, and back to an address. Whatever comes in, nothing raises.

What cannot be is clamped or left alone, with a note; names that are no settings are ignored. Whether three
lists make a law is not asked here: the session knows what to keep if they don't.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from .frame import Note
from .reading import read
from .settings import NAMES, Settings, kind_of


def from_query(text: str) -> tuple[dict[str, Any], list[Note]]:
    """The settings that an address's query names, and what was wrong with it.

    >>> from_query("?mismatch=2&rule=naive&colour=red")[0]
    {'mismatch': 1.0, 'rule': 'naive'}
    """
    return from_message(dict(parse_qsl(text.removeprefix("?"), keep_blank_values=True, errors="replace")))


def from_message(values: Mapping[str, Any]) -> tuple[dict[str, Any], list[Note]]:
    """The settings that a message names, and what was wrong with it.

    >>> from_message({"speed": 25, "seed": "x"})
    ({'speed': 25}, [Note(key='number', slots={'name': 'seed', 'value': 'x'})])
    """
    results = {name: read(name, values[name]) for name in NAMES if name in values}
    good = {name: value for name, (value, _) in results.items() if value is not None}
    return good, [note for _, note in results.values() if note is not None]


def to_query(values: Mapping[str, Any]) -> str:
    """The query that leads back to these settings: what differs from the defaults, in the schema's order.

    >>> to_query({"rule": "lossless", "hide": ["tv", "help"], "mismatch": 0.5})
    'mismatch=0.5&hide=tv,help'
    """
    named = [name for name in NAMES if name in values and not _is_default(name, values[name])]
    return urlencode([(name, _written(name, values[name])) for name in named], quote_via=quote, safe=",")


def _is_default(name: str, value: Any) -> bool:
    default = Settings.param[name].default
    return bool((tuple(value) if isinstance(value, list) else value) == default)


def _written(name: str, value: Any) -> str:
    match kind_of(name):
        case "flag":
            return str(int(value))
        case "law":
            return ",".join(repr(float(x)) for x in value)
        case "names":
            return ",".join(one.replace("%", "%25").replace(",", "%2C") for one in value)
        case "parts" | "origins":
            return ",".join(value)
    return repr(value) if isinstance(value, float) else str(value)
