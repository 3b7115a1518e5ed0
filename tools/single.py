"""dist/lossless.html: the whole page in one file, which starts from a disk without any other file.

What the page loads stands at its end, compressed, in base64, in parts that are used as they are read. The
scripts are those of the served page, but for static/single/, in place of what would ask a server.
"""

import base64
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools import classic, encode
from tools.places import Places
from tools.stop import Stop

NAME, WITH_FIGURES = "lossless.html", "lossless-with-figures.html"
FIGURES = "figures.zip"  # the part that makes the second file
MOST = 30_000_000  # bytes of a file without figures
ROOM = 600_000  # of these for the page itself
SOURCE = ("page/source.js", "single/source.js")  # what takes the place of what
WORKER = "worker.js"
INSTEAD = {"files.mjs": "single/files.mjs"}
MODULES = (
    *("worker.js", "choice.mjs", "keep.mjs", "unzip.mjs", "files.mjs", "single/files.mjs"),
    *("single/zstd.mjs", "single/entropy.mjs", "single/literals.mjs"),
    *(f"snapshot/{name}.mjs" for name in ("restore", "format", "objects", "stream")),
)
PYODIDE = ("pyodide/pyodide.mjs", "pyodide/pyodide.asm.mjs")
# In the order in which a start wants them: the page's own come before all of these.
FIRST = ("bokeh/bokeh.min.js", "document.json", "recording.json")
WASM, SNAPSHOT = "pyodide/pyodide.asm.wasm", "snapshot/python.bin"
SPARE = "site-rest.zip"  # no control of the page imports anything of it
# For Python from its parts, and for imports that it waits for: browsers inflate nothing while a script waits.
LATER = ("pyodide/python_stdlib.zip", "site.zip", "export.zip", SPARE, FIGURES)
# What is done, one after the other, while the file is too large. Gzip starts sooner, since browsers
# inflate it by themselves; Zstandard is a fifth smaller.
SAVINGS = (("leave out", SPARE), ("zst", WASM), ("zst", SNAPSHOT))
PART = 3 << 18  # bytes of a part: a multiple of 12, so that base64 and sums need no padding before the last
LINE = 960  # characters; mail and editors do not like the longest lines
UNSAFE = re.compile(r"</script|<!--", re.IGNORECASE)


@dataclass(frozen=True)
class Part:
    """A part of a file, as the template writes it."""

    name: str
    sum: str
    last: bool
    text: str


@dataclass(frozen=True)
class Packed:
    """One file compressed."""

    kind: str  # of tools/encode.py
    data: bytes
    whole: int  # bytes of the content

    @property
    def size(self) -> dict[str, int]:
        """What static/single/files.mjs is told."""
        return {"bytes": len(self.data)} | ({"whole": self.whole} if self.kind == "zst" else {})


class Builder:
    """Makes the one-file pages of one dist/ in the making."""

    def __init__(self, places: Places, begun: Path, files: dict[str, str], shelf: Path) -> None:
        """Take the folder, the path of each of its files by plain name, and where encodings are kept."""
        self.static, self.begun, self.files, self.shelf = places.static, begun, files, shelf

    def variables(self, page: dict[str, Any], *, figures: bool = False) -> dict[str, Any]:
        """What the template needs to become the one file; with `figures`, all that export needs too.

        Raises Stop where the page needs what such a file cannot hold.
        """
        if (self.begun / "panel").exists():
            raise Stop("The document names style sheets of Panel; tools/single.py does not put these inside.")
        packed = self.packed()
        if not figures:
            packed.pop(FIGURES, None)
            self.save(packed)
        told = {
            "files": {name: name for name in packed},
            "sizes": {name: one.size for name, one in packed.items()},
        }
        parts = [part for name, one in packed.items() for part in parts_of(name, one.data)]
        return {"told": told, "inside": {"script": self.script(page["page_scripts"]), "parts": parts}}

    def packed(self) -> dict[str, Packed]:
        """Each file that this build has, in the order in which they stand, as a start wants it compressed."""
        names = [WORKER, *FIRST, WASM, SNAPSHOT, *LATER]
        there = [name for name in names if name in self.files]
        return {name: self.pack(name, "zst" if name in LATER else "gz") for name in there}

    def pack(self, name: str, kind: str) -> Packed:
        """One file compressed."""
        file = self.begun / self.files[name]
        content = self.worker().encode() if name == WORKER else file.read_bytes()
        return Packed(kind, encode.made(content, kind, self.shelf).read_bytes(), len(content))

    def save(self, packed: dict[str, Packed]) -> None:
        """Make it fit, by as few of the SAVINGS as will do."""
        for how, name in SAVINGS:
            if sum(len(one.data) for one in packed.values()) * 4 / 3 <= MOST - ROOM:
                return
            if how == "leave out":
                packed.pop(name, None)
            elif name in packed:
                packed[name] = self.pack(name, how)

    def worker(self) -> str:
        """The worker as one classic script, Pyodide's scripts included."""
        modules = {name: self.read(name) for name in MODULES}
        modules |= {name: (self.begun / self.files[name]).read_text(encoding="utf-8") for name in PYODIDE}
        # Pyodide refuses classic workers, which it knows by this function. It needs nothing that they lack.
        return f"self.importScripts = undefined;\n{classic.join(modules, WORKER, INSTEAD)};\n"

    def script(self, page_scripts: list[str]) -> str:
        """page.js for this file.

        Raises Stop where it cannot stand inside of HTML.
        """
        script = "\n".join(self.read(SOURCE[1] if name == SOURCE[0] else name) for name in page_scripts)
        if found := UNSAFE.search(script):
            raise Stop(f"The page's scripts hold {found[0]}, which would end them inside of {NAME}.")
        return script

    def read(self, name: str) -> str:
        """A hand-written file."""
        return (self.static / name).read_text(encoding="utf-8")


def parts_of(name: str, data: bytes) -> Iterator[Part]:
    """The parts of one file.

    >>> [(part.sum, part.last, part.text) for part in parts_of("a", b"abcde")]
    [('c8c6c527646362c6', True, 'YWJjZGU=')]
    """
    for begin in range(0, len(data), PART):
        piece = data[begin : begin + PART]
        text = base64.b64encode(piece).decode("ascii")
        lines = "\n".join(text[at : at + LINE] for at in range(0, len(text), LINE))
        yield Part(name, sum_of(piece), begin + PART >= len(data), lines)


def sum_of(data: bytes) -> str:
    """Fletcher's checksum over 32-bit words, zeros after the last: what static/single/source.js compares.

    >>> sum_of(bytes([1, 0, 0, 0, 2]))
    '0000000400000003'
    """
    import numpy as np

    words = np.frombuffer(data + bytes(-len(data) % 4), dtype="<u4")
    running = np.cumsum(words, dtype=np.uint32)
    return f"{int(running.sum(dtype=np.uint32)):08x}{int(running[-1]):08x}"
