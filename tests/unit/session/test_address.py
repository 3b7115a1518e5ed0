"""Addresses and messages: what goes out comes back, and whatever comes in, nothing raises."""

import json
import math
from urllib.parse import quote, urlencode

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.session.address import from_message, from_query, to_query
from app.session.frame import Note
from app.session.reading import LONGEST, one_line
from app.session.session import Session
from app.session.settings import LARGEST_SEED, MOST_ORIGINS, NAMES, PARTS, Settings, schema
from tests.unit.session.sessions import keys, patient

CHOICES = {row["name"]: row["choices"] for row in schema() if row["kind"] == "choice"}
FLAGS = [row["name"] for row in schema() if row["kind"] == "flag"]
text_names = st.text(min_size=1, max_size=12).map(one_line).filter(bool)
numbers = st.lists(st.floats(0, 1), min_size=1, max_size=50).map(tuple)
ORIGINS = st.one_of(
    st.sampled_from(
        ["*", "null", "https://[::1]:8443", "10.0.0.7", "http://localhost", "xn--bcher-kva.example:81"]
    ),
    st.builds(
        lambda scheme, name, port: f"{scheme}{name}.example{port}",
        st.sampled_from(["", "http://", "https://"]),
        st.from_regex(r"[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?", fullmatch=True),
        st.integers(1024, 65535).map(lambda port: f":{port}") | st.just(""),
    ),
)
VALID = st.fixed_dictionaries(
    {},
    optional={name: st.sampled_from(choices) for name, choices in CHOICES.items()}
    | {name: st.booleans() for name in FLAGS}
    | {
        "p": numbers,
        "r": numbers,
        "names": st.lists(text_names, min_size=1, max_size=50).map(tuple),
        "mismatch": st.floats(0, 1),
        "temperature": st.floats(0, 5),
        "top_p": st.floats(0, 1, exclude_min=True),
        "top_k": st.integers(0, 50),
        "seed": st.integers(0, LARGEST_SEED),
        "origins": st.lists(ORIGINS, unique=True, max_size=MOST_ORIGINS).map(tuple),
        "hide": st.sets(st.sampled_from(PARTS)).map(lambda some: tuple(sorted(some, key=PARTS.index))),
    },
)
NUMBER_TEXTS = ["1e999", "-1e999", "nan", "-0.0", "0x10", "1_0", " 5 ", "+5", "9" * 5_000, "0" * 30 + "5"]
HOSTILE_TEXTS = [
    *NUMBER_TEXTS,
    "",
    ",",
    "<script>alert(1)</script>",
    "%s{0}{name}",
    "\ud800",
    "\x00",
    "a\nb\u202e",
    "½",
    ",".join(["0.5"] * 51),
    "x" * 10_000,
]
hostile_text = st.one_of(st.text(), st.sampled_from(HOSTILE_TEXTS))
anything = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        hostile_text,
        st.sampled_from([10**400, -(10**400), math.inf, math.nan]),
    ),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(VALID)
@example({"seed": 0})
@example({"names": ("a,b", "100%", "%2C", "<b>&amp;", "a=b&c", "é", "א")})
@patient
def test_what_an_address_says_comes_back(values):
    read, complaints = from_query(to_query(values))
    assert complaints == []
    defaults = Settings().values()
    named = {name: value for name, value in values.items() if tuple_free(value) != defaults[name]}
    assert read == named


def tuple_free(value):
    return list(value) if isinstance(value, tuple) else value


@given(VALID)
@patient
def test_a_message_and_an_address_say_the_same(values):
    message = json.loads(json.dumps(values))
    assert from_message(message) == (values, [])
    assert to_query(message) == to_query(values)


@given(VALID)
@patient
def test_the_address_is_stable_and_leaves_out_the_defaults(values):
    query = to_query(values)
    assert to_query(from_query(query)[0]) == query
    assert to_query(dict(reversed(values.items()))) == query
    assert to_query(Settings().values()) == ""
    assert query.isascii()
    assert not set("<>\"' ") & set(query)


@given(st.dictionaries(st.sampled_from(NAMES), anything) | st.dictionaries(st.text(), anything))
@patient
def test_no_message_raises_and_what_is_taken_can_be_set(message):
    values, complaints = from_message(message)
    Settings(**values)
    check_notes(complaints)
    assert set(values) <= set(NAMES)
    assert from_query(to_query(values))[1] == []


@given(st.dictionaries(st.sampled_from(NAMES), hostile_text))
@patient
def test_no_address_raises(fields):
    query = "&".join(f"{name}={quote(text, errors='surrogatepass')}" for name, text in fields.items())
    values, complaints = from_query(query)
    Settings(**values)
    check_notes(complaints)


@given(st.text())
@example("&&==&=&p=&p=%&%=%zz;")
@example("mismatch=%FF&names=%C0%AF,%ED%A0%80")
@patient
def test_no_text_raises_as_an_address(text):
    values, complaints = from_query(text)
    Settings(**values)
    check_notes(complaints)


@given(st.dictionaries(st.sampled_from(NAMES), anything))
@patient
def test_no_message_leaves_a_session_without_laws_or_a_way_to_go_on(message):
    session = Session()
    session.set(message)
    session.draw_once()
    frame = session.frame()
    assert frame.lossless.draws == 1
    assert frame.laws.p.sum() == pytest.approx(1)
    json.dumps(dict(frame.settings), allow_nan=False)
    assert from_query(to_query(frame.settings))[1] == []


def check_notes(notes):
    for note in notes:
        for slot in note.slots.values():
            assert str(slot).isprintable()
        assert len(note.slots["value"]) <= LONGEST


