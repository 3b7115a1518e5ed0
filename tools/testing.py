"""Every check of the project as pytest items, so that its last line tells the whole result; and the bench."""

import os
import subprocess
import sys

from tools import browser
from tools.places import Places

SIDE_BY_SIDE = ["-n", "2", "--no-loadscope-reorder"]  # see tests/conftest.py


def run(places: Places, words: list[str]) -> int:
    """Run the tests in a real Chromium, on dist/ as built; returns pytest's exit status."""
    environment = {**os.environ, browser.VARIABLE: browser.ensure_chromium(names=browser.FOR_TESTS)}
    environment["PYTHONHASHSEED"] = "0"  # both processes list the same tests in one order, those of sets too
    line = [sys.executable, "-m", "pytest", *(words or SIDE_BY_SIDE)]
    return subprocess.run(line, cwd=places.root, env=environment, check=False).returncode


def bench(places: Places, words: list[str]) -> int:
    """Measure what tests/bench/ knows to measure, on dist/ as built; returns its exit status."""
    environment = {**os.environ, browser.VARIABLE: browser.ensure_chromium()}
    line = [sys.executable, "-m", "tests.bench", *words]
    return subprocess.run(line, cwd=places.root, env=environment, check=False).returncode
