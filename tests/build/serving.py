"""The project's own server over a folder, for as long as a test needs it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path

from tools import serve


@contextmanager
def serving(folder: Path, port: int) -> Iterator[ThreadingHTTPServer]:
    """Serves the folder in a thread, from the first free port of some."""
    with serve.open_server(folder, port) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
