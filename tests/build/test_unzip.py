"""What the page reads its zips with gives what Python's writer put in, and notices what was damaged."""

import json
import subprocess
import zipfile

import pytest

from tools import node, parting
from tools.places import ROOT, places

SCRIPT = """
import { readFileSync } from "node:fs";
import { entriesOf, isSound } from "ROOT/static/unzip.mjs";
try {
    const entries = [...entriesOf(new Uint8Array(readFileSync(process.argv[1])), "a.zip")];
    const text = ({ data }) => Buffer.from(data).toString("latin1");
    console.log(JSON.stringify(entries.map((one) => [one.name, text(one), isSound(one)])));
} catch (error) { console.log(JSON.stringify(error.message)); }
"""
FILES = {"a/__init__.pyc": b"", "a/b.pyc": bytes(range(256)) * 40, "é.txt": b"accents"}


def read(path):
    line = [
        node.node(places()),
        "--input-type=module",
        "-e",
        SCRIPT.replace("ROOT", ROOT.as_posix()),
        str(path),
    ]
    return json.loads(subprocess.run(line, capture_output=True, text=True, check=True).stdout)


@pytest.fixture
def zipped(tmp_path):
    parting.write_zip(tmp_path / "a.zip", FILES)
    return tmp_path / "a.zip"


def test_every_file_comes_out_as_it_went_in(zipped):
    assert {name: data.encode("latin-1") for name, data, _ in read(zipped)} == FILES
    assert all(sound for _, _, sound in read(zipped))


def test_a_changed_byte_is_noticed(zipped):
    data = bytearray(zipped.read_bytes())
    data[data.index(bytes(range(256))) + 9] ^= 1
    zipped.write_bytes(data)
    assert {name: sound for name, _, sound in read(zipped)}["a/b.pyc"] is False


@pytest.mark.parametrize("change", ["cut short", "something else", "deflated"])
def test_what_is_no_such_zip_is_named(zipped, change):
    if change == "cut short":
        zipped.write_bytes(zipped.read_bytes()[:-30])
    elif change == "something else":
        zipped.write_bytes(b"<!doctype html>" * 9)
    else:
        with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a", "a" * 999)
    assert read(zipped).startswith("a.zip: ")
