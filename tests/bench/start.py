"""From navigation to a live page, cold and warm: ours against stock, round by round in the same Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench import stock
from tests.bench.browser import BUNDLE_ONLY, STOCK_MARK, Visit, chromium
from tests.bench.figure import Figure, Target, ratio
from tests.bench.plan import Plan
from tests.bench.server import Site, site
from tools import parts
from tools.places import places

SHARE = 420.0  # seconds for all rounds
MOST_BYTES = {"snapshot": 14.0, "bundle": 10.0}  # MB until live, by start
MOST_GZIP = {"snapshot": 18.0, "bundle": 10.0}  # the same where a host knows gzip alone


@dataclass
class Series:
    """The visits to one page."""

    cold: list[Visit] = field(default_factory=list)
    warm: list[Visit] = field(default_factory=list)

    def add(self, place: Site, path: str, *scripts: str) -> None:
        """A visit by a browser that was never there, and one more by the same."""
        with chromium(*scripts) as browser:
            self.cold.append(browser.visit(place, path))
            self.warm.append(browser.visit(place, path))

    def figures(self, who: str) -> dict[str, Figure]:
        """What these visits tell, by a short key."""
        told = {}
        for how, visits in (("cold", self.cold), ("warm", self.warm)):
            name = f"{who}, {how}"
            told[f"live {how}"] = Figure(f"live, {name}", "ms", tuple(one.live for one in visits))
            told[f"cpu {how}"] = Figure(
                f"processor until live, {name}", "s", tuple(one.cpu for one in visits)
            )
            told[f"bytes {how}"] = Figure(
                f"sent until live, {name}", "MB", tuple(one.bytes / 1e6 for one in visits)
            )
            if painted := tuple(one.painted for one in visits if one.painted is not None):
                told[f"painted {how}"] = Figure(f"bars on screen, {name}", "ms", painted)
        return told


def measure(plan: Plan) -> Iterator[Figure]:
    """Times, bytes and processor time of ours and of stock, and their ratios."""
    built = places().dist
    converted = stock.make(places(), parts.fetch(places()))
    default, bundle, theirs = Series(), Series(), Series()
    with site(built) as ours, site(converted) as its:
        for _ in plan.rounds(SHARE):
            default.add(ours, "")
            if default.cold[0].kind != "bundle":
                bundle.add(ours, "", BUNDLE_ONLY)
            theirs.add(its, stock.PAGE, STOCK_MARK)
        kind = str(default.cold[0].kind)
        mine, stocks = default.figures(f"by {kind}"), theirs.figures("stock")
        yield from mine.values()
        if bundle.cold:
            must_be_bundle(bundle)
            yield from bundle.figures("by bundle").values()
        yield from stocks.values()
        yield from bytes_of(built, kind)
    yield ratio("live, cold", mine["live cold"], stocks["live cold"], 1 / 6)
    yield ratio("live, warm", mine["live warm"], stocks["live warm"], 1 / 7)
    yield ratio("bars on screen, cold / stock live", mine["painted cold"], stocks["live cold"], 1 / 30)
    yield ratio("processor until live, cold", mine["cpu cold"], stocks["cpu cold"], 1 / 4)


def bytes_of(built: Path, kind: str) -> Iterator[Figure]:
    """What is sent until live: in the best encoding that server and browser share, and in gzip alone."""
    for accept, best in ((None, MOST_BYTES), ("gzip", MOST_GZIP)):
        for start in dict.fromkeys((kind, "bundle")):
            scripts = (BUNDLE_ONLY,) if start != kind else ()
            with site(built, accept) as place, chromium(*scripts) as browser:
                seen = browser.visit(place)
            target = Target(best[start]) if accept or start == "snapshot" else None
            how = "gzip only" if accept else "best encoding"
            yield Figure(f"sent until live by {start}, {how}", "MB", (seen.bytes / 1e6,), target)


def must_be_bundle(series: Series) -> None:
    """RuntimeError unless each of the visits started from the bundle."""
    kinds = {visit.kind for visit in series.cold + series.warm}
    if kinds != {"bundle"}:
        raise RuntimeError(f"the bundle start was asked for, and the page started from {kinds}")
