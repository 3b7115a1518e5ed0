"""What tests of every kind share."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

from tools.places import places

# A slow machine is no reason for a property to fail.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


class BrowserApart(LoadScopeScheduling):
    """Deals out tests by file, and all the browser's to one process: two browsers would slow each other."""

    def _split_scope(self, nodeid: str) -> str:
        return "browser" if nodeid.startswith("tests/browser/") else nodeid.partition("::")[0]


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    """How `build.py test`, which runs two processes, shares out the tests."""
    return BrowserApart(config, log)


@pytest.fixture(scope="session")
def dist() -> Path:
    """The built page, as `python3 build.py` left it."""
    built = places().dist
    if not (built / "manifest.json").is_file():
        pytest.fail("dist/ is not built: run `python3 build.py test`, which builds it first.")
    return built
