"""A page without a browser: it talks to Python as the worker does, and keeps the patches that it is sent."""

from __future__ import annotations

import json

from app.main import open_link


class FakePage:
    """One opened demo; `now` is its clock in seconds."""

    def __init__(self, query="seed=3", **opening):
        self.link = open_link()
        self.patches = []
        self.link.send = self.patches.append
        self.now = 0.0
        self.send("open", **{"query": query, "entropy": 1, **opening})

    def send(self, kind, **fields):
        """Sends one message and returns what `lossless` says after it, None where nothing changed."""
        return self.heard(lambda: self.link.receive(json.dumps({"type": kind, **fields}), self.now))

    def tick(self, seconds, budget=0.0):
        """Lets time pass by one tick; returns as `send` does."""
        self.now += seconds
        return self.heard(lambda: self.link.tick(self.now, budget))

    def settle(self):
        """Has the background work done and shown."""
        while self.link.shell.session.work(1.0):
            pass
        self.tick(0.0)

    def heard(self, act):
        """What the page hears of an act: at most one patch."""
        before = len(self.patches)
        act()
        new = self.patches[before:]
        assert len(new) <= 1
        return update_in(new[0]) if new else None

    def get(self):
        """State, words and numbers now."""
        return self.send("get", reply=1)

    @property
    def models(self):
        """The models of the document by id, with their types."""
        return {model.id: type(model) for model in self.link.document.models}

    def model(self, name):
        """The one model of this name."""
        return self.link.document.get_model_by_name(name)


def update_in(patch):
    """What the one `lossless` message in a patch says."""
    events = json.loads(patch)["events"]
    messages = [event["msg_data"] for event in events if event["kind"] == "MessageSent"]
    assert len(messages) == 1, [event["kind"] for event in events]
    assert all(event["msg_type"] == "lossless" for event in events if event["kind"] == "MessageSent")
    return json.loads(messages[0])
