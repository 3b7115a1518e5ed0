"""Chromium for the browser tests: the one that is there, or one that is installed for them."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tools.stop import Stop

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SHELL = "chromium-headless-shell"
FOR_TESTS = (
    SHELL,
    *NAMES,
)  # the same engine without the browser around it: pages start in two thirds of the time
VARIABLE = "LOSSLESS_CHROMIUM"


def runs(program: str) -> bool:
    """Whether a program starts and names its version; a distribution's empty stand-in does not."""
    try:
        done = subprocess.run([program, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def playwrights() -> str:
    """Where Playwright keeps its own Chromium, installed or not."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def find_chromium(names: tuple[str, ...] = NAMES) -> str | None:
    """The program that LOSSLESS_CHROMIUM names, else one on the path, else Playwright's, else None.

    Raises Stop where LOSSLESS_CHROMIUM names something that does not run.
    """
    if named := os.environ.get(VARIABLE):
        if runs(named):
            return named
        raise Stop(f"{VARIABLE} is {named!r}, which does not run. Correct or unset it.")
    for name in names:
        if (program := shutil.which(name)) and runs(program):
            return program
    own = playwrights()
    return own if Path(own).exists() and runs(own) else None


def by_apt(names: tuple[str, ...] = NAMES) -> None:
    """Debian's Chromium, the first of these names that it has, and letters for it to draw."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-q"], env=environment, check=False)
        for package in [name for name in names if name in {SHELL, "chromium"}]:
            install = ["install", "-y", "-q", "--no-install-recommends", package, "fonts-liberation"]
            if subprocess.run(["apt-get", *install], env=environment, check=False).returncode == 0:
                return


def by_playwright() -> None:
    """Playwright's own build of Chromium."""
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def ensure_chromium(installers: tuple[Callable[[], None], ...] = (), names: tuple[str, ...] = NAMES) -> str:
    """Find Chromium, or install it: by apt as root, else Playwright's. The first of `names` is liked best.

    Raises Stop with the ways out where neither gives one.
    """
    for install in installers or (partial(by_apt, names), by_playwright):
        if program := find_chromium(names):
            return program
        print("No Chromium here; installing one for the browser tests.", flush=True)
        install()
    if program := find_chromium(names):
        return program
    raise Stop(
        "The browser tests need Chromium, and it could not be installed. "
        f"Install it by hand, or set {VARIABLE} to the path of a Chromium or Chrome."
    )
