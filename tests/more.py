"""Cases that not every run needs, and how slow the machine is."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from typing import Any

import pytest

USUAL = 0.006  # s for 300,000 turns of an empty loop of Python, on a laptop
LONG = bool(os.environ.get("LOSSLESS_LONG"))
MORE = pytest.mark.skipif(not LONG, reason="one more case of the same; LOSSLESS_LONG=1 runs it")


def slowness() -> float:
    """How many times slower this machine is now than the one that promises hold for, 1 where it is not."""
    times = []
    for _ in range(5):
        began = time.perf_counter()
        for _ in range(300_000):
            pass
        times.append(time.perf_counter() - began)
    return max(1.0, sorted(times)[2] / USUAL)


def mostly(always: int, cases: Iterable[Any]) -> list[Any]:
    """Cases for `parametrize`: the first so many always run, the others with LOSSLESS_LONG=1."""
    return [
        case if i < always else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=MORE)
        for i, case in enumerate(cases)
    ]
