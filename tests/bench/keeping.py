"""Figures to keep: how long the first takes from the click, and the next, with the demo playing."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page

from tests.bench.browser import LIVE, WITHIN, chromium
from tests.bench.figure import Figure, Target
from tests.bench.plan import Plan
from tests.bench.server import site
from tools.places import places

FIRST_NOTE = "PNG, 1.3 s after the panel was opened, playing at 25x"
FORMATS = ("png", "svg", "pdf")
FIRST, NEXT = Target(2000.0), Target(300.0)  # ms
A_ROUND = 25.0  # seconds
# A file is there when its link is clicked: what the browser does with it then is its own affair.
WATCH = """
window.made = [];
const click = HTMLAnchorElement.prototype.click;
HTMLAnchorElement.prototype.click = function () {
  if (!this.download) return click.call(this);
  made.push(performance.now());
};"""
CHOOSE = """(format) => {
  document.getElementById("keep").open = true;
  document.querySelector(`input[name="keep-format"][value="${format}"]`).click();
}"""
SAVE = """async (id) => {
  const before = made.length, began = performance.now();
  document.getElementById(id).click();
  while (made.length === before) {
    if (performance.now() - began > 90_000) throw new Error(document.getElementById("keep-said").textContent);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return made.at(-1) - began;
}"""
LOOKED_AT = 1000  # ms from when the panel opens until the hand is at its button
POINTED_AT = 300  # ms from there until it is pressed


def measure(plan: Plan) -> Iterator[Figure]:
    """The first figure of a visit, a PNG, then one of each format."""
    first: list[float] = []
    later: dict[str, list[float]] = {one: [] for one in FORMATS}
    for _ in plan.rounds(A_ROUND * plan.runs):
        with chromium(WATCH) as browser, site(places().dist) as place:
            page = browser.context.new_page()
            page.goto(f"{place.url}?scenario=worked&speed=25&play=1", wait_until="commit")
            page.evaluate(LIVE, WITHIN * 1000)
            page.wait_for_timeout(3000)
            page.evaluate(CHOOSE, "png")
            page.wait_for_timeout(LOOKED_AT)
            first.append(saved(page, "png"))
            for form, times in later.items():
                saved(page, form)
                times.append(saved(page, form))
    yield Figure("first figure of a visit, from the click", "ms", tuple(first), FIRST, FIRST_NOTE)
    for form, times in later.items():
        yield Figure(f"next figure, {form.upper()}", "ms", tuple(times), NEXT, "playing at 25x")


def saved(page: Page, form: str) -> float:
    """Milliseconds from the click until a file of this format is there."""
    page.evaluate(CHOOSE, form)
    page.locator("#keep-download").hover()
    page.wait_for_timeout(POINTED_AT)
    return float(page.evaluate(SAVE, "keep-download"))
