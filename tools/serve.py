"""A small web server for dist/ on this machine alone, with what the page needs of a host and nothing more."""

import errno
import http.server
import os
import socketserver
import sys
import webbrowser
from functools import partial
from pathlib import Path

from tools.names import is_hashed
from tools.stop import Stop

HOST = "127.0.0.1"
TRIES = 50  # ports after the first one
KEPT = "public, max-age=31536000, immutable"  # what stands under a hash is never another content
ASKED = "no-cache"  # kept as well, but asked about before use


class Handler(http.server.SimpleHTTPRequestHandler):
    """Files with the right types, readable from anywhere; kept by browsers where their name has a hash."""

    status = 0  # of the answer being given

    # The system's own table may say anything of these, and browsers refuse modules and wasm of a wrong type.
    extensions_map = {  # noqa: RUF012  # the base class declares it so
        "": "application/octet-stream",
        ".css": "text/css; charset=utf-8",
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".mjs": "text/javascript; charset=utf-8",
        ".svg": "image/svg+xml",
        ".txt": "text/plain; charset=utf-8",
        ".wasm": "application/wasm",
        ".zip": "application/zip",
    }

    def send_response(self, code: int, message: str | None = None) -> None:
        """Begin an answer."""
        self.status = int(code)
        super().send_response(code, message)

    def end_headers(self) -> None:
        """Add what every answer carries: any origin may read it, and how long it may be kept."""
        self.send_header("Access-Control-Allow-Origin", "*")  # a sandboxed frame has no origin of its own
        kept = self.status < 400 and is_hashed(self.path)  # failures begin there
        self.send_header("Cache-Control", KEPT if kept else ASKED)
        super().end_headers()

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:  # noqa: ARG002  # the base class's
        """Say only what was asked for in vain."""
        if str(code).startswith(("4", "5")):
            print(f"  {code} for {self.path}", flush=True)

    def log_error(self, format: str, *args: object) -> None:  # noqa: A002  # the base class names it so
        """Say nothing: log_request does."""


class Server(http.server.ThreadingHTTPServer):
    """A server on a port of its own."""

    allow_reuse_address = (
        os.name != "nt"
    )  # elsewhere: no waiting after a restart; on Windows: two could share a port
    daemon_threads = True

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
        server.serve_forever()


def has_screen() -> bool:
    """Whether a browser window could open; without, a text browser would take this terminal over."""
    if os.name == "nt" or sys.platform == "darwin":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
