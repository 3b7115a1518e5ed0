"""The project's own .venv: made from tools/host.lock when missing or stale, and the command run again in it.

The lock's hash decides whether .venv is stale, so an unchanged clone never asks pip.
"""

import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

from tools import pip
from tools.places import Places
from tools.stop import Stop

MARK = "lossless.sha256"  # written last, so that an interrupted set-up is seen as missing


def python_of(venv: Path) -> Path:
    """The interpreter inside a virtual environment."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def wanted(lock: Path) -> str:
    """What the mark must say for .venv to be fresh."""
    return hashlib.sha256(lock.read_bytes()).hexdigest()


def is_fresh(venv: Path, lock: Path) -> bool:
    """Whether .venv was made, to its end, from this very lock."""
    mark = venv / MARK
    return python_of(venv).exists() and mark.is_file() and mark.read_text() == wanted(lock)


def make(venv: Path) -> None:
    """Create an empty .venv with pip in it.

    Raises Stop naming the system package where this Python lacks ensurepip, as Debian's does.
    """
    if importlib.util.find_spec("ensurepip") is None:
        package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        raise Stop(
            f"This Python has no ensurepip, so it can't make {venv.name}. "
            f"On Debian and Ubuntu install it with `apt install {package}`, then run this again."
        )
    print(f"Making {venv.name} for Python {sys.version_info[0]}.{sys.version_info[1]}.", flush=True)
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(venv)], check=True)


def ensure(places: Places, command: list[str]) -> None:
    """Make .venv from the pinned requirements where it is missing or stale, and run the command in it."""
    venv, lock = places.venv, places.root / "tools" / "host.lock"
    inside = Path(sys.prefix).resolve() == venv.resolve()
    if not is_fresh(venv, lock):
        mark = venv / MARK
        if not mark.exists() and not inside:
            make(venv)
        mark.unlink(missing_ok=True)
        print(
            "Installing the host side's packages; once they are here, it is quiet for a minute.", flush=True
        )
        pip.run(["install", "--require-hashes", "--only-binary=:all:", "-r", str(lock)], python_of(venv))
        mark.write_text(wanted(lock))
    if not inside:
        run_again(python_of(venv), command)


def run_again(python: Path, command: list[str]) -> None:
    """Replace this process by the same command in .venv's Python."""
    line = [str(python), *command]
    if os.name == "nt":
        sys.exit(
            subprocess.run(line, check=False).returncode
        )  # execv on Windows returns the prompt too early
    os.execv(line[0], line)  # noqa: S606  # no shell is wanted
