"""The first draws of a few openings as the page would hear them, recorded at build time.

The page tells them while its Python is still on the way, and Python then goes on from the draw that was
reached (the message `open`, fields `drawn` to `playing`). Made by the very shell that goes on.
Knows only the opening's laws; what asks for others waits for Python.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from app.pictures import converge as pictures
from app.session.pace import BEAT, BEATS, DRAWS_A_SECOND
from app.session.settings import PAGE_ONLY

from .link import Link

DRAWS = 12  # of each opening: half a minute
FROM = tuple(1_000_003 * k for k in range(1, 6))  # entropies, from each of which an opening finds its seed
NOT_COMPARED = {*PAGE_ONLY, "seed", "play"}  # settings that change no word of the draws
LATER = ("live_label", "query", "reply", "at_once")  # only Python itself says these

Moment = dict[str, Any]


def recordings(open_link: Callable[[], Link], band: dict[str, Any] | None) -> dict[str, Any]:
    """All recordings as JSON-able data: `settings` that must hold, the pace, and moments by seed.

    A moment is the draw and the beat it tells, and what differs from the moment before in `state`, `show` and
    `bars`, name by name.
    """
    told = [record(open_link(), entropy, band) for entropy in FROM]
    settings = told[0][0]["show"]["settings"]
    return {
        "settings": {name: value for name, value in settings.items() if name not in NOT_COMPARED},
        "draws_a_second": DRAWS_A_SECOND,
        "beats": BEATS,
        "beat": BEAT,
        "seeds": {str(one[0]["show"]["seed"]): [*differences(one)] for one in told},
    }


def record(link: Link, entropy: int, band: dict[str, Any] | None) -> list[Moment]:
    """Every moment of the first draws at speed 1, whole."""
    heard: list[dict[str, Any]] = []
    link.send = lambda patch: heard.append(update_in(patch))
    opening = {"type": "open", "query": "play=1", "entropy": entropy, "band": band}
    link.receive(json.dumps(opening), 0.0)
    heard.clear()
    moments = []
    a_beat = BEAT / DRAWS_A_SECOND
    for i in range(round(DRAWS / BEAT)):
        link.tick(i * a_beat, 0.0)
        frame = link.shell.session.frame()
        bars = pictures.bars(frame)
        shown = {
            "kept": bars.kept.tolist(),
            "corrected": bars.corrected.tolist(),
            "highlight": bars.highlight,
        }
        for update in heard:
            show = {name: value for name, value in update["show"].items() if name not in LATER}
            at = {"draw": frame.lossless.draws, "beat": frame.beat}
            moments.append(at | {"state": update["state"], "show": show, "bars": shown})
        heard.clear()
    return moments


def update_in(patch: str) -> dict[str, Any]:
    """What the message `lossless` in a patch says."""
    (said,) = (one["msg_data"] for one in json.loads(patch)["events"] if one["kind"] == "MessageSent")
    update: dict[str, Any] = json.loads(said)
    return update


def differences(moments: list[Moment]) -> list[Moment]:
    """The moments with only what differs from the one before, name by name; the first one whole."""
    short: list[Moment] = []
    before: Moment = {"state": {}, "show": {}, "bars": {}}
    for moment in moments:
        parts = {part: newer(before[part], moment[part]) for part in before}
        short.append(moment | parts)
        before = {part: moment[part] for part in before}
    return short


def newer(old: Moment, new: Moment) -> Moment:
    """What the old one lacks or has otherwise.

    >>> newer({"a": 1, "b": 2}, {"a": 1, "b": None, "c": 3})
    {'b': None, 'c': 3}
    """
    return {name: value for name, value in new.items() if name not in old or old[name] != value}
