"""`python -m panel serve app/main.py` shows the same app: its content, and the controls at work in a browser."""

from __future__ import annotations

import http.client
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from app.core.scenario import SCENARIOS
from app.session.settings import SPEEDS
from app.text.en import ENGLISH
from tests.browser.conftest import do, state, wait_for, wait_live
from tests.browser.server import FaultyServer
from tools.places import ROOT

PATIENCE = 60  # s until a busy machine has started the server


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app under `panel serve`, on a free port."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    log = tmp_path_factory.mktemp("served") / "log"
    where = ["--port", str(port), "--address", "127.0.0.1"]
    line = [sys.executable, "-m", "panel", "serve", "app/main.py", *where]
    with log.open("w") as out, subprocess.Popen(line, cwd=ROOT, stdout=out, stderr=out) as server:
        address = f"http://127.0.0.1:{port}/main"
        end = time.monotonic() + PATIENCE
        while got(address) is None and time.monotonic() < end and server.poll() is None:
            time.sleep(0.2)
        yield address
        server.terminate()
        server.wait()
    assert "Traceback" not in log.read_text()


def got(address: str) -> str | None:
    """The page at an address, None where nobody answers yet."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.netloc, timeout=PATIENCE)
    try:
        connection.request("GET", parts.path)
        answer = connection.getresponse()
        body = answer.read().decode()
    except OSError:
        return None
    finally:
        connection.close()
    assert answer.status == http.HTTPStatus.OK, body
    return body


@pytest.fixture(scope="module")
def html(served: str) -> str:
    """What the server answers."""
    page = got(served)
    assert page is not None, "panel serve did not start"
    return page


def test_it_holds_the_page(html: str) -> None:
    assert ENGLISH["question.converge"] in html
    assert html.count('<rect class="bar') == 3 * len(SCENARIOS["next-word"].p)
    for speed in SPEEDS:
        assert f'name="speed" value="{speed}"' in html
    for id_ in (
        "play",
        "step",
        "mismatch",
        "naive",
        "reset",
        "replay",
        "new-seed",
        "scenario",
        "seed",
        "columns",
    ):
        assert f'id="{id_}"' in html
    assert html.count("data-skip=") == 4


def test_its_places_hold_the_roots_of_its_session(html: str) -> None:
    data = json.loads(re.search(r'id="lossless-data">(.*?)</script>', html, re.DOTALL)[1])  # type: ignore[index]
    assert data["served"] is True
    rendered = json.loads(re.search(r"render_items = (\[.*?\]);", html)[1])  # type: ignore[index]
    roots = rendered[0]["roots"]
    assert set(roots) == {id_ for _, id_ in data["roots"]}
    for name, id_ in data["roots"]:
        assert re.search(rf'id="{name}-slot" inert><div id="{roots[id_]}"', html)


def test_it_is_the_built_page_but_for_how_scripts_and_charts_come(html: str, dist: Path) -> None:
    built = (dist / "index.html").read_text(encoding="utf-8")

    def body(text: str) -> str:
        text = text[text.index("<body>") :]
        text = text[: text.index('<script type="application/json"')]
        text = re.sub(r'(-slot" inert>)<div id="[^"]*"></div>', r"\1", text)
        beside = (
            r'<a [^>]*href="(?:\w+\.html|examples/\w+\.py)"[^>]*>[^<]*</a>'  # pages that only the build makes
        )
        text = re.sub(rf"<p[^>]*>{beside}</p>|{beside}", "", text)
        return re.sub(r"\s+", " ", text).replace("> <", "><")

    assert body(html) == body(built)


def test_its_controls_work_in_a_browser(blank: Page, served: str) -> None:
    strangers = []
    blank.on(
        "request", lambda request: strangers.append(request.url) if "127.0.0.1" not in request.url else None
    )
    blank.goto(served + "?seed=3&scenario=worked")
    wait_live(blank)
    assert state(blank)["start"]["kind"] == "server"
    blank.get_by_role("button", name="Step", exact=True).click()
    wait_for(blank, "s.draws === 1")
    expect(blank.locator("#story-title")).to_have_text("Draw 1")
    first = state(blank)["last"]
    do(blank, "set({speed: 500})")
    blank.get_by_role("button", name="Play").click()
    wait_for(blank, "s.draws > 100")
    blank.get_by_role("button", name="Pause").click()
    wait_for(blank, "!s.playing")
    blank.get_by_role("switch", name="Naive").click()
    wait_for(blank, "s.settings.rule === 'naive'")
    expect(blank.locator("#bars-slot canvas").first).to_be_visible()
    heights = blank.evaluate("[...losslessPage.document.get_model_by_name('bars-data').data.kept]")
    assert sum(heights) == pytest.approx(1)
    assert not blank.errors  # type: ignore[attr-defined]
    assert blank.locator("#failure").is_hidden()
    assert [url for url in strangers if not url.startswith(("data:", "blob:"))] == []
    assert first["n"] == 1


def test_it_draws_what_the_built_page_draws(blank: Page, served: str, site: FaultyServer) -> None:
    drawn = []
    for address in (served, site.url):
        blank.goto(address + "?seed=11&scenario=long-tail")
        wait_live(blank)
        for _ in range(5):
            do(blank, "step()")
        drawn.append(do(blank, "skip(1000)")["counts"])
    assert drawn[0] == drawn[1]


def test_two_visitors_have_a_session_each(blank: Page, served: str) -> None:
    other = blank.context.new_page()
    for page in (blank, other):
        page.goto(served + "?seed=3")
        wait_live(page)
    do(blank, "step()")
    assert (state(blank)["draws"], state(other)["draws"]) == (1, 0)


def test_a_file_is_judged_there_as_well(blank: Page, served: str) -> None:
    blank.goto(f"{served}?scene=yours&scenario=worked")
    wait_live(blank)
    blank.locator("#yours-text").fill("count\n4000\n3000\n3000")
    blank.locator("#yours-judge").click()
    expect(blank.locator("[data-show='yours.headline']")).to_contain_text("They do not follow p.")
    assert blank.errors == []  # type: ignore[attr-defined]
