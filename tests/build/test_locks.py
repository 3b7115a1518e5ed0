"""The pins agree with each other, and name no package index."""

import json
import re

from tools import npm, pins
from tools.places import ROOT, places

LOCKS = ("tools/host.lock", "tools/page.lock", "tools/figures.lock", "tools/node.lock")
PIN = re.compile(r"^([\w.-]+)==([\w.]+)", re.MULTILINE)
DIFFER = {"markupsafe", "pyyaml"}  # in the page at the versions of Pyodide's own lock


def pinned(name: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for package, version in PIN.findall((ROOT / name).read_text()):
        found.setdefault(package.lower(), set()).add(version)
    return found


def test_each_requirement_is_exact_and_says_why():
    text = (ROOT / "requirements.txt").read_text()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert len(lines) > 8
    for line in lines:
        assert re.fullmatch(r"[\w-]+==[\w.]+( ; python_version [<>=]+ \"3\.\d+\")?  # \S.+", line), line


def test_the_host_lock_is_made_from_the_requirements():
    wanted, locked = pinned("requirements.txt"), pinned("tools/host.lock")
    assert {package: locked.get(package) for package in wanted} == wanted


def test_the_page_runs_the_hosts_versions():
    host, page = pinned("tools/host.lock"), pinned("tools/page.lock") | pinned("tools/figures.lock")
    assert len(page) > 19
    for package in page.keys() - DIFFER:
        assert page[package] == host[package], package


def test_every_pin_has_a_hash_and_no_lock_names_an_index():
    for name in LOCKS:
        text = (ROOT / name).read_text()
        assert len(PIN.findall(text)) == len(re.findall(r"^\S+==.*\\\n    --hash", text, re.MULTILINE)), name
        assert "://" not in text
        assert "index" not in text.replace("index-url", "")


def test_the_npm_locks_name_no_address_and_have_a_hash_each():
    for name in ("tests/bench/npm/package-lock.json", "package-lock.json"):
        lock = json.loads((ROOT / name).read_text())
        assert all("resolved" not in package for package in lock["packages"].values())
        assert all("integrity" in package for path, package in lock["packages"].items() if path), name
    assert lock["packages"]["node_modules/pyodide"]["version"] == pins.PYODIDE


NAMED = re.compile(r"python3\.\d+(?=/)|python3\d\d(?=\.zip)")  # in paths of the page's Python
GIVEN = re.compile(
    r'abi_version: "(\w+)", arch: "(\w+)", platform: "(\w+)", python: "(3\.\d+)\.\d+", version: "([\d.]+)"'
)


def test_every_script_names_the_pyodide_that_is_pinned():
    theirs = json.loads((npm.pyodide(places()) / "pyodide-lock.json").read_text())["info"]
    assert theirs["python"].rpartition(".")[0] == pins.PYTHON
    minor = pins.PYTHON.removeprefix("3.")
    told = (*(theirs[key] for key in ("abi_version", "arch", "platform")), pins.PYTHON, pins.PYODIDE)
    folders = [*(ROOT / "static").rglob("*"), *(ROOT / "tools").rglob("*")]
    texts = {
        file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8")
        for file in folders
        if file.suffix in {".py", ".js", ".mjs"}
    }
    named = [(file, name) for file, text in texts.items() for name in NAMED.findall(text)]
    assert {file for file, _ in named} >= {"static/worker.js", "static/keep.mjs", "tools/compile.mjs"}
    assert [one for one in named if one[1].replace("python3.", "python3") != f"python3{minor}"] == []
    given = {file: GIVEN.findall(text) for file, text in texts.items() if "abi_version" in text}
    assert given == {"static/worker.js": [told], "tools/start.mjs": [told]}


def test_the_wheels_pins_are_those_of_pyodides_own_lock():
    lock = json.loads((npm.pyodide(places()) / "pyodide-lock.json").read_text())
    theirs = {package["file_name"]: package["sha256"] for package in lock["packages"].values()}
    assert {wheel.name: theirs.get(wheel.name) for wheel in pins.WHEELS} == {
        wheel.name: wheel.sha256 for wheel in pins.WHEELS
    }
    assert {wheel.name.partition("-")[0] for wheel in pins.WHEELS} == {
        "numpy",
        "matplotlib",
        "pillow",
        "contourpy",
        "kiwisolver",
    }


def test_the_build_names_no_host_but_these():
    allowed = {"cdn.jsdelivr.net", "github.com", "mozilla.org", "127.0.0.1", "{HOST}"}
    files = [ROOT / "build.py", ROOT / "pyproject.toml"]
    files += [file for kind in ("*.py", "*.mjs") for file in (ROOT / "tools").rglob(kind)]
    named = {host for file in files for host in re.findall(r"https?://([^/\s\"':]+)", file.read_text())}
    assert named <= allowed
    assert "cdn.jsdelivr.net" in named
