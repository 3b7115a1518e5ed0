"""The painted bars: the SVG is the picture, and the script that paints other addresses agrees with Python."""

import json
import re
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from app.core.law import filtered, mix, tilt
from app.core.scenario import MOST_TOKENS, SCENARIOS, laws_of
from app.main import build_shell
from app.pictures import converge as pictures
from app.session.address import from_message
from app.session.session import Session
from app.session.settings import schema
from app.views.bars import PLACES, WIDTH
from app.views.page import page_variables
from app.views.paint import bars_svg
from tests.unit.pictures.frames import frame_of
from tools import node
from tools.places import ROOT, places

HARNESS = Path(__file__).with_name("page_harness.mjs")
LAWS, PAINT = ROOT / "static/page/laws.js", ROOT / "static/page/paint.js"
MISMATCHES = (0, 1e-9, 0.1, 0.25, 0.5, 0.8, 0.999, 1)


@pytest.fixture(scope="module")
def page_says(tmp_path_factory):
    """Asks functions of laws.js many questions at once: [(name, arguments)] to answers."""

    def ask(questions):
        file = tmp_path_factory.mktemp("questions") / "questions.json"
        file.write_text(json.dumps({"data": {}, "ask": questions}), encoding="utf-8")
        line = [node.node(places()), str(HARNESS), str(file), str(LAWS)]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return ask


def pairs():
    """Laws of the scenarios and random ones, zeros among them."""
    yield from ((one.p, one.r) for one in SCENARIOS.values())
    rng = np.random.default_rng(1)
    for size in (1, 2, 3, 8, 50):
        for _ in range(8):
            p, r = rng.random((2, size)) ** 3 * (rng.random((2, size)) > 0.2) + 1e-12
            yield p / p.sum(), r / r.sum()


@pytest.mark.parametrize(("kind", "law"), [("mix", mix), ("tilt", tilt)])
def test_the_page_s_draft_law_is_the_core_s(page_says, kind, law):
    cases = [(p, r, m) for p, r in pairs() for m in MISMATCHES]
    answers = page_says([("draftLaw", [p.tolist(), r.tolist(), m, kind]) for p, r, m in cases])
    for (p, r, m), said in zip(cases, answers, strict=True):
        try:
            expected = law(p, r, m)
        except (
            ValueError
        ):  # no tilt between disjoint laws: the session falls back to a mix, and so does the page
            expected = mix(p, r, m)
        assert said == pytest.approx(expected.tolist(), rel=1e-9, abs=1e-15)


FILTERS = [
    (0, 0, 1),
    (0.5, 0, 1),
    (5, 2, 1),
    (1, 3, 0.5),
    (2, 0, 0.75),
    (0.01, 50, 0.999),
    (1, 1, 1),
    (3, 7, 1e-9),
]


def test_the_page_s_filters_are_the_core_s(page_says):
    cases = [(law, filters) for pair in pairs() for law in pair for filters in FILTERS]
    named = [dict(zip(("temperature", "top_k", "top_p"), filters, strict=True)) for _, filters in cases]
    answers = page_says(
        [("filtered", [law.tolist(), one]) for (law, _), one in zip(cases, named, strict=True)]
    )
    for (law, (t, k, mass)), said in zip(cases, answers, strict=True):
        assert said == pytest.approx(filtered(law, t, min(k, len(law)), mass).tolist(), rel=1e-9, abs=1e-15)


def test_the_page_s_axis_is_the_picture_s(page_says):
    cases = [(p, q) for p, r in pairs() for q in (mix(p, r, 0.8), r)]
    cases += [
        (np.eye(n)[0], np.full(n, 1 / n)) for n in (2, 4, 5, 50)
    ]  # a bar of 1, with its number and without
    answers = page_says([("axisTop", [p.tolist(), q.tolist()]) for p, q in cases])
    nothing = np.zeros(1)
    assert answers == pytest.approx([pictures.axis_top(p, q, nothing) for p, q in cases])


