"""One file over HTTP: resumed, left where nothing answers, believed only by its hash."""

import time
from pathlib import Path

import pytest

from tests.build.faulty import Host, part_of, serving
from tools import download

DATA = bytes(range(256)) * 2000
PART = part_of("numpy.whl", DATA)


def fetch(host: Host, target: Path) -> None:
    download.fetch(PART, host.url + PART.name, target, "the test host", within=0.5)


def test_a_whole_file_lands_in_its_place(tmp_path, capsys):
    with serving(Host({PART.name: DATA})) as host:
        fetch(host, tmp_path / PART.name)
    assert (tmp_path / PART.name).read_bytes() == DATA
    assert [file.name for file in tmp_path.iterdir()] == [PART.name]
    assert "0.5 of 0.5 MB from the test host" in capsys.readouterr().out


@pytest.mark.parametrize("chunked", [False, True])
def test_a_file_cut_short_is_gone_on_with_where_it_stopped(tmp_path, chunked):
    with serving(Host({PART.name: DATA}, cut=100_000, chunked=chunked)) as host:
        with pytest.raises(download.Unavailable, match="broke off after 100,000 of 512,000 bytes"):
            fetch(host, tmp_path / PART.name)
        assert not (tmp_path / PART.name).exists()
        host.cut = None
        fetch(host, tmp_path / PART.name)
    assert host.asked == [PART.name, f"{PART.name} bytes=100000-"]
    assert (tmp_path / PART.name).read_bytes() == DATA


def test_a_host_without_ranges_sends_the_whole_file_again(tmp_path):
    with serving(Host({PART.name: DATA}, ranges=False)) as host:
        (tmp_path / f"{PART.name}.part").write_bytes(DATA[:1000])
        fetch(host, tmp_path / PART.name)
    assert (tmp_path / PART.name).read_bytes() == DATA
    assert len(host.asked) == 1


def test_a_mismatch_names_the_file_and_both_hashes_and_keeps_nothing(tmp_path):
    other = DATA[:-1] + b"?"
    with serving(Host({PART.name: other})) as host, pytest.raises(download.Mismatch) as caught:
        fetch(host, tmp_path / PART.name)
    found = part_of(PART.name, other).sha256
    for word in (PART.name, "the test host", PART.sha256, found):
        assert word in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_bad_beginning_is_not_held_against_a_good_host(tmp_path):
    (tmp_path / f"{PART.name}.part").write_bytes(b"x" * 1000)
    with serving(Host({PART.name: DATA})) as host:
        fetch(host, tmp_path / PART.name)
    assert (tmp_path / PART.name).read_bytes() == DATA
    assert host.asked == [f"{PART.name} bytes=1000-", PART.name]


def test_a_beginning_longer_than_the_file_is_thrown_away(tmp_path):
    (tmp_path / f"{PART.name}.part").write_bytes(b"x" * (len(DATA) + 1))
    with serving(Host({PART.name: DATA})) as host:
        fetch(host, tmp_path / PART.name)
    assert (tmp_path / PART.name).read_bytes() == DATA


def test_an_endless_answer_is_cut_off(tmp_path, capsys):
    with serving(Host({PART.name: DATA * 20}, chunked=True)) as host, pytest.raises(download.Mismatch):
        fetch(host, tmp_path / PART.name)
    assert list(tmp_path.iterdir()) == []
    assert capsys.readouterr().out.split("MB")[0].split()[1] in ("0.5", "0.6")  # of the 10.2 MB on offer


def test_a_host_that_says_nothing_is_left_in_time(tmp_path):
    with serving(Host({}, silent=True)) as host:
        began = time.monotonic()
        with pytest.raises(download.Silent, match="no answer within"):
            download.fetch(PART, host.url + PART.name, tmp_path / PART.name, "the test host", within=0.3)
        assert time.monotonic() - began < 3
    assert download.ANSWER_WITHIN <= 5


def test_a_name_server_that_hangs_is_left_in_time(tmp_path, monkeypatch):
    monkeypatch.setattr("socket.getaddrinfo", lambda *_words, **_more: time.sleep(2) or [])
    began = time.monotonic()
    with pytest.raises(download.Silent):
        download.fetch(PART, "http://mirror.invalid/", tmp_path / PART.name, "the test host", within=0.3)
    assert time.monotonic() - began < 1.5


def test_a_refused_connection_is_silence_and_a_refusal_is_not(tmp_path):
    with serving(Host({}, status=403)) as host, pytest.raises(download.Unavailable) as refused:
        fetch(host, tmp_path / PART.name)
    assert not isinstance(refused.value, download.Silent)
    assert "403" in str(refused.value)
    with pytest.raises(download.Silent):  # the server is gone now
        fetch(host, tmp_path / PART.name)
