"""How far a download is, in MB: one line that counts on a terminal, a line now and then in a log."""

import sys
import time
from typing import TextIO

EVERY = 5.0  # seconds between lines where the output is no terminal


class Progress:
    """Says how many MB of one file have come."""

    def __init__(self, name: str, total: int, source: str, out: TextIO | None = None) -> None:
        """Start the count for a file of `total` bytes."""
        self.name, self.total, self.source, self.out = name, total, source, out or sys.stdout
        self.live = self.out.isatty()
        self.said = time.monotonic()

    def line(self, done: int) -> str:
        """The sentence for `done` bytes."""
        short = self.name if len(self.name) <= 40 else self.name[:37] + "..."
        return f"  {short:40} {done / 1e6:6.1f} of {self.total / 1e6:.1f} MB from {self.source}"

    def update(self, done: int) -> None:
        """Tell of `done` bytes, if it is time to."""
        if self.live:
            print(f"\r{self.line(done)}", end="", file=self.out, flush=True)
        elif time.monotonic() - self.said > EVERY:
            self.said = time.monotonic()
            print(self.line(done), file=self.out, flush=True)

    def end(self, done: int) -> None:
        """Tell of the last byte, and end the line."""
        print(f"\r{self.line(done)}" if self.live else self.line(done), file=self.out, flush=True)