READABLE = [
    {"mismatch": "0.25", "rule": "naive", "speed": "25", "seed": "7", "play": "1", "tv_scale": "log"},
    {"mismatch": "7", "top_k": "-3", "temperature": "1e9", "top_p": "0.5"},
    {"mismatch": "0x1", "top_k": "2.5", "seed": " 12 ", "gamma": "-1", "cost": "1e-3", "temperature": "0b1"},
    {"mismatch": "", "rule": "perfect", "speed": "3", "draft": "tilt", "theme": "dark"},
    {"scenario": "own", "p": "0.5,0.5", "r": "0.1,0.9", "names": "x,y"},
    {"scenario": "own", "p": "0.5,0.25,0.25", "names": "a%2Cb,50%25,5%%E9"},
    {"scenario": "own", "p": [0.5, 0.5], "names": ["a%2Cb", "a,b"]},
    {"scenario": "worked", "hide": "tv,help", "keys": "0", "embed": "1", "projector": "0"},
    {"scenario": "nowhere", "unknown": "1", "mismatch": "abc"},
    {"mismatch": 0.5, "speed": 100, "rule": "lossless", "p": [0.25, 0.75], "scenario": "own"},
]


@pytest.mark.parametrize("values", READABLE, ids=str)
def test_what_the_page_reads_before_python_is_what_python_reads(page_says, values):
    [said] = page_says([("readable", [schema(), values])])
    read, _ = from_message(values)
    assert said == {name: list(value) if isinstance(value, tuple) else value for name, value in read.items()}


@pytest.mark.parametrize(
    "values", [{"p": "0.5,0.6"}, {"p": "x"}, {"p": ",".join(["0.01"] * 100)}, {"r": "-1,2"}], ids=str
)
def test_what_is_no_law_is_not_painted(page_says, values):
    assert page_says([("readable", [schema(), values])]) == [{}]


def test_a_law_in_the_address_means_your_own_to_both(page_says):
    values = {"p": "0.25,0.75"}
    session = Session()
    session.set(values)
    assert page_says([("readable", [schema(), values])]) == [{"p": [0.25, 0.75], "scenario": "own"}]
    assert session.settings.scenario == "own"
    assert page_says([("readable", [schema(), values | {"scenario": "worked"}])])[0]["scenario"] == "worked"


def rects(svg):
    """(class, x, y, width, height) of each bar, in percent."""
    root = ET.fromstring(svg)  # our own
    bars = [one for one in root if one.tag.endswith("rect")]
    return [
        (one.get("class"), *(float(one.get(key)[:-1]) for key in ("x", "y", "width", "height")))
        for one in bars
    ]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_svg_is_the_picture(scenario):
    laws = laws_of(SCENARIOS[scenario], 0.8)
    picture = pictures.bars(frame_of(laws.p, laws.q, names=laws.names, draws=0))
    seen = rects(bars_svg(picture))
    tokens = len(laws.p)
    assert len(seen) == 3 * tokens
    for i, (name, x, y, width, height) in enumerate(seen):
        token, bar = i // 3, "p" if i % 3 == 0 else "q"
        share = float(getattr(laws, bar)[token]) / picture.top
        assert name == ("bar p", "bar q", "bar hatch")[i % 3]
        assert height == pytest.approx(100 * share, abs=0.001)
        assert y + height == pytest.approx(100, abs=0.002)
        assert x + width / 2 == pytest.approx(100 * (token + 0.5 + PLACES[bar]) / tokens, abs=0.001)
        assert width == pytest.approx(100 * WIDTH / tokens, abs=0.001)
    assert len(re.findall("<text", bars_svg(picture))) == (0 if scenario == "long-tail" else tokens)


def test_a_name_never_becomes_markup():
    picture = pictures.bars(frame_of((0.5, 0.5), (0.5, 0.5), names=("<b>&", '"x"'), draws=0))
    texts = [one.text for one in ET.fromstring(bars_svg(picture)) if one.tag.endswith("text")]
    assert texts == ["<b>&", '"x"']


def test_the_script_s_numbers_are_python_s():
    text = PAINT.read_text(encoding="utf-8")
    assert re.search(r"WIDTH = ([\d.]+);", text)[1] == str(WIDTH)
    p, q, out = re.search(r"HALF = \{ p: (-?[\d.]+), q: (-?[\d.]+), out: ([\d.]+) \}", text).groups()
    assert {"p": float(p), "q": float(q), "out": float(out)} == PLACES
    assert re.search(r"MOST = (\d+);", LAWS.read_text(encoding="utf-8"))[1] == str(MOST_TOKENS)


def test_what_the_page_is_given_is_what_the_session_opens_with():
    shell = build_shell()
    data = page_variables(shell, served=False)["data"]
    frame = shell.session.frame()
    assert data["painted"]["settings"] == dict(frame.settings)
    assert data["painted"]["p"] == frame.laws.p.tolist()
    assert {key: one["p"] for key, one in data["scenarios"].items()} == {
        key: one.p.tolist() for key, one in SCENARIOS.items()
    }
    json.dumps(data, allow_nan=False)
