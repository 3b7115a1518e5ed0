"""Lighthouse on the pages of dist/, as on a desktop and as on a phone; installed when it is asked for."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.bench.figure import Figure, Target
from tests.bench.plan import Plan
from tests.bench.server import site
from tools import node, npm
from tools.browser import ensure_chromium
from tools.places import places

PAGES = ("index.html", "lesson.html")  # those that are there
LEAST = {  # points of 100, by form and category
    "desktop": {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100},
    "mobile": {"performance": 85, "accessibility": 100, "best-practices": 100, "seo": 100},
}
SHIFT = "cumulative-layout-shift"
FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run"


def measure(plan: Plan) -> Iterator[Figure]:
    """The points of each page, form and category, and the layout's shift; says what cost points."""
    home = npm.install(
        places(), Path(__file__).parent / "npm", places().cache / "bench" / "npm", "Lighthouse from npm"
    )
    with site(places().dist) as place:
        for page in PAGES:
            if not (places().dist / page).is_file():
                continue
            for form, least in LEAST.items():
                told = [audit(home, f"{place.url}{page}", form) for _ in range(min(plan.runs, 3))]
                for category, points in least.items():
                    scores = tuple(100 * (one["categories"][category]["score"] or 0) for one in told)
                    name = f"{category}, {page}, {form}"
                    yield Figure(
                        name, "points", scores, Target(points, at_most=False), lost(told[0], category)
                    )
                shifts = tuple(float(one["audits"][SHIFT]["numericValue"]) for one in told)
                yield Figure(f"layout shift, {page}, {form}", "", shifts, Target(0))


def audit(home: Path, url: str, form: str) -> dict[str, Any]:
    """What Lighthouse tells of one load.

    Raises RuntimeError with its words where it fails.
    """
    line = [node.node(places()), str(home / "node_modules" / "lighthouse" / "cli" / "index.js"), url]
    line += ["--output=json", "--quiet", "--no-enable-error-reporting", f"--chrome-flags={FLAGS}"]
    line += ["--preset=desktop"] if form == "desktop" else []
    surroundings = {**os.environ, "CHROME_PATH": ensure_chromium()}
    done = subprocess.run(line, env=surroundings, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError((done.stderr or done.stdout)[-1500:])
    told: dict[str, Any] = json.loads(done.stdout)
    if error := told.get("runtimeError"):
        raise RuntimeError(f"{error['code']}: {error['message']}")
    return told


def lost(told: dict[str, Any], category: str) -> str:
    """The audits of a category that cost points, by name."""
    counted = [one["id"] for one in told["categories"][category]["auditRefs"] if one["weight"]]
    scores = {name: told["audits"][name]["score"] for name in counted}
    return ", ".join(name for name, score in scores.items() if score is not None and score < 0.9)
