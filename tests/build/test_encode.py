"""What lies compressed beside a file gives the file again, is made once, and depends on the file alone."""

import gzip

import brotli
import pytest
import zstandard

from tools import encode

TEXT = b"the same words again, " * 400
UNDONE = {
    "br": brotli.decompress,
    "zst": lambda data: zstandard.ZstdDecompressor().decompress(data),
    "gz": gzip.decompress,
}


@pytest.fixture
def file(tmp_path):
    (tmp_path / "dist").mkdir()
    made = tmp_path / "dist" / "page.js"
    made.write_bytes(TEXT)
    return made


@pytest.mark.parametrize("kind", encode.ENCODINGS)
def test_each_encoding_is_smaller_and_gives_the_file_again(file, tmp_path, kind):
    encode.beside([file], tmp_path / "shelf")
    data = file.with_name(f"page.js.{kind}").read_bytes()
    assert len(data) < len(TEXT) / 10
    assert UNDONE[kind](data) == TEXT
    assert encode.ENCODINGS[kind](TEXT) == data


def test_an_unchanged_file_is_compressed_once(file, tmp_path, monkeypatch):
    made = []
    monkeypatch.setitem(encode.ENCODINGS, "br", lambda data: made.append(len(data)) or data[:9])
    for _ in range(2):
        encode.beside([file], tmp_path / "shelf")
    file.write_bytes(TEXT * 2)
    encode.beside([file], tmp_path / "shelf")
    assert made == [len(TEXT), 2 * len(TEXT)]


def test_a_small_file_and_one_that_gets_no_smaller_stay_alone(file, tmp_path):
    file.write_bytes(TEXT[: encode.LEAST - 1])
    random = file.with_name("random.bin")
    random.write_bytes(gzip.compress(b"".join(str(n**7).encode() for n in range(9000))))
    encode.beside([file, random], tmp_path / "shelf")
    assert sorted(one.name for one in file.parent.iterdir() if one.name.startswith("page")) == ["page.js"]
    for one in file.parent.glob("random.bin.*"):
        assert one.stat().st_size < random.stat().st_size


def test_the_snapshots_window_is_one_that_browsers_have():
    frame = zstandard.get_frame_parameters(encode.zst(TEXT * 2000))
    assert frame.window_size <= 1 << encode.WINDOW
