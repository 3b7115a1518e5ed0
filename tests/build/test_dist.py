"""dist/ as built: whole, of one version on both sides, relative throughout, without what no page uses."""

import hashlib
import importlib.metadata
import json
import re
import zipfile
from pathlib import Path

import pytest

from app.session.settings import SCENES
from tests.browser.server import files as files_of
from tools import bundle, encode, headers, names, node, offline, parting, parts, pins, single
from tools.places import ROOT, places
from tools.stop import Stop

ZIPS = ("site.zip", "site-rest.zip", "export.zip", "pyodide/python_stdlib.zip")
OURS = ("index.html", "page.js", "worker.js", "document.json")
ADDRESS = re.compile(r"""(?:\w+:)?//[\w.-]+\.[a-z]{2,}[^\s"'`)<]*""")
NAMESPACES = ("http://www.w3.org/",)  # names, never fetched


@pytest.fixture(scope="session")
def lies(dist) -> dict[str, Path]:
    """Where each file lies, by the name that the page knows it by."""
    return {name: dist / path for name, path in files_of(dist).items()} | {"index.html": dist / "index.html"}


@pytest.fixture(scope="session")
def zips(lies) -> dict[str, dict[str, bytes]]:
    """The entries of each zip."""
    return {name: entries(lies[name]) for name in ZIPS}


