"""Every check of the project as pytest items, so that pytest's last line tells the whole result."""

import os
import subprocess
import sys

from tools import browser
from tools.places import Places


def run(places: Places, words: list[str]) -> int:
    """Run the tests in a real Chromium, on dist/ as built; returns pytest's exit status."""
    environment = {**os.environ, browser.VARIABLE: browser.ensure_chromium()}
    line = [sys.executable, "-m", "pytest", *words]
    return subprocess.run(line, cwd=places.root, env=environment, check=False).returncode


def bench(places: Places) -> int:
    """Run each file of tests/bench/, which prints figures; returns the first exit status that is not 0."""
    worst = 0
    for file in sorted((places.root / "tests" / "bench").glob("*.py")):
        print(f"== {file.stem}", flush=True)
        path = os.pathsep.join([str(places.root), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
        environment = {**os.environ, "PYTHONPATH": path}
        status = subprocess.run(
            [sys.executable, str(file)], cwd=places.root, env=environment, check=False
        ).returncode
        worst = worst or status
    return worst
