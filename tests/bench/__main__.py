"""Measures and tells: a table here, figures.json and figures.png in .cache/bench/.

A missed target is said, and is no failure; the exit status is 1 where something could not be measured.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from dataclasses import asdict

from tests.bench import chart, report
from tests.bench.figure import Figure
from tests.bench.plan import LONG, QUICK, USUAL, Plan
from tools.places import places

BENCHES = (
    "core",
    "sampler",
    "start",
    "links",
    "running",
    "scenes",
    "keeping",
    "embeds",
    "heights",
    "builds",
    "yours",
    "starts",
    "lighthouse",
)


def measured(name: str, plan: Plan) -> tuple[list[Figure], str]:
    """The figures of one bench, printed as they come, and what stopped it if it did not come to its end."""
    print(f"\n== {name}: {importlib.import_module(f'tests.bench.{name}').__doc__}", flush=True)
    figures: list[Figure] = []
    start = time.monotonic()
    failure = ""
    try:
        for figure in importlib.import_module(f"tests.bench.{name}").measure(plan):
            figures.append(figure)
            print(report.line(figure), flush=True)
    except Exception as error:  # noqa: BLE001  # the other benches still have something to tell
        failure = f"{type(error).__name__}: {error}"
        print(f"FAILED {failure}", file=sys.stderr, flush=True)
    print(f"({time.monotonic() - start:.0f} s)", flush=True)
    return figures, failure


def main(words: list[str]) -> int:
    """Measure what was asked for; returns the exit status."""
    parser = argparse.ArgumentParser(prog="build.py bench", description=__doc__)
    parser.add_argument(
        "--quick", action="store_const", dest="plan", const=QUICK, help="one round, under 4 minutes"
    )
    parser.add_argument("--long", action="store_const", dest="plan", const=LONG, help="30 minutes at 500x")
    parser.add_argument("names", nargs="*", metavar="bench", help=f"of {', '.join(BENCHES)} (all)")
    asked = parser.parse_args(words)
    if unknown := set(asked.names) - set(BENCHES):
        parser.error(f"no bench is called {', '.join(sorted(unknown))}; there are {', '.join(BENCHES)}")
    plan = asked.plan or USUAL
    told = {name: measured(name, plan) for name in asked.names or BENCHES}
    benches = {name: figures for name, (figures, _) in told.items()}
    failed = {name: failure for name, (_, failure) in told.items() if failure}
    home = places().cache / "bench"
    plan_text = ", ".join(f"{name} {value}" for name, value in asdict(plan).items())
    report.write(home / "figures.json", benches, failed, plan_text)
    chart.draw(home / "figures.png", [one for figures in benches.values() for one in figures], plan_text)
    missed = [one for figures in benches.values() for one in figures if one.met is False]
    print(f"\n{len(missed)} targets missed" + "".join(f"\n  {report.line(one)}" for one in missed))
    print(f"figures.json and figures.png are in {home.relative_to(places().root)}/")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
