"""The tour's stops: a scene in a state, something to do there, and how to see on the state that it was done.

The words are in the catalog: tour.<stop>-title, tour.<stop>, tour.<stop>-done and tour.<stop>-<choice>.
`done` looks at what `lossless.state()` answers; in its `tour` stands what was predicted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

State = Mapping[str, Any]
ENOUGH = 1000  # draws after which a curve has said where it goes


@dataclass(frozen=True)
class Stop:
    """One stop; `afresh` where its run starts with nothing drawn, `choices` of a prediction to be made."""

    id: str
    settings: Mapping[str, Any]
    done: Callable[[State], bool]
    choices: tuple[str, ...] = ()
    afresh: bool = True


TERRIBLE = {"scene": "converge", "scenario": "next-word", "mismatch": 1.0, "draft": "mix"}
LOSSLESS, NAIVE = {"rule": "lossless"}, {"rule": "naive"}
WORKED = {"scenario": "worked", "mismatch": 1.0}
PROOF = WORKED | {"scene": "accounting", "line": 0}


def _predicted(state: State) -> bool:
    return state["tour"]["predicted"] is not None


def _shows(name: str, value: Any) -> Callable[[State], bool]:
    return lambda state: bool(state["settings"][name] == value)


def _ran(state: State) -> bool:
    return bool(state["draws"] >= ENOUGH)


def _counts(name: str, least: int) -> Callable[[State], bool]:
    return lambda state: bool(_stage(state).get(name, 0) >= least)


def _stage(state: State) -> Mapping[str, Any]:
    return state["stage"] or {}


def _at_best(state: State) -> bool:
    return "gamma" in _stage(state) and bool(_stage(state)["gamma"] == _stage(state)["best_gamma"])


def _found_out(state: State) -> bool:
    return bool(_stage(state).get("predicted")) and _counts("draws", ENOUGH)(state)


def _judged(state: State) -> bool:
    return _stage(state).get("ok") is not None


def _made_exact(state: State) -> bool:
    return _stage(state).get("verdict") in {"best", "less"}


def _voted(state: State) -> bool:
    return _stage(state).get("voted") is not None


_STOPS = (
    Stop("predict", TERRIBLE | LOSSLESS, _predicted, choices=("falls", "stays")),
    Stop("run", TERRIBLE | LOSSLESS | {"speed": 500}, _ran),
    Stop("naive", TERRIBLE | LOSSLESS, _shows("rule", "naive"), afresh=False),
    Stop("back", TERRIBLE | NAIVE, _shows("rule", "lossless"), afresh=False),
    Stop("doors", PROOF, _shows("line", 4)),
    Stop("cycles", {"scene": "cycles", "model": "words", "speed": 1}, _counts("cycles", 8)),
    Stop("speedup", {"scene": "speedup", "alpha": 0.6, "cost": 0.1, "gamma": 12}, _at_best),
    Stop("rules", WORKED | {"scene": "rules", "speed": 500}, _counts("draws", ENOUGH)),
    Stop("engines", WORKED | {"scene": "engines", "fault": "resample-target"}, _found_out),
    Stop("yours", WORKED | {"scene": "yours"}, _judged),
    Stop("quiz", {"scene": "quiz"}, _counts("answered", 1)),
    Stop("beat", WORKED | {"scene": "beat"}, _made_exact),
    Stop("spot", TERRIBLE | {"scene": "spot", "speed": 500}, _voted),
)
# No stop keeps what the one before asked to switch on.
STOPS: dict[str, Stop] = {stop.id: replace(stop, settings=LOSSLESS | dict(stop.settings)) for stop in _STOPS}


def neighbours(name: str) -> tuple[str | None, str | None]:
    """The stop before and the stop after this one, None where there is none.

    >>> neighbours("predict")
    (None, 'run')
    """
    names = list(STOPS)
    at = names.index(name)
    return (names[at - 1] if at else None), (names[at + 1] if at + 1 < len(names) else None)
