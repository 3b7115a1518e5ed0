"""Small pictures as SVG that fill whatever box the page gives them; type and strokes keep their size.

Across and up are shares of the frame, up from its foot. Lines lie in a picture that is stretched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

STRETCHED = (
    '<svg class="stretched" width="100%" height="100%" viewBox="0 0 1000 1000" preserveAspectRatio="none">'
)
Points = Iterable[tuple[float, float]]


class Drawing:
    """Collects marks; `svg` gives them as one picture."""

    def __init__(self) -> None:
        """Nothing drawn yet."""
        self._under: list[str] = []
        self._lines: list[str] = []
        self._over: list[str] = []

    def bar(self, kind: str, left: float, width: float, low: float, high: float) -> None:
        """A rectangle of the style `kind` (a class)."""
        if high <= low:
            return
        across = f'x="{_percent(left)}" width="{_percent(width)}"'
        self._under.append(
            f'<rect class="{kind}" {across} y="{_percent(1 - high)}" height="{_percent(high - low)}"/>'
        )

    def line(self, kind: str, points: Points) -> None:
        """A line through the points."""
        path = " ".join(f"{1000 * x:.1f},{1000 * (1 - y):.1f}" for x, y in points)
        self._lines.append(f'<polyline class="{kind}" points="{path}"/>')

    def level(self, kind: str, up: float, left: float = 0.0, right: float = 1.0) -> None:
        """A horizontal line."""
        y = _percent(1 - up)
        ends = f'x1="{_percent(left)}" x2="{_percent(right)}"'
        self._over.append(f'<line class="{kind}" {ends} y1="{y}" y2="{y}"/>')

    def point(self, kind: str, across: float, up: float) -> None:
        """A round mark."""
        self._over.append(f'<circle class="{kind}" cx="{_percent(across)}" cy="{_percent(1 - up)}" r="6"/>')

    def text(
        self, words: str, across: float, up: float, kind: str = "", *, down: float = 0.0, anchor: str = ""
    ) -> None:
        """Words, moved down by so many times the size of the type."""
        place = f'x="{_percent(across)}" y="{_percent(1 - up)}" dy="{down:g}em"'
        told = f' text-anchor="{anchor}"' if anchor else ""
        self._over.append(f'<text class="{kind}" {place}{told}>{escape(words)}</text>')

    def scale_up(self, ticks: Iterable[float], top: float) -> None:
        """Grid lines with their numbers at the left."""
        for tick in ticks:
            y = _percent(1 - tick / top)
            self._under.insert(0, f'<line class="grid" x1="0" x2="100%" y1="{y}" y2="{y}"/>')
            self.text(f"{tick:g}", 0, tick / top, "tick up", down=0.32, anchor="end")

    def scale_across(self, ticks: Mapping[float, str]) -> None:
        """Words under the foot, by their place."""
        for across, words in ticks.items():
            self.text(words, across, 0, "tick", down=1.6, anchor="middle")

    def svg(self, label: str) -> str:
        """The picture, with what it shows in words for those who hear it."""
        lines = f"{STRETCHED}{''.join(self._lines)}</svg>" if self._lines else ""
        inside = "".join(self._under) + lines + "".join(self._over)
        return f'<svg class="drawn" role="img" aria-label="{escape(label)}">{inside}</svg>'


def _percent(share: float) -> str:
    return f"{100 * share:.2f}%"
