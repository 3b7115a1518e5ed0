"""JSON of unknown origin: read unless it is nested so deep that reading it would exhaust the stack."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

DEEPEST = 100  # brackets within brackets; no log of an engine has more than a few


def loads(text: bytes | str) -> Any:
    """What a JSON text holds.

    Raises ValueError where it is no JSON, RecursionError where its brackets stand deeper than DEEPEST.

    >>> loads(b'{"p": [0.5, 0.5]}')
    {'p': [0.5, 0.5]}
    """
    data = text.encode() if isinstance(text, str) else text
    if depth(data) > DEEPEST:
        raise RecursionError(f"brackets stand more than {DEEPEST} deep; a row needs 3")
    return json.loads(data)


def depth(data: bytes) -> int:
    """How deep brackets stand at most; those within strings count too.

    >>> depth(b"[[1], {}]"), depth(b"")
    (2, 0)
    """
    letters = np.frombuffer(data, np.uint8) | 32  # "[" and "]" become "{" and "}"
    steps = (letters == ord("{")).astype(np.int32) - (letters == ord("}"))
    return int(steps.cumsum().max(initial=0))
