"""Live over slow links: each start that the page has, on a link as slow as a reader's."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench.browser import BUNDLE_ONLY, chromium
from tests.bench.figure import Figure, Target
from tests.bench.plan import Plan
from tests.bench.server import site
from tools.places import places

SHARE = 100.0  # seconds for the rounds of one rate
SLOWER = 1.1  # how much slower than the better start the page's own choice may be


def measure(plan: Plan) -> Iterator[Figure]:
    """Cold times to live by the page's own choice and by the bundle, at each rate."""
    with site(places().dist) as place:
        for rate in plan.rates:
            place.link.mbit = rate
            times: dict[str, list[float]] = {}
            chosen = ""
            for _ in plan.rounds(SHARE):
                with chromium() as browser:
                    seen = browser.visit(place)
                chosen = str(seen.kind)
                times.setdefault(chosen, []).append(seen.live)
                if (places().dist / "snapshot").is_dir():
                    with chromium(BUNDLE_ONLY) as browser:
                        times.setdefault("bundle, forced", []).append(browser.visit(place).live)
            found = {
                kind: Figure(f"live at {rate} Mbit/s by {kind}", "ms", tuple(told))
                for kind, told in times.items()
            }
            yield from found.values()
            if forced := found.get("bundle, forced"):
                share = found[chosen].median / min(found[chosen].median, forced.median)
                yield Figure(f"live at {rate} Mbit/s, chosen / best", "times", (share,), Target(SLOWER))
