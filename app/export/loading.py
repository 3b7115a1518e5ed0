"""Imports Matplotlib into a Python that runs the page, in steps.

A module that is imported after those it needs takes a few milliseconds; all at once they take half a second,
in which nobody could pause.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

from .steps import Steps

ORDER = "figures.order"  # of figures.zip, JSON: for each format its modules, each after those that it needs
HOME = Path(__file__).parents[2]  # where packages are looked for


def importing(format_: str, home: Path = HOME) -> Steps[None]:
    """The job that imports what a format needs; nothing is left to do the second time."""
    return Steps(_import(format_, home))


def _import(format_: str, home: Path) -> Generator[None, None, None]:
    widen(home)
    for name in json.loads((home / ORDER).read_text())[format_]:
        if name not in sys.modules:
            with suppress(ImportError):  # two that need each other: the one that begins brings both
                importlib.import_module(name)
            yield


def widen(home: Path) -> None:
    """Lets packages that came with the page's start find what lies in `home` of them."""
    for name, module in list(sys.modules.items()):
        folder, path = str(home / name.replace(".", "/")), getattr(module, "__path__", None)
        if isinstance(path, list) and folder not in path and Path(folder).is_dir():
            path.append(folder)
