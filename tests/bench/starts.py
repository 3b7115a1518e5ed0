"""Cold starts in a row, each by a browser that was never anywhere: how many go live, and by which start.

Then some of the one-file page from the disk, against the served one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial

from tests.bench import alone, firefox, webkit
from tests.bench.browser import LIVE, MARK, WITHIN, chromium
from tests.bench.driven import Driven
from tests.bench.figure import Figure, Target
from tests.bench.plan import Plan
from tests.bench.server import Site, site
from tools import single
from tools.browser import find_chromium
from tools.places import places

TOLD = f"lossless.state().then((state) => [({MARK})('lossless:live'), state.start])"


@dataclass(frozen=True)
class Engine:
    """A browser: how to find it, what to install where it is not there, one cold start in it."""

    name: str
    find: Callable[[], str | None]
    packages: str
    start: Callable[[Site], tuple[float, str]]  # ms until live, and by which start


def in_chromium(place: Site) -> tuple[float, str]:
    """One start in Chromium."""
    with chromium() as browser:
        seen = browser.visit(place)
    return seen.live, str(seen.kind)


def driven(opened: Callable[[], AbstractContextManager[Driven]], place: Site) -> tuple[float, str]:
    """One start in a driven browser."""
    with opened() as browser:
        browser.goto(place.url)
        browser.wait_for(f"({LIVE})({WITHIN * 1000})")
        live, start = browser.wait_for(TOLD)
    if start["reason"]:
        print(f"by {start['kind']}, since: {start['reason']}", flush=True)
    return float(live), str(start["kind"])


ENGINES = (
    Engine("Chromium", find_chromium, "chromium", in_chromium),
    Engine("Firefox", firefox.find, "firefox-esr", partial(driven, firefox.firefox)),
    Engine("WebKit", webkit.find, "webkit2gtk-driver and xvfb", partial(driven, webkit.webkit)),
)


def measure(plan: Plan) -> Iterator[Figure]:
    """How many starts are live in each engine, and the times of each kind; says which engine is missing."""
    with site(places().dist) as place:
        for engine, times in zip(ENGINES, plan.starts, strict=True):
            if engine.find():
                yield from starts(engine, place, times)
                if (file := places().dist / single.NAME).is_file():
                    yield from alone.against(engine.name, engine.start, place, file, plan.runs)
            else:
                print(
                    f"skipped {engine.name}: it is not here; Debian's packages are {engine.packages}",
                    flush=True,
                )


def starts(engine: Engine, place: Site, times: int) -> Iterator[Figure]:
    """That many starts in one engine; each that fails is printed with its reason."""
    live: list[tuple[str, float]] = []
    for number in range(1, times + 1):
        try:
            ms, kind = engine.start(place)
        except Exception as error:  # noqa: BLE001  # it counts as a start that failed
            print(f"{engine.name}, start {number}: {type(error).__name__}: {error}", flush=True)
        else:
            live.append((kind, ms))
    kinds = Counter(kind for kind, _ in live)
    note = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))
    yield Figure(
        f"cold starts live in {engine.name}",
        f"of {times}",
        (float(len(live)),),
        Target(times, at_most=False),
        note,
    )
    for kind in sorted(kinds):
        yield Figure(f"live, {engine.name} by {kind}", "ms", tuple(ms for how, ms in live if how == kind))
