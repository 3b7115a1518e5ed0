"""WebKitGTK's own browser on a screen in memory, driven by WebKitWebDriver over HTTP."""

from __future__ import annotations

import json
import shutil
import socket
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.bench.driven import ANSWER_WITHIN, Driven, running, wait_until

HOMES = ("usr/lib/*/webkit2gtk-4.*", "usr/libexec/webkit2gtk-4.*", "usr/lib/webkit2gtk-4.*")
SCREEN = "1600x1200x24"


def ask(url: str, values: dict[str, Any] | None = None, method: str | None = None) -> Any:
    """The value of the driver's answer; without values it is asked by GET.

    Raises RuntimeError with what it says where it fails.
    """
    data = None if values is None else json.dumps(values).encode()
    asked = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)  # noqa: S310  # this machine
    try:
        with urllib.request.urlopen(asked, timeout=ANSWER_WITHIN) as answer:  # noqa: S310  # the same
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        raise RuntimeError(f"WebKit: {json.load(error)['value']['message']}") from error


def find() -> str | None:
    """The browser's program, or None where it, its driver or the screen is missing."""
    found = [str(path) for home in HOMES for path in Path("/").glob(f"{home}/MiniBrowser")]
    return found[0] if found and shutil.which("WebKitWebDriver") and shutil.which("Xvfb") else None


@contextmanager
def screen() -> Iterator[str]:
    """A screen in memory: its name for DISPLAY.

    Raises RuntimeError where there is none.
    """
    with running(["Xvfb", "-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp"], {}) as process:
        number = process.stdout.readline().decode().strip() if process.stdout else ""
        if not number:
            raise RuntimeError("Xvfb has not started")
        yield f":{number}"


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def listens(port: int) -> bool:
    """Whether somebody listens on a port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def webkit() -> Iterator[Driven]:
    """A WebKit that was never anywhere.

    Raises RuntimeError where it does not start.
    """
    with ExitStack() as stack:
        home = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        surroundings = {
            "DISPLAY": stack.enter_context(screen()),
            "HOME": home,
            "NO_AT_BRIDGE": "1",  # nobody listens to what a screen reader would hear
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # a container has none; only dist/ is shown
            "XDG_CACHE_HOME": f"{home}/cache",
            "XDG_CONFIG_HOME": f"{home}/config",
            "XDG_DATA_HOME": f"{home}/data",
            "XDG_RUNTIME_DIR": home,
        }
        port = free_port()
        stack.enter_context(running(["WebKitWebDriver", f"--port={port}"], surroundings))
        wait_until(lambda: listens(port), "WebKitWebDriver")
        url = f"http://127.0.0.1:{port}/session"
        options = {"binary": find(), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        session = f"{url}/{ask(url, wanted)['sessionId']}"
        stack.callback(lambda: ask(session, method="DELETE"))
        yield Driven(lambda name, values: ask(f"{session}/{name}", values))
