"""The same files compressed, beside them: `.br`, `.zst` and `.gz`, for hosts that encode, and for the page.

What was compressed once is kept in .cache/ under its content's hash, so that only what is new costs time.
"""

import gzip
import hashlib
import shutil
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

EVERY = 10.0  # seconds between words on how far it is
LEAST = 1400  # bytes; a smaller file fits one packet as it is
KEEP = 80  # files' results in .cache/: those of some builds
THREADS = 2
LARGE = 2_000_000  # bytes; above, brotli's best takes minutes
WASM = b"\0asm"  # but Pyodide's is on every start, and a tenth smaller so
RECIPES = {"br": 2, "zst": 1, "gz": 1}  # to be raised when the function below changes: results are kept by it
WINDOW = 23  # log2 of the bytes that zstd may look back: all that browsers must remember (RFC 9659)


def br(data: bytes) -> bytes:
    """Brotli."""
    import brotli

    return bytes(
        brotli.compress(data, quality=11 if len(data) <= LARGE or data.startswith(WASM) else 9, lgwin=24)
    )


def zst(data: bytes) -> bytes:
    """Zstandard."""
    import zstandard

    level = zstandard.ZstdCompressionParameters.from_level(19, source_size=len(data), window_log=WINDOW)
    return bytes(zstandard.ZstdCompressor(compression_params=level).compress(data))


def gz(data: bytes) -> bytes:
    """Gzip, undated."""
    return gzip.compress(data, 9, mtime=0)


ENCODINGS = {one.__name__: one for one in (br, zst, gz)}


def beside(files: list[Path], shelf: Path) -> None:
    """Write each file's encodings beside it, but for small files and for what does not get smaller."""
    shelf.mkdir(parents=True, exist_ok=True)
    work = [(file, kind) for file in files if file.stat().st_size >= LEAST for kind in ENCODINGS]
    work.sort(key=lambda one: -one[0].stat().st_size)  # the longest first, so that no thread waits for it
    said = time.monotonic()
    with ThreadPoolExecutor(THREADS) as pool:
        begun = [pool.submit(encode, file, kind, shelf) for file, kind in work]
        for done, one in enumerate(as_completed(begun), 1):
            one.result()
            if time.monotonic() - said > EVERY:
                said = time.monotonic()
                print(f"    {done} of {len(work)} are done.", flush=True)
    for old in sorted(shelf.iterdir(), key=lambda file: file.stat().st_mtime, reverse=True)[KEEP * 3 :]:
        old.unlink()


def encode(file: Path, kind: str, shelf: Path) -> None:
    """Write one encoding of a file beside it."""
    data = file.read_bytes()
    kept = made(data, kind, shelf)
    if kept.stat().st_size < len(data):
        shutil.copyfile(kept, file.with_name(f"{file.name}.{kind}"))


def made(data: bytes, kind: str, shelf: Path) -> Path:
    """The file on the shelf with one encoding of some content, made now or before."""
    kept = shelf / f"{hashlib.sha256(data).hexdigest()[:24]}-{RECIPES[kind]}.{kind}"
    if not kept.is_file():
        begun = kept.with_suffix(f".{kind}-begun")
        begun.write_bytes(ENCODINGS[kind](data))
        begun.rename(kept)
    kept.touch()
    return kept


def strip(name: str) -> str:
    """The name of the file that an encoding stands beside; any other name as it is.

    >>> strip("site.zip.gz"), strip("site.zip")
    ('site.zip', 'site.zip')
    """
    stem, _, kind = name.rpartition(".")
    return stem if stem and kind in ENCODINGS else name
