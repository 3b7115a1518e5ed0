"""Frames of every scene for the figures, made by a session as the page makes them."""

from __future__ import annotations

import numpy as np

from app.pictures.kept import PICTURES
from app.session.session import Session

COUNTS = b"0 0 1 2 0 1 1 0 2 0 0 1 2 0 1 0 0 2 1 0"


def session_in(scene, draws=40, **values) -> Session:
    """A session in a scene, with some draws behind it."""
    session = Session(seed=values.pop("seed", 7))
    session.set({"scene": scene, "scenario": "worked", "mismatch": 0.9} | values)
    for _ in range(draws):
        session.draw_once()
    if scene == "yours":
        session.act("begin", {"name": "counts", "size": len(COUNTS)})
        session.feed(COUNTS, last=True)
    return session


def frame_in(scene, draws=40, **values):
    """Its frame."""
    return session_in(scene, draws, **values).frame()


ALL = [(scene, picture) for scene, pictures in PICTURES.items() for picture in pictures]


def finite(values) -> list[float]:
    """The numbers among some values, in order."""
    numbers = np.asarray(values, float)
    return numbers[np.isfinite(numbers)].tolist()
