"""What tests of every kind share."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

from tests.more import LONG
from tools.places import places

TIMED = "tests/browser/test_times.py"
FEW = 2  # tests of which a process is about to do the last, and wants to know what comes next

# A slow machine is no reason for a property to fail.
settings.register_profile("patient", deadline=None, max_examples=300 if LONG else 50)
settings.load_profile("patient")


class TimedLast(LoadScopeScheduling):
    """Deals out tests by file; the file of what is timed when the other process is done."""

    def _split_scope(self, nodeid: str) -> str:
        return nodeid.partition("::")[0]

    def _reschedule(self, node: WorkerController) -> None:
        at_work = [one for one in self.nodes if not one.shutting_down]
        if list(self.workqueue) == [TIMED] and len(at_work) > 1:
            if self._pending_of(self.assigned_work[node]) <= FEW:
                node.shutdown()  # the others do the rest
            return
        super()._reschedule(node)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    """How `build.py test`, which runs two processes, shares out the tests."""
    return TimedLast(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is timed comes at the end."""
    items.sort(key=lambda item: item.nodeid.startswith(TIMED))


@pytest.fixture(scope="session")
def dist() -> Path:
    """The built page, as `python3 build.py` left it."""
    built = places().dist
    if not (built / "manifest.json").is_file():
        pytest.fail("dist/ is not built: run `python3 build.py test`, which builds it first.")
    return built
