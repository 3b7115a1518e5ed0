"""The tour on screen: what a stop says, by the state of the demo. The page shows it above the scene."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.lesson.tour import STOPS, neighbours
from app.text.catalog import Catalog


def stop_shown(name: str, state: Mapping[str, Any], predicted: Mapping[str, str], catalog: Catalog) -> Any:
    """The words of a stop as JSON-able data; None where no tour is on.

    `predicted` holds the choices made so far, by stop.
    """
    stop = STOPS.get(name)
    if stop is None:
        return None
    choice = predicted.get(name)
    done = stop.done({**state, "tour": {"stop": name, "predicted": choice}})
    before, after = neighbours(name)
    said = catalog.text("tour.you-said", choice=catalog.text(f"tour.{name}-{choice}")) if choice else ""
    return {
        "stop": name,
        "progress": catalog.text("tour.progress", n=list(STOPS).index(name) + 1, of=len(STOPS)),
        "title": catalog.text(f"tour.{name}-title"),
        "text": catalog.text(f"tour.{name}"),
        "choices": [[one, catalog.text(f"tour.{name}-{one}")] for one in stop.choices],
        "chosen": choice,
        "said": said,
        "done": catalog.text(f"tour.{name}-done") if done else "",
        "before": before,
        "after": after,
        "next": catalog.text("tour.go-on" if after else "tour.end"),
    }
