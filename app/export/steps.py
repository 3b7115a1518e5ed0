"""A job in steps, worked on for a while at a time."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Steps(Generic[Result]):
    """Runs a generator; what it returns is the result."""

    def __init__(self, job: Generator[None, None, Result]) -> None:
        """Begins nothing yet."""
        self._job = job
        self.result: Result | None = None

    def work(self, budget: float) -> bool:
        """Works for about `budget` seconds, at least one step; whether there is more to do.

        Raises what a step raises.
        """
        end = time.monotonic() + budget
        while True:
            try:
                next(self._job)
            except StopIteration as done:
                self.result = done.value
                return False
            if time.monotonic() >= end:
                return True
