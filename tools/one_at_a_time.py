"""One build in a clone at a time: two of them would write the same folders."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def one_at_a_time(cache: Path) -> Iterator[None]:
    """Wait until no other build of this clone is running; a build that dies lets go by itself."""
    if sys.platform == "win32":  # no advisory locks there; two builds at once are the user's own risk
        yield
        return
    import fcntl

    cache.mkdir(parents=True, exist_ok=True)
    with (cache / "lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another build is running in this folder; waiting for it to end.", flush=True)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
