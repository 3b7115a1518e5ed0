"""A browser that is asked by the commands of W3C WebDriver, and what a browser needs around it.

Firefox (tests/bench/firefox.py) and WebKit (tests/bench/webkit.py) are driven by what they bring themselves,
with nothing but Python. Chromium is driven by Playwright (tests/bench/browser.py).
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

WINDOW = (1280, 860)  # of the page
START_WITHIN = 60.0  # seconds
SCRIPT_WITHIN = 120.0  # seconds
ANSWER_WITHIN = SCRIPT_WITHIN + 30  # seconds
POLITE = 20.0  # seconds that a program has to end by itself


class Driven:
    """A browser with one window."""

    def __init__(self, ask: Callable[[str, dict[str, Any]], Any]) -> None:
        """Take what sends a command with its values and returns the value of the answer."""
        self.ask = ask
        ask("timeouts", {"script": SCRIPT_WITHIN * 1000, "pageLoad": SCRIPT_WITHIN * 1000})
        self.resize(*WINDOW)

    def resize(self, width: int, height: int) -> None:
        """Make the page so large, whatever stands around it.

        Raises RuntimeError where the window doesn't follow.
        """
        wanted = [width, height]

        def fits() -> bool:
            page, window = self.wait_for("[[innerWidth, innerHeight], [outerWidth, outerHeight]]")
            width, height = (
                outer + want - inner for outer, want, inner in zip(window, wanted, page, strict=True)
            )
            self.ask("window/rect", {"width": width, "height": height})
            return bool(page == wanted)

        wait_until(fits, "A window of the right size")

    def goto(self, url: str) -> None:
        """Load a page."""
        self.ask("url", {"url": url})

    def wait_for(self, promise: str) -> Any:
        """What a JavaScript expression promises.

        Raises RuntimeError with the reason where it rejects.
        """
        script = (
            "const done = arguments[arguments.length - 1];"
            f"Promise.resolve().then(() => {promise})"
            ".then((value) => done({ value }), (error) => done({ error: String(error?.message ?? error) }));"
        )
        told = self.ask("execute/async", {"script": script, "args": []})
        if "error" in told:
            raise RuntimeError(told["error"])
        return told.get("value")


@contextmanager
def running(line: list[str], surroundings: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """A program that runs while the block does; what it prints can be read."""
    process = subprocess.Popen(
        line, env={**os.environ, **surroundings}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.communicate(timeout=POLITE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def wait_until(holds: Callable[[], Any], who: str) -> None:
    """Wait for something to be there.

    Raises RuntimeError where that takes too long.
    """
    end = time.monotonic() + START_WITHIN
    while not holds():
        if time.monotonic() > end:
            raise RuntimeError(f"{who} has not started in {START_WITHIN:g} s")
        time.sleep(0.05)
