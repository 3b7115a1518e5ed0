"""Which pictures of a scene can be kept, and in which formats and looks: what page and export both know."""

from __future__ import annotations

FORMATS = ("png", "svg", "pdf", "csv", "json")
DRAWN = ("png", "svg", "pdf")  # those that Matplotlib draws
LOOKS = ("light", "dark", "print")
PICTURES: dict[str, tuple[str, ...]] = {  # by scene; the quiz has none
    "converge": ("converge",),
    "accounting": ("accounting",),
    "cycles": ("cycles", "eight"),
    "speedup": ("speedup", "load"),
    "rules": ("rules",),
    "engines": ("engines",),
    "yours": ("yours",),
    "beat": ("beat",),
    "spot": ("spot",),
}
