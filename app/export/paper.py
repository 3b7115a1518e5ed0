"""How roles and looks of app/pictures/looks.py come out: in the page's colours, or in black on white.

In print the hatch carries the meaning: every series that can stand beside another has a pattern of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.pictures.looks import COLOURS

Dash = str | tuple[int, tuple[float, ...]]
HATCHES = {"stripes": "////", "dots": "....", "crosses": "++++"}
DASHES: dict[str, Dash] = {
    "solid": "solid",
    "dashed": (0, (4, 2.2)),
    "dotted": (0, (1, 1.6)),
    "dotdash": (0, (5, 1.6, 1, 1.6)),
}
FAINT = 0.35
PRINTED = {  # role: gray of its marks in print
    "page": "#FFFFFF",
    "card": "#FFFFFF",
    "line": "#9A9A9A",
    "ink": "#000000",
    "soft": "#333333",
    "grid": "#DDDDDD",
    "target": "#4A4A4A",
    "draft": "#000000",
    "empirical": "#000000",
    "naive": "#000000",
    "correction": "#000000",
    "bonus": "#000000",
    "classical": "#000000",
    "highlight": "#EEEEEE",
    "band": "#DADADA",
    "ghost": "#8A8A8A",
    "gauge": "#000000",
}
PRINTED_FILL = {"target": "#4A4A4A", "empirical": "#C4C4C4"}  # of solid bars
PRINTED_HATCH = {("naive", "stripes"): "\\\\\\\\", ("classical", "dots"): "oo"}  # apart from draft, corrected
PRINTED_DASH: dict[str, Dash] = {"naive": (0, (7, 2)), "ghost": (0, (2, 1))}  # in place of a solid line


@dataclass(frozen=True)
class Fill:
    """How a bar is filled: face and edge as colours, None for neither; its hatch; the width of its edge."""

    face: str | None
    edge: str | None
    hatch: str | None = None
    width: float = 0.9  # points


class Paper:
    """The colours of one look: light, dark or print."""

    def __init__(self, look: str) -> None:
        """Takes one of app.export.sheet.LOOKS; ValueError naming another."""
        if look not in {"light", "dark", "print"}:
            raise ValueError(f"look is {look!r}; it must be light, dark or print")
        self.printed = look == "print"
        self._theme = 1 if look == "dark" else 0

    def colour(self, role: str) -> str:
        """The colour of a role."""
        return PRINTED[role] if self.printed else COLOURS[role][self._theme]

    def bar(self, role: str, look: str) -> Fill:
        """How a bar of this role and look is filled."""
        colour = self.colour(role)
        if look == "outline":
            return Fill(None, colour, width=1.6)
        if look == "solid":
            if self.printed:
                return Fill(PRINTED_FILL.get(role, colour), self.colour("ink"))
            return Fill(colour, None)
        hatch = PRINTED_HATCH.get((role, look), HATCHES[look]) if self.printed else HATCHES[look]
        return Fill(self.colour("card"), colour, hatch)

    def dash(self, role: str, dash: str) -> Dash:
        """The dash of a line of this role."""
        if self.printed and dash == "solid":
            return PRINTED_DASH.get(role, "solid")
        return DASHES[dash]
