"""A remote file read in pieces by range requests, so that a zip reader takes only the entries it wants."""

import http.client
import io

from tools.download import ANSWER_WITHIN, Unavailable, answer

BLOCK = 1 << 20  # bytes asked for at once: a wheel's directory, or a third of numpy


class NoRanges(Unavailable):
    """The server sends whole files only."""


class RangeReader(io.RawIOBase):
    """A seekable view of an address; keeps the last block it read."""

    def __init__(self, url: str, within: float = ANSWER_WITHIN) -> None:
        """Ask for one byte to learn the size.

        Raises NoRanges where the server answers with the whole file, Unavailable where it does not answer.
        """
        self.url, self.within = url, within
        self.position, self.start, self.block = 0, 0, b""
        self.received = 0  # bytes so far
        self.size = 1
        self.size = int(self.ask(0, 1)[1])

    def ask(self, start: int, end: int) -> tuple[bytes, str]:
        """The bytes [start, end) and the total size the server names."""
        with answer(self.url, {"Range": f"bytes={start}-{end - 1}"}, self.within) as reply:
            span = reply.headers.get("Content-Range", "")
            if not span.startswith(f"bytes {start}-"):
                raise NoRanges("does not answer range requests")
            try:
                data = reply.read()
            except (OSError, http.client.HTTPException) as error:
                raise Unavailable(f"broke off: {error}") from error
        if len(data) != end - start:
            raise Unavailable(f"sent {len(data):,} of {end - start:,} bytes")
        self.received += len(data)
        return data, span.rpartition("/")[2]

    def seekable(self) -> bool:
        """True: that is the point."""
        return True

    def readable(self) -> bool:
        """True."""
        return True

    def tell(self) -> int:
        """The position."""
        return self.position

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Move; nothing is asked of the server."""
        self.position = offset + (0, self.position, self.size)[whence]
        return self.position

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # any writable buffer will do
        """Fill a buffer from the current block, asking for the next where it is past it."""
        at = self.position - self.start
        if not 0 <= at < len(self.block):
            if self.position >= self.size:
                return 0
            self.start, at = self.position, 0
            self.block = self.ask(self.start, min(self.start + BLOCK, self.size))[0]
        piece = self.block[at : at + len(buffer)]
        buffer[: len(piece)] = piece
        self.position += len(piece)
        return len(piece)
