"""The desk makes files in steps, of what was shown when they were asked for."""

import importlib
import json
import subprocess
import sys

import pytest

from app.export import loading
from app.export.desk import Desk
from app.pictures.kept import FORMATS
from app.text.catalog import Catalog
from tests.unit.export.frames import session_in
from tools.places import ROOT


def finished(job):
    while job.work(0.0):
        pass
    return job.result


def test_a_file_shows_what_there_was_when_it_was_asked_for():
    session = session_in("converge", 5)
    job = Desk(Catalog()).begin(session.frame(), "converge", "json", "light", "")
    for _ in range(10):
        session.draw_once()
    made = finished(job)
    assert json.loads(made.data)["state"]["draws"] == 5
    assert made.name == "lossless-converge-worked-seed-7.json"
    assert made.mime == "application/json"


@pytest.mark.parametrize("format_", FORMATS)
def test_the_work_is_cut_into_steps(format_):
    job = Desk(Catalog()).begin(session_in("cycles", 5).frame(), "cycles", format_, "print", "")
    steps = 1
    while job.work(0.0):
        steps += 1
    assert job.result.data
    assert steps >= (10 if format_ in {"png", "svg", "pdf"} else 2)


def test_a_format_that_there_is_none_of_is_named():
    with pytest.raises(ValueError, match="format is 'exe'; it must be one of png, svg, pdf, csv, json"):
        Desk(Catalog()).begin(session_in("beat", 1).frame(), "beat", "exe", "light", "")


def test_the_data_need_no_matplotlib():
    code = """
import sys
from app.export.desk import Desk
from app.text.catalog import Catalog
from tests.unit.export.frames import session_in
for kind in ("csv", "json"):
    job = Desk(Catalog()).begin(session_in("converge", 3).frame(), "converge", kind, "light", "")
    while job.work(1): pass
    assert len(job.result.data) > 500
print("matplotlib" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_modules_are_imported_in_their_order_also_where_two_need_each_other(tmp_path, monkeypatch):
    files = {
        "losslessone/__init__.py": "",
        "losslessone/inner.py": "import losslesstwo; DONE = losslesstwo.DONE + 1",
        "losslesstwo.py": "DONE = 1",
        "losslessthree.py": "WORD = 1\nfrom losslessfour import OTHER",
        "losslessfour.py": "from losslessthree import WORD\nOTHER = 2",  # cannot be the first of the two
        loading.ORDER: json.dumps(
            {"png": ["losslesstwo", "losslessone.inner", "losslessfour", "losslessthree"]}
        ),
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    finished(loading.importing("png", tmp_path))
    assert sys.modules["losslessone.inner"].DONE == 2
    assert sys.modules["losslessthree"].OTHER == 2
    for name in [name for name in sys.modules if name.startswith("lossless")]:
        del sys.modules[name]


def test_a_package_that_is_here_finds_what_came_later(tmp_path, monkeypatch):
    home, later = tmp_path / "first", tmp_path / "later"
    for folder in (home, later):
        (folder / "losslesspart").mkdir(parents=True)
    (home / "losslesspart" / "__init__.py").write_text("")
    (later / "losslesspart" / "more.py").write_text("WORD = 'here'")
    monkeypatch.syspath_prepend(str(home))
    importlib.import_module("losslesspart")
    loading.widen(later)
    assert importlib.import_module("losslesspart.more").WORD == "here"
    del sys.modules["losslesspart"], sys.modules["losslesspart.more"]
