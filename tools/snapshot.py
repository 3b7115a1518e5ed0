"""The snapshot: the page's Python with the app imported and the first document built, as one file.

static/snapshot/make.mjs makes it, out of the very zips that the bundle start loads.
"""

import json
import zipfile
from pathlib import Path
from typing import Any

from tools import node, parting
from tools.cache import digest, kept
from tools.parts import Parts
from tools.pins import SITE_PACKAGES
from tools.places import ROOT, Places

MAKER = ROOT / "static" / "snapshot"
RECIPE = (
    ROOT / "tools" / "snapshot.py",
    ROOT / "tools" / "start.mjs",
    ROOT / "tools" / "inside" / "snapshot_app.py",
    *(MAKER / name for name in ("make.mjs", "format.mjs", "objects.mjs")),
)


def make(places: Places, parts: Parts, zips: Path, document: dict[str, Any]) -> Path:
    """Restore-ready memory of the app that `zips` holds, showing `document`, as one file."""

    def take(begun: Path) -> None:
        print("  Taking the snapshot.", flush=True)
        names = []
        for name in ("python_stdlib.zip", "site.zip"):
            with zipfile.ZipFile(zips / name) as archive:
                names += parting.module_names(archive.namelist())
                if name == "site.zip":
                    archive.extractall(begun / "site")
        (begun / "names").write_text("\n".join(names))
        (begun / "document.json").write_text(json.dumps(document, separators=(",", ":")))
        given = (zips / "python_stdlib.zip", begun / "site", begun / "names", begun / "document.json")
        node.run(places, str(MAKER / "make.mjs"), parts.pyodide, SITE_PACKAGES, *given, begun / "python.bin")

    return kept(places.cache / "snapshot", key_of(zips), take) / "python.bin"


def made_before(places: Places, zips: Path) -> Path | None:
    """The snapshot of the app that `zips` holds where one was taken, None where it was not."""
    file = places.cache / "snapshot" / key_of(zips) / "python.bin"
    return file if file.is_file() else None


def key_of(zips: Path) -> str:
    """The hash of all that a snapshot is made from."""
    return digest(zips.name, *RECIPE)
