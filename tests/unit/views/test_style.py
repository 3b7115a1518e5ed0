"""Colours can be told from what they stand on, in both themes: WCAG contrast, computed from style.py."""

import re

import pytest

from app.views.curve import FAINT
from app.views.style import COLOURS, FORMS, css_variables
from tests.unit.views.pages import FakePage
from tools.places import ROOT

THEMES = {"light": 0, "dark": 1}
TEXT, MARK = 4.5, 3.0
WORDS = {  # role of a text: what it stands on
    "ink": ("page", "card", "highlight", "band"),
    "soft": ("page", "card", "highlight", "band"),
    "naive-text": ("page", "card"),
    "correction": ("card", "correction-wash"),
    "button-ink": ("button",),
    "bonus-ink": ("bonus",),
}
MARKS = {  # role of a bar, a line, a knob: what it stands on
    "target": ("card", "highlight", "page"),
    "draft": ("card", "highlight", "page"),
    "empirical": ("card", "highlight", "page"),
    "naive": ("card",),
    "naive-text": ("card", "page"),
    "correction": ("card", "highlight"),
    "classical": ("card", "highlight"),
    "ghost": ("card",),
    "gauge": ("card", "highlight"),
    "soft": ("card",),
    "ink": ("card", "highlight"),
    "button": ("card", "page"),
    "bonus-edge": ("card",),  # the dark outline; what lies within it has ink of its own
}
AREAS = {"bonus", "page", "card", "line", "grid", "band", "highlight", "correction-wash"}  # grounds


def luminance(colour):
    """Relative luminance of #RRGGBB, from 0 to 1."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """From 1 (the same) to 21 (black on white)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def blended(colour, alpha, below):
    """What a colour of this opacity looks like on another."""
    pairs = [(int(colour[i : i + 2], 16), int(below[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(alpha * x + (1 - alpha) * y):02X}" for x, y in pairs)


def colour(role, theme):
    return COLOURS[role][THEMES[theme]]


def test_the_measure_is_the_standard_s():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)
    assert blended("#000000", 0.5, "#FFFFFF") == "#808080"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("role", "below"), [(role, below) for role in WORDS for below in WORDS[role]])
def test_a_text_can_be_read(theme, role, below):
    assert contrast(colour(role, theme), colour(below, theme)) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("role", "below"), [(role, below) for role in MARKS for below in MARKS[role]])
def test_a_mark_can_be_seen(theme, role, below):
    assert contrast(colour(role, theme), colour(below, theme)) >= MARK


def test_every_role_is_a_text_a_mark_or_an_area():
    assert set(COLOURS) == set(WORDS) | set(MARKS) | AREAS
    assert all(re.fullmatch(r"#[0-9A-F]{6}", one) for pair in COLOURS.values() for one in pair)


BARS = {"target", "card", "draft", "empirical", "highlight"}


def test_what_the_stylesheet_writes_in_is_a_text():
    css = (ROOT / "static/page.css").read_text(encoding="utf-8")
    written = set(re.findall(r"(?<![-\w])(?:color|fill): *var\(--([a-z-]+)\)", css))
    assert len(written) > 4
    assert written <= set(WORDS) | BARS, "the last ones fill the painted bars"
    named = set(re.findall(r"var\(--([a-z-]+)[),]", css))
    own = {"frame-left", "frame-right", "frame-bottom", "frame-edge", "label-size", "fill", "told", "held"}
    assert named - own <= set(COLOURS)


def test_what_the_charts_draw_with_is_what_its_role_says():
    page = FakePage()
    rows = page.link.shell.restyle.rows
    roles = {(name, role) for _, name, kind, role in rows if kind == "colour"}
    assert {role for name, role in roles if name.endswith("text_color")} <= set(WORDS)
    assert {role for name, role in roles if name in {"line_color", "hatch_color"}} <= set(MARKS) | {"card"}
    assert {role for name, role in roles if name == "fill_color"} <= set(MARKS) | AREAS
    models = {model.id: model for model in page.link.document.models}
    assert all(hasattr(models[id_], name) for id_, name, _, _ in rows)


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_drawn_through_can_be_seen_too(theme):
    """Every mark at its own opacity; the verdict that is not shown is faint by design."""
    page = FakePage("seed=3&scenario=worked")
    curve = page.link.shell.converge.curve
    faint = {renderers["naive"].glyph.id for renderers in curve.glyphs.values()}
    models = {model.id: model for model in page.link.document.models}
    seen = 0
    for id_, name, kind, role in page.link.shell.restyle.rows:
        alpha = getattr(models[id_], name.replace("_color", "_alpha"), 1.0) if kind == "colour" else 1.0
        if kind != "colour" or role not in MARKS or alpha == 0 or not isinstance(alpha, float):
            continue
        if id_ in faint:
            assert alpha == FAINT
            continue
        seen += 1
        card = colour("card", theme)
        assert contrast(blended(colour(role, theme), alpha, card), card) >= MARK, (models[id_], role)
    assert seen > 15


def test_the_stylesheet_gets_every_colour_and_every_form():
    css = css_variables()
    for role, (light, dark) in COLOURS.items():
        assert f"--{role}:{light};" in css.split('data-theme="dark"')[0]
        assert f"--{role}:{dark};" in css.split('data-theme="dark"')[1]
    assert all(f'[data-form="{form}"]' in css for form in FORMS)
    assert len({frozenset(sizes) for sizes in FORMS.values()}) == 1


def test_type_is_large_enough():
    assert all(min(sizes[key] for key in ("tick", "label", "value")) >= 11 for sizes in FORMS.values())
    assert min(FORMS["projector"][key] for key in ("tick", "label", "value")) >= 24
