"""What other people's pages get: posters that are pictures, codes that can be read; nothing at the start."""

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest
from bokeh.plotting import figure

from app.core.scenario import SCENARIOS, laws_of
from app.pictures.converge import bars
from app.session.address import from_message
from app.session.session import Session
from app.session.settings import NAMES, SCENES
from app.text.catalog import SLOT
from app.text.en import ENGLISH
from app.text.en_embed import EMBED
from app.views.embed import embed_variables
from app.views.paint import MOST_LABELS
from app.views.svg import Sketch, frame_in
from tests.unit.views.qr import TABLE, read
from tools import embed, node
from tools.places import ROOT, places

HARNESS = ROOT / "tests/unit/views/embed_harness.mjs"
MARK = "{http://www.w3.org/2000/svg}"
HOME = "https://course.example.edu/lossless/"


@pytest.fixture(scope="module")
def told():
    return embed_variables()


@pytest.fixture(scope="module")
def script():
    return "".join((ROOT / f"static/{name}.js").read_text(encoding="utf-8") for name in embed.PARTS)


def test_there_is_a_poster_a_scene_and_theme_that_asks_its_question(told):
    assert told["posters"].keys() == {f"{scene}-{theme}" for scene in SCENES for theme in ("light", "dark")}
    for name, svg in told["posters"].items():
        root = ET.fromstring(svg)  # our own
        question = ENGLISH[f"question.{name.rpartition('-')[0]}"]
        assert root.findtext(f"{MARK}title") == question
        assert question in [one.text for one in root.iter(f"{MARK}text")]
        marks = [one for kind in ("rect", "polyline", "circle") for one in root.iter(f"{MARK}{kind}")]
        assert len(marks) >= 4, name
        assert not re.search(r"nan|inf\b|None", svg), name
        assert root.find(f"{MARK}view").get("id") == "picture"
    assert told["posters"]["converge-light"] != told["posters"]["converge-dark"]


def test_a_poster_is_the_opening_as_the_page_draws_it(told):
    """Heights of the bars of p, against the laws that the page opens with."""
    laws = laws_of(SCENARIOS["next-word"], 0.8)
    root = ET.fromstring(told["posters"]["converge-light"])
    green = [float(one.get("height")) for one in root.iter(f"{MARK}rect") if one.get("fill") == "#009E73"]
    assert green == pytest.approx([green[0] * p / laws.p[0] for p in laws.p], abs=0.2)


def test_every_setting_is_an_attribute(told):
    assert list(told["data"]["settings"]) == list(NAMES)
    json.dumps(told, allow_nan=False)


def test_every_text_is_asked_for_and_no_key_of_the_demo_is_taken(told, script):
    python = (ROOT / "app/views/embed.py").read_text(encoding="utf-8")
    asked = set(re.findall(r'"(embed\.[a-z-]+)"', script + python))
    assert asked == EMBED.keys()
    assert not EMBED.keys() & ENGLISH.keys()
    assert all(text.strip() == text and not set("{}<>") & set(SLOT.sub("", text)) for text in EMBED.values())


def test_nothing_of_it_is_part_of_the_start():
    ours = ("app.views.embed", "app.views.posters", "app.views.svg", "app.text.en_embed")
    code = f"import sys, app.main; app.main.open_link(); print(*(sys.modules.keys() & set({ours})))"
    line = [sys.executable, "-c", code]
    out = subprocess.run(line, cwd=ROOT, check=True, capture_output=True, text=True)
    assert out.stdout.split() == []


def test_a_glyph_that_no_poster_can_draw_stops_the_build():
    plot = figure(x_range=(0, 1), y_range=(0, 1))
    plot.annulus(x=[0], y=[0], inner_radius=0.1, outer_radius=0.2)
    with pytest.raises(ValueError, match="Annulus"):
        Sketch(plot, {}, 0, frame_in(0, 0, 100, 100)).draw()


