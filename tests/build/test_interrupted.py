"""A build that ends anywhere, even by being killed, leaves the last good dist/ whole."""

import os
import subprocess
import sys
import zipfile

import pytest

from tests.build.small_bokeh import RUNNER, small_bokeh
from tools import cache, dist, single, swap
from tools.bundle import Bundle
from tools.parts import Parts
from tools.places import ROOT, Places

STEPS = ("copy_python", "write_charts", "copy_static", "licences", "names", "fill_page", "write_manifest")
STEPS += ("write_single", "exchange", "exchange_at_once", "remove_old")
KILL = """
import os, sys
from types import SimpleNamespace
from tests.build.test_interrupted import small_build
from tools import dist, licences, names, swap
def die(*_words):
    os._exit(9)
def dying(real):
    return die if sys.argv[3] == "before" else lambda *words: (real(*words), die())
name = sys.argv[2]
if name == "remove_old":
    swap.shutil = SimpleNamespace(rmtree=dying(swap.shutil.rmtree))
elif name == "licences":
    licences.write = dying(licences.write)
elif name == "names":
    names.give = dying(names.give)
elif name == "exchange_at_once":
    swap.exchange_at_once = dying(swap.exchange_at_once)
else:
    setattr(dist, name, dying(getattr(dist, name)))
small_build(sys.argv[1], "new")
"""

ZIPS = ("python_stdlib.zip", "site.zip", "rest.zip", "export.zip")


def small_build(root, word: str) -> None:
    """A dist/ out of parts of a few bytes, `word` in each file that the project writes."""
    places = Places(root := dist.Path(root), root / "app", root / "static")
    core, static = root / "core", root / "static"
    for folder in (core, static / "page"):
        folder.mkdir(parents=True, exist_ok=True)
    for name in (*dist.CORE, *ZIPS, "python.bin"):
        (core / name).write_text(word)
    wheels = []
    for package in ("bokeh", "panel", "numpy"):
        wheels.append(core / f"{package}-1-py3-none-any.whl")
        with zipfile.ZipFile(wheels[-1], "w") as new:
            new.writestr(f"{package}-1.dist-info/licenses/LICENSE", "terms")
            new.writestr(dist.BOKEHJS, small_bokeh(runner=RUNNER.replace("terms", word)))
    (static / "page" / "start.js").write_text(f"// {word}")
    (static / "page.css").write_text(f"/* {word} */")
    (static / "single").mkdir(exist_ok=True)
    (static / "snapshot").mkdir(exist_ok=True)
    for name in single.MODULES:
        (static / name).write_text(f"// {word}")
    (static / "index.html").write_text("<title>{{ title }}</title>")
    (static / "offline.js").write_text(f"// {word}")
    (static / "logo.svg").write_text((ROOT / "static" / "logo.svg").read_text())
    (root / "LICENSE").write_text("terms")
    page = {
        "title": word,
        "models": ["Line"],
        "document_json": {"title": word},
        "page_scripts": ["page/start.js"],
    }
    page["text"] = dict.fromkeys(("page.title", "page.short", "page.description"), word)
    page["colours"] = dict.fromkeys(("page", "target", "draft", "empirical"), ("#123456", "#654321"))
    page["data"] = {"needed": ["page.js"]}
    bundle = Bundle(*(core / name for name in ZIPS), core / "python.bin", root / "app", page)
    dist.write(places, Parts(core, (wheels[2],), tuple(wheels[:2]), ()), bundle)


def contents(folder) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("step", STEPS)
def test_killed_at_any_step_a_whole_dist_stays(tmp_path, step, when):
    small_build(tmp_path / "other", "new")
    small_build(tmp_path, "old")
    old, new = contents(tmp_path / "dist"), contents(tmp_path / "other" / "dist")
    assert len(old) == len(new)
    assert old.keys() != new.keys()  # names follow contents
    line = [sys.executable, "-c", KILL, str(tmp_path), step, when]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert subprocess.run(line, env=environment, check=False).returncode == 9
    exchanged = step == "remove_old" or (when == "after" and step.startswith("exchange"))
    assert contents(tmp_path / "dist") == (new if exchanged else old)
    small_build(tmp_path, "new")
    assert contents(tmp_path / "dist") == new
    assert not (tmp_path / ".cache" / "dist.begun").exists()


@pytest.mark.parametrize("at_once", [True, False])
def test_folders_are_exchanged_with_and_without_a_single_step(tmp_path, monkeypatch, at_once):
    if not at_once:
        monkeypatch.setattr(swap, "exchange_at_once", lambda _one, _other: False)
    for word in ("first", "second", "third"):
        (tmp_path / "begun").mkdir()
        (tmp_path / "begun" / "file").write_text(word)
        swap.exchange(tmp_path / "begun", tmp_path / "dist")
        assert contents(tmp_path) == {"dist/file": word.encode()}


def test_linux_and_macos_exchange_in_a_single_step(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    (tmp_path / "one" / "file").touch()
    expected = sys.platform.startswith(("linux", "darwin"))
    assert swap.exchange_at_once(tmp_path / "one", tmp_path / "two") is expected
    assert (tmp_path / "two" / "file").exists() is expected


def test_a_dist_set_aside_by_an_interrupted_exchange_is_put_back(tmp_path):
    (tmp_path / ".dist-before").mkdir()
    (tmp_path / ".dist-before" / "file").touch()
    swap.recover(tmp_path / "dist")
    assert (tmp_path / "dist" / "file").exists()
    swap.recover(tmp_path / "dist")
    assert (tmp_path / "dist" / "file").exists()


def test_a_result_left_half_made_is_made_again(tmp_path):
    def half(begun) -> None:
        (begun / "file").write_text("half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cache.kept(tmp_path / "shelf", "key", half)
    made = cache.kept(tmp_path / "shelf", "key", lambda begun: (begun / "file").write_text("whole"))
    assert (made / "file").read_text() == "whole"
    assert cache.kept(tmp_path / "shelf", "key", half) == made


def test_only_the_last_results_are_kept(tmp_path):
    for number in range(5):
        made = cache.kept(tmp_path, f"key-{number}", lambda _begun: None)
        os.utime(made, (number + 1, number + 1))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["key-3", "key-4"]


def test_a_digest_follows_names_and_contents(tmp_path):
    (tmp_path / "a.py").write_text("1")
    before = cache.digest(tmp_path)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.pyc").write_text("compiled")
    assert cache.digest(tmp_path) == before
    (tmp_path / "a.py").rename(tmp_path / "b.py")
    assert cache.digest(tmp_path) != before


def test_a_second_build_waits_for_the_first(tmp_path):
    script = (
        "import sys; from pathlib import Path; from tools.one_at_a_time import one_at_a_time\n"
        "with one_at_a_time(Path(sys.argv[1])): print('mine', flush=True); input()"
    )
    line = [sys.executable, "-c", script, str(tmp_path)]
    both = {"cwd": ROOT, "stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(line, **both) as first:
        assert first.stdout.readline() == "mine\n"
        with subprocess.Popen(line, **both) as second:
            assert "waiting" in second.stdout.readline()
            first.kill()
            assert second.stdout.readline() == "mine\n"
            second.communicate("\n")
