"""A way into the Python of a live page's worker, by the browser's debugger; the page needs no hook for it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import CDPSession, Page

WITHIN = 60.0  # seconds for an answer
KIND = "function () { return typeof this.runPython; }"


class Inside:
    """The first worker of a live page, as its debugger sees it; Python needs no hook of its own for this."""

    def __init__(self, page: Page) -> None:
        """Attach to the worker.

        Raises RuntimeError where the page has none.
        """
        self.page, self.number = page, 0
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.answers: dict[int, Any] = {}
        attached: list[str] = []
        self.session.on("Target.attachedToTarget", lambda told: attached.append(told["sessionId"]))
        self.session.on("Target.receivedMessageFromTarget", self._receive)
        here = {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False}
        self.session.send("Target.setAutoAttach", here)
        self._wait(lambda: bool(attached), "the page has no worker")
        self.worker = attached[0]
        self.python = self._find_python()

    def send(self, method: str, **parameters: Any) -> Any:
        """Ask the worker's debugger."""
        self.number += 1
        number = self.number
        message = json.dumps({"id": number, "method": method, "params": parameters})
        self.session.send("Target.sendMessageToTarget", {"sessionId": self.worker, "message": message})
        self._wait(lambda: number in self.answers, f"the worker gives no answer to {method}")
        answer = self.answers.pop(number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def call(self, function: str, *words: Any) -> Any:
        """What a JavaScript function returns that is called on Pyodide's object.

        Raises RuntimeError with what it throws.
        """
        arguments = [{"value": word} for word in words]
        told = self.send("Runtime.callFunctionOn", objectId=self.python, functionDeclaration=function,
                         arguments=arguments, returnByValue=True)  # fmt: skip
        if "exceptionDetails" in told:
            raise RuntimeError(told["exceptionDetails"]["exception"].get("description"))
        return told["result"].get("value")

    def _find_python(self) -> str:
        """Pyodide's object, among the variables that the worker's handlers can see."""
        self._wait(lambda: "objectId" in self._handler(), "the worker's script sets no onmessage")
        handler = self._handler()["objectId"]
        told = self.send("Runtime.getProperties", objectId=handler, ownProperties=True)["internalProperties"]
        scopes = next(one["value"]["objectId"] for one in told if one["name"] == "[[Scopes]]")
        for scope in self._members(scopes):
            for value in [] if scope["description"] == "Global" else self._members(scope["objectId"]):
                told = self.send(
                    "Runtime.callFunctionOn", objectId=value["objectId"], functionDeclaration=KIND
                )
                if told["result"].get("value") == "function":
                    return str(value["objectId"])
        raise RuntimeError("no variable of the worker holds Pyodide")

    def _handler(self) -> dict[str, Any]:
        """What the worker's onmessage is now: null until its script has run."""
        return dict(self.send("Runtime.evaluate", expression="self.onmessage")["result"])

    def _members(self, number: str) -> list[dict[str, Any]]:
        told = self.send("Runtime.getProperties", objectId=number, ownProperties=True)["result"]
        return [one["value"] for one in told if "objectId" in one.get("value", {})]

    def _receive(self, told: dict[str, Any]) -> None:
        answer = json.loads(told["message"])
        if "id" in answer:
            self.answers[answer["id"]] = answer

    def _wait(self, done: Callable[[], bool], complaint: str) -> None:
        end = time.monotonic() + WITHIN
        while not done():
            if time.monotonic() > end:
                raise RuntimeError(complaint)
            self.page.wait_for_timeout(5)
