"""Ties a shell to the page that shows it: messages in, one batched patch out. Knows no worker, no server.

In the page the worker gives `send`; a patch is what Bokeh's own protocol calls PATCH-DOC, so BokehJS applies
it as it stands.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import panel as pn
from bokeh.core.serialization import Serializer
from bokeh.document import Document
from bokeh.document.events import DocumentPatchedEvent

from app.session.frame import Frame

from .scenes import SCENES
from .shell import Built, Shell


class Link:
    """Collects what the shell changes in its document and sends it as one patch an entry."""

    def __init__(self, shell: Shell, document: Document) -> None:
        """Takes the document whose roots the page already shows."""
        self.shell = shell
        self.document = document
        self.events: list[DocumentPatchedEvent] = []
        self.send: Callable[[str], None] | None = None
        shell.send_now = self._send_now
        document.on_change(self._collect)

    def receive(self, message: str, now: float) -> None:
        """Obeys one message of the page (JSON) and sends what changed, also where it raises."""
        try:
            self.shell.receive(message, now)
        finally:
            self.flush()

    def receive_bytes(self, data: Any, last: bool, now: float, reply: int) -> None:
        """Takes a slice of a file, an ArrayBuffer as Pyodide hands it over, and sends what changed."""
        try:
            self.shell.receive_bytes(data.to_bytes(), last=last, now=now, reply=reply)
        finally:
            self.flush()

    def tick(self, now: float, budget: float) -> str:
        """Runs the clock to `now` (seconds); returns "tick", "work" or "" for when to come again."""
        try:
            return self.shell.tick(now, budget)
        finally:
            self.flush()

    def seen(self) -> Frame:
        """All that is shown at this moment, for a figure of it."""
        return self.shell.session.frame()

    def build_scenes(self) -> None:
        """Builds every scene before anybody opens one, its patch too: Bokeh takes its time for both."""
        for name in SCENES:
            view, restyle = self.shell.new_scene(name)
            self.shell.built[name] = Built(view, restyle, self._patch())

    def close(self) -> None:
        """Lets everything go: the page has left."""
        self.send = None
        self.document.remove_on_change(self._collect)
        for root in self.document.roots:
            pn.state._views.pop(root.id, None)  # noqa: SLF001  # Panel forgets a view only with a server's session
        self.document.clear()

    def flush(self) -> None:
        """Sends the collected changes as one patch."""
        if self.events and self.send:
            self.send(self._patch())
        self.events = []

    def _send_now(self, patch: str) -> None:
        """Sends a patch after all that was collected so far."""
        self.flush()
        if self.send:
            self.send(patch)

    def _patch(self) -> str:
        """All that was collected, as JSON; it counts as sent."""
        events, self.events = self.events, []
        serializer = Serializer(references=self.document.models.synced_references, deferred=False)
        patch = json.dumps({"events": serializer.encode(events)}, separators=(",", ":"))
        self.document.models.flush_synced()
        return patch

    def _collect(self, event: DocumentPatchedEvent) -> None:
        if isinstance(event, DocumentPatchedEvent):
            self.events.append(event)
