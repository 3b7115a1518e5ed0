"""Lint, types and layers, as tests: pytest's last line tells the result of these too."""

import subprocess
import sys
import tomllib

import grimp
import pytest

from tools.places import ROOT

CHECKS = {
    "ruff": ["-m", "ruff", "check", "--quiet", "--output-format", "concise"],
    "mypy": ["-m", "mypy", "--no-error-summary"],
    "import-linter": ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
}
OUTSIDE = {
    "app.core": {"numpy"},
    "app.text": {"numpy"},
    "app.pictures": {"numpy"},
    "app.session": {"numpy", "param"},
}


@pytest.mark.parametrize("name", CHECKS)
def test_check(name):
    line = [sys.executable, *CHECKS[name]]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{name} finds:\n{done.stdout}{done.stderr}"


def test_every_example_in_a_docstring_is_run():
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]
    run = [ROOT / path for path in options["ini_options"]["testpaths"]]
    words = options["ini_options"]["addopts"].split()
    left_out = [ROOT / word.removeprefix("--ignore=") for word in words if word.startswith("--ignore=")]
    with_examples = [
        path
        for folder in ("app", "tools")
        for path in (ROOT / folder).rglob("*.py")
        if ">>> " in path.read_text(encoding="utf-8")
    ]
    assert len(with_examples) > 50
    for path in with_examples:
        assert any(map(path.is_relative_to, run)), path
        assert not any(map(path.is_relative_to, left_out)), path
    assert "--doctest-modules" in words


@pytest.fixture(scope="module")
def imports():
    """Who imports whom, packages from outside included."""
    return grimp.build_graph("app", include_external_packages=True)


@pytest.mark.parametrize("layer", OUTSIDE)
def test_a_layer_imports_from_outside_only_what_it_may(imports, layer):
    modules = {layer} | imports.find_descendants(layer)
    outside = {name for module in modules for name in imports.find_modules_directly_imported_by(module)}
    outside = {name.partition(".")[0] for name in outside} - {"app"} - sys.stdlib_module_names
    assert outside <= OUTSIDE[layer]
    assert len(modules) > 1
