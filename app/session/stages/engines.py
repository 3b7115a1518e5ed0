"""The scene `engines`: one engine of the gallery runs, and a question about where it ends.

Draw i uses the uniforms 3i to 3i + 2 of the seed's stream; in a chain, texts are made in blocks of their own
generators. So a run is the same however ticks cut it. A skip draws counts, in a chain by the joint law.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from app.core.faults import CHAIN_FAULTS, Showing, showing
from app.core.gallery import DRAFT, GAMMAS, GROUP_OF, SINGLE, TARGET, sides
from app.core.joint import asked_opening
from app.core.law import Law, as_law, frozen, total_variation
from app.core.sampler import Position, skip_stream, stream
from app.core.scenario import LETTERS, Laws
from app.core.source import Source
from app.session.chosen import FILTERS, scenario_named
from app.session.frames.engines import EnginesFrame, Question
from app.session.history import Curve
from app.session.stage import Still

from .predicting import choices_for

BLOCK = 1 << 16  # draws made at a time
TEXTS = 256  # texts of a chain made at a time, ahead of their use

Tokens = np.ndarray


class OnePosition:
    """An engine that judges one position by itself."""

    def __init__(self, laws: Laws, settings: Mapping[str, Any], seed: int) -> None:
        """Prepares the laws that the engine sees; `law` is None where it never comes to an end."""
        self.engine, self.seed = SINGLE[settings["fault"]], seed
        scenario, (t, k, mass) = scenario_named(settings), (settings[name] for name in FILTERS)
        p, q = sides(scenario, settings["mismatch"], settings["draft"], t, k, mass, settings["filters"])
        self.names, self.position = laws.names, Position(p, q)
        self.p, self.q = self.position.p, self.position.q
        self.asked = self.engine.asked_law(laws.p, self.q)
        self.law: Law | None = None
        self.accepted: float | None = None
        try:
            self.law = self.engine.law(self.position)
        except ValueError:  # nothing can be accepted, and it tries until something is
            return
        self.accepted = self.engine.accepts(p, q)
        self._at, self._stream = 0, stream(seed, 0)

    def draw(self, done: int, n: int) -> Tokens:
        """Draws of the seed's stream."""
        if done != self._at:
            self._stream = stream(self.seed, done)
        self._at = done + n
        return self.engine.draws(self.position, n, self._stream).token

    def skip(self, done: int, n: int) -> Tokens:
        """Counts by the engine's own way of counting; by its law where its tries are beyond counting."""
        rng = skip_stream(self.seed, done)
        try:
            return self.engine.counts(self.position, n, rng).token
        except ValueError:
            return Source(self.engine.law(self.position)).counts(n, rng)


class TwoPositions:
    """An engine that goes wrong from one position to the next, on the two-token example: pairs of tokens."""

    p: Law | None = None
    accepted: float | None = None

    def __init__(self, settings: Mapping[str, Any], seed: int) -> None:
        """Prepares the joint law of the first two tokens, pairs in the order aa, ab, ba, bb."""
        self.fault, self.seed = CHAIN_FAULTS[settings["fault"]], seed
        self.gamma = GAMMAS[settings["fault"]]
        letters = LETTERS[: TARGET.size]
        self.names = tuple(one + two for one in letters for two in letters)
        self.asked = as_law(asked_opening(TARGET).ravel())
        self.q = as_law(asked_opening(DRAFT).ravel())
        self.law = as_law(self.fault.joint(TARGET, DRAFT, self.gamma).ravel())
        self._block, self._texts = -1, np.zeros(0, np.int64)

    def draw(self, done: int, n: int) -> Tokens:
        """Texts of the blocks in which these draws lie."""
        parts = []
        for block in range(done // TEXTS, (done + n - 1) // TEXTS + 1):
            first = block * TEXTS
            parts.append(self._of(block)[max(0, done - first) : done + n - first])
        return np.concatenate([np.zeros(0, np.int64), *parts])

    def _of(self, block: int) -> Tokens:
        if block != self._block:
            rng = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(block, TEXTS)))
            pairs = self.fault.sample(TARGET, DRAFT, self.gamma, TEXTS, rng)
            self._block, self._texts = block, pairs[:, 0] * TARGET.size + pairs[:, 1]
        return self._texts

    def skip(self, done: int, n: int) -> Tokens:
        """Counts by the joint law."""
        return Source(self.law).counts(n, skip_stream(self.seed, done))


class EnginesStage(Still):
    """The engine of the settings, its run, and the question."""

    restarts = frozenset({"fault", "filters"})

    def __init__(self, laws: Laws, settings: Mapping[str, Any], seed: int) -> None:
        """Nothing drawn, the question open."""
        self.id = settings["fault"]
        self.group = GROUP_OF[self.id]
        chain = self.group == "chain"
        self.source = TwoPositions(settings, seed) if chain else OnePosition(laws, settings, seed)
        law = self.source.law
        self.showing: Showing | None = None if law is None else showing(law, self.source.asked)
        self.choices, self.answer = self._choices(laws)
        self.vote: int | None = None
        self.open = law is not None
        self.counts = np.zeros(len(self.source.asked), np.int64)
        self.curve = Curve(self.source.asked)

    def _choices(self, laws: Laws) -> tuple[tuple[float, ...], int]:
        if self.group == "lookalike" or self.showing is None:
            return (), 0
        return choices_for(self.showing.tv, total_variation(laws.p, laws.q))

    def draw(self, n: int) -> None:
        """Makes n draws; none where the engine never comes to an end."""
        if self.source.law is None:
            return
        for start in range(0, n, BLOCK):
            tokens = self.source.draw(int(self.counts.sum()), min(BLOCK, n - start))
            self.curve.follow(self.counts, tokens)
            self.counts = self.counts + np.bincount(tokens, minlength=len(self.counts))

    def skip(self, n: int) -> None:
        """Makes n draws by their counts."""
        if self.source.law is None:
            return
        after = self.counts + self.source.skip(int(self.counts.sum()), n)
        self.curve.jump(self.counts, after)
        self.counts = after

    def act(self, name: str, value: Any) -> None:
        """`predict` votes for a choice, by its place; `reveal` goes without a vote.

        Raises ValueError for another name, or a place where no choice is.
        """
        if name == "reveal":
            self.open = False
            return
        if name != "predict":
            super().act(name, value)
        places = [str(i) for i in range(len(self.choices) or 2)]
        if str(value) not in places:
            raise ValueError(f"predict is {value!r:.40}; it must be one of {', '.join(places)}")
        if self.open:
            self.vote, self.open = int(value), False

    def frame(self) -> EnginesFrame:
        """The run so far."""
        source = self.source
        return EnginesFrame(
            id=self.id,
            group=self.group,
            names=source.names,
            asked=source.asked,
            p=source.p,
            q=source.q,
            law=source.law,
            showing=self.showing,
            accepted=source.accepted,
            counts=frozen(self.counts.copy()),
            curve=self.curve.history(self.counts),
            question=Question(self.choices, self.answer, self.vote, self.open),
        )
