"""Paper: one page a scene on both papers, black on white also from the dark theme, with all that a handout needs."""

import re

import pytest
from playwright.sync_api import Page

from app.session.settings import SCENES
from app.text.en import ENGLISH
from tests.browser.conftest import do, wait_for
from tests.more import LONG

PAPERS = ("A4", "Letter")
GONE = (
    ".controls",
    ".tools",
    ".scenes",
    ".panel",
    ".foot",
    "button:not(.step)",
    "select",
    "input",
    "textarea",
)
SHOWN = """(gone) => ({
    text: document.body.innerText,
    gone: gone.filter((one) => [...document.querySelectorAll(one)].some((element) => element.checkVisibility())),
    ground: getComputedStyle(document.body).backgroundColor,
    ink: getComputedStyle(document.body).color,
    charts: [...document.querySelectorAll("canvas.printed")].filter((one) => one.checkVisibility()).length,
})"""


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


def as_paper(page: Page) -> dict:
    """What is on the page as it is laid out for print."""
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    shown = page.evaluate(SHOWN, list(GONE))
    page.emulate_media(media="null")
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    return shown


def test_every_scene_is_a_page_of_paper(live):
    page = live("?seed=5&theme=dark&mismatch=0.9")
    do(page, "skip(1000)")
    for scene in SCENES:
        page.evaluate("(scene) => lossless.set({ scene })", scene)
        wait_for(page, f"s.settings.scene === '{scene}'")
        page.wait_for_timeout(700)  # its figures are drawn, its address is written
        shown = as_paper(page)
        for key in ("page.title", f"question.{scene}", f"hint.{scene}", f"print.{scene}"):
            assert ENGLISH[key] in shown["text"], (scene, key)
        assert f"scene={scene}" in shown["text"] or scene == "converge"
        assert page.url.split("?")[0] in shown["text"]
        assert shown["gone"] == [], scene
        assert (shown["ground"], shown["ink"]) == ("rgb(255, 255, 255)", "rgb(20, 32, 43)")
        assert shown["charts"] >= (0 if scene in {"quiz", "yours"} else 1), scene
        for paper in PAPERS if LONG else PAPERS[:1]:
            assert pages_of(page.pdf(format=paper, prefer_css_page_size=False)) == 1, (scene, paper)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.errors == []


@pytest.mark.parametrize(("width", "query"), [(390, "?seed=5"), (1280, "?seed=5&projector=1")])
def test_phone_and_projector_print_the_same_handout(live, width, query):
    page = live(query, width=width, height=800)
    do(page, "step()")
    shown = as_paper(page)
    assert shown["gone"] == []
    assert ENGLISH["print.converge"] in shown["text"]
    assert pages_of(page.pdf(format="A4")) == 1


def test_a_second_page_would_be_seen(live):
    page = live("?seed=5")
    page.evaluate("document.body.style.paddingBottom = '400mm'")
    assert pages_of(page.pdf(format="A4")) > 1
