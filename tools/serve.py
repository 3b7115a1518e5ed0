"""A small web server for dist/ on this machine alone, with what the page needs of a host and nothing more."""

import errno
import http.server
import os
import re
import socketserver
import sys
import webbrowser
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from tools import headers
from tools.stop import Stop

HOST = "127.0.0.1"
TRIES = 50  # ports after the first one
ENCODINGS = {
    "br": ".br",
    "zstd": ".zst",
    "gzip": ".gz",
}  # what a browser accepts, and what lies beside the file


class Handler(http.server.SimpleHTTPRequestHandler):
    """Files with the right types, readable from anywhere; kept by browsers where their name has a hash.

    Where compressed ones lie beside a file, the smallest that the browser accepts is sent in its stead.
    """

    status = 0  # of the answer being given
    encoding = ""  # of the same

    extensions_map = {"": headers.OTHER_TYPE, **headers.TYPES}  # noqa: RUF012  # the base class declares it so

    def send_head(self) -> Any:
        """Begin to answer with the file that was asked for, or with one of those beside it."""
        asked, self.encoding = self.path, ""
        bare = asked.partition("?")[0]
        bare += "index.html" if bare.endswith("/") else ""
        file = Path(self.translate_path(bare))
        beside = {kind: file.with_name(file.name + ENCODINGS[kind]) for kind in accepted(self.headers)}
        there = {kind: one.stat().st_size for kind, one in beside.items() if one.is_file()}
        if there and file.is_file():
            self.encoding = min(there, key=lambda kind: there[kind])
            self.path = bare + ENCODINGS[self.encoding]
        try:
            return super().send_head()
        finally:
            self.path = asked

    def guess_type(self, path: Any) -> str:
        """The type of what comes out when the encoding is undone."""
        return super().guess_type(str(path).removesuffix(ENCODINGS.get(self.encoding, "")))

    def send_response(self, code: int, message: str | None = None) -> None:
        """Begin an answer."""
        self.status = int(code)
        super().send_response(code, message)

    def end_headers(self) -> None:
        """Add what every answer carries: who may read it, what it may load, and how long it may be kept."""
        for name, value in self.told().items():
            self.send_header(name, value)
        self.send_header("Vary", "Accept-Encoding")
        if self.encoding and self.status == http.HTTPStatus.OK:
            self.send_header("Content-Encoding", self.encoding)
        super().end_headers()

    def told(self) -> dict[str, str]:
        """The headers of a file; a failure, which may be over soon, is not kept."""
        told = headers.of(self.path.partition("?")[0], policy_now(Path(self.directory)))
        return told if self.status < 400 else told | {"Cache-Control": headers.ASKED}

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:  # noqa: ARG002  # the base class's
        """Say only what was asked for in vain."""
        if str(code).startswith(("4", "5")):
            print(f"  {code} for {self.path}", flush=True)

    def log_error(self, format: str, *args: object) -> None:  # noqa: A002  # the base class names it so
        """Say nothing: log_request does."""


def policy_now(folder: Path) -> str:
    """The Content-Security-Policy of a dist/ as it is now (a build may exchange it meanwhile), else none."""
    if not (folder / headers.NETLIFY).is_file():
        return ""
    pages = (folder / name for name in (".", "index.html"))
    return policy_then(folder, tuple(page.stat().st_mtime_ns for page in pages if page.exists()))


@lru_cache(maxsize=4)
def policy_then(folder: Path, _changed: tuple[int, ...]) -> str:
    """The same, read once for each state of the folder."""
    return headers.policy_of(folder)


def accepted(request: Any) -> list[str]:
    """The encodings that we have and a request accepts.

    >>> accepted({"Accept-Encoding": "gzip, br;q=0, deflate"})
    ['gzip']
    """
    asked = str(request.get("Accept-Encoding") or "").replace(" ", "").split(",")
    words = {word.partition(";")[0] for word in asked if not re.search(r";q=0(\.0*)?$", word)}
    return [kind for kind in ENCODINGS if kind in words]


class Server(http.server.ThreadingHTTPServer):
    """A server on a port of its own."""

    allow_reuse_address = (
        os.name != "nt"
    )  # elsewhere: no waiting after a restart; on Windows: two could share a port
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing where a browser has hung up: it needs no more."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    def server_bind(self) -> None:
        """Bind without asking a name server for this machine's name."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = HOST, self.server_address[1]


def open_server(folder: Path, port: int) -> Server:
    """A server on the port, or on the next free one after it.

    Raises Stop where none of them is free.
    """
    for candidate in range(port, min(port + TRIES, 65536)):
        try:
            return Server((HOST, candidate), partial(Handler, directory=str(folder)))
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
    raise Stop(f"No port from {port} to {port + TRIES - 1} is free. Name another with --port.")


def serve(folder: Path, port: int) -> None:
    """Serve a folder until Ctrl+C, and show it in a browser where there is one."""
    with open_server(folder, port) as server:
        if server.server_port != port:
            print(f"Port {port} is taken; using {server.server_port}.", flush=True)
        address = f"http://{HOST}:{server.server_port}/"
        print(f"Serving {folder.name}/ at {address} until Ctrl+C.", flush=True)
        if has_screen():
            webbrowser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print("\nStopped serving.", flush=True)


def has_screen() -> bool:
    """Whether a browser window could open; without, a text browser would take this terminal over."""
    if os.name == "nt" or sys.platform == "darwin":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
