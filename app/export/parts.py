"""What a scene gives to its sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.text.catalog import Catalog

from .sheet import Cells, Panel


@dataclass(frozen=True)
class Parts:
    """Plots row by row, and what is said of them; `title` is there in place of the scene's question."""

    rows: tuple[tuple[Panel | Cells, ...], ...]
    numbers: tuple[str, ...]
    title: str = ""


def keys_of(keys: Mapping[str, str], catalog: Catalog) -> dict[str, str]:
    """A legend: the words of the catalog by series, in order."""
    return {series: catalog.text(key) for series, key in keys.items()}
