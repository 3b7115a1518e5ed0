"""BokehJS for the page: the modules that its models need, unchanged, one after the other."""

from __future__ import annotations

import json
import re
import subprocess
from importlib.resources import files

import pytest

from tests.browser.server import files as files_of
from tests.build.small_bokeh import MODULES, RUNNER, small_bokeh
from tools import bokehjs, node
from tools.places import places
from tools.stop import Stop

RUN = """
globalThis.ran = [];
const steps = [];
const run = (script) => new Function("globalThis", script).call(globalThis, globalThis);
run(%s);
if (globalThis.runBokeh) for (const _ of globalThis.runBokeh()) steps.push(globalThis.ran.length);
const { Bokeh } = globalThis;
console.log(JSON.stringify({ ran, steps, models: Bokeh.Models, version: Bokeh["1"] === Bokeh }));
"""


def run(script: str) -> dict:
    line = [node.node(places()), "--eval", RUN % json.dumps(script)]
    return json.loads(subprocess.run(line, check=True, capture_output=True, text=True).stdout)


@pytest.fixture(scope="module")
def whole() -> str:
    return files("bokeh").joinpath("server/static/js/bokeh.min.js").read_text(encoding="utf-8")


def test_it_runs_as_bokehjs_does_and_gives_way_after_each_module():
    before = run(small_bokeh())
    after = run(bokehjs.reduced(small_bokeh(), ["Plot", "Line", "Kind"]))
    assert before["steps"] == []
    assert after["steps"] == list(range(1, len(after["steps"]) + 1))
    assert len(after["steps"]) == len(after["ran"]) - 1  # the last is the entry
    index = {5, 9}  # and what registers no chart's model
    assert sorted(after["ran"]) == sorted(set(before["ran"]) - index)
    assert set(after["models"]) == {"Plot", "Line", "Kind"}
    assert after["version"]


def test_what_no_model_needs_is_left_out():
    told = run(bokehjs.reduced(small_bokeh(), ["Line"]))
    assert told["models"] == ["Line"]
    assert not {5, 6, 8, 9} & set(told["ran"])


def test_a_model_of_an_index_that_is_not_the_charts_own_is_none():
    with pytest.raises(Stop, match="no model Widget"):
        bokehjs.reduced(small_bokeh(), ["Line", "Widget"])


@pytest.mark.parametrize("changed", [old for old, _ in bokehjs.EDITS])
def test_another_runner_stops_the_build(changed):
    assert changed in RUNNER
    with pytest.raises(Stop, match="0 times"):
        bokehjs.reduced(small_bokeh(runner=RUNNER.replace(changed, "\n")), ["Line"])


def test_modules_that_take_each_other_in_stop_the_build():
    circle = tuple(one.replace("const h=e(8);", "const h=e(8);e(7);") for one in MODULES)
    circle = tuple(one.replace("i.later=()=>t(10)", "t(6)") for one in circle)
    with pytest.raises(Stop, match="take each other in"):
        bokehjs.reduced(small_bokeh(circle), ["Plot", "Line"])


@pytest.mark.parametrize("script", ["", "alert(1)", small_bokeh().replace('"models/main"', '"models/first"')])
def test_what_is_not_built_so_stops_the_build(script):
    with pytest.raises(Stop, match="another build"):
        bokehjs.reduced(script, ["Line"])


def test_every_module_that_the_page_gets_stands_as_in_the_wheel(dist, whole):
    given = (dist / files_of(dist)["bokeh/bokeh.min.js"]).read_text(encoding="utf-8")
    modules = bokehjs.apart(whole)
    told = re.findall(r"\n(\d+): (function _\(.*?)(?=,\n\d+: function|\n\})", given, re.DOTALL)
    kept = {int(number): text for number, text in told}
    changed = {number for number, text in kept.items() if modules.modules[number] != text}
    assert changed == {modules.names[bokehjs.MODELS]}
    assert 200 < len(kept) < len(modules.modules)
    order = json.loads(re.search(r"const id of (\[[\d, ]+\])", given)[1])
    assert sorted([*order, modules.names[bokehjs.ENTRY]]) == sorted(kept)


def test_the_whole_of_bokehjs_is_known_by_name(whole):
    script = bokehjs.apart(whole)
    known = script.exports(script.names[bokehjs.INDEX])
    assert {"Plot", "Row", "AllIndices", "AllLabels", "CategoricalAxis", "HoverTool"} <= known.keys()
    assert "glyphs/text" in next(name for name, one in script.names.items() if one == known["Text"])
