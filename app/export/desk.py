"""Where the page asks for figures and data: files of what is shown now, made between ticks of the clock."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from app.pictures.kept import DRAWN, FORMATS
from app.session.frame import Frame
from app.text.catalog import Catalog

from . import source, table
from .sheets import sheet_of
from .steps import Steps

TYPES = {
    "png": "image/png",
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "csv": "text/csv",
    "json": "application/json",
}


@dataclass(frozen=True)
class Made:
    """A finished file."""

    name: str
    mime: str  # not `type`: in JavaScript that is Pyodide's word for the class of what it hands over
    data: bytes


class Desk:
    """Takes orders."""

    def __init__(self, catalog: Catalog) -> None:
        """`catalog` has the words of the figures."""
        self._catalog = catalog

    def begin(self, frame: Frame, picture: str, format_: str, look: str, address: str) -> Steps[Made | None]:
        """The job that makes a file of what `frame` shows; its result is None where that is nothing yet.

        `address` is the page's own, for the link in the figure. Raises ValueError naming a format there is
        none of; what is wrong with the others, the job's first step says.
        """
        if format_ not in FORMATS:
            raise ValueError(f"format is {format_!r:.40}; it must be one of {', '.join(FORMATS)}")
        return Steps(made(frame, (picture, format_, look), address, self._catalog))


def made(
    frame: Frame, order: tuple[str, str, str], address: str, catalog: Catalog
) -> Generator[None, None, Made | None]:
    """Makes one file of a picture in a format and a look."""
    picture, format_, look = order
    sheet = sheet_of(frame, picture, address, catalog)
    if sheet is None:
        return None
    yield
    if format_ in DRAWN:
        from .figure import figure

        data = yield from figure(sheet, format_, look)
    else:
        write = table.as_csv if format_ == "csv" else table.as_json
        data = write(frame, sheet, address, catalog)
    return Made(source.file_name(frame, picture, format_), TYPES[format_], data)
