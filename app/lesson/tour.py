"""The tour's stops: a scene in a state, something to do there, and how to see on the state that it was done.

The words are in the catalog: tour.<stop>-title, tour.<stop>, tour.<stop>-done and tour.<stop>-<choice>.
`done` looks at what `lossless.state()` answers; in its `tour` stands what was predicted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
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
PROOF = {"scene": "accounting", "scenario": "worked", "mismatch": 1.0, "line": 0}


def _predicted(state: State) -> bool:
    return state["tour"]["predicted"] is not None


def _shows(name: str, value: Any) -> Callable[[State], bool]:
    return lambda state: bool(state["settings"][name] == value)


def _ran(state: State) -> bool:
    return bool(state["draws"] >= ENOUGH)


_STOPS = (
    Stop("predict", TERRIBLE | LOSSLESS, _predicted, choices=("falls", "stays")),
    Stop("run", TERRIBLE | LOSSLESS | {"speed": 500}, _ran),
    Stop("naive", TERRIBLE | LOSSLESS, _shows("rule", "naive"), afresh=False),
    Stop("back", TERRIBLE | NAIVE, _shows("rule", "lossless"), afresh=False),
    Stop("doors", PROOF, _shows("line", 4)),
)
STOPS: dict[str, Stop] = {stop.id: stop for stop in _STOPS}


def neighbours(name: str) -> tuple[str | None, str | None]:
    """The stop before and the stop after this one, None where there is none.

    >>> neighbours("predict")
    (None, 'run')
    """
    names = list(STOPS)
    at = names.index(name)
    return (names[at - 1] if at else None), (names[at + 1] if at + 1 < len(names) else None)
