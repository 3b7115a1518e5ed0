"""What a scene may keep beside the session's own run; app/session/stages says which scenes do.

A stage is mutable and knows no time: the session tells it how many draws fell due. It shows itself by a
frozen record of app/session/frames, which the session's frame carries as `stage`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from .frame import StageFrame


class Stage(Protocol):
    """One scene's own draws. It is built anew where the laws, the seed or a setting of `restarts` change."""

    restarts: frozenset[str]  # names of settings whose change starts it again
    draws_a_draw: float  # of its own for each draw that falls due in `converge`

    def draw(self, n: int) -> None:
        """Makes n draws."""

    def skip(self, n: int) -> None:
        """Makes n draws at once, by their counts where it can."""

    def tell(self, settings: Mapping[str, Any]) -> None:
        """Takes note of a changed setting that restarts nothing."""

    def act(self, name: str, value: Any) -> None:
        """Does what a control of the scene asks for; `value` is as JSON brings it.

        Raises ValueError for a name or a value that cannot be.
        """

    def work(self, budget: float) -> bool:
        """Works about `budget` seconds in the background; returns whether anything is left."""

    def frame(self) -> StageFrame:
        """All that can be shown of this moment, frozen."""


@runtime_checkable
class Keeps(Protocol):
    """A stage that takes files, and keeps what it has when it is built anew or left."""

    def inherit(self, before: Any) -> None:
        """Goes on with what the stage of this scene had before."""

    def act(self, name: str, value: Any) -> None:
        """As every stage; also when another scene is shown."""

    def feed(self, data: bytes, *, last: bool) -> None:
        """Takes the next slice of a file."""


def keeper(stage: object) -> Keeps | None:
    """The stage, if it is one that keeps what it has."""
    return stage if isinstance(stage, Keeps) else None


class Still:
    """What a stage does that has nothing of the kind to do; to be inherited from."""

    restarts: frozenset[str] = frozenset()
    draws_a_draw: float = 1.0

    def draw(self, n: int) -> None:
        """Draws nothing."""

    def skip(self, n: int) -> None:
        """As drawing one by one."""
        self.draw(n)

    def tell(self, settings: Mapping[str, Any]) -> None:
        """Takes no note."""

    def act(self, name: str, value: Any) -> None:
        """Has no controls of its own.

        Raises ValueError always.
        """
        raise ValueError(f"act {name!r} with {value!r:.40} is unknown to this scene; see its act()")

    def work(self, budget: float) -> bool:  # noqa: ARG002  # the name is the protocol's
        """Has no work."""
        return False
