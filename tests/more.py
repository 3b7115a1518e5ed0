"""Cases that a test has more of than every run needs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

MORE = pytest.mark.skipif(
    not os.environ.get("LOSSLESS_LONG"), reason="one more case of the same; LOSSLESS_LONG=1 runs it"
)


def mostly(always: int, cases: Iterable[Any]) -> list[Any]:
    """Cases for `parametrize`: the first so many always run, the others with LOSSLESS_LONG=1."""
    return [
        case if i < always else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=MORE)
        for i, case in enumerate(cases)
    ]
