"""Lint, types and layers, as tests: pytest's last line tells the result of these too."""

import subprocess
import sys

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
