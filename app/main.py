"""The one app: what `panel serve` shows, what the build prerenders, what the page's worker runs."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from app.views import pyodide_start  # noqa: F401  # must come before Panel

# isort: split
import panel as pn
from bokeh.document import Document
from bokeh.models import ColumnDataSource

from app.session.session import Session
from app.text.catalog import Catalog
from app.views.link import Link
from app.views.numbering import as_at_first, begin
from app.views.page import page_variables
from app.views.recording import recordings
from app.views.shell import Shell

STATIC = Path(__file__).parent.parent / "static"
# In the order in which they run.
PAGE_SCRIPTS = (
    *("view", "source", "failure", "bindings", "origins", "lock", "scenes"),
    *("laws", "paint", "controls", "charts", "numbers", "hold", "tour", "guess"),
    *("scene-cycles", "scene-yours", "scene-quiz", "scene-beat", "scene-spot"),
    *("address", "share", "slide", "api", "keep", "print", "tape", "offline", "line", "python", "start"),
)


def build_shell() -> Shell:
    """A shell on a fresh session, its opening frame drawn."""
    return Shell(Session(), Catalog("en"))


def open_link() -> Link:
    """What the page's worker talks to: a shell in a document with the model ids of the prerendered one."""
    begin()
    shell = build_shell()
    document = Document()
    shell.attach(document)
    return Link(shell, document)


def open_desk(link: Link) -> Any:
    """Where the page asks for figures and data of what a link has seen; imported when somebody first does."""
    from app.export.desk import Desk

    return Desk(link.shell.catalog)


def open_another() -> Link:
    """The same for one more demo that shares this Python: its document has the ids of the first."""
    with as_at_first():
        return open_link()


def prerender() -> dict[str, Any]:
    """All that the build needs: template variables, `document_json`, recorded draws, `embed`, `pages`."""
    from app.views.embed import embed_variables
    from app.views.pages import pages_variables

    link = open_link()
    while link.shell.session.work(1.0):
        pass
    link.shell.refresh(0.0)
    variables = page_variables(link.shell, served=False)
    document = link.document.to_json(deferred=False)
    link.build_scenes()
    recorded = recordings(open_link, variables["data"]["band"])
    variables["data"]["recorded"] = {name: value for name, value in recorded.items() if name != "seeds"}
    variables["data"]["recorded"]["seeds"] = [*map(int, recorded["seeds"])]
    return variables | {
        "document_json": {"lossless": document},
        "models": models_of(link.document),
        "recording_json": recorded["seeds"],
        "page_scripts": [f"page/{name}.js" for name in PAGE_SCRIPTS],
        "embed": embed_variables(),
        "pages": pages_variables(),
    }


def models_of(document: Document) -> list[str]:
    """The names of all models in a document, as BokehJS has them, its configuration's parts included."""
    parts = document.config.references() - {document.config}
    return sorted({type(model).__qualified_model__ for model in {*document.models, *parts}})


def serve() -> None:
    """The same page from a normal Python, for development: `python -m panel serve app/main.py`."""
    from jinja2 import Environment, FileSystemLoader

    shell = build_shell()
    document = pn.state.curdoc
    inbox = ColumnDataSource(name="inbox")
    inbox.on_change("tags", lambda _attr, _old, new: shell.receive(new[1], time.monotonic()))
    shell.attach(document)
    document.roots[0].tags = [inbox, *document.roots[0].tags]  # a passenger, as the figures of other scenes
    environment = Environment(loader=FileSystemLoader(STATIC), autoescape=True)
    variables = page_variables(shell, served=True)
    document.template = environment.get_template("index.html")
    document.template_variables.update(variables, page_scripts=[f"page/{name}.js" for name in PAGE_SCRIPTS])
    document.add_periodic_callback(lambda: shell.tick(time.monotonic(), 0.02), 50)


if pn.state.curdoc is not None and pn.state.curdoc.session_context is not None:
    serve()