def entries(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_manifest_names_every_file_with_its_hash_and_size(dist):
    manifest = json.loads((dist / "manifest.json").read_text())
    found = {file.relative_to(dist).as_posix(): file for file in dist.rglob("*") if file.is_file()}
    assert manifest.keys() == found.keys() - {"manifest.json"}
    assert len(manifest) > 30
    for name, told in manifest.items():
        data = found[name].read_bytes()
        assert told == {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}, name


def test_pyodides_core_is_the_pinned_one(lies):
    for part in pins.CORE:
        if part.name != "python_stdlib.zip":  # compiled
            assert hashlib.sha256(lies[f"pyodide/{part.name}"].read_bytes()).hexdigest() == part.sha256


def test_the_packages_are_of_the_pinned_versions_and_the_hosts(zips):
    told = {}
    for name, data in zips["site.zip"].items():
        if name.endswith(".dist-info/METADATA"):
            fields = dict(line.split(": ", 1) for line in data.decode().splitlines())
            told[fields["Name"].lower().replace("_", "-")] = fields["Version"]
    lock = (ROOT / "tools" / "page.lock").read_text()
    pinned = dict(line.removesuffix(" \\").split("==") for line in lock.splitlines() if "==" in line)
    assert told == {**pinned, "numpy": "2.4.3"}
    for package in ("bokeh", "panel", "param", "numpy"):
        assert told[package] == importlib.metadata.version(package)


@pytest.mark.parametrize("name", OURS)
def test_no_file_of_ours_names_another_host(lies, name):
    found = ADDRESS.findall(lies[name].read_text())
    assert [one for one in found if not one.startswith(NAMESPACES)] == []


def test_the_address_check_sees_addresses():
    for one in ('src="https://cdn.example.com/x.js"', "url(//fonts.example.org/f)", "ws://a.example.io"):
        assert ADDRESS.search(one)
    assert not ADDRESS.search("a // comment. and then / more, page/start.js")


def test_every_file_that_the_page_names_is_there(dist, lies):
    page = (dist / "index.html").read_text()
    relative = set(re.findall(r"""\b(?:src|href)="(?!data:|\?)([^"#]+)\"""", page))
    relative |= set(re.findall(r'"url":"([^"]+)"', lies["document.json"].read_text()))
    assert len(relative) >= 1
    for name in relative:
        assert not name.startswith("/"), name
        assert (dist / name).exists(), name
    scripts = "".join(file.read_text() for file in (places().static).rglob("*.js"))
    named = re.findall(r"""(?:urlOf|bytesOf|fetchNow|addPackages)\("([^"]+)"\)|files\["([^"]+)"\]""", scripts)
    named += [(name, "") for name in json.loads(re.search(r'"needed": (\[.*?\])', page)[1])]
    assert len(named) > 12
    assert {one or other for one, other in named} <= lies.keys()
    for module in (lies["worker.js"], *lies["snapshot/restore.mjs"].parent.glob("*.mjs")):
        for near in re.findall(r"""(?:from |import\()"(\.[^"]+)\"""", module.read_text()):
            assert (module.parent / near).is_file(), near


def test_what_a_page_loads_lies_under_a_hash_of_its_content(dist, lies):
    beside = {f.name for f in (places().static / "pages").glob("*.html") if not f.name.startswith("_")}
    others = {"index.html", "manifest.json", "examples/host.html", "examples/check_engine.py"} | beside
    others |= {offline.APP, offline.WORKER, headers.NETLIFY, headers.NGINX, "embed.js", "oembed.json"}
    others |= {single.NAME, single.WITH_FIGURES}
    others |= {f"posters/{scene}-{theme}.svg" for scene in SCENES for theme in ("light", "dark")}
    found = {file.relative_to(dist).as_posix() for file in dist.rglob("*") if file.is_file()}
    found = {name for name in found if not name.startswith(("licences/", "panel/", "icons-"))}
    assert {encode.strip(name) for name in found if not names.is_hashed(name)} == others
    found = {encode.strip(name) for name in found}
    assert found - others == {path.relative_to(dist).as_posix() for path in lies.values()} - others
    for name in names.FILES:
        assert f"-{names.hash_of(lies[name])}." in lies[name].name


def test_names_change_with_what_lies_under_them_and_with_that_alone(tmp_path):
    def given(word: str) -> dict[str, str]:
        target = tmp_path / word
        for name in (
            "worker.js",
            "page.js",
            "document.json",
            "recording.json",
            "snapshot/a.mjs",
            "pyodide/b.wasm",
            "bokeh/c.js",
        ):
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (target / name).write_text(word if name == "snapshot/a.mjs" else "same")
        paths = names.give(target)
        assert {file.relative_to(target).as_posix() for file in target.rglob("*") if file.is_file()} == set(
            paths.values()
        )
        return paths

    one, other = given("one"), given("other")
    assert {name for name in one if one[name] != other[name]} == {"worker.js", "snapshot/a.mjs"}
    assert one["snapshot/a.mjs"].removesuffix("snapshot/a.mjs") == one["worker.js"].removesuffix("worker.js")


def test_nothing_names_a_path_of_this_machine(dist, zips):
    blobs = {file.name: file.read_bytes() for file in dist.rglob("*") if file.is_file()}
    blobs |= {f"{name}:{inner}": data for name, inside in zips.items() for inner, data in inside.items()}
    ways = {str(path).encode() for path in (ROOT, places().app, Path.home() / ".cache", Path.home() / "work")}
    assert [name for name, data in blobs.items() if any(way in data for way in ways)] == []


def test_the_zips_hold_bytecode_of_one_interpreter_that_is_never_checked(zips):
    heads = {data[:8] for inside in zips.values() for name, data in inside.items() if name.endswith(".pyc")}
    assert len(heads) == 1
    assert int.from_bytes(heads.pop()[4:], "little") == 0b01  # hash-based, unchecked
    assert not [name for inside in zips.values() for name in inside if name.endswith((".py", ".pyi"))]


def test_the_zips_hold_nothing_twice_and_nothing_unwanted(zips):
    names = [name for inside in zips.values() for name in inside]
    assert len(names) == len(set(names))
    unwanted = re.compile(r"(^|/)(tests?|f2py|micropip|pandas|matplotlib)/|\.(min\.js|map|png|ts)$")
    assert [name for name in names if unwanted.search(name)] == []
    assert all(len(inside) > 10 for inside in zips.values())


def test_all_of_the_app_is_in_the_site_zip(zips):
    app = places().app
    modules = {f"app/{file.relative_to(app).as_posix()}c" for file in app.rglob("*.py")}
    assert modules
    kept = {name for name in modules if name.startswith("app/export/")}
    assert len(kept) > 10
    assert modules - kept <= zips["site.zip"].keys()
    assert kept == zips["export.zip"].keys()
    assert (app / "docs" / "model.md").is_file()
    assert not [name for name in zips["site.zip"] if name.endswith((".md", ".png"))], "documents are not sent"


def test_the_rest_is_listed_by_name_for_the_worker(zips):
    listed = zips["site.zip"][parting.REST_NAMES].decode().split()
    assert listed == parting.module_names(zips["site-rest.zip"])
    assert not set(listed) & set(parting.module_names(zips["site.zip"]))


def test_every_package_has_its_licence(dist):
    have = {file.stem.split("-")[0].lower() for file in (dist / "licences").glob("*.txt")}
    lock = (ROOT / "tools" / "page.lock").read_text()
    packages = {line.partition("==")[0].replace("-", "_") for line in lock.splitlines() if "==" in line}
    lock = (ROOT / "tools" / "figures.lock").read_text()
    packages |= {line.partition("==")[0].replace("-", "_") for line in lock.splitlines() if "==" in line}
    packages |= {wheel.name.partition("-")[0].lower() for wheel in pins.WHEELS}
    assert packages | {"lossless", "notice"} == have
    assert all(len(file.read_text()) > 500 for file in (dist / "licences").glob("*.txt"))


def test_a_site_zip_that_lacks_a_module_does_not_pass(lies, zips, tmp_path):
    lacking = {name: data for name, data in zips["site.zip"].items() if name != "param/parameterized.pyc"}
    parting.write_zip(tmp_path / "site.zip", lacking)
    core, stdlib = parts.fetch(places()).pyodide, lies["pyodide/python_stdlib.zip"]
    words = (core, pins.SITE_PACKAGES, stdlib, tmp_path / "page.json", "zip", tmp_path / "site.zip")
    with pytest.raises(Stop, match=r"No module named .param\.parameterized."):
        node.run(places(), "prerender.mjs", *words)


def test_an_unchanged_tree_builds_the_same_page(lies):
    made = bundle.make(places(), parts.fetch(places()))
    assert made.site.read_bytes() == lies["site.zip"].read_bytes()
    assert made.stdlib.read_bytes() == lies["pyodide/python_stdlib.zip"].read_bytes()
