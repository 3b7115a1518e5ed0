"""The session: settings, a run of draws and its pace. The one thing that changes; all else reads its frames.

Time comes in through `step(seconds)` alone: there are no timers here. Longer than our files are: whatever
can change stands in this one place, and parts of it would have to share it all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from app.core.sampler import stream
from app.core.scenario import Laws, Scenario
from app.lesson.tour import STOPS

from . import edits
from .address import from_message
from .band import Bands
from .chosen import DRAFTING, OWN, RESTARTING, as_settings, changes, completed, laws_chosen, scenario_named
from .frame import Frame, History, Note
from .guessing import Guesses
from .pace import BEATS, Pace
from .run import LOSSLESS, Run
from .settings import LARGEST_SEED, Settings
from .stage import Keeps, Stage, keeper
from .stages import stage_of

LEAST_GHOST = 30  # draws that a run must have to stay as the ghost
SKIPS = (1_000, 1_000_000)  # the smallest and the largest
MOST_TAKEN_UP = 100  # draws that were told before the session was there
SEEDS_TRIED = 500  # for an opening whose first draw is a correction
PAUSING = frozenset({"scene", "fault"})  # another scene or engine waits to be looked at
UNFILTERED = {"temperature": 1.0, "top_k": 0, "top_p": 1.0}


class Session:
    """One learner's demo. `revision` grows with every visible change."""

    def __init__(self, settings: Settings | None = None, seed: int | None = None) -> None:
        """Opens paused, nothing drawn, on `seed`, else on the settings' seed, else on 0.

        Raises ValueError where the settings name laws that are none.
        """
        self.settings = settings or Settings()
        self.settings.seed = next(one for one in (seed, self.settings.seed, 0) if one is not None)
        self.playing = False
        self.revision = 0
        self.notes: tuple[Note, ...] = ()
        self.ghost: History | None = None
        self.bands = Bands()
        self.guesses = Guesses()
        self._kept: dict[str, Keeps] = {}  # the last stage of each scene that keeps what it has
        self._grip: Laws | None = None  # the laws as they were when a drag began
        laws, notes = self._laws()
        self._begin(laws)
        self._say(notes)

    # What it shows

    def frame(self) -> Frame:
        """All that can be shown of this moment."""
        run = self.run
        verdicts = np.array(run.verdicts, bool)
        verdicts.flags.writeable = False
        return Frame(
            laws=run.laws,
            settings=self.settings.values() | {"play": self.playing},
            lossless=run.lossless,
            recent=run.recent,
            lossless_curve=run.lossless_curve.history(run.lossless.emitted),
            naive_curve=run.naive_curve.history(run.recent.drafted),
            ghost=self.ghost,
            marks=tuple(run.marks),
            last=run.last,
            last_accepted=verdicts,
            by_token={token: tuple(draws) for token, draws in run.by_token.items()},
            beat=self.beat,
            band=self.bands.current,
            notes=self.notes,
            stage=None if self.stage is None else self.stage.frame(),
            guess=self.guesses.now(self.settings.values(), run.laws),
        )

    @property
    def beat(self) -> int:
        """How far the last draw is told: beat by beat while speed 1 plays, else to the end at once."""
        beat_by_beat = self.playing and self.settings.speed == 1 and not self._told
        return self.pace.beat if beat_by_beat else BEATS

    # Time

    def step(self, seconds: float) -> None:
        """Lets `seconds` pass: makes the draws that fall due, the same however the time was cut up.

        Raises ValueError where `seconds` is negative or not finite.
        """
        if not self.playing:
            return
        beat = self.beat
        stage = self.stage
        due = self.pace.due(seconds * (stage.draws_a_draw if stage else 1.0), self.settings.speed)
        if due:
            (stage or self.run).draw(due)
            self._told = False
        if due or self.beat != beat:
            self.revision += 1

    def work(self, budget: float) -> bool:
        """Spends about `budget` seconds in the background; returns whether anything is left to do."""
        if self.stage and self.stage.work(budget):
            self.revision += 1
            return True
        before = self.bands.current
        left = self.bands.work(budget)
        if self.bands.current is not before:
            self.revision += 1
        return left

    # Commands

    def play(self) -> None:
        """Lets time make draws."""
        self.playing = True
        self.revision += 1

    def pause(self) -> None:
        """Stops; the last draw stands fully told, and what has passed of the next is kept."""
        self.playing = False
        self._told = True
        self.revision += 1

    def draw_once(self) -> None:
        """Pauses and makes exactly one draw, fully told, so that playing goes on with the next at once."""
        self.pause()
        (self.stage or self.run).draw(1)
        self.pace.at_once()

    def skip(self, n: int) -> None:
        """Makes n draws at once.

        Raises ValueError where n is not from 10^3 to 10^6.
        """
        least, most = SKIPS
        if not least <= n <= most:
            raise ValueError(f"n is {n!r}; a skip is from {least} to {most} draws")
        (self.stage or self.run).skip(int(n))
        self._told = True
        if not self.playing:
            self.pace.at_once()
        self.revision += 1

    def reset(self) -> None:
        """Paused, nothing drawn, same seed; where the scene has draws of its own, those alone."""
        self.playing = False
        if self.stage:
            self._set_stage(self.run.laws)
            self._say([])
            return
        self._restart(self.run.laws)

    def act(self, name: str, value: Any, scene: str | None = None) -> None:
        """Does what a control of a scene's own asks for; `scene` is its name, None that of the scene shown.

        Where that was left by now it is heard only if it keeps what it has. Raises ValueError where the scene
        has no control of this name, or the value cannot be.
        """
        left = scene is not None and scene != self.settings.scene
        stage = self._kept.get(str(scene)) if left else self.stage
        if stage is not None:
            stage.act(name, value)
            self.revision += 1
        elif not left:
            raise ValueError(f"act {name!r} is unknown to scene {self.settings.scene}, which has no stage")

    def guess(self, place: int | None) -> None:
        """Takes the class's guess by its place, or None, and shows what was hidden.

        Raises ValueError where nothing is to be guessed, or nothing stands at that place.
        """
        self.guesses.take(self.settings.values(), self.run.laws, place)
        self.revision += 1

    def feed(self, data: bytes, *, last: bool) -> None:
        """Gives a slice of a file to the scene; to the one that began it where another is shown by now.

        Raises ValueError where no scene takes files.
        """
        takes = keeper(self.stage) or next(iter(self._kept.values()), None)
        if takes is None:
            raise ValueError(f"scene {self.settings.scene} takes no file")
        takes.feed(data, last=last)
        self.revision += 1

    def replay(self) -> None:
        """Reset and play."""
        self.reset()
        self.play()

    def new_seed(self, seed: int) -> None:
        """Nothing drawn, another seed (mod 2^53); goes on playing if it was."""
        self.settings.seed = seed % (LARGEST_SEED + 1)
        self._restart(self.run.laws)

    def start_again(self) -> None:
        """Nothing drawn, with the draft as it is now; goes on playing if it was."""
        self._restart(self.run.laws)

    def open(self, values: Mapping[str, Any], complaints: Sequence[Note] = (), entropy: int = 0) -> None:
        """Begins as an address says; without a seed in it, on one whose first draw is a correction."""
        self.settings = Settings()
        laws, notes = self._take(values)
        self.settings.seed = values.get("seed", 0)
        self.playing, self.ghost, self.guesses = bool(values.get("play", False)), None, Guesses()
        self._begin(laws)
        if "seed" not in values:
            self.settings.seed = self.open_seed(entropy)
            self._begin(laws)
        self._say([*complaints, *notes])

    def take_up(self, drawn: int, part: float, *, told: bool, playing: bool) -> None:
        """Goes on in the middle of a run that was told elsewhere, right after `open`.

        After `drawn` draws and `part` of the time to the next; `told` where the last stands fully told.
        Raises ValueError where `drawn` or `part` cannot be.
        """
        if not 0 <= drawn <= MOST_TAKEN_UP or not 0 <= part <= 1:
            raise ValueError(f"drawn is {drawn}, part {part}; they go up to {MOST_TAKEN_UP} draws and to 1")
        self.run.draw(drawn)
        self.pace.credit = part
        self.playing, self._told = playing, told or not drawn
        self.revision += 1

    def open_seed(self, entropy: int) -> int:
        """The first seed from `entropy` upward (mod 2^53) whose first draw is a correction.

        `entropy` itself where none of 500 is, or nothing is ever rejected.
        """
        position = self.run.position
        tried = SEEDS_TRIED if position.residual is not None else 0
        seeds = [(entropy + i) % (LARGEST_SEED + 1) for i in range(max(1, tried))]
        for seed in seeds[:tried]:
            if not LOSSLESS.draws(position, 1, stream(seed, 0)).accepted[0]:
                return seed
        return seeds[0]

    def set(self, values: Mapping[str, Any], *, drag: bool = False) -> tuple[Note, ...]:
        """Changes settings, read as an address is; returns what was wrong with them.

        Another mismatch or kind of draft keeps the lossless tally; another scenario, law, filter or seed
        restarts everything; the rest restarts nothing. `drag` goes on with the change before, as one change.
        """
        good, complaints = from_message(values)
        before = self.settings.values()
        laws, notes = self._take(good)
        changed = changes(before, self.settings.values())
        if good.get("play", self.playing and not changed & PAUSING) != self.playing:
            (self.pause if self.playing else self.play)()
        if "predict" in changed:
            self.guesses = Guesses()
        wrong = (*complaints, *notes)
        stop = STOPS.get(self.settings.tour) if "tour" in changed else None
        if changed & RESTARTING or (stop and stop.afresh):
            self._restart(laws, wrong)
        elif changed & DRAFTING:
            self._change_draft(laws, wrong, drag=drag, moved="scene" in changed)
        else:
            self._tell_stage(changed)
            if wrong or "scene" in changed:
                self._say(wrong)
        self.revision += 1
        return wrong

    # Edits by hand, which make the laws your own; what cannot be done is noted

    def pull(self, law: str, token: int, value: float, *, drag: bool = False) -> None:
        """Sets one entry of p, q or r, and the rest rescales; a pulled q becomes r, with mismatch 1."""
        grip = self._grip if drag and self._grip else self.run.laws
        self._edit(lambda _: edits.pull(grip, law, token, value), law, drag=drag)
        self._grip = grip  # a drag starts from here each time: to the edge and back loses nothing

    def rename(self, token: int, name: str) -> None:
        """Renames a token."""
        self._edit(lambda laws: edits.rename(laws, token, name))

    def add_token(self) -> None:
        """Adds a token."""
        self._edit(edits.add_token)

    def remove_token(self) -> None:
        """Removes the last token."""
        self._edit(edits.remove_token)

    def _edit(self, edit: Callable[[Laws], Scenario], law: str = "p", *, drag: bool = False) -> None:
        self._grip = None
        try:
            scenario = edit(self.run.laws)
        except ValueError as error:
            self._say([Note("refused", {"why": str(error)})])
            return
        # as the laws are seen: the filters have done their work and are off
        self.settings.param.update(**as_settings(scenario), **UNFILTERED)
        if law == "q":
            self.settings.mismatch = 1.0
        laws, notes = self._laws()
        if law == "p":
            self._restart(laws, notes)
        else:
            self._change_draft(laws, notes, drag=drag)

    # Inside

    def _take(self, values: Mapping[str, Any]) -> tuple[Laws, list[Note]]:
        """Takes over settings that were read; the laws that follow, and notes on what could not be.

        Where own laws are none, those that were there stay.
        """
        self._grip = None
        before = self.settings.values()
        stop = STOPS.get(str(values.get("tour")))
        full = completed({**stop.settings, **values} if stop else values, before)
        self.settings.param.update(**{name: value for name, value in full.items() if name != "play"})
        try:
            scenario_named(self.settings.values())
        except ValueError as error:
            self.settings.param.update(**{name: before[name] for name in ("scenario", *OWN)})
            laws, notes = self._laws()
            return laws, [Note("own-laws", {"why": str(error)}), *notes]
        return self._laws()

    def _laws(self) -> tuple[Laws, list[Note]]:
        """The laws of the settings; a tilt that cannot be becomes a mix, with a note."""
        scenario = scenario_named(self.settings.values())
        try:
            return laws_chosen(scenario, self.settings.values()), []
        except ValueError:  # p and r share no token
            self.settings.draft = "mix"
            return laws_chosen(scenario, self.settings.values()), [Note("no-tilt")]

    def _begin(self, laws: Laws) -> None:
        self.run = Run(laws, self.settings.seed)
        self.bands.want(laws.p)
        self._set_stage(laws)

    def _set_stage(self, laws: Laws) -> None:
        """The scene's own draws from the beginning, where it has any."""
        self.stage: Stage | None = stage_of(laws, self.settings.values(), self.settings.seed)
        if (stage := keeper(self.stage)) is not None:
            before = self._kept.get(self.settings.scene)
            if before is not None:
                stage.inherit(before)
            self._kept[self.settings.scene] = stage
        self.pace = Pace()
        self._told = True

    def _tell_stage(self, changed: frozenset[str]) -> None:
        if "scene" in changed or (self.stage and changed & self.stage.restarts):
            self._set_stage(self.run.laws)
        elif self.stage and changed:
            self.stage.tell(self.settings.values())

    def _restart(self, laws: Laws, notes: Sequence[Note] = ()) -> None:
        """Nothing drawn; what was drawn becomes the ghost, as the verdict shown has it."""
        run, naive = self.run, self.settings.rule == "naive"
        if (run.recent if naive else run.lossless).draws >= LEAST_GHOST:
            curve, counts = run.lossless_curve, run.lossless.emitted
            if naive:
                curve, counts = run.naive_curve, run.recent.drafted
            self.ghost = curve.history(counts)
        self._begin(laws)
        self._say(notes)

    def _change_draft(self, laws: Laws, notes: Sequence[Note], *, drag: bool, moved: bool = False) -> None:
        """Another q towards the same p: what the rule gave out stays. `moved`: in another scene as well."""
        self.run.change_draft(laws, move_mark=drag)
        self._told = True
        if self.stage or moved:
            self._set_stage(laws)
        self._say([*notes, *([Note("draft-changed")] if self.run.marks else [])])

    def _say(self, notes: Sequence[Note]) -> None:
        self.notes = tuple(notes)
        self.revision += 1
