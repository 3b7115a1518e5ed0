"""The one declaration of each setting carries all that controls, address, messages and documentation need."""

import json

import pytest

from app.core.scenario import SCENARIOS
from app.session.reading import READERS, read
from app.session.settings import NAMES, PARTS, Settings, kind_of, schema

ROWS = {row["name"]: row for row in schema()}


def test_the_schema_is_plain_data_with_a_row_a_setting():
    assert json.loads(json.dumps(schema(), allow_nan=False)) == schema()
    assert list(ROWS) == list(NAMES)
    assert "name" not in NAMES, "param's own"


@pytest.mark.parametrize("row", schema(), ids=lambda row: row["name"])
def test_a_row_says_what_may_stand_there(row):
    assert row["help"]
    assert row["kind"] in READERS
    assert (row["bounds"] is not None) == (row["kind"] in {"number", "whole"})
    assert (row["choices"] is not None) == (row["kind"] in {"choice", "parts"})
    if row["kind"] == "choice":
        assert row["default"] in row["choices"]
    if row["bounds"] and row["default"] is not None:
        assert row["bounds"][0] <= row["default"] <= row["bounds"][1]


def test_the_defaults_are_those_of_the_design():
    defaults = {name: row["default"] for name, row in ROWS.items()}
    assert defaults == {
        "scene": "converge",
        "scenario": "next-word",
        "draft": "mix",
        "p": [],
        "r": [],
        "names": [],
        "mismatch": 0.8,
        "rule": "lossless",
        "speed": 1,
        "seed": None,
        "play": False,
        "temperature": 1.0,
        "top_k": 0,
        "top_p": 1.0,
        "tv_scale": "linear",
        "tour": "off",
        "line": 0,
        "fault": "naive",
        "filters": "both",
        "gamma": 4,
        "cost": 0.05,
        "alpha": "auto",
        "model": "words",
        "verifier": "token",
        "keep_going": False,
        "keys": True,
        "theme": "auto",
        "lang": "auto",
        "embed": False,
        "projector": False,
        "hide": [],
        "lock": False,
        "predict": "none",
        "origins": [],
    }
    assert Settings().values() == defaults


def test_bounds_and_choices_are_those_of_the_design():
    assert ROWS["speed"]["choices"] == [1, 5, 25, 100, 500]
    assert ROWS["rule"]["choices"] == ["lossless", "naive", "top-1", "classical"]
    assert ROWS["scenario"]["choices"] == [*SCENARIOS, "own"]
    assert ROWS["seed"]["bounds"] == [0, 2**53 - 1]
    assert ROWS["temperature"]["bounds"] == [0, 5]
    assert ROWS["hide"]["choices"] == list(PARTS)
    only = {name for name, row in ROWS.items() if row["page_only"]}
    assert only == {"keys", "theme", "lang", "embed", "projector", "hide", "lock", "origins"}
    assert ROWS["predict"]["choices"] == ["none", "bars", "limit"]
    free = {name for name, row in ROWS.items() if row["free"]}
    assert free == {"play", "speed", "tv_scale", "line", "theme", "lang", "keys"}, "what lock=1 leaves"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("speed", 3),
        ("mismatch", 1.5),
        ("top_p", 0),
        ("seed", 2**53),
        ("rule", "all"),
        ("scene", "nowhere"),
        *(("alpha", value) for value in ("low", 1.5, True)),
    ],
)
def test_a_value_that_cannot_be_is_refused_by_the_declaration_itself(name, value):
    with pytest.raises(ValueError, match=name):
        Settings(**{name: value})


@pytest.mark.parametrize("name", [name for name in NAMES if kind_of(name) == "choice"])
def test_every_choice_can_be_read_and_taken(name):
    for choice in ROWS[name]["choices"]:
        assert read(name, str(choice)) == (choice, None)
        assert getattr(Settings(**{name: choice}), name) == choice
