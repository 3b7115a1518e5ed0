"""The texts of the pages beside the demo. The build alone reads them: the demo's start carries none."""

from __future__ import annotations

from collections.abc import Mapping

from .catalog import LANGUAGES, Catalog
from .en_classroom import CLASSROOM
from .en_lesson import LESSON
from .en_links import LINKS

ENGLISH_PARTS: tuple[dict[str, str], ...] = (CLASSROOM, LESSON, LINKS)
PAGES: dict[str, Mapping[str, str]] = {
    "en": {key: text for part in ENGLISH_PARTS for key, text in part.items()},
}


def pages_catalog(language: str = "en") -> Catalog:
    """The sentences of the demo and of the pages beside it.

    >>> pages_catalog().text("classroom.title")
    'Ten minutes in a classroom'
    """
    return Catalog(language, {**LANGUAGES[language], **PAGES[language]})
