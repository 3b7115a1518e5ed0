"""The one-file page from a disk against the served one, in turn, in browsers that were never anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.bench.figure import Figure, Target
from tests.bench.server import Link

MOST = 1.5  # times the served page
START = Callable[[Any], tuple[float, str]]  # ms until live, and by which start, of a place with a url


@dataclass
class Disk:
    """A file, as the benches know a server: nothing is sent, and nothing asked for in vain."""

    url: str
    link: Link = field(default_factory=Link)
    refused: list[str] = field(default_factory=list)


def against(name: str, start: START, served: Any, file: Path, times: int) -> Iterator[Figure]:
    """The times of both in one engine, and their ratio."""
    disk = Disk(file.as_uri())
    pairs = [(start(disk), start(served)) for _ in range(times)]
    kinds = ", ".join(sorted({kind for (_, kind), _ in pairs}))
    ours = Figure(f"live, {file.name} in {name}", "ms", tuple(one[0] for one, _ in pairs), note=kinds)
    theirs = Figure(f"live, served beside it to {name}", "ms", tuple(other[0] for _, other in pairs))
    yield ours
    yield theirs
    share = (ours.median / theirs.median,)
    yield Figure(f"live, {file.name} in {name}", "file / served", share, Target(MOST))
