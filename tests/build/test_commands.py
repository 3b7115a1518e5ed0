"""What build.py says of itself."""

import subprocess
import sys

from tools import commands
from tools.places import ROOT


def run(*words: str) -> subprocess.CompletedProcess:
    line = [sys.executable, "build.py", *words]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)


def test_help_prints_the_first_docstring_line_of_each_command_and_step():
    said = run("--help").stdout
    assert list(commands.COMMANDS) == ["build", "serve", "test", "bench", "clean"]
    for function in (*commands.COMMANDS.values(), *commands.STEPS):
        assert commands.first_line(function)
        assert commands.first_line(function) in said


def test_an_unknown_word_is_refused():
    assert run("bulid").returncode == 2
    done = run("build", "--fast")
    assert done.returncode == 2
    assert "--fast" in done.stderr


def test_clean_removes_what_the_build_made_and_nothing_else(tmp_path):
    places = commands.Places(tmp_path, tmp_path / "app", tmp_path / "static")
    for name in ("dist", ".cache", ".venv", "app", "static"):
        (tmp_path / name / "inner").mkdir(parents=True)
    assert commands.clean(places, 0, []) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["app", "static"]
    assert commands.clean(places, 0, []) == 0
