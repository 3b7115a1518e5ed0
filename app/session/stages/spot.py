"""The scene `spot`: the target alone and an engine, dealt to the names A and B, drawing side by side.

The deal comes from a generator of its own, spawned from the seed, the laws, what may be hidden and the number
of the round, and is told to nobody before the vote. Drawing a stream costs the same messages whatever it is.
"""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from app.core.faults import FAULTS
from app.core.law import frozen, total_variation
from app.core.odds import RUNS, best_odds_of_pair
from app.core.sampler import RULES, UNIFORMS, Position, Rule
from app.core.scenario import Laws
from app.session.frames.spot import Reveal, SpotFrame, Stream
from app.session.history import Curve
from app.session.stage import Still

BLOCK = 1 << 14  # draws made at a time
SIMULATED = 400_000  # counts, at most, to find the odds of a vote
RECENT = 12  # tokens of a stream that are remembered in order
CAN_BE_SEEN = 0.02  # TV of a fault from which on chance may choose it
VOTES = ("a", "b", "none")
LOSSLESS, CHANCE = "lossless", "chance"


class OneStream:
    """One engine at one position, drawing on a generator of its own."""

    def __init__(self, rule: Rule, position: Position, entropy: np.random.SeedSequence) -> None:
        """Nothing drawn yet."""
        self.rule, self.position, self.entropy = rule, position, entropy
        self.counts = np.zeros(len(position.p), np.int64)
        self.recent: deque[int] = deque(maxlen=RECENT)
        self.curve = Curve(position.p)
        self._go_on()

    def draw(self, n: int) -> None:
        """Makes n draws."""
        for done in range(0, n, BLOCK):
            token = self.rule.draws(self.position, min(BLOCK, n - done), self.stream).token
            self.curve.follow(self.counts, token)
            self.recent.extend(token[-RECENT:].tolist())
            self.counts = self.counts + np.bincount(token, minlength=len(self.counts))

    def skip(self, n: int) -> None:
        """Makes n draws by their counts, on a generator spawned at this place of the stream."""
        entropy = np.random.SeedSequence(self.entropy.entropy, spawn_key=(*self.entropy.spawn_key, self.n))
        after = self.counts + self.rule.counts(self.position, n, np.random.default_rng(entropy)).token
        self.curve.jump(self.counts, after)
        self.counts = after
        self.recent.clear()
        self._go_on()

    @property
    def n(self) -> int:
        """How many tokens came out."""
        return int(self.counts.sum())

    def _go_on(self) -> None:
        self.stream = np.random.Generator(np.random.PCG64(self.entropy).advance(UNIFORMS * self.n))

    def shown(self) -> Stream:
        """What came out so far, frozen."""
        return Stream(frozen(self.counts.copy()), self.curve.history(self.counts), tuple(self.recent))


class SpotStage(Still):
    """Two streams, and a vote on which is which."""

    def __init__(self, laws: Laws, settings: Mapping[str, Any], seed: int) -> None:  # noqa: ARG002  # a Make's shape
        """The first deal, against a lossless engine."""
        self.seed = seed
        self.position = Position(laws.p, laws.q)
        self.faults = spottable(self.position)
        self.opponent, self.round = LOSSLESS, 0
        self.voted: str | None = None
        self.revealed: Reveal | None = None
        self._acts: dict[str, Callable[[Any], None]] = {
            "vote": self._vote,
            "opponent": self._oppose,
            "again": self._again,
        }
        self._deal()

    def act(self, name: str, value: Any) -> None:
        """`vote` for one of VOTES, `opponent` to say what may be hidden, `again` for another round.

        A second vote in a round is none. Raises ValueError for another name or value.
        """
        if name not in self._acts:
            super().act(name, value)
        self._acts[name](value)

    def draw(self, n: int) -> None:
        """Draws n tokens of each."""
        for one in self.streams.values():
            one.draw(n)

    def skip(self, n: int) -> None:
        """Draws n tokens of each by their counts."""
        for one in self.streams.values():
            one.skip(n)

    def frame(self) -> SpotFrame:
        """Both streams; which is which after the vote alone."""
        return SpotFrame(
            a=self.streams["a"].shown(),
            b=self.streams["b"].shown(),
            opponent=self.opponent,
            opponents=(LOSSLESS, CHANCE, *self.faults),
            voted=self.voted,
            revealed=self.revealed,
        )

    # What the controls do

    def _vote(self, value: Any) -> None:
        if value not in VOTES:
            raise ValueError(f"vote is {value!r:.40}; it must be one of {', '.join(VOTES)}")
        if self.voted is not None:  # a double click, or one that came while the first was on its way
            return
        self.voted = value
        n, p, out = self.streams["a"].n, self.position.p, self._engine.law(self.position)
        runs = min(RUNS, SIMULATED // len(p))  # of 50 tokens 8,000: odds to .003
        odds = best_odds_of_pair(p, out, n, np.random.default_rng(self._entropy(3)), runs)
        limit = 0.0 if self._engine is RULES[LOSSLESS] else total_variation(p, out)
        key = "-".join(str(part) for part in self._deal_key)
        self.revealed = Reveal(self._target, self._engine.id, limit, n, odds, key)

    def _oppose(self, value: Any) -> None:
        if value not in (LOSSLESS, CHANCE, *self.faults):  # it may be a list, which has no hash
            raise ValueError(
                f"opponent is {value!r:.40}; it must be {LOSSLESS}, {CHANCE} or a fault at these laws"
            )
        self.opponent = value
        self._again(None)

    def _again(self, _: Any) -> None:
        self.round += 1
        self._deal()

    # Inside

    @property
    def _deal_key(self) -> list[int]:
        laws = self.position.p.tobytes() + self.position.q.tobytes()
        return [self.seed, zlib.crc32(laws + self.opponent.encode()), self.round]

    def _entropy(self, use: int) -> np.random.SeedSequence:
        """The randomness of this round: 0 the deal, 1 and 2 the streams A and B, 3 the odds."""
        return np.random.SeedSequence(self._deal_key, spawn_key=(use,))

    def _deal(self) -> None:
        """Deals the target and an engine to A and B, nothing drawn."""
        rng = np.random.default_rng(self._entropy(0))
        self._target = "a" if rng.random() < 0.5 else "b"  # even chances
        engine = self.opponent
        if engine == CHANCE:
            engine = LOSSLESS if rng.random() < 0.5 else str(rng.choice(by_chance(self.faults)))
        self._engine: Rule = RULES[LOSSLESS] if engine == LOSSLESS else FAULTS[engine]
        # the target alone: a draft that is the target, and every draft kept
        alone = (RULES["naive"], Position(self.position.p, self.position.p))
        self.streams = {
            name: OneStream(
                *(alone if name == self._target else (self._engine, self.position)), self._entropy(use)
            )
            for use, name in enumerate(("a", "b"), start=1)
        }
        self.voted = self.revealed = None


def spottable(position: Position) -> dict[str, float]:
    """The faults that can run at the position and were asked for p: their TV to p by id."""
    found = {}
    for fault in FAULTS.values():
        try:
            law = fault.law(position)
        except ValueError:  # retries without an end
            continue
        if np.array_equal(fault.asked(position), position.p):
            found[fault.id] = total_variation(position.p, law)
    return found


def by_chance(faults: Mapping[str, float]) -> list[str]:
    """Those that chance chooses from: far enough from p to be seen, or all where none is."""
    return [name for name, tv in faults.items() if tv >= CAN_BE_SEEN] or list(faults)
