"""The shell: one session, the scenes that can show it, one entry for every message, one update a change.

Messages are JSON objects with a `type`; updates leave as the Bokeh message "lossless". Both are the same in
the page's worker and under `panel serve`.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import panel as pn
from bokeh.document import Document
from bokeh.document.events import MessageSentEvent
from bokeh.models import AllIndices

from app.lesson.tour import STOPS
from app.pictures.guess import guess_shown
from app.pictures.state import state
from app.session.address import from_query, to_query
from app.session.clock import Clock
from app.session.frame import Frame
from app.session.session import Session
from app.session.settings import NAMES, PAGE_ONLY, Settings
from app.text.catalog import Catalog

from .charts import Restyle
from .commands import COMMANDS, Message, band_in, number, whole
from .converge import ConvergeView
from .scenes import SCENES, SceneView
from .tour import stop_shown

ROWS_EVERY = 0.5  # s between updates of the table of numbers while playing


@dataclass(frozen=True)
class Built:
    """A scene's view that was built before anybody opened it, with the patch that brings its figures."""

    view: SceneView
    restyle: Restyle
    patch: str


class Shell:
    """What stands between a session and the page."""

    def __init__(self, session: Session, catalog: Catalog) -> None:
        """Builds the figures of `converge` and shows the session's opening frame on them."""
        self.session = session
        self.catalog = catalog
        self.clock = Clock(0.0)
        self.restyle = Restyle()
        self.converge = ConvergeView(self.restyle, catalog)
        self.built: dict[str, Built] = {}  # as the snapshot brings them: in the document, but not in the page
        self.send_now: Callable[[str], None] | None = None  # for a patch that is ready; set by the link
        self.scenes: dict[str, SceneView] = {}  # those that were opened
        self._untold = 0  # rows of restyle that the page knows from index.html or was told
        self.document: Document | None = None
        self.chosen: int | None = None
        self.predicted: dict[str, str] = {}  # by stop of the tour
        self.table_open = False
        self.given_seed = False
        self.shown_revision = -1
        self._rows_due = 0.0
        self._led_back: tuple[dict[str, Any], str] = ({}, "")  # the last settings and their query
        self.opening = self.converge.show(session.frame(), chosen=None, with_rows=True)
        self.commands: dict[str, Callable[[Message], object]] = {
            **{kind: partial(obey, session) for kind, obey in COMMANDS.items()},
            "open": self._open,
            "set": self._set,
            "address": self._follow_address,
            "choose": self._choose,
            "predict": self._predict,
            "prepare": self._prepare,
            "table": self._table,
            "visible": self._visible,
            "get": lambda _: None,  # the answer is all
        }

    def attach(self, document: Document) -> None:
        """Puts the figures of `converge` into the document as its roots, each as a Panel pane."""
        self.document = document
        for name, plot in self.converge.roots.items():
            root = pn.pane.Bokeh(plot, sizing_mode="stretch_both").get_root(document)
            root.stylesheets = []  # Panel's own come from its CDN, and style widgets that are not here
            root.name = name
            document.add_root(root)
        document.roots[0].tags = [AllIndices(name=f"figures-{name}") for name in SCENES]
        self._untold = len(self.restyle.rows)

    def receive(self, message: str, now: float) -> None:
        """Obeys one message at `now` (seconds) and sends the page what changed.

        Raises ValueError where the message has no known type or a value that cannot be.
        """
        try:
            content = json.loads(message)
        except ValueError as error:
            raise ValueError(f"{message!r:.80} is no message; it must be a JSON object ({error})") from error
        kind = content.get("type") if isinstance(content, dict) else None
        obey = self.commands.get(kind) if isinstance(kind, str) else None
        if obey is None:
            known = ", ".join(self.commands)
            raise ValueError(f"message type {kind!r} is unknown; it must be one of {known}")
        self._advance(now)
        try:
            obey(content)
        finally:
            self.refresh(now, reply=content.get("reply"), at_once=kind == "step")

    def receive_bytes(self, data: bytes, *, last: bool, now: float, reply: int) -> None:
        """Gives a slice of a file to the session and answers, so that the page sends the next."""
        self._advance(now)
        try:
            self.session.feed(data, last=last)
        finally:
            self.refresh(now, reply=reply)

    def tick(self, now: float, budget: float) -> str:
        """Lets the session live up to `now`, then works at most `budget` seconds in the background.

        Returns "tick" where the clock runs, "work" where only background work is left, "" where nothing is.
        """
        self._advance(now)
        more = self.session.work(budget)
        self.refresh(now)
        if self.session.playing and not self.clock.suspended:
            return "tick"
        return "work" if more else ""

    def refresh(self, now: float, reply: int | None = None, at_once: bool = False) -> None:
        """Shows the session's frame if it changed or somebody waits for an answer."""
        if self.document is None or (self.session.revision == self.shown_revision and reply is None):
            return
        self.shown_revision = self.session.revision
        frame = self.session.frame()
        show = self._show(frame, now)
        show |= {
            "scene": frame.settings["scene"],
            "question": self.catalog.text(f"question.{frame.settings['scene']}"),
            "hint": self.catalog.text(f"hint.{frame.settings['scene']}"),
            "notes": [self.catalog.text(f"note.{note.key}", **note.slots) for note in frame.notes],
            "settings": frame.settings,
            "playing": frame.playing,
            "seed": str(frame.seed),
            "query": self.query(frame.settings),
            "at_once": at_once,
            "live_label": self.live_label,
        }
        show["guess"] = guess_shown(frame, self.catalog)
        answer = state(frame)
        show["tour"] = stop_shown(frame.settings["tour"], answer, self.predicted, self.catalog)
        update = json.dumps({"state": answer, "show": show, "reply": reply}, allow_nan=False)
        self.document.callbacks.trigger_on_change(MessageSentEvent(self.document, "lossless", update))

    def _show(self, frame: Frame, now: float) -> dict[str, Any]:
        """What the scene of the frame shows; words of other scenes than `converge` stand under its name."""
        name = frame.settings["scene"]
        if name in SCENES:
            return {name: self._scene(name).show(frame), "restyle": self._new_rows()}
        if self.chosen is not None and not 0 <= self.chosen < len(frame.laws.names):
            self.chosen = None
        with_rows = self.table_open and (not frame.playing or now >= self._rows_due)
        if with_rows:
            self._rows_due = now + ROWS_EVERY
        return self.converge.show(frame, chosen=self.chosen, with_rows=with_rows)

    def _scene(self, name: str) -> SceneView:
        """The view of a scene, which comes into the document when it is first opened."""
        if name not in self.scenes:
            built = self.built.pop(name, None)
            if built and self.send_now:
                self.send_now(built.patch)
            self.scenes[name], restyle = (built.view, built.restyle) if built else self.new_scene(name)
            self.restyle.rows += restyle.rows
        return self.scenes[name]

    def new_scene(self, name: str) -> tuple[SceneView, Restyle]:
        """The view of a scene, its figures put into the document: tags of a model that stands for them."""
        restyle = Restyle()
        view = SCENES[name](restyle, self.catalog)
        if self.document is not None:
            self.document.get_model_by_name(f"figures-{name}").tags = [*view.figures]
        return view, restyle

    def _new_rows(self) -> list[tuple[str, str, str, str]]:
        """What the page has not been told yet of what theme and form may restyle."""
        rows, self._untold = self.restyle.rows[self._untold :], len(self.restyle.rows)
        return rows

    @property
    def live_label(self) -> str:
        """What tells the reader that Python is here."""
        versions = {"python": platform.python_version(), "numpy": np.__version__}
        return self.catalog.text("loading.live", **versions)

    def query(self, settings: Mapping[str, Any]) -> str:
        """The address that leads back to these settings, with a seed only where one was asked for."""
        named = {name: value for name, value in settings.items() if name != "seed" or self.given_seed}
        if named != self._led_back[0]:
            self._led_back = (named, to_query(named))
        return self._led_back[1]

    def _advance(self, now: float) -> None:
        seconds = self.clock.tick(now)
        if not self.clock.suspended:
            self.session.step(seconds)

    def _open(self, message: Message) -> None:
        entropy, band = whole(message, "entropy", 0), band_in(message)
        values, complaints = from_query(str(message.get("query", "")))
        self.given_seed = "seed" in values
        if band:
            self.session.bands.keep(*band)
        self.session.open(values, complaints, entropy=entropy)
        if "drawn" in message:  # the page has told that many from a recording
            part, told = number(message, "part"), bool(message.get("told"))
            self.session.take_up(
                whole(message, "drawn"), part, told=told, playing=bool(message.get("playing"))
            )
        if message.get("hidden"):
            self.clock.suspend()
        self.shown_revision = -1

    def _set(self, message: Message) -> None:
        COMMANDS["set"](self.session, message)
        self.given_seed = self.given_seed or "seed" in message["values"]

    def _follow_address(self, message: Message) -> None:
        """Back and Forward: as the address has it, the rest at the defaults, but for what is the page's."""
        values, _ = from_query(str(message.get("query", "")))
        stays = PAGE_ONLY | {"play"} | ({"seed"} - values.keys())
        self.given_seed = self.given_seed or "seed" in values
        led = [name for name in NAMES if name not in stays]
        self.session.set({name: values.get(name, Settings.param[name].default) for name in led})

    def _choose(self, message: Message) -> None:
        self.chosen = None if message.get("token") is None else whole(message, "token")
        self.shown_revision = -1

    def _predict(self, message: Message) -> None:
        stop, choice = message.get("stop"), message.get("choice")
        if stop not in STOPS or choice not in STOPS[stop].choices:
            raise ValueError(f"{choice!r:.40} at stop {stop!r:.40} is no prediction of the tour")
        self.predicted[stop] = choice
        self.shown_revision = -1

    def _prepare(self, message: Message) -> None:
        if message.get("scene") in SCENES:
            self._scene(message["scene"])

    def _table(self, message: Message) -> None:
        self.table_open = bool(message.get("open"))
        self.shown_revision = -1
        self._rows_due = 0.0

    def _visible(self, message: Message) -> None:
        (self.clock.resume if message.get("on") else self.clock.suspend)()
