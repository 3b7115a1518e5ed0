"""One file over HTTP: resumed where it was cut, and believed only by its SHA-256."""

import hashlib
import http.client
import queue
import threading
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from tools.pins import Part
from tools.progress import Progress
from tools.stop import Stop

ANSWER_WITHIN = 5.0  # seconds without an answer after which a source is left
CHUNK = 1 << 16  # bytes


class Unavailable(Exception):  # noqa: N818  # what a source is, not what went wrong in here
    """A source does not have the file, or broke off; the next one may."""


class Silent(Unavailable):
    """A source does not answer at all; asking it for other files would cost the same wait again."""


class Mismatch(Stop):
    """A file is not the one pinned."""

    def __init__(self, part: Part, found: str, source: str) -> None:
        """Name the file and both hashes."""
        super().__init__(
            f"{part.name} from {source} is not the file pinned in tools/pins.py.\n"
            f"  expected SHA-256 {part.sha256}\n  found    SHA-256 {found}\n"
            "Nothing of it was kept. Try again; if it stays so, set LOSSLESS_PYODIDE to another source."
        )


def answer(url: str, headers: dict[str, str], within: float = ANSWER_WITHIN) -> Any:
    """Open an address, looking up its name included, within a time.

    Raises Silent where nothing answers, Unavailable where the answer is a refusal.
    """
    first: queue.Queue[Any] = queue.Queue()
    late = threading.Event()

    def ask() -> None:
        try:
            reply = urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=within)
        except (OSError, http.client.HTTPException, ValueError) as error:
            first.put(error)
        else:
            first.put(reply)
            if late.is_set():
                reply.close()

    threading.Thread(target=ask, daemon=True).start()  # a name server that hangs heeds no timeout
    try:
        reply = first.get(timeout=within)
    except queue.Empty:
        late.set()
        reply = TimeoutError()
    if isinstance(reply, urllib.error.HTTPError):
        reply.close()
        raise Unavailable(f"answered {reply.code} {reply.reason}")
    if isinstance(reply, Exception):
        reason = getattr(reply, "reason", reply)
        silence = f"no answer within {within:g} s"
        raise Silent(silence if isinstance(reason, TimeoutError) else str(reason) or type(reason).__name__)
    return reply


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def holds(part: Part, path: Path) -> bool:
    """Whether a path holds exactly the pinned file."""
    return path.is_file() and path.stat().st_size == part.size and sha256_of(path) == part.sha256


def settle(part: Part, candidate: Path, target: Path, source: str) -> None:
    """Move a finished candidate into its place if it is the pinned file.

    Raises Mismatch, after removing it, where it is not.
    """
    found = sha256_of(candidate)
    if found != part.sha256:
        candidate.unlink()
        raise Mismatch(part, found, source)
    candidate.replace(target)


def unfinished(target: Path) -> Path:
    """Where the beginning of a file waits for the rest."""
    return target.with_name(target.name + ".part")


def fetch(part: Part, url: str, target: Path, source: str, within: float = ANSWER_WITHIN) -> None:
    """Download a pinned file to `target`, going on where an earlier try stopped.

    Raises Unavailable where the source fails, Mismatch where what it sends whole is another file.
    """
    begun = unfinished(target)
    had = begun.stat().st_size if begun.exists() else 0
    if had >= part.size:
        begun.unlink()
        had = 0
    receive(part, url, begun, source, within)
    if begun.stat().st_size < part.size:
        raise Unavailable(f"broke off after {begun.stat().st_size:,} of {part.size:,} bytes")
    try:
        settle(part, begun, target, source)
    except Mismatch:
        if not had:
            raise
        fetch(part, url, target, source, within)  # the earlier beginning may have been the bad half


def receive(part: Part, url: str, begun: Path, source: str, within: float) -> None:
    """Append what the source still has to send."""
    had = begun.stat().st_size if begun.exists() else 0
    with answer(url, {"Range": f"bytes={had}-"} if had else {}, within) as reply:
        if getattr(reply, "status", 200) != http.client.PARTIAL_CONTENT:
            had = 0
        progress = Progress(part.name, part.size, source)
        with begun.open("ab" if had else "wb") as out:
            try:
                while had <= part.size and (chunk := reply.read(CHUNK)):
                    out.write(chunk)
                    had += len(chunk)
                    progress.update(had)
            except (OSError, http.client.HTTPException) as error:
                kind = Silent if isinstance(error, TimeoutError) else Unavailable
                raise kind(f"broke off after {had:,} of {part.size:,} bytes ({error})") from error
        progress.end(had)
