"""What hosts are told: `serve`, Netlify's file and nginx's say the same of every file; README prints it."""

import re
import urllib.request
from pathlib import Path

import pytest

from tests.build.serving import serving
from tools import headers, serve
from tools.places import ROOT

NAMES = ("cache-control", "content-security-policy", *(name.lower() for name in headers.EVERYWHERE))


@pytest.fixture
def server(dist):
    with serving(dist, 18_200) as server:
        yield server


def paths(dist: Path) -> list[str]:
    """The paths of all files, with those that a host may send without their name."""
    found = ["/"] + [
        f"/{file.relative_to(dist).as_posix()}" for file in sorted(dist.rglob("*")) if file.is_file()
    ]
    return [path for path in found if not path.endswith((*headers.NEVER_ASKED, headers.NETLIFY))]


def netlify_of(text: str, path: str) -> dict[str, str]:
    """The headers of a path as Netlify reads them."""
    told: dict[str, str] = {}
    for block in re.split(r"\n(?=/)", text.partition("\n")[2]):
        rule, *lines = [line.strip() for line in block.strip().splitlines()]
        if path == rule or (rule.endswith("/*") and path.startswith(rule[:-1])):
            for line in lines:
                name, _, value = line.partition(": ")
                assert name not in told, f"two rules give {name} to {path}"
                told[name] = value
    return told


def nginx_of(text: str, path: str) -> dict[str, str]:
    """The same as nginx reads them: maps of regular expressions, and add_header."""
    maps = {}
    for name, body in re.findall(r"map \$uri \$(\w+) \{\n(.*?)\n\}", text, re.DOTALL):
        rows = re.findall(r'^    (?:default|"~(.*?)") "(.*)";$', body, re.MULTILINE)
        fitting = [value for pattern, value in rows if pattern and re.search(pattern, path)]
        maps[f"${name}"] = fitting[0] if fitting else next(value for pattern, value in rows if not pattern)
    rows = re.findall(r'^    add_header ([\w-]+) (?:"(.*?)"|(\$\w+))', text, re.MULTILINE)
    told = {name: value or maps[variable] for name, value, variable in rows}
    return {name: value for name, value in told.items() if value}


def test_all_hosts_are_told_the_same(dist, server):
    netlify = (dist / headers.NETLIFY).read_text()
    nginx = (dist / headers.NGINX).read_text()
    found = paths(dist)
    assert len(found) > 40
    for path in found:
        told = headers.of(path, headers.policy_of(dist))
        assert netlify_of(netlify, path) == told, path
        assert nginx_of(nginx, path) == told, path
    for path in (found[0], *found[1::7]):
        asked = urllib.request.Request(f"http://127.0.0.1:{server.server_port}{path}", method="HEAD")
        with urllib.request.urlopen(asked, timeout=5) as answer:  # noqa: S310  # this machine
            sent = {name.lower(): value for name, value in answer.headers.items()}
        told = {name.lower(): value for name, value in headers.of(path, headers.policy_of(dist)).items()}
        assert {name: sent[name] for name in NAMES if name in sent} == told, path


def test_netlifys_file_keeps_to_the_limits_of_its_kin(dist):
    text = (dist / headers.NETLIFY).read_text()
    assert len(re.findall(r"^/", text, re.MULTILINE)) <= 100
    assert max(map(len, text.splitlines())) <= 2000


def test_nginx_knows_every_type(dist):
    text = (dist / headers.NGINX).read_text()
    for end, kind in headers.TYPES.items():
        row = rf"^ +{re.escape(kind.partition(';')[0])} [\w ]*\b{end[1:]}\b"
        assert re.search(row, text, re.MULTILINE), end


def test_the_policy_lets_the_pages_own_scripts_run_and_no_others():
    page = '<script>a()</script><script defer src="x.js"></script>'
    page += '<script type="application/json" id="d">{}</script>'
    told = headers.policy([page, page, "<script type=module>b()</script>"])
    assert re.findall(r"'sha256-[^']+'", told) == [
        f"'sha256-{headers.digest(text)}'" for text in ("a()", "b()")
    ]
    assert "'unsafe-eval'" not in told
    assert not re.search(r"script-src[^;]*'unsafe-inline'", told)


def test_a_page_that_is_whole_in_one_file_has_no_policy():
    assert "Content-Security-Policy" not in headers.of("/lossless-with-figures.html", "x")
    assert "Content-Security-Policy" in headers.of("/lesson.html", "x")


def test_a_folder_that_is_not_ours_is_served_without_a_policy(tmp_path):
    (tmp_path / "index.html").write_text("<script>a()</script>")
    assert serve.policy_now(tmp_path) == ""
    headers.write(tmp_path)
    assert headers.digest("a()") in serve.policy_now(tmp_path)


def test_the_readme_prints_the_policy(dist):
    told = re.sub(r"( 'sha256-[^']+')+", " 'sha256-…'", headers.policy_of(dist))
    printed = re.search(r"^Content-Security-Policy: (.*)$", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert printed
    assert printed[1] == told
