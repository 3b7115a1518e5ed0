"""The session: settings, the run and its clockwork. The only thing that changes; everything else is computed from its frames.

Time comes in through `step(seconds)` alone: there are no timers here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from app.core.sampler import RULES, Position, stream
from app.core.scenario import SCENARIOS, Laws, Scenario, laws_of, own

from . import edits
from .address import from_message
from .band import Bands
from .frame import Frame, History, Note
from .run import Run
from .settings import LARGEST_SEED, Settings, values_of

DRAWS_A_SECOND = 0.4  # at speed 1
BEATS = 4
BEAT = 0.2  # of the time between two draws at speed 1, from one beat to the next
LEAST_GHOST = 30  # draws that a run must have to stay as a ghost
SMALLEST_SKIP, LARGEST_SKIP = 1_000, 1_000_000
SEEDS_TRIED = 500  # for an opening whose first draw is a correction
WHOLE = 1e-9  # draws: credit this near to a whole draw is that draw
FILTERS = ("temperature", "top_k", "top_p")
OWN = ("p", "r", "names")


class Session:
    """One learner's demo."""

    def __init__(self, settings: Settings | None = None) -> None:
        """Opens paused, nothing drawn, on the seed in the settings."""
        self.settings = settings or Settings()
        self.bands = Bands()
        self.notes: tuple[Note, ...] = ()
        self.ghost: History | None = None
        self.playing = False
        self.revision = 0
        self._credit = 0.0  # draws due, below 1 between steps
        self._told = True  # whether the last draw has been told to its end
        laws, notes = self._laws()
        self.notes = tuple(notes)
        self.run = Run(laws, self.settings.seed)
        self.bands.want(laws.p)

    # ---- what it shows

    def frame(self) -> Frame:
        """All that can be shown of this moment."""
        run = self.run
        verdicts = np.array(run.verdicts, bool)
        verdicts.flags.writeable = False
        return Frame(
            laws=run.laws,
            scenario_id=self.settings.scenario,
            settings=values_of(self.settings) | {"play": self.playing},
            lossless=run.lossless,
            recent=run.recent,
            lossless_curve=run.lossless_history(),
            naive_curve=run.naive_history(),
            ghost=self.ghost,
            marks=tuple(run.marks),
            last=run.last,
            last_accepted=verdicts,
            by_token={token: tuple(draws) for token, draws in run.by_token.items()},
            playing=self.playing,
            beat=self.beat,
            narrated=self.narrated,
            seed=run.seed,
            band=self.bands.current,
            notes=self.notes,
        )

    @property
    def narrated(self) -> bool:
        """Whether single draws are told: at speed 1, and while paused."""
        return self.settings.speed == 1 or not self.playing

    @property
    def beat(self) -> int:
        """How far the last draw is told: four beats, one after the other at speed 1, all at once otherwise."""
        if self._told or not self.playing or self.settings.speed != 1:
            return BEATS
        return min(BEATS, 1 + int(self._credit / BEAT + WHOLE))

    # ---- time

    def step(self, seconds: float) -> None:
        """Lets `seconds` pass: makes the draws that fall due, not one more or less, however the time is cut up."""
        if not self.playing or seconds < 0:
            return
        beat = self.beat
        self._credit += seconds * DRAWS_A_SECOND * self.settings.speed
        due = int(self._credit + WHOLE)
        self._credit = max(0.0, self._credit - due)
        if due:
            self.run.draw(due)
            self._told = False
        if due or self.beat != beat:
            self.revision += 1

    def work(self, budget: float) -> bool:
        """Spends about `budget` seconds on the chance band; returns whether anything is left to do."""
        before = self.bands.current
        left = self.bands.work(budget)
        if self.bands.current is not before:
            self.revision += 1
        return left

    # ---- commands

    def play(self) -> None:
        """Lets time make draws; the first falls with the first step."""
        if not self.playing:
            self.playing = True
            if self.run.lossless.draws == 0:
                self._credit = 1.0
        self.revision += 1

    def pause(self) -> None:
        """Stops; the last draw stands fully told, and the fraction of the next is kept."""
        self.playing = False
        self._told = True
        self.revision += 1

    def draw_once(self) -> None:
        """Pauses and makes exactly one draw."""
        self.pause()
        if self.run.lossless.draws == 0:
            self._credit = 0.0
        self.run.draw(1)

    def reset(self) -> None:
        """Paused, nothing drawn, same seed; what was drawn stays as the ghost."""
        self.playing = False
        self._restart(self.run.laws)
        self._say()

    def replay(self) -> None:
        """Reset and play."""
        self.reset()
        self.play()

    def new_seed(self, seed: int) -> None:
        """Nothing drawn, another seed; goes on playing if it was."""
        self.settings.seed = seed % (LARGEST_SEED + 1)
        self._restart(self.run.laws)
        self._say()

    def start_again(self) -> None:
        """Everything restarts with the draft as it is now; goes on playing if it was."""
        self._restart(self.run.laws)
        self._say()

    def skip(self, n: int) -> None:
        """Makes n draws at once. Raises ValueError where n is not from 10^3 to 10^6."""
        if not SMALLEST_SKIP <= n <= LARGEST_SKIP:
            raise ValueError(f"n is {n!r}; a skip is from {SMALLEST_SKIP} to {LARGEST_SKIP} draws")
        self.run.skip(n)
        self._told = True
        self.revision += 1

    def open(self, values: Mapping[str, Any], complaints: list[Note], entropy: int) -> None:
        """Begins as the address says; without a seed, on the first from `entropy` on whose first draw is a correction."""
        values = dict(values)
        self._take(values)
        self._restart(self._laws_noted(complaints))
        if "seed" not in values:
            self.settings.seed = self.open_seed(entropy)
            self._restart(self.run.laws)
        self.ghost = None
        if values.get("play"):
            self.play()

    def open_seed(self, entropy: int) -> int:
        """The first seed from `entropy` upward (mod 2^53) whose first draw is a correction; `entropy` where none of 500 is."""
        position = Position(self.run.laws.p, self.run.laws.q)
        for seed in (((entropy + i) % (LARGEST_SEED + 1)) for i in range(SEEDS_TRIED)):
            if not RULES["lossless"].draws(position, 1, stream(seed)).accepted[0]:
                return seed
        return entropy % (LARGEST_SEED + 1)

    def set(self, values: Mapping[str, Any], *, drag: bool = False) -> tuple[Note, ...]:
        """Changes settings, validated as an address is; returns what was wrong with them.

        Another mismatch or kind of draft keeps the lossless tally; another scenario, law, filter or seed restarts everything; the rest
        restarts nothing. A drag that goes on makes one mark, not many.
        """
        good, complaints = from_message(values)
        before = values_of(self.settings)
        self._take(good)
        after = values_of(self.settings)
        changed = {name for name in after if after[name] != before[name]}
        if "play" in good and good["play"] != self.playing:
            (self.play if good["play"] else self.pause)()
        own_changed = self.settings.scenario == "own" and changed & set(OWN)
        if own_changed or changed & {"scenario", "seed", *FILTERS}:
            self._restart(self._laws_noted(complaints))
        elif changed & {"mismatch", "draft"}:
            self._change_draft(complaints, drag)
        elif complaints:
            self._say(*complaints)
        self.revision += 1
        return self.notes if complaints else ()

    def pull(self, law: str, token: int, value: float, *, drag: bool = False) -> None:
        """Sets one entry of p, q or r; the rest rescales and the laws become your own. Raises ValueError as `edits.pull`."""
        laws = self.run.laws
        new = edits.pull(laws, law, token, value)
        self._make_own(new)
        if law == "p":
            self._restart(self._laws_noted([]))
            return
        if law == "q":
            self.settings.mismatch = 1.0
        self._change_draft([], drag)

    def rename(self, token: int, name: str) -> None:
        """Renames a token; a name that cannot be is noted."""
        self._edit(lambda laws: edits.rename(laws, token, name))

    def add_token(self) -> None:
        """Adds a token; that there are 50 already is noted."""
        self._edit(edits.add_token)

    def remove_token(self) -> None:
        """Removes the last token; that it must stay is noted."""
        self._edit(edits.remove_token)

    # ---- inside

    def _edit(self, edit: Callable[[Laws], Scenario]) -> None:
        try:
            new = edit(self.run.laws)
        except ValueError as error:
            self._say(Note("refused", {"why": str(error)}))
            return
        self._make_own(new)
        self._restart(self._laws_noted([]))

    def _make_own(self, scenario: Scenario) -> None:
        """Your own laws from here on, as they are seen: filters have done their work and are off."""
        self.settings.param.update(
            scenario="own",
            p=tuple(scenario.p.tolist()),
            r=tuple(scenario.r.tolist()),
            names=scenario.names,
            temperature=1.0,
            top_k=0,
            top_p=1.0,
        )

    def _take(self, values: dict[str, Any]) -> None:
        if values.get("scenario", self.settings.scenario) != "own" and "scenario" not in values and values.keys() & {"p", "r"}:
            values["scenario"] = "own"
        if values.get("scenario") == "own" and not values.get("p") and not self.settings.p:
            scenario = SCENARIOS[self.settings.scenario]
            values = {"p": tuple(scenario.p.tolist()), "r": tuple(scenario.r.tolist()), "names": scenario.names} | values
        self.settings.param.update(**{name: value for name, value in values.items() if name != "play"})

    def _laws(self) -> tuple[Laws, list[Note]]:
        """The laws that the settings name, and what had to be done to get them."""
        settings, notes = self.settings, []
        scenario = SCENARIOS.get(settings.scenario)
        if scenario is None:
            try:
                scenario = own(settings.p, settings.r or settings.p, settings.names)
            except ValueError as error:
                notes.append(Note("own-laws", {"why": str(error)}))
                scenario = SCENARIOS["next-word"]
                settings.param.update(scenario=scenario.id, p=(), r=(), names=())
        filters = {name: getattr(settings, name) for name in FILTERS}
        try:
            return laws_of(scenario, settings.mismatch, settings.draft, **filters), notes
        except ValueError:
            settings.draft = "mix"
            notes.append(Note("no-tilt"))
            return laws_of(scenario, settings.mismatch, "mix", **filters), notes

    def _laws_noted(self, complaints: list[Note]) -> Laws:
        laws, notes = self._laws()
        self._say(*complaints, *notes)
        return laws

    def _restart(self, laws: Laws) -> None:
        if self.run.lossless.draws >= LEAST_GHOST:
            naive = self.settings.rule == "naive"
            self.ghost = self.run.naive_history() if naive else self.run.lossless_history()
        self.run = Run(laws, self.settings.seed)
        self.bands.want(laws.p)
        self._credit = 1.0 if self.playing else 0.0
        self._told = True
        self.revision += 1

    def _change_draft(self, complaints: list[Note], drag: bool) -> None:
        laws, notes = self._laws()
        self.run.change_draft(laws, same_mark=drag)
        self._told = True
        self._say(*complaints, *notes, *([Note("draft-changed")] if self.run.lossless.draws else []))

    def _say(self, *notes: Note) -> None:
        self.notes = notes
        self.revision += 1
