"""Results kept in .cache/ under the hash of all they were made from: none made twice, none left half made."""

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

KEEP = 2  # results of one kind: the newest, and the one before it for going back and forth


def digest(*ingredients: str | Path) -> str:
    """A hash of strings, files and folders (names and contents).

    >>> digest("ab", "c") == digest("a", "bc")
    False
    """
    total = hashlib.sha256()
    for item in ingredients:
        if isinstance(item, str):
            total.update(f"text {len(item)} {item}".encode())
            continue
        files = [item] if item.is_file() else sorted(f for f in item.rglob("*") if f.is_file())
        for file in files:
            if "__pycache__" not in file.parts:
                data = file.read_bytes()
                total.update(f"file {file.relative_to(item)} {len(data)} ".encode() + data)
    return total.hexdigest()[:24]


def kept(shelf: Path, key: str, make: Callable[[Path], None]) -> Path:
    """The folder of a result: found under its key, or made by `make` and then moved there whole."""
    result = shelf / key
    if not result.is_dir():
        begun = shelf / f"{key}.begun"
        shutil.rmtree(begun, ignore_errors=True)
        begun.mkdir(parents=True)
        make(begun)
        begun.rename(result)
    result.touch()
    for old in sorted(shelf.iterdir(), key=lambda folder: folder.stat().st_mtime, reverse=True)[KEEP:]:
        shutil.rmtree(old, ignore_errors=True)
    return result
