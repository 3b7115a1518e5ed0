"""Reading single entries out of a remote zip."""

import io
import random
import zipfile

import pytest

from tests.build.faulty import Host, serving
from tools.download import Unavailable
from tools.ranges import BLOCK, NoRanges, RangeReader

RANDOM = random.Random(7)
BIG, SMALL = RANDOM.randbytes(3 * BLOCK), RANDOM.randbytes(5000)


@pytest.fixture(scope="module")
def archive():
    """A zip of which two entries in ten are wanted."""
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as new:
        for number in range(8):
            new.writestr(f"other-{number}", RANDOM.randbytes(2 * BLOCK))
        new.writestr("folder/big", BIG)
        new.writestr("folder/small", SMALL)
    return memory.getvalue()


def test_only_the_wanted_entries_are_read(archive):
    with serving(Host({"a.whl": archive})) as host:
        reader = RangeReader(host.url + "a.whl", within=2)
        with zipfile.ZipFile(reader) as remote:
            assert remote.read("folder/small") == SMALL
            assert remote.read("folder/big") == BIG
        assert reader.size == len(archive)
        assert reader.received < len(archive) / 2
        assert all("bytes=" in line for line in host.asked)


def test_it_reads_as_a_file_does(archive):
    with serving(Host({"a.whl": archive})) as host:
        remote = io.BufferedReader(RangeReader(host.url + "a.whl", within=2))
        file = io.BytesIO(archive)
        for _ in range(40):
            back, length = RANDOM.randrange(len(archive)), RANDOM.randrange(3 * BLOCK)
            assert remote.seek(-back, io.SEEK_END) == file.seek(-back, io.SEEK_END)
            assert remote.read(length) == file.read(length)
        assert remote.seek(len(archive) + 5)
        assert remote.read(1) == b""


def test_a_host_without_ranges_is_told_apart(archive):
    with serving(Host({"a.whl": archive}, ranges=False)) as host, pytest.raises(NoRanges):
        RangeReader(host.url + "a.whl", within=2)


@pytest.mark.parametrize("chunked", [False, True])
def test_a_piece_cut_short_is_no_piece(archive, chunked):
    with serving(Host({"a.whl": archive}, chunked=chunked)) as host:
        reader = RangeReader(host.url + "a.whl", within=2)
        host.cut = 10
        with pytest.raises(Unavailable):
            reader.read(100)
