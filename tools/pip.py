"""pip as a subprocess: the packages come from wherever the user's pip is configured to look.

No index is named here. What pip fetches is decided by hashes in tools/*.lock.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

from tools.pins import PYTHON
from tools.stop import Stop

WORTH_SAYING = re.compile(r"\s*(?:Downloading|Using cached) (?P<what>\S+(?: \([\d.]+ [kMG]?B\))?)")


def run(arguments: list[str], python: Path = Path(sys.executable)) -> None:
    """Run pip, saying each file it downloads with its size.

    Raises Stop with pip's last lines where it fails.
    """
    line = [str(python), "-m", "pip", *arguments, "--progress-bar", "off", "--disable-pip-version-check"]
    said: list[str] = []
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        for text in process.stdout:
            said.append(text)
            if match := WORTH_SAYING.match(text):
                print(f"  {match['what'].rpartition('/')[2]}", flush=True)
    if process.returncode:
        raise Stop(f"pip {arguments[0]} failed:\n" + "".join(said[-12:]))


def address(requirement: str) -> tuple[str, str]:
    """Where the configured index keeps a wheel: its address and SHA-256, without downloading it.

    Raises Stop with pip's words where no index has it.
    """
    line = [sys.executable, "-m", "pip", "install", "--dry-run", "--no-deps", "--ignore-installed"]
    line += ["--ignore-requires-python", "--only-binary=:all:", "--quiet", "--report", "-", requirement]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Stop(f"pip could not find {requirement}:\n{done.stderr[-800:]}")
    found = json.loads(done.stdout)["install"][0]["download_info"]
    return found["url"], found["archive_info"]["hashes"]["sha256"]


def download(lock: Path, to: Path) -> None:
    """Download the wheels of a lock file as the page's Python would choose them, without what they depend on.

    MarkupSafe and PyYAML have no pure wheel: of their Linux ones the page takes the Python modules only. What
    a package says of Python versions is not asked: hashes decide, and one package is a mere carrier of files.
    """
    which = ["--no-deps", "--require-hashes", "--only-binary=:all:", "--ignore-requires-python"]
    target = ["--python-version", PYTHON, "--implementation", "cp", "--platform", "manylinux2014_x86_64"]
    run(["download", *which, *target, "-r", str(lock), "-d", str(to)])
