"""Figures: valid files whose text is text, whose numbers are the state's, the same bytes each time."""

import re
import struct
import zlib
from xml.etree import ElementTree as ET

import pytest

from app.export import paper
from app.export.figure import figure
from app.export.sheets import sheet_of
from app.export.steps import Steps
from app.pictures import looks
from app.pictures.kept import DRAWN, LOOKS
from app.pictures.state import state
from app.session.session import Session
from app.text.catalog import Catalog
from app.text.numbers import probability
from tests.unit.export.frames import ALL, frame_in

CATALOG = Catalog()
SVG = "{http://www.w3.org/2000/svg}"


def drawn(frame, picture, format_="svg", look="light", address=""):
    job = Steps(figure(sheet_of(frame, picture, address, CATALOG), format_, look))
    while job.work(60):
        pass
    return job.result


def texts(svg):
    return [one.text for one in ET.fromstring(svg).iter(f"{SVG}text")]


def pixels(png):
    """Width, height and the text chunks of a PNG whose checksums are right."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, told, size = 8, {}, None
    while at < len(png):
        (length,), kind = struct.unpack(">I", png[at : at + 4]), png[at + 4 : at + 8]
        body = png[at + 8 : at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + body)
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
        if kind == b"iTXt":
            key, _, value = body.partition(b"\0" * 5)
            told[key.decode()] = value.decode()
        at += 12 + length
    return size, told


@pytest.mark.parametrize(("scene", "picture"), ALL)
@pytest.mark.parametrize("look", LOOKS)
def test_every_picture_is_an_svg_whose_words_are_text(scene, picture, look):
    frame = frame_in(scene)
    sheet = sheet_of(frame, picture, "", CATALOG)
    written = " ".join(texts(drawn(frame, picture, look=look)))
    for said in (sheet.title, sheet.hint, *sheet.numbers, *(panel.title for panel in sheet.panels)):
        assert " ".join(said.split()) in written
    assert "seed 7" in written
    assert f"?scene={scene}" in written
    for panel in sheet.panels:
        for words in panel.keys.values():
            assert words in written or words[:20] in written


@pytest.mark.parametrize("format_", DRAWN)
def test_the_same_figure_is_the_same_bytes_and_names_no_day(format_):
    one, other = (drawn(frame_in("converge"), "converge", format_) for _ in range(2))
    assert one == other
    assert not re.search(rb"20\d\d-\d\d-\d\d|D:20\d\d", one)


def test_the_numbers_in_it_are_the_states():
    frame = frame_in("converge", 300)
    told = state(frame)
    written = " ".join(texts(drawn(frame, "converge")))
    assert f"TV {probability(told['tv'])}" in written
    assert "300 draws" in written
    heights = [*told["p"], *told["q"], *told["empirical"]]
    shown = {f"{y:.2f}" for y in heights}
    assert shown <= set(texts(drawn(frame, "converge")))


def test_a_png_is_twice_its_size_and_says_where_it_comes_from():
    size, told = pixels(drawn(frame_in("beat"), "beat", "png", address="https://example.org/"))
    assert size[0] == 1600
    assert size[1] > 800
    assert told["Title"] == "Can you beat the rule?"
    assert told["Source"].startswith("https://example.org/?scene=beat&")


def streams(pdf):
    """The inflated streams of a PDF."""
    found = re.findall(rb"/FlateDecode.*?stream\n(.*?)\nendstream", pdf, re.DOTALL)
    return [zlib.decompress(one) for one in found]


@pytest.mark.parametrize(("scene", "picture"), ALL)
def test_every_picture_is_a_pdf_of_one_page_whose_text_can_be_selected(scene, picture):
    pdf = drawn(frame_in(scene, 5), picture, "pdf", "print")
    assert pdf.startswith(b"%PDF-1.4")
    assert pdf.rstrip().endswith(b"%%EOF")
    start = int(re.search(rb"startxref\s+(\d+)", pdf)[1])
    assert pdf[start : start + 4] == b"xref"
    for number, entry in enumerate(re.findall(rb"^(\d{10}) \d{5} n", pdf[start:], re.MULTILINE), 1):
        assert pdf[int(entry) :].startswith(b"%d 0 obj" % number)
    assert pdf.count(b"/Type /Page\n") + len(re.findall(rb"/Type /Page\b(?!s)", pdf)) >= 1
    assert b"/FontFile2" in pdf
    assert b"/ToUnicode" in pdf
    assert any(b"beginbfrange" in one or b"beginbfchar" in one for one in streams(pdf))


def colours_of(svg):
    return {one.lower() for one in re.findall(rb"#[0-9a-fA-F]{6}", svg) for one in [one.decode()]}


def test_print_is_black_on_white_and_the_themes_have_their_colours():
    frame = frame_in("converge", 40)
    printed = colours_of(drawn(frame, "converge", look="print"))
    assert all(one[1:3] == one[3:5] == one[5:7] for one in printed), "grays alone"
    for number, look in enumerate(("light", "dark")):
        shown = colours_of(drawn(frame, "converge", look=look))
        for role in ("target", "draft", "empirical", "ink", "card"):
            assert looks.COLOURS[role][number].lower() in shown


SERIES = [one for one in vars(looks).values() if isinstance(one, tuple)]


@pytest.mark.parametrize("bars", [one for one in SERIES if isinstance(one[0], looks.Bar)])
def test_in_print_no_two_bars_of_a_plot_look_alike(bars):
    white = paper.Paper("print")
    seen = {}
    for bar in bars:
        fill = white.bar(bar.role, bar.look)
        seen.setdefault((fill.face, fill.hatch, fill.edge), []).append(bar)
    for alike in seen.values():  # the same look twice is the same thing, in theory and counted
        assert len({(bar.role, bar.look) for bar in alike}) == 1 or all(
            bar.look == "outline" for bar in alike
        )


@pytest.mark.parametrize("role", {one.role for series in SERIES for one in series})
def test_every_role_has_a_gray(role):
    assert re.fullmatch(r"#([0-9A-F]{2})\1\1", paper.Paper("print").colour(role))


def test_hostile_names_are_text():
    session = Session(seed=1)
    names = ["<b>&$x^2$", r"\frac{1}{2}", "字𝔘\u202e"]
    session.set({"scenario": "own", "p": [0.5, 0.3, 0.2], "r": [0.2, 0.2, 0.6], "names": names})
    session.draw_once()
    for format_ in DRAWN:
        assert drawn(session.frame(), "converge", format_)
    shown = texts(drawn(session.frame(), "converge"))
    assert "<b>&$x^2$" in shown
    assert r"\frac{1}{2}" in shown


def test_long_names_are_cut_where_they_would_lie_on_each_other():
    session = Session(seed=1)
    names = [f"{i} {'W' * 21}" for i in range(20)]
    session.set({"scenario": "own", "p": [0.05] * 20, "r": [0.05] * 20, "names": names})
    shown = texts(drawn(session.frame(), "converge"))
    assert len([one for one in shown if one.endswith("W…")]) == 7, "every third of 20"
    assert not set(names) & set(shown)


@pytest.mark.parametrize("values", [{"scenario": "long-tail"}, {"tv_scale": "log"}, {"rule": "naive"}, {}])
@pytest.mark.parametrize("draws", [0, 1])
def test_few_draws_many_tokens_and_the_other_scale(values, draws):
    assert texts(drawn(frame_in("converge", draws, **values), "converge"))


def test_a_skip_and_a_change_of_the_draft_are_drawn():
    session = Session(seed=3)
    session.set({"scenario": "worked", "tv_scale": "log"})
    for _ in range(35):
        session.draw_once()
    session.set({"mismatch": 0.2})
    session.skip(10_000)
    session.replay()
    session.draw_once()
    session.skip(1000)
    assert len(texts(drawn(session.frame(), "converge"))) > 20


def test_an_unknown_format_or_look_is_named():
    with pytest.raises(ValueError, match="format is 'gif'; a figure can be png, svg, pdf"):
        drawn(frame_in("beat", 1), "beat", "gif")
    with pytest.raises(ValueError, match="look is 'sepia'; it must be light, dark or print"):
        drawn(frame_in("beat", 1), "beat", "svg", "sepia")
