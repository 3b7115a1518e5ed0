"""Which start the page chooses: by what comes, by what the browser itself timed, by what is here already."""

import json
import subprocess

import pytest

from tools import node
from tools.places import places

SCRIPT = """
const [choice, {come, rate, kept, saves, built}] = [process.argv[1], JSON.parse(process.argv[2])];
const begun = performance.now();
const size = {wasm: 3e6, "python.bin": 11e6, "stdlib.zip": 2e6, "site.zip": 2e6};
const files = {
  files: built ? {"python.bin": "p"} : {},
  broken: new Map(), size: (name) => size[name], expect() {}, isKept: async () => kept, rate: () => rate,
  come: {get: () => come.findLast(([ms]) => performance.now() - begun >= ms)?.[1]},
};
Object.defineProperty(globalThis, "navigator", {value: saves ? {connection: {saveData: true}} : {}});
const { choose } = await import(choice);
console.log(JSON.stringify(await choose(files, "wasm", "python.bin", ["wasm", "stdlib.zip", "site.zip"])));
"""
NEEDED = 2.8e6  # bytes a second: (11 - 2 - 2) MB in 2.5 s
SNAPSHOT = {"start": "snapshot", "reason": None}
SLOW = {"start": "bundle", "reason": "a slow link"}
LATE = [[1500, 3e6]]  # 2e6 bytes a second


def choice(**seen: object) -> dict[str, str | None]:
    seen = {"come": LATE, "rate": 0, "kept": False, "saves": False, "built": True} | seen
    file = (places().root / "static" / "choice.mjs").as_uri()
    line = [node.node(places()), "--input-type=module", "-e", SCRIPT, file, json.dumps(seen)]
    return json.loads(subprocess.run(line, capture_output=True, text=True, check=True, timeout=60).stdout)


@pytest.mark.parametrize(
    ("seen", "chosen"),
    [
        ({"come": [[50, 0.9e6], [100, 3e6]]}, SNAPSHOT),
        ({"come": [[50, 1.1e6]]}, SNAPSHOT),  # enough of it to believe
        ({}, SLOW),
        ({"rate": None}, SLOW),
        ({"rate": NEEDED - 1}, SLOW),
        ({"rate": NEEDED + 1}, SNAPSHOT),  # it came as fast, and was handed on late
        ({"rate": 1e9, "come": [[50, 0.9e6], *LATE]}, SNAPSHOT),
        ({"kept": True, "saves": True}, SNAPSHOT),
        ({"saves": True}, {"start": "bundle", "reason": "the browser saves data"}),
        ({"built": False, "kept": True}, {"start": "bundle", "reason": "no snapshot was built"}),
    ],
)
def test_the_start_that_is_live_sooner_is_chosen(seen, chosen):
    assert choice(**seen) == chosen


RATE = """
globalThis.self = globalThis;
globalThis.fetch = async () => new Response(new Blob([new Uint8Array(1000)]));
const { Files } = await import(process.argv[1]);
let entries = [];
performance.getEntriesByName = (url) => url === "http://here/a-1.wasm" ? entries : [];
const files = new Files({files: {a: "a-1.wasm"}, sizes: {a: {bytes: 1000}}, root: "http://here/"}, () => {});
await files.bytesOf("a");
const begun = files.begun.get("a");
const told = [files.rate("a")];
entries = [{requestStart: begun - 9, responseEnd: begun - 8}];
told.push(files.rate("a"));
entries.push({requestStart: begun, responseEnd: begun + 500});
told.push(files.rate("a"));
console.log(JSON.stringify(told));
"""


def test_a_rate_is_of_the_file_and_not_of_the_question_how_it_comes():
    file = (places().root / "static" / "files.mjs").as_uri()
    line = [node.node(places()), "--input-type=module", "-e", RATE, file]
    done = subprocess.run(line, capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(done.stdout) == [None, None, pytest.approx(2000)]
