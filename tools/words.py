"""The counts behind the toy language model of the scene `cycles`: app/core/words.npz, from a public book.

Lewis Carroll, "Alice's Adventures in Wonderland" (1865, public domain), as Project Gutenberg typed it; the
text comes with the source package `wordcloud` on PyPI. Counts alone are committed, not the text. Run
`.venv/bin/python -m tools.words` to make the file again; a test compares it with what is committed.
"""

import hashlib
import re
import sys
import tarfile
from collections import Counter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tools import pip
from tools.pins import WORDS
from tools.places import Places, places
from tools.stop import Stop

MEMBER = "examples/alice.txt"
BODY = re.compile(r"^\*\*\* START OF.*?\*\*\*$(.*?)^End of Project Gutenberg", re.DOTALL | re.MULTILINE)
FRONT = re.compile(r"^CHAPTER I\.", re.MULTILINE)  # the title page ends here
HEADING = re.compile(r"^CHAPTER .*$|^ *THE END$|^[ *]+$", re.MULTILINE)
TOKEN = re.compile(r"[A-Za-z]+(?:['-][A-Za-z]+)*|[.,;:!?]")
KEPT = 400  # words and marks; where another word stands the text is cut
ORDER = 4  # tokens counted together


def make(home: Places) -> Path:
    """Count the words of a public book for the scene of many tokens; returns the file."""
    words, grams, counts = count(text_of(sdist(home)))
    target = home.root / "app" / "core" / "words.npz"
    np.savez_compressed(target, words=words, grams=grams, counts=counts)
    return target


def sdist(home: Places) -> Path:
    """The source package that carries the text, kept in .cache/ and checked by its SHA-256.

    Raises Stop where pip brings another file.
    """
    shelf = home.cache / "words"
    file = shelf / WORDS.name
    if not file.is_file():
        shelf.mkdir(parents=True, exist_ok=True)
        package, version = WORDS.name.removesuffix(".tar.gz").split("-")
        which = ["--no-deps", f"--no-binary={package}", f"{package}=={version}"]
        pip.run(["download", *which, "-d", str(shelf)])
    found = hashlib.sha256(file.read_bytes()).hexdigest()
    if found != WORDS.sha256:
        raise Stop(f"{WORDS.name} has SHA-256 {found}; {WORDS.sha256} was expected. Remove {file}.")
    return file


def text_of(archive: Path) -> str:
    """The story in the archive, without what Project Gutenberg wrote around it.

    Raises Stop where it is not there.
    """
    with tarfile.open(archive) as opened:
        name = next((one for one in opened.getnames() if one.endswith(MEMBER)), None)
        file = opened.extractfile(name) if name else None
        text = file.read().decode("utf-8-sig").replace("\r\n", "\n") if file else ""
    body = BODY.search(text)
    begin = FRONT.search(body[1]) if body else None
    if body is None or begin is None:
        raise Stop(f"{archive.name} does not hold the story where it was expected, in {MEMBER}.")
    return HEADING.sub(" ", body[1][begin.start() :])


def count(text: str) -> tuple[list[str], NDArray[np.uint16], NDArray[np.uint16]]:
    """The KEPT most frequent words, and each run of ORDER tokens (m, 4) with how often it stands there (m,).

    A word is written as it stands most often; other words cut the text. Before the first token after a cut
    the number KEPT stands for "nothing", so that sums over the first columns count shorter runs.

    >>> words, grams, counts = count("You said so. You said so. So said you.")
    >>> words
    ['.', 'said', 'so', 'You']
    >>> grams[-1].tolist(), counts[-1]
    ([400, 400, 400, 3], np.uint16(1))
    """
    found = TOKEN.findall(text)
    spelled: dict[str, Counter[str]] = {}
    for token in found:
        spelled.setdefault(token.lower(), Counter())[token] += 1
    by_use = sorted(spelled, key=lambda word: (-spelled[word].total(), word))[:KEPT]
    number = {word: i for i, word in enumerate(by_use)}
    grams: Counter[tuple[int, ...]] = Counter()
    nothing = (KEPT,) * (ORDER - 1)
    before = nothing
    for token in found:
        x = number.get(token.lower())
        if x is None:
            before = nothing
            continue
        grams[*before, x] += 1
        before = (*before[1:], x)
    rows = sorted(grams)
    words = [max(spelled[word].items(), key=lambda item: (item[1], item[0]))[0] for word in by_use]
    return words, np.array(rows, np.uint16), np.array([grams[row] for row in rows], np.uint16)


if __name__ == "__main__":
    made = make(places())
    sys.stdout.write(f"{made.name}: {made.stat().st_size:,} bytes\n")
