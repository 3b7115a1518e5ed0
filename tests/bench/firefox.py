"""A headless Firefox, driven over the socket that it opens itself (Marionette)."""

from __future__ import annotations

import json
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.bench.driven import ANSWER_WITHIN, Driven, running, wait_until

PREFERENCES = {
    "marionette.port": 0,  # one that is free
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,nowhere",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}
COMMANDS = {
    "execute/async": "ExecuteAsyncScript",
    "timeouts": "SetTimeouts",
    "url": "Navigate",
    "window/rect": "SetWindowRect",
}


class Marionette:
    """The socket: JSON each way, with its length before it."""

    def __init__(self, port: int) -> None:
        """Connect, and begin a session."""
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=ANSWER_WITHIN)
        self.file = self.socket.makefile("rb")
        self.number = 0
        self.read()  # a greeting
        self.send("NewSession", {})

    def read(self) -> Any:
        """The next message."""
        length = b""
        while (char := self.file.read(1)) != b":":
            if not char:
                raise RuntimeError("Firefox has hung up")
            length += char
        return json.loads(self.file.read(int(length)))

    def send(self, command: str, values: dict[str, Any]) -> dict[str, Any]:
        """The result of one command.

        Raises RuntimeError with what Firefox says where it fails.
        """
        self.number += 1
        data = json.dumps([0, self.number, f"WebDriver:{command}", values]).encode()
        self.socket.sendall(b"%d:%s" % (len(data), data))
        _, _, error, result = self.read()
        if error:
            raise RuntimeError(f"Firefox: {error['message']}")
        return dict(result)

    def close(self) -> None:
        """Hang up."""
        self.file.close()
        self.socket.close()


def find() -> str | None:
    """Firefox's program, or None."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


@contextmanager
def firefox() -> Iterator[Driven]:
    """A Firefox that was never anywhere.

    Raises RuntimeError where it does not start.
    """
    with ExitStack() as stack:
        profile = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()
        ]
        (profile / "user.js").write_text("\n".join(lines))
        line = [str(find()), "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        stack.enter_context(running(line, {"HOME": str(profile)}))
        told = profile / "MarionetteActivePort"
        wait_until(lambda: told.exists() and told.read_text().strip(), "Firefox")
        door = Marionette(int(told.read_text()))
        stack.callback(door.close)
        yield Driven(lambda name, values: door.send(COMMANDS[name], values).get("value"))
