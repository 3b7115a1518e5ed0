"""What the template needs to write its controls: choices and words, each taken from where it is declared.

The controls themselves are native HTML elements in static/index.html: they are there before Python is, carry
their names and roles, and work by keyboard and touch; Panel's own widgets are drawn by scripts, in shadow
trees without those names.
"""

from __future__ import annotations

from typing import Any

from app.core.gallery import GROUPS, SIDES
from app.core.sampler import RULES
from app.core.scenario import SCENARIOS
from app.pictures.description import COLUMNS
from app.session.settings import schema
from app.text.catalog import Catalog

SKIPS = (1_000, 10_000, 100_000, 1_000_000)
HELP_LINES = ("help.what", "help.rule", "help.naive", "help.curve", "help.seed")
HELP_KEYS = (
    "help.space",
    "help.right",
    "help.reset-key",
    "help.naive-key",
    "help.speed-keys",
    "help.mismatch-keys",
    "help.guess-key",
    "help.full-key",
    "help.help-key",
)


def controls(catalog: Catalog) -> dict[str, Any]:
    """Template variables of the controls."""
    settings = {row["name"]: row for row in schema()}
    return {
        "speeds": settings["speed"]["choices"],
        "scenarios": [*SCENARIOS, "own"],
        "drafts": settings["draft"]["choices"],
        "rules": list(RULES),
        "engine_groups": GROUPS,
        "sides": SIDES,
        "scales": settings["tv_scale"]["choices"],
        "skips": SKIPS,
        "skip_text": [catalog.text("control.skip", n=f"{n:,}") for n in SKIPS],
        "columns": COLUMNS,
        "help_lines": HELP_LINES,
        "help_keys": HELP_KEYS,
    }
