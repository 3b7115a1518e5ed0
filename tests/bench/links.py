"""Live over slow links: the page's own choice and each start, on a link as slow as a reader's."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench.browser import BUNDLE_ONLY, SNAPSHOT_ONLY, chromium
from tests.bench.figure import Figure, Target
from tests.bench.plan import Plan
from tests.bench.server import site
from tools.places import places

SHARE = 100.0  # seconds for the rounds of one rate
SLOWER = 1.1  # how much slower than the better start the page's own choice may be


FORCED = {"the snapshot": SNAPSHOT_ONLY, "the bundle": BUNDLE_ONLY}


def measure(plan: Plan) -> Iterator[Figure]:
    """Cold times to live by the page's own choice and by each start, at each rate."""
    with site(places().dist) as place:
        for rate in plan.rates:
            place.link.mbit = rate
            times: dict[str, list[float]] = {}
            chosen: list[str] = []
            for _ in plan.rounds(SHARE):
                with chromium() as browser:
                    seen = browser.visit(place)
                chosen.append(str(seen.kind))
                times.setdefault("its own choice", []).append(seen.live)
                for name, script in FORCED.items():
                    with chromium(script) as browser:
                        times.setdefault(name, []).append(browser.visit(place).live)
            kinds = "/".join(sorted(set(chosen)))
            found = {
                who: Figure(
                    f"live at {rate} Mbit/s by {who}" + (f" ({kinds})" if who not in FORCED else ""),
                    "ms",
                    tuple(told),
                )
                for who, told in times.items()
            }
            yield from found.values()
            best = min(found[name].median for name in FORCED)
            share = found["its own choice"].median / best
            yield Figure(f"live at {rate} Mbit/s, chosen / best", "times", (share,), Target(SLOWER))
