"""The presenter's run sheet."""

from __future__ import annotations

from typing import Any

from app.text.catalog import Catalog


def variables(catalog: Catalog) -> dict[str, Any]:  # noqa: ARG001  # as every page is asked
    """Nothing yet."""
    return {}
