"""What tests of every kind share."""

from pathlib import Path

import pytest
from hypothesis import settings

from tools.places import places

# A slow machine is no reason for a property to fail.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keeps the browser's tests in one process, where `build.py test` runs two: two browsers would slow each other."""
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def dist() -> Path:
    """The built page, as `python3 build.py` left it."""
    built = places().dist
    if not (built / "manifest.json").is_file():
        pytest.fail("dist/ is not built: run `python3 build.py test`, which builds it first.")
    return built
