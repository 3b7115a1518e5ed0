"""The names in dist/: each file that a page loads lies under a name with a hash of its content.

So a host may let browsers keep it for ever, a new deployment is seen at once, and what must not mix lies
under one hash: a folder's hash is that of all its files. index.html holds the map from plain names
("site.zip") to these, and is itself always asked about.
"""

import hashlib
import re
from pathlib import Path

FOLDERS = {  # what lies together: plain names, or folders
    "pyodide": ("pyodide",),
    "bokeh": ("bokeh",),
    "icons": ("icons",),
    "python": (
        *("worker.js", "choice.mjs", "files.mjs", "keep.mjs", "unzip.mjs"),
        *("snapshot", "site.zip", "site-rest.zip", "export.zip"),
    ),
}
FILES = ("page.js", "document.json", "recording.json", "figures.zip")  # the last where one was made
LENGTH = 12  # hexadecimal digits of a hash
HASHED = re.compile(rf"^/?[\w-]+-[0-9a-f]{{{LENGTH}}}[/.]")


def give(target: Path) -> dict[str, str]:
    """Move the files of a dist/ in the making to their hashed names; returns them by plain name."""
    paths: dict[str, str] = {}
    for folder, parts in FOLDERS.items():
        found = [file for part in parts for file in files_of(target / part)]
        names = sorted(file.relative_to(target).as_posix() for file in found)
        home = f"{folder}-{hash_of(*(word for name in names for word in (name, target / name)))}"
        for name in names:
            paths[name] = f"{home}/{name.removeprefix(f'{folder}/')}"
    for name in filter(lambda name: (target / name).exists(), FILES):
        stem, _, suffix = name.partition(".")
        paths[name] = f"{stem}-{hash_of(target / name)}.{suffix}"
    for name, path in paths.items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / name).rename(target / path)
    for emptied in {(target / name).parent for name in paths} - {target}:
        emptied.rmdir()
    return paths


def files_of(part: Path) -> list[Path]:
    """A file, or all files in a folder."""
    return [part] if part.is_file() else [file for file in part.rglob("*") if file.is_file()]


def hash_of(*ingredients: str | Path) -> str:
    """The hash, as it stands in a name, of words and of files' contents."""
    total = hashlib.sha256()
    for item in ingredients:
        data = item.encode() if isinstance(item, str) else item.read_bytes()
        total.update(f"{len(data)} ".encode() + data)
    return total.hexdigest()[:LENGTH]


def is_hashed(path: str) -> bool:
    """Whether a path in dist/ can stand for one content only.

    >>> [is_hashed(path) for path in ("/python-0123456789ab/site.zip", "page-0123456789ab.js", "index.html")]
    [True, True, False]
    """
    return HASHED.match(path) is not None
