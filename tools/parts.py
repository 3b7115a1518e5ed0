"""All the page is made from, fetched and checked: Pyodide's core, its wheels, the pure packages."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from tools import download, pip, sources
from tools.pins import CORE, WHEELS
from tools.places import Places
from tools.stop import Stop


@dataclass(frozen=True)
class Parts:
    """Checked files, by what they are."""

    pyodide: Path  # a folder with the core's files in it
    wasm: tuple[Path, ...]  # wheels compiled for WebAssembly: numpy, then those of the figures
    pure: tuple[Path, ...]  # wheels of Python alone
    figures: tuple[Path, ...]  # the same, of what draws figures


def fetch(places: Places) -> Parts:
    """Fetch what is not in .cache/ yet: Pyodide's core, its wheels for WebAssembly, the pure packages."""
    home, order = places.cache / "pyodide", sources.in_order(places)
    home.mkdir(parents=True, exist_ok=True)
    for part in (*CORE, *WHEELS):
        if not download.holds(part, home / part.name):
            sources.bring(part, home / part.name, order)
    wasm = tuple(home / part.name for part in WHEELS)
    return Parts(home, wasm, *(pure_wheels(places, name) for name in ("page.lock", "figures.lock")))


def pure_wheels(places: Places, name: str) -> tuple[Path, ...]:
    """The wheels of a lock in tools/, by pip, kept in .cache/ and checked by hash on every build.

    Raises Stop where pip brings fewer than the lock names.
    """
    lock = places.root / "tools" / name
    home = places.cache / "wheels"
    home.mkdir(parents=True, exist_ok=True)
    hashes = locked_hashes(lock.read_text())
    have = {download.sha256_of(file): file for file in sorted(home.glob("*.whl"))}
    if missing := hashes - have.keys():
        begun = places.cache / "wheels.part"
        begun.mkdir(exist_ok=True)
        pip.download(lock, begun)
        for file in sorted(begun.glob("*.whl")):
            kept = home / file.name
            shutil.move(file, kept)
            have[download.sha256_of(kept)] = kept
        if missing := hashes - have.keys():
            raise Stop(f"pip did not bring the wheels with these SHA-256: {', '.join(sorted(missing))}")
    return tuple(sorted(have[sha256] for sha256 in hashes))


def locked_hashes(text: str) -> set[str]:
    r"""The hashes in a lock file.

    >>> locked_hashes("a==1 \\\n    --hash=sha256:0f\n")
    {'0f'}
    """
    return {
        line.strip().removeprefix("--hash=sha256:") for line in text.splitlines() if "--hash=sha256:" in line
    }
