"""Every key asked for exists, every key of the scene is asked for; texts of any length and direction work."""

import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from app.pictures.converge import chip, curve, numbers
from app.pictures.description import column_labels, last_draws, rows, summary
from app.pictures.guess import guess_shown
from app.pictures.narration import narrate, ticker
from app.session.frame import Guess
from app.text.catalog import SLOT, Catalog
from app.text.en import ENGLISH
from app.text.pages import PAGES
from app.views.scenes import SCENES
from tests.unit.pictures.frames import ABC, W, frame_of, frame_telling

ROOT = Path(__file__).parents[3]
ELSEWHERE = ("control.", "failure.", "loading.", "help.", "page.")  # checked with the page
ELSEWHERE += (
    "question.",
    "hint.",
    "nav.",
    "tour.",
    "keep.",
    "keeping.",
    "print.",
    "embed.",
    *(f"{scene}." for scene in SCENES),
)  # the same
LISTS = ("scenario.", "draft.", "scale.", "fault.")  # one text for each choice of a setting


class Recorder(Catalog):
    """A catalog that remembers which keys were asked for."""

    def __init__(self, texts=ENGLISH):
        super().__init__("en", texts)
        self.asked = set()

    def text(self, key, **slots):
        self.asked.add(key)
        return super().text(key, **slots)


def all_frames(names=ABC):
    """Frames that between them reach every sentence of the scene."""
    laws = [W, (W[0], W[0]), ((1.0, 0.0, 0.0), (0.5, 0.25, 0.25)), ((0.4, 0.4, 0.2), (0.001, 0.002, 0.997))]
    for rule, scale, beat in product(("lossless", "naive"), ("linear", "log"), (1, 2, 3, 4)):
        for (p, q), draws in product(laws, (0, 1, 25)):
            yield frame_of(p, q, names=names, draws=draws, rule=rule, tv_scale=scale, beat=beat)
        even = ((0.5, 0.25, 0.25), (0.25, 0.25, 0.5))  # their ratios are told without rounding
        for kind, (p, q) in product(("kept", "sure", "corrected"), (W, even)):
            frame = frame_telling(kind, p=p, q=q, names=names, rule=rule, tv_scale=scale, beat=beat)
            yield frame
            yield replace(frame, laws=replace(frame.laws, q=np.array([0.3, 0.3, 0.4])))
        for speed, draws in product((5, 25), (3, 150)):
            yield frame_of(*W, names=names, draws=draws, rule=rule, speed=speed, playing=True)
        frame = frame_of(*W, names=names, draws=9, rule=rule)
        few = frame.lossless
        many = replace(few, drafted=few.drafted + 10**8, kept=few.kept + 10**8)
        yield replace(frame, lossless=many, recent=many, last=None)
        for (p, q), what, is_open in product(laws[:2], ("bars", "limit"), (True, False)):
            choices, gap = ("target", "draft", "between"), 0.4 if (p, q) == W else 0.0
            choices, answer = (
                (choices, 1 if rule == "naive" else 0)
                if what == "bars"
                else ((0.0, 0.4), 1 if rule == "naive" and gap else 0)
            )
            guess = Guess(what, choices, answer, 0, open=is_open)
            yield replace(frame_of(p, q, names=names, draws=25, rule=rule), guess=guess)
    tail = np.arange(50, 0, -1) / np.arange(50, 0, -1).sum()
    yield frame_telling("corrected", p=tail, q=tail[::-1], names=[*names, *(f"t{i}" for i in range(47))])


def words(frame, catalog):
    """Every text that the pictures make of a frame."""
    narration, shown = narrate(frame, catalog), chip(frame, catalog)
    texts = [narration.title, *narration.beats, narration.sentence]
    texts += [narration.verdict_text, narration.coin_text]
    texts += [narration.ratio_text, narration.residual_text]
    texts += [ticker(frame, catalog), summary(frame, catalog)]
    texts += [shown.accepted_text, shown.theory_text, shown.accepted_end, shown.bias_end]
    texts += [curve(frame, catalog).limit_text, *vars(numbers(frame, catalog)).values()]
    texts += [*column_labels(frame, catalog)]
    texts += [text for row in rows(frame, catalog) for text in (*row["cells"], *row["labels"])]
    texts += [text for x in range(len(frame.laws.names)) for text in last_draws(frame, x, catalog)]
    if (asked := guess_shown(frame, catalog)) is not None:
        texts += [asked["title"], *asked["choices"], asked["said"]]
    return texts


def keys_written_in(folder, pattern, *suffixes):
    files = [path for path in (ROOT / folder).rglob("*") if path.suffix in suffixes]
    assert files, folder
    return {key for path in files for key in re.findall(pattern, path.read_text(encoding="utf-8"))}


def test_every_key_exists_and_every_key_is_used():
    recorder = Recorder()
    for frame in all_frames():
        words(frame, recorder)
    used = recorder.asked
    used |= keys_written_in("static", r'text\["([a-z.-]+)"\]', ".html", ".js")
    used |= keys_written_in("app/views", r'\.text\("([a-z.-]+)"', ".py")
    used |= {f"note.{key}" for key in keys_written_in("app/session", r'Note\(\s*(?:key=)?"([a-z-]+)"', ".py")}
    used |= {f"draft.{kind}-hint" for kind in ("mix", "tilt")}
    used |= {key for key in ENGLISH if key.startswith(LISTS) and not key.endswith("-hint")}
    ours = {key for key in ENGLISH if not key.startswith(ELSEWHERE)}
    used = {key for key in used if "." in key and not key.startswith(ELSEWHERE)} - PAGES[
        "en"
    ].keys()  # pages beside the demo
    assert used - ours == set(), "asked for, but not in the catalog"
    assert ours - used == set(), "in the catalog, but never asked for"


def doubled(text):
    return f"{text} {text}"


def very_long(text):
    return text + " und so weiter" * 200


def right_to_left(text):
    """Hebrew in place of every letter, slots kept."""
    slots = [found.group() for found in SLOT.finditer(text)]
    rest = SLOT.sub("\0", text)
    return re.sub("\0", lambda _: slots.pop(0), re.sub(r"[A-Za-z]", "א", rest))


@pytest.mark.parametrize("change", [doubled, very_long, right_to_left])
def test_texts_of_any_length_and_direction_keep_what_they_carry(change):
    catalog = Catalog("en", {key: change(text) for key, text in ENGLISH.items()})
    for frame in all_frames():
        plain, changed = words(frame, Catalog("en")), words(frame, catalog)
        assert len(plain) == len(changed)
        for before, after in zip(plain, changed, strict=True):
            numbers_before, numbers_after = (set(re.findall(r"\d\.\d{3}", text)) for text in (before, after))
            assert numbers_before <= numbers_after, (before, after)
            assert bool(before) == bool(after)


HOSTILE = [("{token}", "{n}", "%s"), ("<b>", "&lt;", "\\g<1>"), ("שטיח", "ספה", "ירח"), ("x" * 500, "", " ")]


@pytest.mark.parametrize("names", HOSTILE)
def test_names_of_any_kind_reach_the_page_as_they_are(names):
    for frame in all_frames(names):
        texts = words(frame, Catalog("en"))
        assert all(any(name in text for text in texts) for name in names)


def test_no_text_shows_a_minus_zero_or_what_is_not_a_number():
    for frame in all_frames():
        for text in words(frame, Catalog("en")):
            assert not re.search(r"-0\.0|\bnan\b|\binf\b|None|np\.", text), text
