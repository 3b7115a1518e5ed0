"""The gallery's words: three texts for every broken engine, and none for an engine that is not there."""

import re

import pytest

from app.core.coin_faults import LEVELS
from app.core.fault_laws import FLOOR, LENIENCE, TARGET_SHARE, TEMPERATURE, TOP
from app.core.faults import CHAIN_FAULTS, FAULTS, LOOKALIKES
from app.text.en import ENGLISH
from app.text.en_gallery import GALLERY

IDS = [*FAULTS, *CHAIN_FAULTS, *LOOKALIKES]


def test_every_engine_has_its_name_what_it_does_and_where_and_nothing_else_has():
    assert list(GALLERY) == [f"fault.{name}{end}" for name in IDS for end in ("", "-what", "-where")]
    assert GALLERY.items() <= ENGLISH.items()


@pytest.mark.parametrize("name", IDS)
def test_a_name_is_short_and_the_rest_are_one_sentence(name):
    title, what, where = (GALLERY[f"fault.{name}{end}"] for end in ("", "-what", "-where"))
    assert len(title) <= 40
    assert not title.endswith(".")
    for sentence in (what, where):
        assert re.fullmatch(r"[A-Z][^.]*(\d\.\d[^.]*)*\.", sentence), sentence
        assert len(sentence) <= 150


def test_no_two_texts_are_the_same():
    assert len(set(GALLERY.values())) == len(GALLERY)


def test_only_the_lossless_ones_are_called_exact():
    exact = {key for key, text in GALLERY.items() if ": exact" in text}
    assert exact == {f"fault.{name}-where" for name in LOOKALIKES}


def test_the_numbers_in_the_texts_are_those_of_the_engines():
    assert (LENIENCE, TARGET_SHARE, TEMPERATURE, TOP, LEVELS, FLOOR) == (0.5, 0.5, 0.5, 2, 256, 0.00001)
    for name, said in {
        "lenience": "twice",
        "ensemble": "average",
        "draft-temperature": "temperature 1/2",
        "draft-top-k": "two most probable",
        "target-temperature": "Temperature 1/2",
        "residual-temperature": "temperature 1/2",
        "coarse-coin": "256 values",
        "residual-floor": "0.00001",
    }.items():
        assert said in GALLERY[f"fault.{name}-what"]
