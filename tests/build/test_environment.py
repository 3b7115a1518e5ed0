"""Setting up: the Python version, a Python without ensurepip, and when .venv is stale."""

import subprocess
import sys

import pytest

from tools import environment, python_version
from tools.places import ROOT, Places
from tools.stop import Stop


@pytest.mark.parametrize("version", [(3, 11), (3, 12), (3, 13), (3, 14)])
def test_the_pythons_that_numpys_wheels_run_on_are_taken(version):
    assert python_version.complaint(version) is None


@pytest.mark.parametrize("version", [(3, 8), (3, 10), (3, 15), (4, 0)])
def test_any_other_is_refused_with_its_version_and_the_way_out(version):
    alone = python_version.complaint(version, works=lambda _name: False)
    assert f"Python {version[0]}.{version[1]}" in alone
    assert "3.11 to 3.14" in alone
    assert "Install one" in alone
    beside = python_version.complaint(version, works=lambda name: name == "python3.12")
    assert "`python3.12 build.py`" in beside


def test_build_py_refuses_before_it_reads_anything_else():
    script = "import runpy, sys; sys.version_info = (3, 9, 1); runpy.run_path('build.py')"
    line = [sys.executable, "-c", script]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("This is Python 3.9; the build needs 3.11 to 3.14.")
    assert "Traceback" not in done.stderr


def test_starting_imports_the_standard_library_and_tools_alone():
    script = (
        "import sys, runpy; before = set(sys.modules); runpy.run_path('build.py');"
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    )
    line = [sys.executable, "-S", "-c", script]  # -S: without site-packages
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) - sys.stdlib_module_names == {"tools"}


def test_a_python_without_ensurepip_is_told_which_package_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(environment.importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(Stop, match=rf"apt install python{sys.version_info[0]}\.{sys.version_info[1]}-venv"):
        environment.make(tmp_path / ".venv")
    assert not (tmp_path / ".venv").exists()


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """A clone in which neither pip nor venv really run; what was asked of them is in `clone.asked`."""
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "host.lock").write_text("numpy==2.4.3 --hash=sha256:0f\n")
    places = Places(tmp_path, tmp_path / "app", tmp_path / "static")
    asked = []

    def make(venv) -> None:
        asked.append("make")
        python = environment.python_of(venv)
        python.parent.mkdir(parents=True, exist_ok=True)
        python.touch()

    def install(arguments, _python) -> None:
        assert "--require-hashes" in arguments
        asked.append("install")

    monkeypatch.setattr(environment, "make", make)
    monkeypatch.setattr(environment.pip, "run", install)
    monkeypatch.setattr(environment, "run_again", lambda _python, command: asked.append(command[0]))
    return places, asked


def test_a_missing_venv_is_made_and_the_command_run_in_it(clone):
    places, asked = clone
    environment.ensure(places, ["build.py"])
    assert asked == ["make", "install", "build.py"]


def test_a_fresh_venv_is_used_as_it_is(clone):
    places, asked = clone
    environment.ensure(places, ["build.py"])
    asked.clear()
    environment.ensure(places, ["build.py"])
    assert asked == ["build.py"]


def test_another_lock_makes_it_stale(clone):
    places, asked = clone
    environment.ensure(places, ["build.py"])
    asked.clear()
    (places.root / "tools" / "host.lock").write_text("numpy==2.4.4 --hash=sha256:1f\n")
    environment.ensure(places, ["build.py"])
    assert asked == ["install", "build.py"]


def interrupted(places, monkeypatch) -> None:
    def stopped(_arguments, _python) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(environment.pip, "run", stopped)
        with pytest.raises(KeyboardInterrupt):
            environment.ensure(places, ["build.py"])


def test_an_interrupted_set_up_is_begun_again(clone, monkeypatch):
    places, asked = clone
    interrupted(places, monkeypatch)
    asked.clear()
    environment.ensure(places, ["build.py"])
    assert asked == ["make", "install", "build.py"]


def test_an_interrupted_change_is_not_taken_for_the_venv_before_it(clone, monkeypatch):
    places, asked = clone
    environment.ensure(places, ["build.py"])
    lock = places.root / "tools" / "host.lock"
    before = lock.read_text()
    lock.write_text("numpy==2.4.4 --hash=sha256:1f\n")
    interrupted(places, monkeypatch)
    lock.write_text(before)
    asked.clear()
    environment.ensure(places, ["build.py"])
    assert asked == ["make", "install", "build.py"]
