"""Which of all modules go with the page, and which wait until they are asked for.

python_stdlib.zip and site.zip hold what the page loads on its way to the first document, found by running it
(bundle.py); site-rest.zip holds all other modules, for the worker to unpack beside them when one is imported
after all. Their names stand in a file of site.zip, so that only such an import fetches it, not a try for a
package that is nowhere.
"""

import zipfile
from collections.abc import Iterable
from pathlib import Path

from tools.pins import PYTHON, SITE_PACKAGES

REST_NAMES = "site-rest.names"  # the modules of site-rest.zip, one dotted name a line
STDLIB_ZIP = f"/lib/python{PYTHON.replace('.', '')}.zip/"  # where the page's Python has its standard library
DOCS = "docs/"  # of the app: for those who read its sources
EXPORT = "export/"  # of the app: fetched when somebody keeps a figure
# Bytes; data up to here is kept though nothing read it yet: the page can't fetch data on demand.
SMALL = 100_000
NEVER = ("bokeh/_sri/",)  # hashes of what a CDN has, which the page never asks


def part(packages: Path, app: Path, stdlib: Path, seen: set[str], target: Path) -> None:
    """Part all modules into what was seen in use and the rest; the app goes first, without documents.

    What makes files of figures is a zip of its own.
    """
    library, unused = part_stdlib(stdlib, seen)
    files = {file.relative_to(app).as_posix(): file for file in app.rglob("*") if file.is_file()}
    waits = (DOCS, EXPORT)
    first = {f"app/{name}": file.read_bytes() for name, file in files.items() if not name.startswith(waits)}
    export = {f"app/{name}": file.read_bytes() for name, file in files.items() if name.startswith(EXPORT)}
    later = dict(unused)
    for file in packages.rglob("*"):
        if file.is_file():
            name = file.relative_to(packages).as_posix()
            data = (
                file.suffix not in (".pyc", ".so")
                and file.stat().st_size <= SMALL
                and not name.startswith(NEVER)
            )
            (first if data or f"{SITE_PACKAGES}/{name}" in seen else later)[name] = file.read_bytes()
    first[REST_NAMES] = "".join(f"{name}\n" for name in module_names(later)).encode()
    write_zip(target / "python_stdlib.zip", library)
    write_zip(target / "site.zip", first)
    write_zip(target / "export.zip", export)
    write_zip(target / "site-rest.zip", later, zipfile.ZIP_DEFLATED)


def part_stdlib(stdlib: Path, seen: set[str]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The standard library's files in use and the others, by whole packages: none can lie in two places."""
    used = {name for path in seen if (name := top_level(path))}
    library: dict[str, bytes] = {}
    unused: dict[str, bytes] = {}
    with zipfile.ZipFile(stdlib) as archive:
        for name in archive.namelist():
            top = name.partition("/")[0].removesuffix(".pyc")
            if top != "site-packages":
                (library if top in used else unused)[name] = archive.read(name)
    return library, unused


def top_level(path: str) -> str:
    """The standard library's module or package that a path lies in, "" for any other path.

    >>> top_level("/lib/python314.zip/email/message.pyc"), top_level("/one.py")
    ('email', '')
    """
    for home in (STDLIB_ZIP, f"/lib/python{PYTHON}/"):  # frozen modules name the second
        if path.startswith(home) and not path.startswith(SITE_PACKAGES):
            return path.removeprefix(home).partition("/")[0].partition(".")[0]
    return ""


def module_names(files: Iterable[str]) -> list[str]:
    """The dotted names of the modules among some files.

    >>> module_names(["xml/__init__.pyc", "xml/dom.pyc", "numpy/fft/_p.cpython-314.so", "a.pem"])
    ['numpy.fft._p', 'xml', 'xml.dom']
    """
    modules = [name for name in files if name.endswith((".pyc", ".so"))]
    return sorted(name.partition(".")[0].replace("/", ".").removesuffix(".__init__") for name in modules)


def write_zip(target: Path, files: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> None:
    """Write a zip that depends on names and contents alone: sorted by kind and name, and dated 1980.

    Stored, its members are compressed together when the whole is sent: a tenth less than each by itself.
    """
    with zipfile.ZipFile(target, "w") as archive:
        for name in sorted(files, key=lambda name: (name.rpartition(".")[2], name)):
            entry = zipfile.ZipInfo(name)
            entry.compress_type, entry.external_attr = method, 0o644 << 16
            archive.writestr(entry, files[name], compresslevel=9)
