"""What tests of every kind share."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

from tests.more import ALONE, LONG
from tools.places import places

# A slow machine is no reason for a property to fail.
settings.register_profile("patient", deadline=None, max_examples=300 if LONG else 50)
settings.load_profile("patient")


class ByFile(LoadScopeScheduling):
    """Deals out tests by file, but those that are marked ALONE as one: see tests/more.py."""

    def _split_scope(self, nodeid: str) -> str:
        return ALONE.args[0] if nodeid.endswith(f"@{ALONE.args[0]}") else nodeid.partition("::")[0]


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    """How `build.py test`, which runs two processes, shares out the tests."""
    return ByFile(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those marked ALONE come last: then the other process has nothing left to do."""
    items.sort(key=lambda item: ALONE.mark in item.own_markers)


@pytest.fixture(scope="session")
def dist() -> Path:
    """The built page, as `python3 build.py` left it."""
    built = places().dist
    if not (built / "manifest.json").is_file():
        pytest.fail("dist/ is not built: run `python3 build.py test`, which builds it first.")
    return built
