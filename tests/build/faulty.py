"""A local web server that fails in the ways that real ones do; no test of the build asks any other host."""

import hashlib
import http.server
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tools.pins import Part


@dataclass
class Host:
    """What a test server offers and what it was asked."""

    files: dict[str, bytes]
    ranges: bool = True  # answers range requests
    status: int = 0  # answers everything with this status
    silent: bool = False  # takes the connection and says nothing
    cut: int | None = None  # breaks off after this many bytes of each answer
    chunked: bool = False  # does not tell the length beforehand
    asked: list[str] = field(default_factory=list)  # "name range"
    url: str = ""


@contextmanager
def serving(host: Host) -> Iterator[Host]:
    """The host, reachable at `host.url` meanwhile."""
    over = threading.Event()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.rpartition("/")[2]
            asked = self.headers.get("Range", "")
            host.asked.append(f"{name} {asked}".strip())
            if host.silent:
                over.wait(30)
                return
            data = host.files.get(name)
            if host.status or data is None:
                self.send_error(host.status or 404)
                return
            span = re.fullmatch(r"bytes=(\d+)-(\d*)", asked) if host.ranges else None
            start = int(span[1]) if span else 0
            end = min(int(span[2]) + 1 if span and span[2] else len(data), len(data))
            self.send_response(206 if span else 200)
            if span:
                self.send_header("Content-Range", f"bytes {start}-{end - 1}/{len(data)}")
            if not host.chunked:
                self.send_header("Content-Length", str(end - start))
            self.end_headers()
            self.wfile.write(data[start:end][: host.cut])

        def log_message(self, *_words: object) -> None:
            """Say nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    host.url = f"http://127.0.0.1:{server.server_address[1]}/"
    try:
        yield host
    finally:
        over.set()
        server.shutdown()
        server.server_close()
        thread.join()


def part_of(name: str, data: bytes) -> Part:
    """The pin of some bytes."""
    return Part(name, hashlib.sha256(data).hexdigest(), len(data))
