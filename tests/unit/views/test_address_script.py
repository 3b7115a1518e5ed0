"""What the page's scripts write and hear: addresses as Python writes them, origins as browsers name them."""

import html
import json
import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.session.address import from_query, to_query
from app.session.settings import schema
from tests.unit.session.test_address import VALID
from tools import node
from tools.places import ROOT, places

HARNESS = Path(__file__).with_name("page_harness.mjs")
SCRIPTS = [ROOT / "static/page" / name for name in ("address.js", "origins.js")]
BASE = "https://demo.example.org/lossless/"


@pytest.fixture(scope="module")
def page_says(tmp_path_factory):
    """Asks functions of the scripts many questions at once: [(name, arguments)] to answers."""
    folder = tmp_path_factory.mktemp("questions")

    def ask(questions):
        file = folder / "questions.json"
        file.write_text(json.dumps({"data": {"schema": schema()}, "ask": questions}), encoding="utf-8")
        line = [node.node(places()), str(HARNESS), str(file), *map(str, SCRIPTS)]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return ask


@given(st.lists(VALID, min_size=20, max_size=40))
@settings(max_examples=5, suppress_health_check=list(HealthCheck))
def test_an_address_of_the_page_says_what_python_s_says(page_says, many):
    many = [json.loads(json.dumps(values)) for values in many]
    for values, query in zip(many, page_says([("queryOf", [values]) for values in many]), strict=True):
        assert from_query(query) == from_query(to_query(values))
        assert set(re.findall(r"[^A-Za-z0-9_.~%&=,+-]", query)) == set()


def test_defaults_and_nothing_are_left_out(page_says):
    usual = {row["name"]: row["default"] for row in schema()}
    assert page_says([("queryOf", [usual]), ("queryOf", [{}]), ("queryOf", [{"colour": "red"}])]) == [
        "",
        "",
        "",
    ]


HOSTILE = {"scenario": "own", "p": [0.5, 0.5], "names": ['"><script>alert(1)</script>', "a&b=c#d'e,f%"]}


def test_the_lines_for_a_page_carry_the_settings_and_no_markup_of_theirs(page_says):
    frame, element = page_says(
        [("frameLine", [BASE, HOSTILE, 'T"<', 640]), ("elementLines", [BASE, HOSTILE])]
    )
    [source] = re.findall(r'<iframe src="([^"]*)"', frame)
    base, query = html.unescape(source).split("?")
    assert base == BASE
    assert from_query(query) == (from_query(to_query(HOSTILE))[0] | {"embed": True}, [])
    assert 'title="T&quot;&lt;"' in frame
    assert 'height="640"' in frame
    attributes = dict(re.findall(r'([a-z_]+)="([^"]*)"', element.split("<lossless-demo")[1]))
    read = {name: html.unescape(value) for name, value in attributes.items()}
    assert from_query("&".join(f"{name}={value}" for name, value in read.items() if name != "names"))[1] == []
    assert read["names"] == "\"><script>alert(1)</script>,a&b=c#d'e%2Cf%25"
    assert f'<script src="{BASE}embed.js" defer></script>' in element
    for line in (frame, element):
        assert line.count("<script>") == 0


ORIGINS = [
    ("https://lms.example.edu", "https://lms.example.edu", True),
    ("https://lms.example.edu", "http://lms.example.edu", False),
    ("https://lms.example.edu", "https://lms.example.edu:8443", False),
    ("https://lms.example.edu", "https://evil-lms.example.edu", False),
    ("https://lms.example.edu", "https://lms.example.edu.evil.example", False),
    ("lms.example.edu", "https://lms.example.edu", True),
    ("lms.example.edu", "http://lms.example.edu", True),
    ("lms.example.edu", "https://lms.example.edu:8443", False),
    ("lms.example.edu", "https://sub.lms.example.edu", False),
    ("localhost:8001", "http://localhost:8001", True),
    ("localhost:8001", "http://localhost:8002", False),
    ("lms.example.edu:443", "https://lms.example.edu", True),
    ("lms.example.edu:443", "http://lms.example.edu", False),
    ("[::1]:9", "http://[::1]:9", True),
    ("null", "null", True),
    ("null", "https://lms.example.edu", False),
    ("lms.example.edu", "null", False),
    ("lms.example.edu", "chrome-extension://lms.example.edu", False),
    ("*", "null", True),
    ("*", "https://any.example", True),
]


def test_an_entry_stands_for_the_origins_it_names(page_says):
    said = page_says([("namesOrigin", [entry, origin]) for entry, origin, _ in ORIGINS])
    assert said == [heard for _, _, heard in ORIGINS]


def test_only_the_own_origin_is_heard_until_others_are_named(page_says):
    own, other = "https://demo.example.org", "https://lms.example.edu"
    asked = [("hears", [own]), ("hears", [other]), ("hears", ["null"]), ("targets", [])]
    assert page_says(asked) == [True, False, False, ["*"]]
    named = [
        ("showOrigins", [["lms.example.edu"]]),
        ("targets", []),
        *asked[:3],
        ("hears", [other]),
        ("targets", []),
    ]
    assert page_says(named)[1:] == [[own, other], True, True, False, True, [other]]
    all_named = [("showOrigins", [["*"]]), ("hears", ["null"]), ("targets", [])]
    assert page_says(all_named)[1:] == [True, ["*"]]
    sandboxes = [("showOrigins", [["null"]]), ("hears", ["null"]), ("hears", [other]), ("targets", [])]
    assert page_says(sandboxes)[1:] == [True, False, ["*"]]