def said(name, words, tmp_path, data, parts):
    """What a function of these parts of the script says of each of the words."""
    files = [tmp_path / "words.json", tmp_path / "data.json"]
    for file, content in zip(files, (words, data), strict=True):
        file.write_text(json.dumps(content), encoding="utf-8")
    line = [node.node(places()), HARNESS, name, *files, *(ROOT / f"static/{part}.js" for part in parts)]
    done = subprocess.run([*map(str, line)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def codes(words, tmp_path):
    """The modules of each word's code."""
    return said("modulesOf", words, tmp_path, None, ["embed/qr"])


LETTERED = ",".join(["0.04"] * 23 + ["0.02"] * 4)  # 27 tokens: the last one's letter comes round again
PAINTED = [  # settings of an element, with what posters once had wrong among them
    {},
    {"scenario": "worked", "mismatch": "1"},
    {"temperature": "0.5"},
    {"temperature": "2", "top_k": "4", "top_p": "0.8", "mismatch": "0.5", "draft": "tilt"},
    {"scenario": "long-tail", "top_p": "0.7"},
    {"scenario": "long-tail", "top_k": "9", "temperature": "0"},
    {"p": "0.95,0.05"},
    {"p": "1,0,0", "r": "0,0,1", "mismatch": "0.3", "draft": "tilt"},
    {"p": LETTERED},
    {"p": "0.5,0.5", "names": "a%2Cb,50%25"},
    {"p": "0.5,0.5", "names": "x,x", "mismatch": "0.2"},
    {"p": "0.5,0.5", "r": "0.2,0.3,0.5"},
    {"r": "0,0,0,0,0,0,0,1"},
    {"scenario": "own", "mismatch": "0.1"},
    {"scenario": "worked", "p": "0.5,0.5"},
    {"scenario": "none", "mismatch": "most", "draft": "", "top_k": "-1"},
]


def bars_of(svg, names):
    """Heights of p and q and the names that stand under the columns, of a poster."""
    marks = [(one["kind"], one["attributes"], one["children"]) for one in svg["children"]]
    p, q = (
        [float(has["height"][:-1]) for _, has, _ in marks if has.get("class") == shape]
        for shape in ("target", "outline")
    )
    written = [children[0] for kind, _, children in marks if kind == "text"]
    return p, q, written if len(p) <= MOST_LABELS else list(names)


def test_a_poster_paints_the_bars_of_the_page(told, tmp_path):
    """Python's own picture of the same settings: laws behind their filters, names, height of the axis."""
    posters = said("barsOf", PAINTED, tmp_path, told["data"], ["page/laws", "embed/poster"])
    laws = said("lawsOf", PAINTED, tmp_path, told["data"], ["page/laws", "embed/poster"])
    for settings, svg, law in zip(PAINTED, posters, laws, strict=True):
        session = Session()
        session.open(from_message(settings)[0])
        picture = bars(session.frame())
        p, q, names = bars_of(svg, law["names"])
        assert names == list(picture.names), settings
        assert p == pytest.approx((100 * picture.p / picture.top).tolist(), abs=0.0051), settings
        assert q == pytest.approx((100 * picture.q / picture.top).tolist(), abs=0.0051), settings
        assert law["p"] == pytest.approx(picture.p.tolist(), rel=1e-9), settings


def test_the_code_on_paper_reads_as_the_address(tmp_path):
    capacities = [sum(n * data for n, _, data in rows) - (2 if v < 10 else 3) for v, rows in TABLE.items()]
    addresses = [HOME + "?names=" + "ü%20" * (n // 5) for n in (0, 10, 100)]
    addresses += [
        (HOME + "?p=" + "0.125,7" * 200)[:n] for n in capacities if n > len(HOME)
    ]  # each version, full
    made = codes(addresses, tmp_path)
    assert {len(rows) for rows in made} >= {17 + 4 * version for version in range(4, 21)}
    assert [read(rows) for rows in made] == addresses
    assert codes(["x" * 2000], tmp_path) == [None]


def test_the_reader_sees_a_wrong_module(tmp_path):
    (rows,) = codes([HOME], tmp_path)
    rows[12][12] ^= 1
    with pytest.raises(AssertionError):
        read(rows)
