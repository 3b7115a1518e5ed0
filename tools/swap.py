"""Exchange a finished folder with the one in use, so that at every moment one whole folder is there."""

import contextlib
import ctypes
import os
import shutil
import sys
from pathlib import Path

HERE = -100  # AT_FDCWD: paths as they are
EXCHANGE = 2  # RENAME_EXCHANGE on Linux and RENAME_SWAP on macOS have the same value


def exchange_at_once(one: Path, other: Path) -> bool:
    """Swap two paths in a single step of the file system; False where this system has no such step."""
    system = ctypes.CDLL(None, use_errno=True) if os.name == "posix" else None
    a, b = os.fsencode(one), os.fsencode(other)
    if sys.platform.startswith("linux") and hasattr(system, "renameat2"):
        return bool(system.renameat2(HERE, a, HERE, b, EXCHANGE) == 0)  # type: ignore[union-attr]  # posix: not None
    if sys.platform == "darwin" and hasattr(system, "renamex_np"):
        return bool(system.renamex_np(a, b, EXCHANGE) == 0)  # type: ignore[union-attr]
    return False


def exchange(finished: Path, in_use: Path) -> None:
    """Put `finished` in the place of `in_use`, and remove what was there."""
    if not in_use.exists():
        finished.rename(in_use)
        return
    if not exchange_at_once(finished, in_use):
        before = kept_aside(in_use)
        shutil.rmtree(before, ignore_errors=True)
        in_use.rename(before)  # between these two lines recover() would find it
        finished.rename(in_use)
        shutil.rmtree(before)
        return
    shutil.rmtree(finished)


def kept_aside(in_use: Path) -> Path:
    """Where the folder in use waits for a moment on systems that can't exchange in one step."""
    return in_use.with_name(f".{in_use.name}-before")


def recover(in_use: Path) -> None:
    """Put back a folder that an interrupted exchange left aside."""
    if not in_use.exists():
        with contextlib.suppress(FileNotFoundError):
            kept_aside(in_use).rename(in_use)
