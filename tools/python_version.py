"""Which Pythons can build; imported before anything else, so it is written for older ones too."""

import subprocess
import sys
from typing import Callable  # noqa: UP035  # where older Pythons have it

OLDEST, NEWEST = (3, 11), (3, 14)


def runs(name: str) -> bool:
    """Whether a program of that name runs; a version manager's stand-in may be there and not run."""
    try:
        return subprocess.call([name, "-c", ""], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def complaint(
    version: "tuple[int, int]" = sys.version_info[:2], works: "Callable[[str], bool]" = runs
) -> "str | None":
    """A sentence with the way out where numpy's wheels don't run on this Python, else None.

    >>> complaint((3, 12)) is None
    True
    >>> complaint((3, 10), works=lambda name: name == "python3.13")
    'This is Python 3.10; the build needs 3.11 to 3.14. Run `python3.13 build.py` instead.'
    """
    if OLDEST <= version <= NEWEST:
        return None
    names = [f"python3.{minor}" for minor in range(NEWEST[1], OLDEST[1] - 1, -1)]
    found = next((name for name in names if works(name)), None)
    way_out = f"Run `{found} build.py` instead." if found else "Install one of them and run build.py with it."
    needs = f"the build needs 3.{OLDEST[1]} to 3.{NEWEST[1]}"
    return f"This is Python {version[0]}.{version[1]}; {needs}. {way_out}"
