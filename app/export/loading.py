"""Brings Matplotlib into a Python that runs the page: unpacks what was fetched and imports it, in steps.

A module that is imported after those it needs takes a few milliseconds; all at once they take half a second,
in which nobody could pause.
"""

from __future__ import annotations

import importlib
import io
import json
import sys
import zipfile
from collections.abc import Generator
from pathlib import Path
from typing import Any

from .steps import Steps

ORDER = "figures.order"  # in the zip, JSON: for each format the modules, each after those that it needs
HOME = Path(__file__).parents[2]  # where packages are looked for


def unpacking(data: Any, home: Path = HOME) -> Steps[None]:
    """The job that puts the files of figures.zip in place; raises zipfile.BadZipFile where it is damaged.

    `data` is bytes, or an ArrayBuffer as Pyodide hands it over.
    """
    return Steps(_unpack(data if isinstance(data, bytes) else data.to_bytes(), home))


def importing(format_: str, home: Path = HOME) -> Steps[None]:
    """The job that imports what a format needs; nothing is left to do the second time."""
    return Steps(_import(format_, home))


def _unpack(data: bytes, home: Path) -> Generator[None, None, None]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for entry in archive.infolist():
            target = home / entry.filename
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.read(entry))
            yield
    widen(home)
    importlib.invalidate_caches()


def widen(home: Path) -> None:
    """Lets packages that came with the page's start find what lies in `home` of them."""
    for name, module in list(sys.modules.items()):
        folder, path = str(home / name.replace(".", "/")), getattr(module, "__path__", None)
        if isinstance(path, list) and folder not in path and Path(folder).is_dir():
            path.append(folder)


def _import(format_: str, home: Path) -> Generator[None, None, None]:
    for name in json.loads((home / ORDER).read_text())[format_]:
        if name not in sys.modules:
            importlib.import_module(name)
            yield
