"""The scenes beside `converge`, by the name of the setting: one file a scene."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from bokeh.models import Plot

from app.session.frame import Frame
from app.text.catalog import Catalog

from .accounting import AccountingView
from .beat import BeatView
from .charts import Restyle
from .cycles import CyclesView
from .engines import EnginesView
from .quiz import QuizView
from .rules import RulesView
from .speedup import SpeedupView
from .spot import SpotView
from .yours import YoursView


class SceneView(Protocol):
    """Shows a frame: patches its figures, returns words and numbers for static/scenes/<scene>.html."""

    @property
    def figures(self) -> tuple[Plot, ...]:
        """The figures, named as their places in the page (data-plot)."""

    def show(self, frame: Frame) -> dict[str, Any]:
        """Patches the figures to the frame and returns what the page writes, as JSON-able data."""


SCENES: dict[str, Callable[[Restyle, Catalog], SceneView]] = {
    "accounting": AccountingView,
    "cycles": CyclesView,
    "speedup": SpeedupView,
    "rules": RulesView,
    "engines": EnginesView,
    "yours": YoursView,
    "quiz": QuizView,
    "beat": BeatView,
    "spot": SpotView,
}
FURTHER = ("rules", "engines", "yours", "quiz", "beat", "spot")  # scenes under "Go further"
