"""The inflater of the one-file page gives what Zstandard's own library compressed, however it comes."""

import hashlib
import json
import random
import subprocess

import pytest
import zstandard

from tools import encode, node
from tools.places import ROOT, places

CHANCE = random.Random(5)
WORDS = [bytes(CHANCE.choices(b"etaoin shrdlu", k=CHANCE.randint(2, 9))) for _ in range(300)]
CONTENTS = {
    "nothing": b"",
    "a byte": b"x",
    "a run": b"x" * 300_000,
    "noise": CHANCE.randbytes(300_000),
    "words": b" ".join(CHANCE.choices(WORDS, k=60_000)),
    "skewed": bytes(min(int(CHANCE.expovariate(0.3)), 255) for _ in range(250_000)),
    "counted": b"".join(b"%d," % (n * n) for n in range(40_000)),
    "records": b"".join(n.to_bytes(4, "little") + b"\0\0\0\1" for n in range(40_000)),
    "far back": (far := CHANCE.randbytes(200_000)) + CHANCE.randbytes(400_000) + far + far[::-1] + far[7:],
    "the program": b"".join(sorted(file.read_bytes() for file in (ROOT / "app").rglob("*.py"))),
}


def inflated(cases):
    """What comes out of [(file, bytes of the content, bytes of a piece)]."""
    line = [node.node(places()), str(ROOT / "tests/build/inflate.mjs"), str(ROOT / "static/single/zstd.mjs")]
    done = subprocess.run(line, input=json.dumps(cases), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.fixture
def packed(tmp_path):
    """Writes data to a file of its own; gives its path."""

    def write(data: bytes) -> str:
        file = tmp_path / f"{len(list(tmp_path.iterdir()))}.zst"
        file.write_bytes(data)
        return str(file)

    return write


@pytest.mark.parametrize("level", [-5, 1, 4, 9, 19])
def test_every_content_comes_back(packed, level):
    compress = zstandard.ZstdCompressor(level=level, write_checksum=level == 9).compress
    cases = [(packed(compress(data)), len(data), 70_000) for data in CONTENTS.values()]
    assert inflated(cases) == [hashlib.sha256(data).hexdigest() for data in CONTENTS.values()]


@pytest.mark.parametrize("piece", [1, 3, 1000, 1 << 20])
def test_it_does_not_matter_in_which_pieces_it_comes(packed, piece):
    data = CONTENTS["words"][:90_000]
    assert inflated([(packed(encode.zst(data)), len(data), piece)]) == [hashlib.sha256(data).hexdigest()]


def test_what_is_no_frame_or_not_whole_is_refused(packed):
    data = CONTENTS["words"]
    good = encode.zst(data)
    cases = [
        (packed(b"\x1f\x8b" + bytes(40)), 40, 100),
        (packed(good[:-5]), len(data), 1 << 20),
        (packed(good), len(data) + 1, 1 << 20),
        (packed(good), len(data) - 1, 1 << 20),
        (packed(b""), 5, 1),
    ]
    told = inflated(cases)
    assert all(one.startswith("zstd: ") for one in told), told


def test_damage_is_refused_or_gives_other_content_but_never_hangs(packed):
    data = CONTENTS["words"][:200_000]
    good = encode.zst(data)
    places_of_damage = range(9, len(good), len(good) // 60)
    spoilt = [good[:at] + bytes([good[at] ^ 0x55]) + good[at + 1 :] for at in places_of_damage]
    cases = [(packed(one), len(data), 1 << 20) for one in spoilt]
    told = inflated(cases)
    assert len(told) == len(cases) > 50
    assert hashlib.sha256(data).hexdigest() not in told
