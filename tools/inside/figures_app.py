"""Draw every picture in every format, noting what is imported and read; run by Pyodide under Node.js.

Runs after snapshot_app.py has let a visit happen: what is loaded by then, the page has.
"""

import importlib._bootstrap_external as machinery
import json
import sys

ROOTS = ("/drawers/", "/lib/python3.14/site-packages/", "/lib/python314.zip/", "/lib/python3.14/")
finished = []  # modules in the order in which their code came to its end
opened = []


def note_ends(kind):
    """Let this kind of loader tell which module it has run."""
    run = kind.exec_module

    def exec_module(self, module):
        run(self, module)
        finished.append(module.__name__)

    kind.exec_module = exec_module


def note(event, arguments):
    """Remember a file that Python opens."""
    if event == "open" and isinstance(arguments[0], str):
        opened.append(arguments[0])


def draw_all():
    """As JSON: `order`, the modules for each format, and `files`, what they and their data are."""
    note_ends(machinery._LoaderBasics)
    note_ends(machinery.ExtensionFileLoader)
    before = set(sys.modules)
    from app.pictures.kept import DRAWN, LOOKS

    sys.addaudithook(note)
    for kind in ("csv", "json"):
        for frame, picture in frames():
            assert_made(make(frame, picture, kind, ""), picture, kind)
    if extra := [name for name in finished if not name.startswith("app.")]:
        raise ValueError(
            f"app.export needs {extra}, which a page from a snapshot lacks: data must come at once"
        )
    order, begun = {}, len(finished)
    for format_ in DRAWN:
        for frame, picture in frames():
            for look in LOOKS:
                assert_made(make(frame, picture, format_, look), picture, format_)
        order[format_] = [name for name in finished[begun:] if not name.startswith("app.")]
        begun = len(finished)
    for later in DRAWN[1:]:  # whatever format is the first
        order[later] = order[DRAWN[0]] + order[later]
    modules = [sys.modules[name] for name in finished if name in sys.modules and name not in before]
    files = {one.__file__ for one in modules if not one.__name__.startswith("app.")}
    files |= {name for name in opened if name.startswith("/drawers/") and not name.endswith((".pyc", ".so"))}
    return json.dumps({"order": order, "files": sorted({inner(name) for name in files})})


def make(frame, picture, format_, look):
    """One file of a picture."""
    from app.export.desk import Desk

    job = Desk(catalog()).begin(frame, picture, format_, look, "")
    while job.work(60.0):
        pass
    return job.result


def assert_made(made, picture, format_):
    """A build without a figure must not go on; asserts are compiled out."""
    if made is None or len(made.data) < 300:
        raise ValueError(f"{picture} as {format_} came out empty")


def catalog():
    """The words."""
    from app.text.catalog import Catalog

    return Catalog("en")


def frames():
    """A frame for each picture that can be kept."""
    from app.pictures.kept import PICTURES
    from app.session.session import Session

    for scene, pictures in PICTURES.items():
        session = Session(seed=1)
        session.set({"scene": scene, "scenario": "worked", "mismatch": 0.9})
        for _ in range(3):
            session.draw_once()
        if scene == "yours":
            session.act("begin", {"name": "counts", "size": 40})
            session.feed(b"0 0 1 2 0 1 1 0 2 0 0 1 2 0 1 0 0 2 1 0", last=True)
        for picture in pictures:
            yield session.frame(), picture


def inner(path):
    """The name of a file in the folder or zip that it was found in."""
    return next(path.removeprefix(root) for root in ROOTS if path.startswith(root))
