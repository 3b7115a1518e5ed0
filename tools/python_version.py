"""Which Pythons can build; imported before anything else, so it is written for older ones too."""

import shutil
import sys
from typing import Callable, Optional  # noqa: UP035  # the places that older Pythons know

Which = Callable[[str], Optional[str]]  # noqa: UP045

OLDEST, NEWEST = (3, 11), (3, 14)


def complaint(
    version: "tuple[int, int]" = sys.version_info[:2], which: "Which" = shutil.which
) -> "str | None":
    """A sentence with the way out where numpy's wheels don't run on this Python, else None.

    >>> complaint((3, 12)) is None
    True
    >>> complaint((3, 10), which=lambda name: name == "python3.13")
    'This is Python 3.10; the build needs 3.11 to 3.14. Run `python3.13 build.py` instead.'
    """
    if OLDEST <= version <= NEWEST:
        return None
    names = [f"python3.{minor}" for minor in range(NEWEST[1], OLDEST[1] - 1, -1)]
    found = next((name for name in names if which(name)), None)
    way_out = f"Run `{found} build.py` instead." if found else "Install one of them and run build.py with it."
    return (
        f"This is Python {version[0]}.{version[1]}; the build needs 3.{OLDEST[1]} to 3.{NEWEST[1]}. {way_out}"
    )
