"""A small web server over dist/ that does to files what networks and hosts do.

It can lose one, forbid it, cut it short or garble it. Tests name files as the page does in `data.files`
("site.zip"), not by the hashed paths under which they lie; as a plain host it sends each `.gz` as a file of its
own, which has the fault of the file that it stands beside.
"""

from __future__ import annotations

import html
import http.server
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools import headers

TYPES = {
    ".html": "text/html",
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".wasm": "application/wasm",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
}
DATA = re.compile(r'<script type="application/json" id="lossless-data">(.*?)</script>', re.DOTALL)
CALM = ("IDLE = 3000;", "IDLE = Infinity;")  # of page.js: when a page that rests makes the other scenes ready
FAULTS = ("missing", "forbidden", "short", "garbled")


def files(folder: Path) -> dict[str, str]:
    """The path of each file of dist/ by its plain name, as the page is told."""
    told = DATA.search((folder / "index.html").read_text())
    assert told, "index.html has no data"
    return json.loads(html.unescape(told[1]))["files"]


class FaultyServer:
    """Serves a folder on a free port of 127.0.0.1.

    `faults` says which file gets which fault, `edits` replaces text in one, `instead`
    the whole of one; `asked` is which were asked for.
    """

    def __init__(self, folder: Path) -> None:
        """Starts to serve in a thread."""
        self.folder = folder
        self.names = {path + end: name for name, path in files(folder).items() for end in ("", ".gz")}
        self.faults: dict[str, str] = {}
        self.edits: dict[str, tuple[str, str]] = {}
        self.instead: dict[str, Path] = {}
        self.prepares = False  # what a page does at its leisure would take time from the next test
        self.closing = threading.Event()
        self.asked: list[str] = []
        self.sent = 0
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                outer.answer(self)

            def do_HEAD(self) -> None:
                outer.answer(self)

            def log_message(self, *_: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/"

    def answer(self, handler: http.server.BaseHTTPRequestHandler) -> None:
        """Answers one request, with its fault if it has one."""
        path = handler.path.split("?")[0].lstrip("/") or "index.html"
        name = self.names.get(path, path)
        if handler.command == "GET":
            self.asked.append(name)
        fault = self.faults.get(name)
        file = self.instead.get(name, self.folder / path)
        if fault == "missing" or not file.is_file():
            handler.send_error(404)
            return
        if fault == "forbidden":
            handler.send_error(403)
            return
        body = self.edited(name, file)
        length = len(body)
        if fault == "short":
            body = body[: length // 2]
        if fault == "garbled":
            body = bytes(byte ^ 0x55 for byte in body)
        handler.send_response(200)
        handler.send_header("Content-Type", TYPES.get(file.suffix, "application/octet-stream"))
        handler.send_header("Content-Length", str(length))
        handler.send_header("Access-Control-Allow-Origin", "*")  # as `build.py serve` does
        handler.send_header("Cache-Control", headers.KEPT if path in self.names else headers.ASKED)
        handler.end_headers()
        if handler.command == "HEAD":
            return
        if fault == "stalled":  # nothing more comes, and the line stays open
            handler.wfile.write(body[: length // 2])
            self.closing.wait()
            return
        handler.wfile.write(body)
        self.sent += len(body)
        if fault == "short":
            handler.close_connection = True

    def edited(self, name: str, file: Path) -> bytes:
        """The content of a file with what tests replace in it."""
        body = file.read_bytes()
        calm = [] if self.prepares or name != "page.js" or file.suffix == ".gz" else [CALM]
        for old, new in [*calm, *([self.edits[name]] if name in self.edits else [])]:
            assert old in body.decode(), f"{name} no longer holds {old!r}"
            body = body.decode().replace(old, new).encode()
        return body

    @contextmanager
    def fault(self, name: str, kind: str) -> Iterator[None]:
        """Gives one file one fault while the block runs."""
        self.faults[name] = kind
        try:
            yield
        finally:
            del self.faults[name]

    @contextmanager
    def edit(self, name: str, old: str, new: str) -> Iterator[None]:
        """Replaces text in one file while the block runs."""
        self.edits[name] = (old, new)
        try:
            yield
        finally:
            del self.edits[name]

    def close(self) -> None:
        """Stops serving."""
        self.closing.set()
        self.server.shutdown()
        self.server.server_close()
