"""Import the app and build its first document, for the snapshot; run by Pyodide under Node.js.

What stands in this interpreter's memory afterwards is what the page starts with: nothing here may depend on
the machine.
"""

import importlib
import json
import sys


def open_document():
    """Build what the page's worker talks to, keep it as `__main__.lossless_link`; its models' ids as JSON."""
    global lossless_link
    importlib.invalidate_caches()  # the packages came after the start, and the clock stands still
    import app.main

    lossless_link = app.main.open_link()
    return json.dumps(sorted(model.id for model in lossless_link.document.models))


# What a visit does, so that what it imports is there at once: each kind of message, in a sensible order.
VISIT = (
    {"type": "open", "query": "seed=1", "entropy": 1},
    {"type": "step", "reply": 1},
    {"type": "table", "open": True},
    {"type": "choose", "token": 0},
    {"type": "play"},
    {"type": "skip", "n": 1000},
    {"type": "set", "values": {"rule": "naive", "mismatch": 0.5, "tv_scale": "log"}},
    {"type": "set", "values": {"scenario": "worked", "draft": "tilt", "theme": "dark"}},
    {"type": "bar", "law": "p", "index": 0, "value": 0.5},
    {"type": "rename", "index": 0, "name": "token"},
    {"type": "set", "values": {"scenario": "no such", "temperature": 9}},
    {"type": "new-seed"},
)


def rehearse():
    """Let a second document, thrown away afterwards, live through a visit."""
    import app.main

    link = app.main.open_link()
    link.send = len
    for second, message in enumerate(VISIT):
        link.receive(json.dumps(message), float(second))
        link.tick(second + 0.5, 0.02)
    lossless_link.build_scenes()


def hold_back(names):
    """Tell the finder of the modules whose files the page will not have at first (one dotted name a line)."""
    from app.views.pyodide_start import RestFinder

    finder = next(one for one in sys.meta_path if isinstance(one, RestFinder))
    finder.hold_back(sorted(set(names.split()) - set(sys.modules)))


def tidy():
    """Free what the page can do without."""
    import gc
    import linecache
    import re
    import zipimport

    re.purge()
    linecache.clearcache()
    for name in [name for name in sys.modules if name.startswith("app.")]:
        for value in list(vars(sys.modules[name]).values()):
            if hasattr(value, "cache_clear"):  # what the rehearsal left there: laws of words, models
                value.cache_clear()
    sys.path_importer_cache.clear()
    zipimport._zip_directory_cache.clear()
    for name in ("VISIT", "hold_back", "open_document", "rehearse", "tidy"):
        del globals()[name]
    gc.collect()
    gc.collect()
