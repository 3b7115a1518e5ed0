"""npm packages at the versions and integrities that a package-lock.json pins."""

import shutil
import subprocess
from pathlib import Path

from tools import node
from tools.download import Unavailable
from tools.places import Places


def pyodide(places: Places) -> Path:
    """The folder of the package `pyodide`, installed into .cache/ if it isn't there.

    Raises Unavailable where there is no npm, or npm fails.
    """
    home = install(places, places.root, places.cache / "npm", "pyodide from npm (5.6 MB)")
    return home / "node_modules" / "pyodide"


def install(places: Places, pinned: Path, home: Path, what: str) -> Path:
    """Install what package-lock.json in `pinned` names into `home` if it isn't there; returns `home`.

    Raises Unavailable where there is no npm, or npm fails.
    """
    wanted = (pinned / "package-lock.json").read_bytes()
    mark = home / "installed.json"
    if mark.is_file() and mark.read_bytes() == wanted:
        return home
    home.mkdir(parents=True, exist_ok=True)
    mark.unlink(missing_ok=True)
    for file in (pinned / "package.json", pinned / "package-lock.json", places.root / ".npmrc"):
        shutil.copy(file, home / file.name)
    line = [*node.npm(places), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    print(f"  {what}", flush=True)
    done = subprocess.run(line, cwd=home, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unavailable(f"npm ci failed: {done.stderr.strip()[-400:]}")
    mark.write_bytes(wanted)
    return home
