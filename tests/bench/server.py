"""The project's own server over a folder, that counts what it sends and can be as slow as a given link.

All connections share one link, as a reader's do. Slowed here, not in the browser's debugger, it is the
same link for every browser and every kind of request.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from tools import serve

LATE = 0.1  # seconds that a busy machine may wake late without the link losing them
CHUNK = 16 * 1024  # bytes sent at a time, so that connections share the link evenly


class Link:
    """Passes bytes on at most `mbit` million bits a second (None: as they come), and counts them."""

    def __init__(self, mbit: float | None = None) -> None:
        """Start with nothing sent."""
        self.mbit = mbit
        self.sent = 0  # bytes, headers included
        self._free = 0.0  # when the link is free again
        self._lock = threading.Lock()

    def turn(self, size: int) -> float:
        """Take the next `size` bytes of the link; returns the seconds to wait for them."""
        with self._lock:
            self.sent += size
            if self.mbit is None:
                return 0.0
            now = time.monotonic()
            self._free = max(now - LATE, self._free) + size * 8 / (self.mbit * 1e6)
            return max(0.0, self._free - now)


class Paced:
    """A connection's way out, through the link."""

    def __init__(self, out: Any, link: Link) -> None:
        """Take the connection's own file to write to."""
        self.out, self.link = out, link

    def write(self, data: Any) -> int:
        """Send data when it is its turn."""
        whole = memoryview(data).cast("B")
        for start in range(0, len(whole), CHUNK):
            piece = whole[start : start + CHUNK]
            if wait := self.link.turn(len(piece)):
                time.sleep(wait)
            self.out.write(piece)
        return len(whole)

    def __getattr__(self, name: str) -> Any:
        """All else as the connection's own file."""
        return getattr(self.out, name)


class Site:
    """A folder on a port of this machine: its address, its link, and what was asked for in vain."""

    def __init__(self, folder: Path, accept: str | None = None) -> None:
        """Open a server that takes browsers to accept these encodings alone (None: those they name)."""
        self.link, self.refused = Link(), list[str]()
        site = self

        class Handler(serve.Handler):
            def setup(self) -> None:
                super().setup()
                self.wfile = Paced(self.wfile, site.link)  # type: ignore[assignment]

            def parse_request(self) -> bool:
                read = super().parse_request()
                if read and accept and "Accept-Encoding" in self.headers:
                    self.headers.replace_header("Accept-Encoding", accept)
                return read

            def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
                if str(getattr(code, "value", code)).startswith(("4", "5")):
                    site.refused.append(self.path)

        self.server = serve.Server((serve.HOST, 0), partial(Handler, directory=str(folder)))
        self.url = f"http://{serve.HOST}:{self.server.server_port}/"


@contextmanager
def site(folder: Path, accept: str | None = None) -> Iterator[Site]:
    """Serve a folder while the block runs."""
    opened = Site(folder, accept)
    thread = threading.Thread(target=opened.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield opened
    finally:
        opened.server.shutdown()
        opened.server.server_close()
