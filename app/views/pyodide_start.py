"""What must be so before Panel is imported in the page.

No pandas, no network, no YAML, no tqdm, nothing that writes HTML in Python, and the rest of the packages only
when asked for. Does nothing outside Pyodide.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterable, Sequence
from importlib import invalidate_caches
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

STYLES = ("default.css", "dark.css", "native.css")  # of Panel's own design, which none of our models wears
REST_NAMES = "site-rest.names"  # written by the build: what site.zip lacks
# What Bokeh and Panel import but the page has no use for, with the classes that they name while they are
# imported: a tenth of all that the start would load.
UNUSED = {
    "unittest": ("TestCase",),
    "unittest.mock": ("Mock",),
    "jinja2": ("Environment", "FileSystemLoader", "Template"),
    "jinja2.environment": ("Environment",),
    "jinja2.loaders": ("FileSystemLoader",),
    "panel.chat": (),
    "panel.template": ("Template",),
}


class RestFinder:
    """Finds a module whose file the page has not fetched, by fetching it together with all of its kind, once.

    Two kinds are kept back: the rest of the packages; and, where the page started from a snapshot, the files
    of all that the snapshot was made from.
    """

    def __init__(self, rest: str) -> None:
        """Takes the dotted names of the modules that the rest holds, one a line."""
        self.kinds = {"losslessFetchRest": f"\n{rest}\n"}

    def hold_back(self, files: Iterable[str]) -> None:
        """Takes the names of the modules whose files a snapshot lacks; the rest lies beside them."""
        rest = self.kinds["losslessFetchRest"]
        self.kinds = {"losslessFetchFiles": "\n" + "\n".join(files) + rest, "losslessFetchRest": rest}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        """Fetches what holds the module (in the page's worker), then looks again."""
        wanted = [kind for kind, names in self.kinds.items() if f"\n{name}\n" in names]
        for kind in wanted:
            del self.kinds[kind]
            import js  # noqa: PLC0415  # the worker's globals: nowhere else is there such a module

            if (fetch := getattr(js, kind, None)) is not None:
                fetch()
        if not wanted:
            return None
        invalidate_caches()
        return PathFinder.find_spec(name, path, target)


class Unused:
    """A class that nobody is meant to use: takes anything, and gives templates without text."""

    def __init__(self, *_: object, **__: object) -> None:
        """Takes anything."""
        self.filters: dict[str, object] = {}

    def get_template(self, *_: object) -> Unused:
        """A template that writes nothing."""
        return Unused()


def leave_out() -> None:
    """Puts empty modules in place of those in UNUSED."""
    for name, classes in UNUSED.items():
        module = sys.modules[name] = types.ModuleType(name)
        module.__path__ = []
        parent, _, child = name.rpartition(".")
        if parent in UNUSED:
            setattr(sys.modules[parent], child, module)
        for one in classes:
            setattr(module, one, type(one, (Unused,), {}))


def prepare() -> None:
    """Puts the stand-ins and the finder in place; a second call changes nothing."""
    if "pyodide" not in sys.modules or "pyodide_http" in sys.modules:
        return
    # Without this module panel.io.pyodide patches pandas to read over the network; the page does neither.
    stub = types.ModuleType("pyodide_http")
    stub.patch_all = lambda: None  # type: ignore[attr-defined]
    sys.modules["pyodide_http"] = stub
    # Bokeh reads files of settings with the one, Panel wraps a bar of progress in the other.
    sys.modules["yaml"] = types.ModuleType("yaml")
    sys.modules["tqdm"] = None  # type: ignore[assignment]  # Panel can do without
    leave_out()
    names = Path(__file__).parents[2] / REST_NAMES
    if names.exists():
        sys.meta_path.append(RestFinder(names.read_text().strip()))


def restored() -> None:
    """Gives the random generators that came with a snapshot entropy of their own.

    Those of the app are handed theirs; these two are the modules'.
    """
    for module in ("random", "numpy.random"):
        if module in sys.modules:
            sys.modules[module].seed()
    stand_in_for_styles()


def stand_in_for_styles() -> None:
    """Puts empty files where Panel looks for its theme's styles: a further document asks for them.

    None of our models uses what is in them (Shell.attach), and a snapshot comes without files.
    """
    theme = sys.modules.get("panel.theme")
    if theme is None or theme.__file__ is None:
        return
    folder = Path(theme.__file__).parent / "css"
    folder.mkdir(parents=True, exist_ok=True)
    for name in STYLES:
        (folder / name).touch()


prepare()
