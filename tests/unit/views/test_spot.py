"""The scene `spot` is fair: nothing that is sent to the page before the vote depends on the deal."""

import json
import re

import pytest

from app.session.stages.spot import SpotStage
from tests.unit.views.pages import FakePage, update_in

DRIVE = [
    ("step", {}),
    ("step", {}),
    ("set", {"values": {"speed": 100}}),
    ("act", {"name": "again", "value": None}),
    ("step", {}),
    ("get", {"reply": 1}),
]


def deals(monkeypatch, target, opponent="lossless"):
    """Whatever is drawn, the target alone is this stream."""
    deal = SpotStage._deal

    def dealt(self):
        deal(self)
        if self._target != target:
            self._target = target
            a, b = (self.streams[name] for name in "ab")
            for one, other in ((a, (b.rule, b.position)), (b, (a.rule, a.position))):
                one.next = other
            for one in (a, b):
                one.rule, one.position = one.next

    monkeypatch.setattr(SpotStage, "_deal", dealt)


def sent(monkeypatch, target, scenario, *, vote=False):
    """All that goes to a page of this deal, without the names that a process gives to its models."""
    deals(monkeypatch, target)
    page = FakePage(f"scene=spot&scenario={scenario}&seed=5")
    for kind, fields in DRIVE:
        page.send(kind, **fields)
    page.send("play")
    for _ in range(20):
        page.tick(0.05)
    if vote:
        page.send("act", name="vote", value="a")
    monkeypatch.undo()
    ids = {}
    return [
        re.sub(r"(?<=[\"])p?\d{3,}(?=\\?\")", lambda m: ids.setdefault(m[0], f"#{len(ids)}"), patch)
        for patch in page.patches
    ]


def test_two_deals_with_the_same_draws_cannot_be_told_apart_by_all_that_is_sent(monkeypatch):
    """At q = p both engines give out the draft, so that the draws are the same and the deal is not."""
    one, other = (sent(monkeypatch, target, "same") for target in "ab")
    assert len(one) > 20
    assert one == other


def test_the_vote_tells_them_apart(monkeypatch):
    one, other = (sent(monkeypatch, target, "same", vote=True) for target in "ab")
    assert one[:-1] == other[:-1]
    assert one[-1] != other[-1]


def test_a_page_that_was_told_would_be_caught(monkeypatch):
    state = SpotStage.frame

    def telling(self):
        frame = state(self)
        object.__setattr__(frame, "opponent", "lossless" if self._target == "a" else "chance")
        return frame

    monkeypatch.setattr(SpotStage, "frame", telling)
    pages = []
    for target in "ab":
        with monkeypatch.context() as local:
            pages.append(sent_with(local, target))
    assert pages[0] != pages[1]


def sent_with(monkeypatch, target):
    deals(monkeypatch, target)
    return update_in(FakePage("scene=spot&scenario=same&seed=5").patches[-1])["show"]["spot"]


@pytest.mark.parametrize("opponent", ["lossless", "chance", "naive"])
def test_words_before_the_vote_name_no_stream(opponent):
    page = FakePage("scene=spot&scenario=worked&seed=5")
    page.send("act", name="opponent", value=opponent)
    page.send("skip", n=1000)
    answer = page.get()
    assert answer["state"]["stage"]["revealed"] is None
    assert answer["show"]["spot"]["reveal"] == {}
    assert "target alone" not in json.dumps(answer["show"]["spot"]["tokens"])
    page.send("act", name="vote", value="none")
    assert page.get()["show"]["spot"]["reveal"]["verdict"].endswith("was the target alone.")