def test_values_that_cannot_even_be_written_are_noted():
    nested = []
    for _ in range(100_000):
        nested = [nested]
    for value in (10**5_000, [10**5_000], nested):
        check_notes(from_message(dict.fromkeys(NAMES, value))[1])


def test_unknown_names_and_those_of_later_scenes_are_ignored():
    assert from_query("__class__=x&name=me&turn=1&MISMATCH=1&") == ({}, [])


def test_the_last_of_two_values_counts_and_a_question_mark_is_none():
    assert from_query("?rule=naive&mismatch=.2&mismatch=.4") == ({"rule": "naive", "mismatch": 0.4}, [])


@pytest.mark.parametrize(
    ("name", "value", "used", "key"),
    [
        ("mismatch", "7", 1.0, "clamped"),
        ("mismatch", -1, 0.0, "clamped"),
        ("mismatch", "inf", 1.0, "clamped"),
        ("temperature", "5.1", 5.0, "clamped"),
        ("seed", "-1", 0, "clamped"),
        ("seed", str(2**53), LARGEST_SEED, "clamped"),
        ("seed", "9" * 5_000, LARGEST_SEED, "clamped"),
        ("seed", 10**400, LARGEST_SEED, "clamped"),
        ("top_k", 2.5, 2, "clamped"),
        ("top_k", 99, 50, "clamped"),
        ("top_p", "0", None, "range"),
        ("top_p", "-3", None, "range"),
        ("top_p", "1.5", 1.0, "clamped"),
        ("speed", "3", None, "choice"),
        ("speed", True, None, "choice"),
        ("rule", "perfect", None, "choice"),
        ("rule", "Naive", None, "choice"),
        ("scene", "nowhere", None, "choice"),
        ("scenario", "own ", None, "choice"),
        ("scenario", ["own"], None, "choice"),
        ("keys", "2", None, "flag"),
        ("play", [1], None, "flag"),
        ("mismatch", "much", None, "number"),
        ("mismatch", True, None, "number"),
        ("seed", "nan", None, "number"),
        ("p", "0.5,half", None, "law"),
        ("p", "0.5,inf", None, "law"),
        ("p", ",".join(["0.02"] * 51), None, "law"),
        ("r", 3, None, "law"),
        ("names", 3, None, "names"),
        ("names", ["a", 3], None, "names"),
        ("names", ["a"] * 51, None, "names"),
        ("hide", 3, None, "choice"),
        ("lock", "maybe", None, "flag"),
        ("predict", "both", None, "choice"),
        ("origins", 3, None, "origins"),
        ("origins", "javascript:alert(1)", (), "origins"),
        ("origins", "https://a.example/path,b.example", ("b.example",), "origins"),
        ("origins", ["https://a.example", None], ("https://a.example",), "origins"),
        ("origins", "*.example.edu", (), "origins"),
        ("origins", "a.example:99999", (), "origins"),
        ("origins", "https://user@a.example", (), "origins"),
        ("origins", "https://bücher.example", (), "origins"),
        (
            "origins",
            ",".join(f"h{i}.example" for i in range(21)),
            tuple(f"h{i}.example" for i in range(20)),
            "origins",
        ),
    ],
)
def test_what_cannot_be_is_clamped_or_left_alone_with_a_note(name, value, used, key):
    values, complaints = from_message({name: value})
    assert values == ({} if used is None else {name: used})
    assert keys(complaints) == [key]
    assert complaints[0].slots["name"] == name


@pytest.mark.parametrize(
    ("name", "value", "used"),
    [
        ("speed", "500", 500),
        ("speed", 25.0, 25),
        ("seed", str(2**53 - 1), 2**53 - 1),
        ("seed", 3.0, 3),
        ("keys", "0", False),
        ("keys", 1, True),
        ("embed", True, True),
        ("hide", "chip,nowhere,nav", ("nav", "chip")),
        ("origins", " HTTPS://LMS.Example.edu/ ,null,*", ("https://lms.example.edu", "null", "*")),
        ("origins", "https://a.example:443,https://a.example", ("https://a.example",)),
        ("origins", "http://a.example:80,https://a.example:80", ("http://a.example", "https://a.example:80")),
        ("origins", ["localhost:8001", "[::1]:9"], ("localhost:8001", "[::1]:9")),
        ("origins", "", ()),
        ("lock", "1", True),
        ("predict", "limit", "limit"),
        ("names", "a%2Cb,c", ("a,b", "c")),
        ("names", ["a%2Cb"], ("a%2Cb",)),
        ("names", ["a\n b\ud800"], ("a b",)),
        ("p", [0.5, "0.5"], (0.5, 0.5)),
        ("p", "", ()),
    ],
)
def test_the_ways_to_say_a_value(name, value, used):
    assert from_message({name: value}) == ({name: used}, [])
    assert type(from_message({name: value})[0][name]) is type(used)


def test_a_name_without_a_value_says_nothing_none_or_no():
    assert from_query("names=&keys=&hide&mismatch=") == (
        {"names": (), "keys": False, "hide": ()},
        [Note("number", {"name": "mismatch", "value": ""})],
    )


def test_no_zero_carries_a_minus_sign():
    assert to_query(from_query("mismatch=-0.0&p=-0,1")[0]) == "p=0.0,1.0&mismatch=0.0"


def test_an_address_is_short_and_readable():
    values = {"scenario": "worked", "mismatch": 1.0, "speed": 500, "hide": ["nav", "help"], "seed": 7}
    assert to_query(values) == "scenario=worked&mismatch=1.0&speed=500&seed=7&hide=nav,help"
    typed = urlencode({"names": "very,good", "p": ".5,.5"})
    assert from_query(typed)[0] == {"names": ("very", "good"), "p": (0.5, 0.5)}
