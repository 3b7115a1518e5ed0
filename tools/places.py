"""Where the build reads and writes.

LOSSLESS_APP and LOSSLESS_STATIC let a trial stand in for app/ and static/ without touching the tree.
"""

import os
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Places:
    """The folders of one build."""

    root: Path
    app: Path
    static: Path
    offline: bool = True  # whether visitors' browsers may keep the page for visits without a network

    @property
    def venv(self) -> Path:
        """The host side's packages."""
        return self.root / ".venv"

    @property
    def cache(self) -> Path:
        """Verified downloads and compiled trees; safe to delete at any time."""
        return self.root / ".cache"

    @property
    def dist(self) -> Path:
        """The finished page."""
        return self.root / "dist"


def places() -> Places:
    """The folders of this clone."""
    return Places(
        root=ROOT,
        app=Path(os.environ.get("LOSSLESS_APP", ROOT / "app")).resolve(),
        static=Path(os.environ.get("LOSSLESS_STATIC", ROOT / "static")).resolve(),
    )
