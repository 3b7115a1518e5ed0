"""What runs when: cases that not every run needs, and tests that need the machine for themselves."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

LONG = bool(os.environ.get("LOSSLESS_LONG"))
MORE = pytest.mark.skipif(not LONG, reason="one more case of the same; LOSSLESS_LONG=1 runs it")
ALONE = pytest.mark.xdist_group("alone")  # it measures a time that the page promises


def mostly(always: int, cases: Iterable[Any]) -> list[Any]:
    """Cases for `parametrize`: the first so many always run, the others with LOSSLESS_LONG=1."""
    return [
        case if i < always else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=MORE)
        for i, case in enumerate(cases)
    ]
