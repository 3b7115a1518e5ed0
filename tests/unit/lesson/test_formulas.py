"""Every formula that the lesson page shows is what the functions compute: all sides of each are equal."""

import ast
import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from app.core.sampler import RULES
from app.lesson.formulas import FORMULAS, numbers, parsed, sides
from app.text.en_lesson import LESSON
from app.views.pages.mathml import inline, pieces

LAWS = [
    ([0.5, 0.3, 0.2], [0.2, 0.2, 0.6]),
    ([0.34, 0.2, 0.15, 0.31], [0.01, 0.02, 0.9, 0.07]),
    ([0.25, 0.75], [0.75, 0.25]),
]
WORDS = dict.fromkeys(("kept", "filled", "rejected", "committed", "draft", "target"), "words")
IN_SENTENCES = sorted({part for text in LESSON.values() for part in text.split("`")[1::2]})
PLAIN = {
    "p",
    "q",
    "x",
    "t",
    "u",
    "i",
    "c",
    "k",
    "M",
    "alpha",
    "gamma",
}  # names alone say nothing that could be wrong
SAID_OF_SOME = {"q == p", "p(x) ≥ q(x)", "p - q", "TV(p, q)"}  # conditions, and names of what is computed


@pytest.mark.parametrize(("p", "q"), LAWS, ids=lambda law: f"{len(law)}")
@pytest.mark.parametrize("name", FORMULAS)
def test_all_sides_of_a_formula_are_the_same(name, p, q):
    first, *others = sides(FORMULAS[name], numbers(p, q))
    assert others
    for other in others:
        np.testing.assert_allclose(np.broadcast_to(other, np.shape(first)), first, atol=1e-12)


@pytest.mark.parametrize(
    "wrong",
    [
        "a(x) == min(1, q(x)/p(x))",
        "filled(t) == p(t) - q(t)",
        "alpha == sum(max(p(x), q(x)))",
        "E(L) == (1 - alpha**gamma) / (1 - alpha)",
    ],
)
def test_a_wrong_formula_would_be_seen(wrong):
    first, other = sides(wrong, numbers(*LAWS[0]))
    assert not np.allclose(first, other)


def test_what_is_no_formula_is_refused():
    with pytest.raises(ValueError, match="is no part of a formula"):
        sides("[x for x in p]", numbers(*LAWS[0]))


def test_formulas_inside_sentences_are_parts_of_those_that_are_tested():
    tested = {ast.dump(node) for formula in FORMULAS.values() for node in ast.walk(parsed(formula))}
    tested |= {ast.dump(parsed("p(x)/(M*q(x))"))}  # classical rejection: below
    unknown = {
        part
        for part in IN_SENTENCES
        if part not in PLAIN | SAID_OF_SOME and ast.dump(parsed(part)) not in tested
    }
    assert {part for part in unknown if not re.fullmatch(r"[pq]\(x\)", part)} == set()


def test_classical_rejection_keeps_what_its_sentence_says():
    p, q = LAWS[0]
    values = numbers(p, q)
    kept = sides("q(x) * (p(x)/(M*q(x)))", values)[0]
    np.testing.assert_allclose(kept / kept.sum(), RULES["classical"].output_law(p, q))
    counts = RULES["classical"].count(p, q, 100_000, np.random.default_rng(1))
    assert counts.drafted.sum() / 100_000 == pytest.approx(values["M"], rel=0.02)


@pytest.mark.parametrize("formula", [*FORMULAS.values(), *IN_SENTENCES])
def test_a_formula_is_drawn_as_well_formed_mathml(formula):
    drawn = [inline(formula)] if formula in IN_SENTENCES else pieces(formula, WORDS)
    for piece in drawn:
        assert ET.fromstring(piece).tag == "math"


def read_out(piece):
    return re.sub(r"<[^>]+>", "", re.sub(r"<mspace[^>]*></mspace>", " ", piece))


def test_formulas_read_as_papers_write_them():
    assert read_out(inline("min(1, p(x)/q(x))")) == "min(1,p(x)/q(x))"
    assert read_out("".join(pieces(FORMULAS["rate"], WORDS))) == "α=∑xmin(p(x),q(x))=1−TV(p,q)"
    assert read_out("".join(pieces(FORMULAS["speedup"], WORDS))) == "S=E[L]γ c+1"
    assert read_out(inline("p(x)/(M*q(x))")) == "p(x)/(M q(x))"


def test_what_cancels_is_marked_above_and_below_the_line():
    drawn = "".join(pieces(FORMULAS["door-two"], WORDS))
    assert drawn.count('class="cancelled"') == 2
