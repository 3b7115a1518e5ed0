"""What a message of the page does to the session, by its type. What concerns the page itself is in shell.py.

Numbers are read strictly here: what the page sends is our own, so a wrong one is a mistake to be shown.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from app.core.law import frozen
from app.session.frame import Band
from app.session.session import Session

Message = Mapping[str, Any]


def whole(message: Message, name: str, default: int | None = None) -> int:
    """The whole number of this name.

    Raises ValueError naming it where it is none.

    >>> whole({"n": 1000}, "n")
    1000
    """
    value = message.get(name, default)
    if not _is_number(value) or int(value) != value:
        raise ValueError(f"{name} is {value!r}; it must be a whole number")
    return int(value)


def number(message: Message, name: str) -> float:
    """The number of this name.

    Raises ValueError naming it where it is none, or not finite.
    """
    value: Any = message.get(name)
    if not _is_number(value):
        raise ValueError(f"{name} is {value!r}; it must be a finite number")
    return float(value)


def band_in(message: Message) -> tuple[np.ndarray, Band] | None:
    """The law (V,) and its chance band that the message brings along, None where it brings none.

    Raises ValueError where they are no lists of numbers, those of the band of one length.
    """
    given = message.get("band")
    if given is None:
        return None
    try:
        law, *ends = (frozen(np.array(given[name], float)) for name in ("p", "n", "low", "high"))
        sound = law.ndim == 1 and np.stack(ends).ndim == 2
    except (KeyError, TypeError, ValueError):
        sound = False
    if not sound:
        raise ValueError(f"band is {given!r:.80}; it must hold lists of numbers: p, n, low, high")
    return law, Band(*ends)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _new_seed(session: Session, _: Message) -> None:
    drawn = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
    session.new_seed(drawn >> 11)  # 53 bits


def _set(session: Session, message: Message) -> None:
    values = message.get("values")
    if not isinstance(values, dict):
        raise ValueError(f"values is {values!r}; set takes an object of settings")  # noqa: TRY004  # as all bad input
    session.set(values, drag=bool(message.get("drag")))


def _pull(session: Session, message: Message) -> None:
    law, drag = str(message.get("law")), bool(message.get("drag"))
    session.pull(law, whole(message, "index"), number(message, "value"), drag=drag)


def _guess(session: Session, message: Message) -> None:
    session.guess(None if message.get("choice") is None else whole(message, "choice"))


def _bytes(session: Session, message: Message) -> None:
    data = base64.b64decode(str(message.get("data")), validate=True)
    session.feed(data, last=bool(message.get("last")))


def _act(session: Session, message: Message) -> None:
    session.act(str(message.get("name")), message.get("value"), message.get("scene"))


COMMANDS: dict[str, Callable[[Session, Message], object]] = {
    "set": _set,
    "play": lambda session, _: session.play(),
    "pause": lambda session, _: session.pause(),
    "step": lambda session, _: session.draw_once(),
    "reset": lambda session, _: session.reset(),
    "replay": lambda session, _: session.replay(),
    "new-seed": _new_seed,
    "skip": lambda session, message: session.skip(whole(message, "n")),
    "act": _act,
    "guess": _guess,
    "bytes": _bytes,
    "start-again": lambda session, _: session.start_again(),
    "bar": _pull,
    "rename": lambda session, message: session.rename(whole(message, "index"), str(message.get("name"))),
    "add-token": lambda session, _: session.add_token(),
    "remove-token": lambda session, _: session.remove_token(),
}
