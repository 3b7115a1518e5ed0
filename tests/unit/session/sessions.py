"""Sessions for the tests: driven by a list of ticks, looked at by what can be seen."""

from __future__ import annotations

import numpy as np
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from app.session.session import Session

patient = hypothesis_settings(deadline=None)  # what else the machine does must not fail a test

DRAFTED = {"scenario": "worked", "mismatch": 1, "seed": 7}


def session_of(**values) -> Session:
    """A session opened as an address with these settings would."""
    session = Session()
    session.open(values)
    return session


def after(draws: int, **values) -> Session:
    """A session after so many draws."""
    session = session_of(**DRAFTED, **values)
    for _ in range(draws):
        session.draw_once()
    return session


def play(session: Session, ticks) -> Session:
    """Plays these ticks (seconds)."""
    session.play()
    for seconds in ticks:
        session.step(seconds)
    return session


def seen(session: Session) -> dict:
    """What was drawn, as plain data that can be compared."""
    frame = session.frame()
    return {
        "lossless": [x.tolist() for x in vars(frame.lossless).values()],
        "recent": [x.tolist() for x in vars(frame.recent).values()],
        "lossless_curve": [x.tolist() for x in vars(frame.lossless_curve).values()],
        "naive_curve": [x.tolist() for x in vars(frame.naive_curve).values()],
        "last": plain(frame.last),
        "last_accepted": frame.last_accepted.tolist(),
        "by_token": {token: [plain(draw) for draw in draws] for token, draws in frame.by_token.items()},
        "marks": frame.marks,
    }


def plain(draw) -> dict | None:
    """A draw as plain data."""
    if draw is None:
        return None
    return vars(draw) | {"residual": None if draw.residual is None else draw.residual.tolist()}


def draws_of(session: Session) -> int:
    """How many draws were made."""
    return session.frame().lossless.draws


def keys(notes) -> list[str]:
    """The keys of notes."""
    return [note.key for note in notes]


def cuts(total: float, most: int = 40):
    """Ways to cut `total` seconds into up to `most` ticks, slow and empty ones among them."""
    parts = st.lists(st.floats(0, 1), min_size=1, max_size=most).filter(lambda xs: sum(xs) > 0)
    return parts.map(lambda xs: (np.array(xs) / sum(xs) * total).tolist())
