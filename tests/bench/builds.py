"""How long a build takes again, and after an edit of the app; in a copy, so that the tree is left alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.figure import Figure, Target
from tests.bench.plan import Plan
from tools.places import places

SHARE = 240.0  # seconds for all rounds
PARTS = (
    "app",
    "static",
    "tools",
    "build.py",
    "requirements.txt",
    "package.json",
    "package-lock.json",
    "LICENSE",
    "pyproject.toml",
)
EDITED = Path("app", "core", "law.py")


def measure(plan: Plan) -> Iterator[Figure]:
    """A second build with warm caches, and one after a line was added to a module of the app."""
    copy = copy_tree(places().cache / "bench" / "clone")
    again, edited = [], []
    build(copy)
    for number in plan.rounds(SHARE):
        again.append(build(copy))
        with (copy / EDITED).open("a") as file:
            file.write(f"# bench {number}\n")
        edited.append(build(copy))
    shutil.rmtree(copy)
    yield Figure("second build", "s", tuple(again), Target(30.0))
    yield Figure("build after an edit of the app", "s", tuple(edited), Target(15.0))


def copy_tree(copy: Path) -> Path:
    """A copy of the sources, with the caches linked file by file: what is made new stays in the copy."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir(parents=True)
    home = places()
    for name in PARTS:
        source = home.root / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            shutil.copyfile(source, copy / name)
    skip = shutil.ignore_patterns("bench", "*.begun", "*.part")
    shutil.copytree(home.cache, copy / ".cache", ignore=skip, symlinks=True, copy_function=os.link)
    (copy / ".cache" / "lock").unlink(missing_ok=True)  # a build there need not wait for one here
    (copy / ".venv").symlink_to(home.venv)
    return copy


def build(copy: Path) -> float:
    """Seconds of one `build.py build` there.

    Raises RuntimeError with what it printed where it fails.
    """
    start = time.monotonic()
    line = [sys.executable, "build.py", "build"]
    done = subprocess.run(line, cwd=copy, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError((done.stdout + done.stderr)[-2000:])
    return time.monotonic() - start
