"""What the start must not load: a figure's libraries come when a figure is asked for."""

import json
import subprocess
import sys

import pytest

from tools.places import ROOT

LATER = ("matplotlib", "PIL", "contourpy", "kiwisolver", "pandas", "scipy")
LOADED = "; import json, sys; print(json.dumps(sorted(sys.modules)))"


def modules_after(statement):
    """The modules that a fresh Python has loaded after the statement."""
    line = [sys.executable, "-c", statement + LOADED]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


@pytest.fixture(scope="module")
def started():
    return modules_after("import app.main; app.main.open_link()")


@pytest.mark.parametrize("name", LATER)
def test_the_start_does_without(started, name):
    assert {"app.views.shell", "numpy", "panel", "bokeh.models"} <= started
    assert name not in started


def test_what_is_loaded_would_be_seen():
    assert "matplotlib" in modules_after("import matplotlib")
