"""A course's own page on another origin: plain HTML from memory, with the headers that a test gives it."""

from __future__ import annotations

import http.server
import threading


class Host:
    """Serves pages by path on a free port: another origin than that of dist/, on the same site or on another."""

    def __init__(self) -> None:
        """Starts to serve in a thread."""
        self.pages: dict[str, tuple[str, dict[str, str]]] = {}
        pages = self.pages

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path not in pages:
                    self.send_error(404)
                    return
                html, headers = pages[self.path]
                body = html.encode()
                self.send_response(200)
                for name, value in (
                    {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(body))} | headers
                ).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.port = self.server.server_address[1]

    def page(self, body: str, *, head: str = "", site: str = "127.0.0.1", **headers: str) -> str:
        """The address of a new page with this body; headers by name, _ for -. `localhost` is another site."""
        path = f"/{len(self.pages)}"
        html = f'<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">{head}<title>A course</title><body>{body}'
        self.pages[path] = html, {name.replace("_", "-"): value for name, value in headers.items()}
        return f"http://{site}:{self.port}{path}"

    def close(self) -> None:
        """Stops serving."""
        self.server.shutdown()
        self.server.server_close()
