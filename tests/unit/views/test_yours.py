"""Slices of a file reach the stage from the worker and from the server; what is in them stays text."""

import base64

import pytest

from tests.unit.views.drives import give
from tests.unit.views.pages import FakePage


class Buffer:
    """An ArrayBuffer as Pyodide hands it over."""

    def __init__(self, data):
        self.data = data

    def to_bytes(self):
        return self.data


@pytest.fixture
def page():
    return FakePage("scene=yours&scenario=worked&seed=3")


def test_slices_of_a_buffer_are_answered_one_by_one(page):
    page.send("act", name="begin", value={"name": "<b>", "size": 9})
    first = page.heard(lambda: page.link.receive_bytes(Buffer(b"0 1 2"), False, page.now, 4))
    assert first["reply"] == 4
    assert first["state"]["stage"]["reading"] == 5
    assert first["show"]["yours"]["is_reading"]
    last = page.heard(lambda: page.link.receive_bytes(Buffer(b" 0 0"), True, page.now, 5))
    assert last["reply"] == 5
    assert last["state"]["stage"] == last["state"]["stage"] | {"reading": None, "kind": "ids", "n": 5}
    assert last["show"]["yours"]["read"] == "Read as 5 token ids from <b>."


def test_under_a_server_they_come_as_base64(page):
    for kind, fields in give("count\n5000\n3000\n2000\n"):
        page.send(kind, **fields)
    assert page.get()["state"]["stage"]["ok"]
    with pytest.raises(ValueError, match="base64"):
        page.send("bytes", data="!", last=True)


def test_a_slice_that_comes_late_is_let_pass(page):
    page.send("bytes", data=base64.b64encode(b"0 1").decode(), last=True)
    assert page.get()["state"]["stage"]["n"] is None


def test_the_bars_are_those_of_the_sample_and_go_with_it(page):
    for kind, fields in give("count\n5000\n3000\n2000\n"):
        page.send(kind, **fields)
    view = page.link.shell.scenes["yours"]
    assert view.bars.sources["came"].data["high"] == [0.5, 0.3, 0.2]
    page.send("act", name="forget")
    assert not page.get()["show"]["yours"]["has"]
