"""The npm package `pyodide`, at the version and integrity that package-lock.json pins."""

import shutil
import subprocess
from pathlib import Path

from tools import node
from tools.download import Unavailable
from tools.places import Places


def pyodide(places: Places) -> Path:
    """The folder of the unpacked package, installed into .cache/ if it isn't there.

    Raises Unavailable where there is no npm, or npm fails.
    """
    home = places.cache / "npm"
    unpacked = home / "node_modules" / "pyodide"
    wanted = (places.root / "package-lock.json").read_bytes()
    mark = home / "installed.json"
    if mark.is_file() and mark.read_bytes() == wanted:
        return unpacked
    home.mkdir(parents=True, exist_ok=True)
    mark.unlink(missing_ok=True)
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(places.root / name, home / name)
    line = [*node.npm(places), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    print("  pyodide from npm (5.6 MB)", flush=True)
    done = subprocess.run(line, cwd=home, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unavailable(f"npm ci failed: {done.stderr.strip()[-400:]}")
    mark.write_bytes(wanted)
    return unpacked
