"""What tests of every kind share."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

from tests.more import LONG
from tools.places import places

BROWSER = "tests/browser/"

# A slow machine is no reason for a property to fail.
settings.register_profile("patient", deadline=None, max_examples=300 if LONG else 50)
settings.load_profile("patient")


class BrowserLast(LoadScopeScheduling):
    """Deals out tests by file, and all the browser's as one: it keeps two processors busy by itself."""

    def _split_scope(self, nodeid: str) -> str:
        return BROWSER if nodeid.startswith(BROWSER) else nodeid.partition("::")[0]


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    """How `build.py test`, which runs two processes, shares out the tests."""
    return BrowserLast(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser's come last, and of these what is timed: then the other process has nothing left to do."""
    items.sort(
        key=lambda item: (item.nodeid.startswith(BROWSER), item.get_closest_marker("timed") is not None)
    )


@pytest.fixture(scope="session")
def dist() -> Path:
    """The built page, as `python3 build.py` left it."""
    built = places().dist
    if not (built / "manifest.json").is_file():
        pytest.fail("dist/ is not built: run `python3 build.py test`, which builds it first.")
    return built
