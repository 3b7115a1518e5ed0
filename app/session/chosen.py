"""From settings to laws: which scenario, whose laws, what the filters and the mismatch make of them.

Pure: settings by name go in, settings and laws come out. What to do where there is no such law is for the
caller to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.scenario import SCENARIOS, Laws, Scenario, laws_of, own
from app.lesson.tour import STOPS

OWN = ("p", "r", "names")
FILTERS = ("temperature", "top_k", "top_p")
IN_CONVERGE = ("lossless", "naive")  # rules; the others are shown by the scene `rules`
RESTARTING = frozenset({"scenario", "seed", *OWN, *FILTERS})
DRAFTING = frozenset({"mismatch", "draft"})


def scenario_named(settings: Mapping[str, Any]) -> Scenario:
    """The scenario that the settings name.

    Raises ValueError where it is `own` and p, r and names do not go together.
    """
    if settings["scenario"] != "own":
        return SCENARIOS[settings["scenario"]]
    return own(settings["p"], settings["r"] or settings["p"], settings["names"] or None)


def laws_chosen(scenario: Scenario, settings: Mapping[str, Any]) -> Laws:
    """The scenario's laws under the settings.

    Raises ValueError where no tilt lies between p and r.
    """
    filters = {name: settings[name] for name in FILTERS}
    return laws_of(scenario, settings["mismatch"], settings["draft"], **filters)


def completed(values: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
    """The values with what they imply: a law means scenario `own`, and laws that nobody gave begin as seen.

    Other lists of `own` that no longer fit a new p are forgotten. A rule that `converge` does not show means
    the scene `rules`; who goes back from there finds the lossless one. Another scene than that of the
    tour's stop means that the tour was left.
    """
    full = dict(values)
    if full.get("scene", settings["scene"]) == "converge":
        if full.get("rule", "lossless") not in IN_CONVERGE:
            full["scene"] = "rules"
        elif settings["rule"] not in IN_CONVERGE:
            full.setdefault("rule", "lossless")
    stop = STOPS.get(settings["tour"])
    if stop and full.get("scene", stop.settings["scene"]) != stop.settings["scene"]:
        full.setdefault("tour", "off")
    if "scenario" not in full and full.keys() & {"p", "r"}:
        full["scenario"] = "own"
    if full.get("scenario") != "own":
        return full
    if full.get("p"):
        stale = [name for name in ("r", "names") if len(settings[name]) != len(full["p"])]
        return dict.fromkeys(stale, ()) | full
    if not settings["p"]:
        begin = as_settings(SCENARIOS[settings["scenario"]])
        return begin | {name: value for name, value in full.items() if name not in OWN or value}
    return full


def as_settings(scenario: Scenario) -> dict[str, Any]:
    """The settings that make this scenario your own."""
    laws = {"p": tuple(scenario.p.tolist()), "r": tuple(scenario.r.tolist())}
    return {"scenario": "own", **laws, "names": scenario.names}


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> frozenset[str]:
    """The names of the settings that differ; those of `own` only where it is shown."""
    hidden = OWN if after["scenario"] != "own" else ()
    return frozenset(name for name in after if after[name] != before[name] and name not in hidden)
