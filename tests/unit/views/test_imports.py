"""No scene imports anything when it is opened: the snapshot holds what was imported at the start."""

import subprocess
import sys

from tools.places import ROOT

SCRIPT = """
import sys
from tests.unit.views.drives import DRIVES
from tests.unit.views.pages import FakePage
page = FakePage("scenario=worked&seed=1")
page.send("step")
before = set(sys.modules)
for scene, acts in DRIVES.items():
    page.send("set", values={"scene": scene, "scenario": "worked"})
    for kind, fields in acts:
        page.send(kind, **fields)
        page.tick(0.05, 0.02)
    if sys.argv[1:]:
        import this
print(*sorted(set(sys.modules) - before))
"""


def imported(*words):
    line = [sys.executable, "-c", SCRIPT, *words]
    return subprocess.run(line, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()[-1]


def test_opening_and_driving_every_scene_imports_nothing():
    assert imported() == ""


def test_an_import_would_be_seen():
    assert imported("with one") == "this"
