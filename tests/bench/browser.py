"""One headless Chromium for the benches: timed visits, and the processor time of all its processes."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.server import Site
from tools.browser import ensure_chromium

FLAGS = [
    "--headless",
    "--window-size=1280,860",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-sync",
    "--mute-audio",
]
SETTLE = 1.0  # seconds, so that a browser's own start is not counted as a page's
START_WITHIN = 30.0  # seconds
WITHIN = 90.0  # seconds for a page to be live

# Stock is live as ours is: two frames after the first change that Python makes has reached the document.
STOCK_MARK = """
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      if (data.type === "patch" && !performance.getEntriesByName("lossless:live").length)
        requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("lossless:live")));
    });
  }
};"""
# A snapshot that failed here is not tried again: static/page/python.js remembers that under this key.
BUNDLE_ONLY = """
const kept = Storage.prototype.getItem;
Storage.prototype.getItem = function (key) {
  if (key !== "lossless:no-snapshot") return kept.call(this, key);
  const { build } = JSON.parse(document.getElementById("lossless-data").textContent);
  return JSON.stringify({ build, reason: "the bench asks for the bundle" });
};"""
# The page lets its worker choose a start by the link; a worker so named does not choose.
SNAPSHOT_ONLY = """
window.Worker = class extends Worker {
  constructor(url, { name, ...more }) { super(url, { ...more, name: name.replace("choice", "snapshot") }); }
};"""
LIVE = """(ms) => new Promise((resolve, reject) => {
  const told = () => window.losslessPage?.lastFailure?.details ?? document.body.innerText.slice(0, 300);
  setTimeout(() => reject(new Error(`not live in ${ms / 1000} s; ${told()}`)), ms);
  setInterval(() => { if (window.losslessPage?.lastFailure) reject(new Error(told())); }, 1000);
  new PerformanceObserver((list) => { if (list.getEntriesByName("lossless:live").length) resolve(); })
    .observe({ type: "mark", buffered: true });
})"""
MARK = "(name) => performance.getEntriesByName(name)[0]?.startTime ?? null"


@dataclass(frozen=True)
class Visit:
    """One load of a page, from navigation until it is live."""

    live: float  # ms
    painted: float | None  # ms; None for a page without that mark
    bytes: int  # on the wire, workers and headers included
    cpu: float  # seconds of all browser processes
    kind: str | None  # how Python started: `lossless.state().start.kind`


class Chromium:
    """A running browser with a profile of its own."""

    def __init__(self, browser: Browser, *scripts: str) -> None:
        """Take a browser that has just started; the scripts run first in each of its pages."""
        self.context = browser.contexts[0]
        self.processes = browser.new_browser_cdp_session()
        for script in scripts:
            self.context.add_init_script(script)

    def cpu(self) -> float:
        """Seconds that all processes of the browser have computed so far."""
        told = self.processes.send("SystemInfo.getProcessInfo")["processInfo"]
        return float(sum(process["cpuTime"] for process in told))

    def renderers(self) -> list[int]:
        """The process numbers of those that run pages."""
        told = self.processes.send("SystemInfo.getProcessInfo")["processInfo"]
        return [int(process["id"]) for process in told if process["type"] == "renderer"]

    def visit(self, site: Site, path: str = "") -> Visit:
        """Load a page in a new tab, wait until it is live, and close it.

        Raises RuntimeError where a file was missing or another host was asked.
        """
        page = self.context.new_page()
        cpu, sent = self.cpu(), site.link.sent
        strangers: list[str] = []
        page.on("request", lambda asked: strangers.append(asked.url) if is_strange(asked.url, site) else None)
        page.goto(site.url + path, wait_until="commit")
        page.evaluate(LIVE, WITHIN * 1000)
        seen = Visit(
            cpu=self.cpu() - cpu,
            bytes=site.link.sent - sent,
            live=page.evaluate(MARK, "lossless:live"),
            painted=page.evaluate(MARK, "lossless:painted"),
            kind=kind_of(page),
        )
        page.close()
        site.refused = [path for path in site.refused if path != "/favicon.ico"]  # Chromium's own wish
        if strangers or site.refused:
            told = f"{path or 'the page'} asked in vain for {site.refused} and other hosts for {strangers}"
            raise RuntimeError(told)
        return seen


def is_strange(url: str, site: Site) -> bool:
    """Whether an address leads to another host."""
    return not url.startswith((site.url, "data:", "blob:"))


def kind_of(page: Page) -> str | None:
    """How Python started; None where the page is not ours."""
    state = page.evaluate("globalThis.lossless?.state()")
    return state and str(state["start"]["kind"])


@contextmanager
def chromium(*scripts: str) -> Iterator[Chromium]:
    """A headless Chromium that was never anywhere, with its cache on disk as a reader's is.

    (Playwright's own contexts keep their cache in memory, where the largest files find no place.)
    Raises RuntimeError where it does not start.
    """
    program = ensure_chromium()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile, sync_playwright() as playwright:
        line = [program, *FLAGS, "--remote-debugging-port=0", f"--user-data-dir={profile}", "about:blank"]
        # A group of its own: some distributions' program is a script that starts the browser beside itself.
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(line, stdout=quiet, stderr=quiet, start_new_session=True)
        try:
            browser = playwright.chromium.connect_over_cdp(debugger_of(Path(profile)))
            time.sleep(SETTLE)
            yield Chromium(browser, *scripts)
            browser.close()
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # its profile goes with it
            process.wait()


def debugger_of(profile: Path) -> str:
    """The address of the debugger of the browser that runs on a profile."""
    told = profile / "DevToolsActivePort"
    end = time.monotonic() + START_WITHIN
    while not (told.exists() and len(told.read_text().splitlines()) == 2):
        if time.monotonic() > end:
            raise RuntimeError(f"Chromium has not started in {START_WITHIN:g} s")
        time.sleep(0.05)
    return f"http://127.0.0.1:{told.read_text().splitlines()[0]}"
