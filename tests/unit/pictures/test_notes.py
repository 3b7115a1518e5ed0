"""Every note that a session or an address makes has its sentence, with all its slots filled."""

import pytest

from app.session.address import from_message
from app.session.session import Session
from app.text.catalog import Catalog

ENGLISH = Catalog("en")
IN_VAIN = [
    ("rule", "perfect"),
    ("speed", "3"),
    ("mismatch", "much"),
    ("mismatch", 7),
    ("top_p", 0),
    ("top_k", 2.5),
    ("seed", -1),
    ("play", "perhaps"),
    ("p", "0.5,half"),
    ("r", 3),
    ("names", 3),
    ("hide", 3),
]


def said(notes):
    return [ENGLISH.text(f"note.{note.key}", **note.slots) for note in notes]


@pytest.mark.parametrize(("name", "value"), IN_VAIN)
def test_what_an_address_asks_for_in_vain_is_said_in_words(name, value):
    (text,) = said(from_message({name: value})[1])
    assert name in text
    assert str(value) in text
    assert text.endswith(".")


def test_what_a_session_has_to_say_is_said_in_words():
    session = Session()
    session.draw_once()
    changes = {
        "draft-changed": lambda: session.set({"mismatch": 0.5}),
        "no-tilt": lambda: session.set({"scenario": "disjoint", "draft": "tilt"}),
        "own-laws": lambda: session.set({"scenario": "own", "p": [0.5, 0.7], "r": [0.5, 0.5]}),
        "refused": lambda: session.rename(0, ""),
    }
    for key, change in changes.items():
        change()
        notes = session.frame().notes
        assert [note.key for note in notes] == [key]
        (text,) = said(notes)
        assert all(str(slot) in text for slot in notes[0].slots.values())
