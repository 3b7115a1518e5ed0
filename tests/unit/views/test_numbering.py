"""Several demos in one Python: each document has the ids of the first, and none hears of the others."""

import gc
import json
import subprocess
import sys
import weakref

from app.main import open_another, open_link
from tests.unit.views.pages import FakePage
from tools.places import ROOT

ALONE = """
import json, sys
from app.main import open_another, open_link
links = [open_link()] + [open_another() for _ in range(int(sys.argv[1]) - 1)]
sent = [[] for _ in links]
for link, patches in zip(links, sent): link.send = patches.append
opening = [sorted(model.id for model in link.document.models) for link in links]
for second, message in enumerate(json.loads(sys.argv[2])):
    for link in links:
        link.receive(json.dumps(message), float(second))
        link.tick(second + 0.5, 0.0)
print(json.dumps([opening, sent]))
"""
VISIT = [
    {"type": "open", "query": "seed=3&scenario=worked", "entropy": 1},
    {"type": "step", "reply": 1},
    {"type": "skip", "n": 1000},
    {"type": "set", "values": {"rule": "naive", "mismatch": 0.5}},
    {"type": "play"},
]


def visits(links):
    """Opening ids and patches of so many links in a fresh Python, which live through a visit in turn."""
    line = [sys.executable, "-c", ALONE, str(links), json.dumps(VISIT)]
    return json.loads(subprocess.run(line, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


def test_three_in_one_python_are_sent_what_one_alone_is_sent():
    (ids, *_), (alone, *_) = visits(1)
    openings, sent = visits(3)
    assert openings == [ids] * 3
    assert sent == [alone] * 3
    assert len(alone) > 4


def test_scenes_opened_later_have_ids_that_their_document_does_not_have_yet():
    first = FakePage()
    others = [open_another(), open_another()]
    for scene in ("rules", "cycles"):
        for link in (first.link, *others):
            link.receive(json.dumps({"type": "set", "values": {"scene": scene}}), 0.0)
    for link in (first.link, *others):
        ids = [model.id for model in link.document.models]
        assert len(ids) == len(set(ids)) > 100
    assert {one.id for one in others[0].document.roots} == {one.id for one in others[1].document.roots}


def test_a_link_that_is_closed_leaves_nothing():
    open_link()
    link = open_another()
    link.send = len
    gone = [weakref.ref(one) for one in (link, link.document, link.shell)]
    link.close()
    del link
    gc.collect()
    assert [one() for one in gone] == [None] * 3
