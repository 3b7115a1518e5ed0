"""The little web server: types, headers, ports, this machine alone."""

import urllib.error
import urllib.request

import pytest

from tests.build.serving import serving
from tools import headers, serve
from tools.stop import Stop


@pytest.fixture
def server(tmp_path):
    for name in ("index.html", "page.js", "page.css", "site.zip", "pyodide.mjs", "pyodide.asm.wasm"):
        (tmp_path / name).write_text(name)
    (tmp_path / "manifest.json").write_text("{}")
    with serving(tmp_path, 18_000) as server:
        yield server


def get(server, name: str):
    return urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/{name}", timeout=5)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("pyodide.asm.wasm", "application/wasm"),
        ("pyodide.mjs", "text/javascript; charset=utf-8"),
        ("page.js", "text/javascript; charset=utf-8"),
        ("page.css", "text/css; charset=utf-8"),
        ("manifest.json", "application/json"),
        ("site.zip", "application/zip"),
        ("", "text/html; charset=utf-8"),
    ],
)
def test_every_kind_of_file_has_the_type_that_browsers_ask_for(server, monkeypatch, name, kind):
    monkeypatch.setattr("mimetypes.guess_type", lambda *_words, **_more: ("text/wrong", None))
    with get(server, name) as answer:
        assert answer.headers["Content-Type"] == kind
        assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_what_has_a_hash_is_kept_for_ever_and_the_rest_asked_about(server, tmp_path):
    hashed = ("page-0123456789ab.js", "python-0123456789ab/site.zip")
    for name in hashed:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    for name in (*hashed, f"{hashed[0]}?again", "", "index.html?speed=500", "site.zip", "manifest.json"):
        with get(server, name) as answer:
            assert answer.headers["Cache-Control"] == (
                headers.KEPT if "0123456789ab" in name else headers.ASKED
            )


def test_a_file_that_is_missing_now_may_be_there_later(server):
    with pytest.raises(urllib.error.HTTPError) as caught:
        get(server, "python-0123456789ab/site.zip")
    with caught.value as answer:
        assert answer.headers["Cache-Control"] == headers.ASKED


@pytest.mark.parametrize(
    ("accept", "sent"),
    [
        ("gzip, deflate, br, zstd", "zstd"),  # the smallest here
        ("gzip, br;q=0.5", "br"),
        ("gzip, br;q=0", "gzip"),
        ("identity", None),
        ("", None),
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_the_smallest_encoding_that_the_browser_accepts_is_sent(server, tmp_path, accept, sent, method):
    for end, size in ((".br", 300), (".zst", 200), (".gz", 400)):
        (tmp_path / f"page.js{end}").write_bytes(bytes(size))
    address = f"http://127.0.0.1:{server.server_port}/page.js?again"
    asked = urllib.request.Request(address, headers={"Accept-Encoding": accept}, method=method)
    with urllib.request.urlopen(asked, timeout=5) as answer:  # noqa: S310  # the same
        assert answer.headers["Content-Encoding"] == sent
        assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
        assert answer.headers["Vary"] == "Accept-Encoding"
        sizes = {"zstd": 200, "br": 300, "gzip": 400, None: len("page.js")}
        assert int(answer.headers["Content-Length"]) == sizes[sent]


def test_a_file_that_was_asked_for_compressed_comes_as_it_is(server, tmp_path):
    (tmp_path / "site.zip.gz").write_bytes(bytes(400))
    with get(server, "site.zip.gz") as answer:
        assert answer.headers["Content-Encoding"] is None
        assert answer.headers["Content-Type"] == "application/gzip"


def test_a_missing_file_is_said_once(server, capsys):
    with pytest.raises(urllib.error.HTTPError) as caught:
        get(server, "gone.js")
    caught.value.close()
    assert capsys.readouterr().out == "  404 for /gone.js\n"


def test_a_new_dist_is_served_without_a_new_server(server, tmp_path):
    (tmp_path / "page.js").write_text("edited")
    with get(server, "page.js") as answer:
        assert answer.read() == b"edited"


def test_a_taken_port_is_left_for_the_next_free_one(server, tmp_path):
    with serve.open_server(tmp_path, server.server_port) as second:
        assert server.server_port < second.server_port < server.server_port + serve.TRIES
        assert second.server_address[0] == "127.0.0.1"


def test_no_free_port_is_said(tmp_path, monkeypatch):
    def taken(*_words, **_more):
        raise OSError(serve.errno.EADDRINUSE, "taken")

    monkeypatch.setattr(serve, "Server", taken)
    with pytest.raises(Stop, match="--port"):
        serve.open_server(tmp_path, 8000)


@pytest.mark.parametrize(
    ("error", "said"), [(ConnectionResetError("gone"), ""), (ValueError("a fault"), "a fault")]
)
def test_a_browser_that_hangs_up_is_no_fault_and_a_fault_is_shown(server, capfd, error, said):
    try:
        raise error
    except (ConnectionError, ValueError):
        server.handle_error(None, ("127.0.0.1", 1))
    shown = capfd.readouterr().err
    assert said in shown
    assert bool(shown) == bool(said)
