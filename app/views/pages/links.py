"""The link builder: a row for every setting of the schema, with its words and its choices."""

from __future__ import annotations

from typing import Any

from app.lesson.talks import SELF_STUDY, TALKS
from app.session.address import to_query
from app.session.settings import schema
from app.text.catalog import Catalog

from .classroom import NAMES as TALK_NAMES
from .uses import EVERYWHERE, USES

GROUPS: dict[str, tuple[str, ...]] = {
    "see": (
        *("scene", "scenario", "p", "r", "names", "mismatch", "draft", "rule", "fault", "filters"),
        *("gamma", "cost", "alpha", "model", "verifier", "keep_going", "line", "tv_scale"),
        *("temperature", "top_k", "top_p"),
    ),
    "run": ("play", "speed", "seed", "tour"),
    "class": ("predict", "lock", "hide", "keys"),
    "form": ("projector", "embed", "theme", "lang", "origins"),
}
WORDS = {  # a setting: the keys of its choices' words, where the demo has them
    "scene": "nav.{}",
    "scenario": "scenario.{}",
    "draft": "draft.{}",
    "rule": "rules.name-{}",
    "tv_scale": "scale.{}",
    "fault": "fault.{}",
    "filters": "engines.side-{}",
    "model": "cycles.model-{}",
    "verifier": "cycles.verifier-{}",
    "tour": "tour.{}-title",
}
OTHER = {("fault", "exact"): "engines.exact", ("tour", "off"): "links.tour-off"}
LABELS = {"embed": "links.embed-setting"}  # the others are links.<name>
STEPS = {"mismatch": 0.01, "temperature": 0.1, "top_p": 0.01, "cost": 0.01, "alpha": 0.01}


def variables(catalog: Catalog) -> dict[str, Any]:
    """The rows by group, what each scene uses, the states to begin with, and what the script needs."""
    rows = {row["name"]: row for row in schema()}
    return {
        "groups": {
            group: [control(rows[name], catalog) for name in names] for group, names in GROUPS.items()
        },
        "begin": states(catalog),
        "data": {
            "schema": schema(),
            "uses": {scene: [*EVERYWHERE, *names] for scene, names in USES.items()},
            "text": {
                key: catalog.text(key)
                for key in ("control.copied", "control.copy-yourself", "control.share-frame")
            },
        },
    }


def control(row: dict[str, Any], catalog: Catalog) -> dict[str, Any]:
    """A row of the schema with its label, and its choices as pairs of value and words."""
    name = row["name"]
    return {
        "name": name,
        "kind": row["kind"],
        "label": catalog.text(LABELS.get(name, f"links.{name}")),
        "bounds": row["bounds"] or ([0, 1] if row["kind"] == "share" else None),
        "step": STEPS.get(name, 1),
        "default": row["default"],
        "choices": [(str(one), words(name, one, catalog)) for one in row["choices"] or ()],
    }


def words(name: str, choice: Any, catalog: Catalog) -> str:
    """A choice of a setting as it is called."""
    if name == "speed":
        return f"{choice}×"
    if name == "keep_going":
        return str(choice)
    key = OTHER.get((name, str(choice))) or WORDS.get(name, f"links.{name}-{{}}").format(choice)
    return catalog.text(key)


def states(catalog: Catalog) -> list[tuple[str, str]]:
    """The states to begin with, as pairs of query and name."""
    talks = [
        (
            to_query(part.settings),
            catalog.text(
                "links.begin-talk",
                talk=catalog.text(f"classroom.{TALK_NAMES[minutes]}"),
                part=catalog.text(f"classroom.{part.id}-title"),
            ),
        )
        for minutes, parts in TALKS.items()
        for part in parts
    ]
    study = (to_query(SELF_STUDY), catalog.text("links.begin-study"))
    return [("", catalog.text("links.begin-new")), *talks, study]
