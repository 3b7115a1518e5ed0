"""The committed counts of the word model are those that tools/words.py makes of the pinned package."""

import io
import tarfile

import numpy as np
import pytest

from tools.places import ROOT, places
from tools.stop import Stop
from tools.words import count, sdist, text_of


def test_the_committed_counts_are_made_again():
    words, grams, counts = count(text_of(sdist(places())))
    with np.load(ROOT / "app" / "core" / "words.npz") as committed:
        assert committed["words"].tolist() == words
        assert (committed["grams"] == grams).all()
        assert (committed["counts"] == counts).all()
    assert (ROOT / "app" / "core" / "words.npz").stat().st_size < 100_000


def test_nothing_of_what_stands_around_the_story_is_counted():
    text = text_of(sdist(places()))
    assert "Gutenberg" not in text
    assert "CHAPTER" not in text
    assert text.strip().startswith("Alice was beginning to get very tired")
    assert text.strip().endswith("the happy summer days.")


def test_another_archive_is_told_apart(tmp_path):
    archive = tmp_path / "other.tar.gz"
    with tarfile.open(archive, "w:gz") as opened:
        opened.addfile(tarfile.TarInfo("other/examples/alice.txt"), io.BytesIO())
    with pytest.raises(Stop, match="does not hold the story"):
        text_of(archive)


def test_a_package_with_another_hash_is_refused(tmp_path, monkeypatch):
    (tmp_path / ".cache" / "words").mkdir(parents=True)
    (tmp_path / ".cache" / "words" / "wordcloud-1.9.6.tar.gz").write_bytes(b"no")
    home = type(places())(tmp_path, tmp_path / "app", tmp_path / "static")
    with pytest.raises(Stop, match="was expected"):
        sdist(home)
