"""The numbers above bars, as the canvas has them: on no screen does one touch another or is cut off, and all are true."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import do, state, wait_for

Live = Callable[..., Page]
WIDTHS = (320, 375, 640, 768, 1280)
SCENES = (
    "converge",
    "engines",
    "beat",
    "accounting",
    "rules",
    "spot",
    "cycles",
    "speedup",
)  # whose figures have columns
LAWS: dict[str, dict[str, Any]] = {
    "two": {"scenario": "own", "p": "0.5,0.5", "r": "0.6,0.4", "names": "x,y"},
    "three": {"scenario": "worked"},
    "four": {"scenario": "own", "p": "0.25,0.25,0.25,0.25", "r": "0.3,0.2,0.3,0.2", "names": "w,x,y,z"},
    "four apart": {"scenario": "disjoint"},
    "nearly sure": {"scenario": "own", "p": "0.9996,0.0002,0.0002", "r": "0,0.9998,0.0002", "names": "x,y,z"},
    "fifty": {"scenario": "long-tail"},
}
APART = 2  # CSS pixels at least between numbers side by side
SEEN = """() => {
  const plotIn = (view) => (view.frame ? view : view.child_views?.map(plotIn).find(Boolean));
  const views = new Set([...Bokeh.index].map(plotIn).concat(losslessPage.sceneViews()));
  const seen = [];
  for (const view of views) {
    if (!view?.el.checkVisibility()) continue;
    for (const { model, glyph } of view.renderer_views.values()) {
      if (glyph?.model.type !== "Text" || !glyph.model.text_alpha.value) continue;
      const { sx, sy, swidth, sheight, labels } = glyph, { frame } = view;
      const room = model.level === "glyph" ? frame.bbox : { left: 0, top: 0, right: view.el.clientWidth, bottom: frame.bbox.bottom };
      labels.forEach((label, i) => {
        if (!label?.text) return;
        const left = sx[i] - swidth[i] / 2, bottom = sy[i] + glyph.model.y_offset.value;
        const box = { text: label.text, left, right: left + swidth[i], top: bottom - sheight[i], bottom, chart: view.model.id };
        box.cut = box.left < room.left - 1 || box.right > room.right + 1 || box.top < room.top - 1;
        seen.push(box);
      });
    }
  }
  return seen;
}"""


def numbers(page: Page) -> list[dict[str, Any]]:
    """The numbers on the canvases that are shown, once what was asked for is drawn."""
    page.wait_for_timeout(150)
    return page.evaluate(SEEN)


def touching(boxes: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Pairs of numbers with too little between them."""
    return [
        (a["text"], b["text"])
        for a, b in combinations(boxes, 2)
        if a["chart"] == b["chart"]
        and max(a["left"], b["left"]) < min(a["right"], b["right"]) + APART
        and max(a["top"], b["top"]) < min(a["bottom"], b["bottom"])
    ]


@pytest.mark.parametrize("scene", SCENES)
def test_no_number_touches_another_or_is_cut_off(same: Live, scene: str) -> None:
    page = same(f"?scene={scene}&seed=7&mismatch=1")
    for name, laws in LAWS.items():
        page.evaluate("(laws) => lossless.set(laws)", laws)
        do(page, "reset()")
        do(page, "skip(2000)")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 860})
            boxes = numbers(page)
            assert touching(boxes) == [], (name, width)
            assert [box["text"] for box in boxes if box["cut"]] == [], (name, width)
            if scene in {"converge", "engines", "beat"} and name == "three":
                assert boxes, "with three tokens there is room for numbers on every screen"
    assert page.errors == []  # type: ignore[attr-defined]


def test_numbers_are_brief_where_it_is_narrow_and_whole_again_where_it_is_wide(same: Live) -> None:
    page = same("?scene=beat&scenario=worked&seed=7&mismatch=1", width=375, height=760)
    assert [box["text"] for box in numbers(page)][:3] == [".50", ".30", ".20"]
    page.set_viewport_size({"width": 1280, "height": 860})
    assert [box["text"] for box in numbers(page)][:3] == ["0.500", "0.300", "0.200"]


def test_what_is_nearly_sure_is_not_written_as_sure(same: Live) -> None:
    page = same("?scene=beat&seed=7&mismatch=1", width=375, height=760)
    page.evaluate("(laws) => lossless.set(laws)", LAWS["nearly sure"])
    wait_for(page, "s.settings.scenario === 'own'")
    assert [box["text"] for box in numbers(page)][:3] == ["≈1", "≈0", "≈0"]


def test_what_is_marked_of_an_engine_is_whole_or_not_there(same: Live) -> None:
    page = same("?scene=yours&seed=7")
    counts = [9000, *(10 * (i + 1) for i in range(len(state(page)["p"]) - 1))]
    page.locator("#yours-text").fill("\n".join(map(str, ["count", *counts])))
    page.locator("#yours-judge").click()
    page.wait_for_function(
        "document.querySelector(`[data-show='yours.headline']`).textContent.includes('not follow')"
    )
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 860})
        boxes = numbers(page)
        assert touching(boxes) == [], width
        assert [box["text"] for box in boxes if box["cut"]] == [], width
    assert boxes, "a wide chart has the marks"


NAMES = """() => losslessPage.sceneViews().filter((view) => view.el.checkVisibility()).flatMap((view) => {
  const [axis] = view.model.below, { start, end } = view.model.x_range;
  const context = document.createElement("canvas").getContext("2d");
  context.font = `${axis.major_label_text_font_size} ${axis.major_label_text_font}`;
  const at = (x) => view.frame.bbox.left + ((x - start) / (end - start)) * view.frame.bbox.width;
  return [...axis.major_label_overrides].map(([x, text]) => ({ text, middle: at(x), width: context.measureText(text).width }));
})"""
LONG = {
    "scenario": "own",
    "p": "0.3,0.3,0.4",
    "r": "0.5,0.3,0.2",
    "names": "W" * 24 + ",roof,table of contents",
}


@pytest.mark.parametrize("scene", ["engines", "beat", "rules", "spot", "accounting"])
def test_long_names_are_cut_where_they_would_touch_and_whole_where_there_is_room(
    same: Live, scene: str
) -> None:
    page = same()
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        do(page, f"set({LONG | {'scene': scene}})")
        wait_for(page, f"s.settings.scene === '{scene}'")
        page.wait_for_timeout(200)
        names = page.evaluate(NAMES)
        columns = [one for one in names if not one["text"][0].isdigit()]
        assert len(columns) >= 3
        for one, other in combinations(columns[:3], 2):
            apart = abs(one["middle"] - other["middle"])
            assert apart >= (one["width"] + other["width"]) / 2 + APART - 0.5, (width, one, other)
        assert any(one["text"] == "roof" for one in columns)
        assert any(one["text"] == "table of contents" for one in columns) == (width == 1280)
