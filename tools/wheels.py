"""What of each wheel the page could ever use: Python modules, compiled modules, and the data that they read.

Which of these the page does use is found by running it (tools/inside/prerender_app.py), not listed here.
"""

import re
import zipfile
from collections.abc import Iterable
from pathlib import Path

# Whole folders that no page imports: tests, tools for extensions and documentation, JavaScript bundles.
NEVER = re.compile(
    r"(^|/)(tests?|_examples|typings|f2py|distutils|include|sphinxext|labextension/static|_pyinstaller)/"
    r"|^bokeh/(server/static|_testing)/|^panel/(dist|examples|models/.*\.ts$)|\.data/|^numpy/_core/lib/"
)
# Data is kept by kind; the rest is stubs, licences (see licences.py), sources of other languages, images.
DATA = (".so", ".css", ".html", ".jinja", ".json", ".js", ".pem", ".txt", ".xml", ".yaml")
HEADERS = (
    "Metadata-Version:",
    "Name:",
    "Version:",
)  # of METADATA, all that importlib.metadata is asked for here


def wanted(name: str) -> bool:
    """Whether a wheel's entry could be used by the page.

    >>> [wanted(name) for name in ("panel/io/state.py", "panel/tests/test_links.py", "panel/pane/base.pyi")]
    [True, False, False]
    """
    if NEVER.search(name) or name.endswith("-linux-gnu.so"):
        return False
    if ".dist-info/" in name:
        return name.endswith(".dist-info/METADATA")
    return name.endswith((".py", *DATA)) and not name.endswith(("package-lock.json", "panel.json"))


def headers(metadata: bytes) -> bytes:
    r"""The few lines of a METADATA file that are read at run time.

    >>> headers(b"Metadata-Version: 2.4\nName: param\nVersion: 2.4.2\nSummary: parameters\n\nLong text")
    b'Metadata-Version: 2.4\nName: param\nVersion: 2.4.2\n'
    """
    lines = metadata.partition(b"\n\n")[0].decode().splitlines()
    return "".join(f"{line}\n" for line in lines if line.startswith(HEADERS)).encode()


def unpack(wheels: Iterable[Path], target: Path) -> None:
    """Unpack what could be used of some wheels into one folder."""
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if not wanted(name):
                    continue
                data = archive.read(name)
                path = target / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(headers(data) if name.endswith("/METADATA") else data)
