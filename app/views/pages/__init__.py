"""What the pages beside the demo are filled with: a module a page, for its template in static/pages.

Imported by the build alone (app.main.prerender): nothing here is part of the demo's start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.text.catalog import Catalog
from app.text.pages import pages_catalog
from app.views.style import css_variables

from . import classroom, lesson, links

PAGES: dict[str, Callable[[Catalog], dict[str, Any]]] = {  # name of the template: what it alone needs
    "classroom": classroom.variables,
    "lesson": lesson.variables,
    "links": links.variables,
}


def pages_variables(language: str = "en") -> dict[str, dict[str, Any]]:
    """The variables of every page by its name, as JSON-able data.

    Each has `text` (every text by key), `css_variables`, `lang`, and what its module adds.
    """
    catalog = pages_catalog(language)
    common = {"text": dict(catalog.items()), "css_variables": css_variables(), "lang": language}
    return {name: common | variables(catalog) for name, variables in PAGES.items()}
