"""Let the app draw its first document, noting every file that this took; run by Pyodide under Node.js."""

import json
import sys

opened = set()


def note(event, arguments):
    """Remember a file that Python opens."""
    if event == "open" and isinstance(arguments[0], str):
        opened.add(arguments[0])


def prerender():
    """What app.main.prerender() gives, and every file loaded as a module or opened, as JSON."""
    sys.addaudithook(note)
    import app.main

    page = app.main.prerender()
    files = {module.__file__ for module in list(sys.modules.values()) if getattr(module, "__file__", None)}
    return json.dumps({"page": page, "files": sorted(files | opened)})
