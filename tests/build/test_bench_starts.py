"""The bench of cold starts: what it counts, what it says of a missing engine, how it talks to browsers."""

import http.server
import json
import socket
import threading
from types import SimpleNamespace

import pytest

from tests.bench import alone, driven, firefox, starts, webkit
from tests.bench.plan import QUICK


def engine(outcomes, find=lambda: "here"):
    """An engine whose starts end so, one after the other."""
    left = iter(outcomes)

    def start(_place):
        outcome = next(left)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    return starts.Engine("Netscape", find, "netscape-navigator", start)


def test_starts_are_counted_by_kind_and_a_failed_one_is_told(capsys):
    ended = [(900.0, "snapshot"), RuntimeError("not live in 90 s"), (4000.0, "bundle"), (1100.0, "snapshot")]
    count, bundle, snapshot = starts.starts(engine(ended), None, 4)
    assert (count.values, count.unit, count.note, count.met) == (
        (3.0,),
        "of 4",
        "bundle 1, snapshot 2",
        False,
    )
    assert (bundle.name, bundle.values) == ("live, Netscape by bundle", (4000.0,))
    assert snapshot.median == 1000.0
    assert capsys.readouterr().out == "Netscape, start 2: RuntimeError: not live in 90 s\n"


def test_a_target_is_met_where_all_are_live():
    count, _ = starts.starts(engine([(1.0, "snapshot")] * 3), None, 3)
    assert count.met


def test_an_engine_that_is_not_here_is_skipped_with_the_name_of_its_package(monkeypatch, capsys, tmp_path):
    there = engine([(1.0, "snapshot")] * 3)
    monkeypatch.setattr(starts, "ENGINES", (there, engine([], lambda: None), engine([], lambda: None)))
    monkeypatch.setattr(starts, "places", lambda: SimpleNamespace(dist=tmp_path))
    assert len(list(starts.measure(QUICK))) == 2
    assert capsys.readouterr().out.count("netscape-navigator") == 2


def test_it_hears_what_firefox_answers_and_raises_what_it_complains_of():
    replies = [
        {"greeting": True},
        [1, 1, None, {}],
        [1, 2, None, {"value": "ä"}],
        [1, 3, {"message": "no"}, None],
    ]
    heard = []

    def serve(listener):
        connection, _ = listener.accept()
        with connection, connection.makefile("rb") as file:
            for number, reply in enumerate(replies):
                data = json.dumps(reply, ensure_ascii=False).encode()
                connection.sendall(b"%d:%s" % (len(data), data))
                if number < len(replies) - 1:
                    length = b"".join(iter(lambda: file.read(1), b":"))
                    heard.append(json.loads(file.read(int(length))))

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, args=[listener])
        thread.start()
        door = firefox.Marionette(listener.getsockname()[1])
        assert door.send("Navigate", {"url": "x"}) == {"value": "ä"}
        with pytest.raises(RuntimeError, match="Firefox: no"):
            door.send("Navigate", {"url": "y"})
        thread.join()
        door.close()
    assert heard[1] == [0, 2, "WebDriver:Navigate", {"url": "x"}]


def test_it_hears_what_webkits_driver_answers_and_raises_what_it_complains_of():
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(404 if "bad" in asked else 200)
            self.end_headers()
            self.wfile.write(json.dumps({"value": {"message": "no such window", **asked}}).encode())

        def log_request(self, *_given):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/session"
        assert webkit.ask(url, {"a": 1})["a"] == 1
        with pytest.raises(RuntimeError, match="WebKit: no such window"):
            webkit.ask(url, {"bad": 1})
        assert webkit.listens(server.server_port)
        server.shutdown()


class Window:
    """A browser whose window has a frame, and follows one command late."""

    def __init__(self):
        self.size = self.wanted = (800, 600)

    def __call__(self, name, values):
        (width, height), self.size = self.size, self.wanted
        if name == "window/rect":
            self.wanted = (values["width"], values["height"])
        if name == "execute/async":
            size = {"value": [[width - 10, height - 60], [width, height]]}
            return size if "innerWidth" in values["script"] else {"error": "rejected"}
        return None


def test_a_driven_page_gets_its_size_and_tells_why_a_promise_was_not_kept():
    window = Window()
    browser = driven.Driven(window)
    assert window.wanted == (1290, 920)
    with pytest.raises(RuntimeError, match="rejected"):
        browser.wait_for("Promise.reject()")


def test_the_one_file_is_started_in_turn_with_the_served_page(tmp_path):
    asked = []

    def start(place):
        asked.append(place.url)
        return (300.0 if place.url.startswith("file:") else 200.0) + len(asked), "snapshot"

    file = tmp_path / "a page.html"
    ours, theirs, share = alone.against("Netscape", start, SimpleNamespace(url="http://served"), file, 3)
    assert asked == [file.as_uri(), "http://served"] * 3
    assert (ours.values, ours.note) == ((301.0, 303.0, 305.0), "snapshot")
    assert theirs.values == (202.0, 204.0, 206.0)
    assert share.median == 303 / 204
    assert share.met
