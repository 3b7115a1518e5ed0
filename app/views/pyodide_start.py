"""What must be so before Panel is imported in the page.

No pandas, no network, and the rest of the packages only when asked for. Does nothing outside Pyodide.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Sequence
from importlib import invalidate_caches
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

REST_NAMES = "site-rest.names"  # written by the build: what site.zip lacks


class RestFinder:
    """Finds a module that is not in the page's first bundle by fetching the rest of the packages, once."""

    def __init__(self, names: frozenset[str]) -> None:
        """Takes the dotted names of the modules that the rest holds."""
        self.names = names

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        """Fetches the rest if it holds the module (in the page's worker), then looks again."""
        if name not in self.names:
            return None
        self.names = frozenset()
        import js  # noqa: PLC0415  # the worker's globals: nowhere else is there such a module

        fetch = getattr(js, "losslessFetchRest", None)
        if fetch is None:
            return None
        fetch()
        invalidate_caches()
        return PathFinder.find_spec(name, path, target)


def prepare() -> None:
    """Puts the stand-in for pyodide_http and the finder in place; a second call changes nothing."""
    if "pyodide" not in sys.modules or "pyodide_http" in sys.modules:
        return
    # Without this module panel.io.pyodide patches pandas to read over the network; the page does neither.
    stub = types.ModuleType("pyodide_http")
    stub.patch_all = lambda: None  # type: ignore[attr-defined]
    sys.modules["pyodide_http"] = stub
    names = Path(__file__).parents[2] / REST_NAMES
    if names.exists():
        sys.meta_path.append(RestFinder(frozenset(names.read_text().split())))


prepare()
