"""What `build.py` can be told to do, and what `--help` says of each: the first line of its docstring."""

import shutil
from collections.abc import Callable

from tools import bundle, dist, environment, figures, parts, swap, testing
from tools.one_at_a_time import one_at_a_time
from tools.places import Places
from tools.serve import serve as serve_folder

EDITED = (
    "The app was edited: dist/ has no snapshot, no compressed files and no lossless.html for now.\n"
    "Run `python3 build.py` before you publish it."
)


def build(places: Places, _port: int, _words: list[str]) -> int:
    """Build dist/ (the default); what has not changed is taken from .cache/."""
    build_dist(places, take_snapshot=True)
    return 0


def build_dist(places: Places, *, take_snapshot: bool) -> None:
    """Build dist/; without `take_snapshot` an edited app starts from its parts, as they are: soon built."""
    with one_at_a_time(places.cache):
        swap.recover(places.dist)
        fetched = parts.fetch(places)
        made = bundle.make(places, fetched, take_snapshot=take_snapshot)
        find = figures.make if take_snapshot else figures.made_before
        whole = take_snapshot or made.snapshot is not None  # an app as it was: all is in .cache/
        dist.write(places, fetched, made, find(places, fetched, made.app), encodings=whole)
    print(f"{places.dist.name}/ is ready.", flush=True)
    if not whole:
        print(EDITED, flush=True)


def serve(places: Places, port: int, _words: list[str]) -> int:
    """Build if needed, serve dist/ on 127.0.0.1:8000 (or the next free port) and open a browser."""
    build_dist(places, take_snapshot=not (places.dist / "manifest.json").is_file())
    serve_folder(places.dist, port)
    return 0


def test(places: Places, port: int, words: list[str]) -> int:
    """Build, find or install Chromium, and run every test; further words go to pytest."""
    build(places, port, words)
    return testing.run(places, words)


def bench(places: Places, port: int, words: list[str]) -> int:
    """Build, then measure: [--quick | --long] [core sampler start links running scenes ...]."""
    build(places, port, words)
    return testing.bench(places, words)


def clean(places: Places, _port: int, _words: list[str]) -> int:
    """Remove dist/, .cache/ and .venv."""
    for folder in (places.dist, places.cache, places.venv):
        if folder.exists():
            print(f"Removing {folder.name}/.", flush=True)
            shutil.rmtree(folder)
    return 0


Command = Callable[[Places, int, list[str]], int]
COMMANDS: dict[str, Command] = {one.__name__: one for one in (build, serve, test, bench, clean)}
OUTSIDE_VENV = ("clean",)  # commands that must not run in what they remove
STEPS: tuple[Callable[..., object], ...] = (
    environment.ensure,
    parts.fetch,
    bundle.make,
    figures.make,
    dist.write,
)


def first_line(function: Callable[..., object]) -> str:
    """The first line of a function's docstring."""
    return (function.__doc__ or "").strip().splitlines()[0]


def overview() -> str:
    """The commands and the steps of a build, one line each."""
    lines = ["commands:", *(f"  {name:6} {first_line(function)}" for name, function in COMMANDS.items())]
    lines += ["", "a build's steps:", *(f"  {first_line(step)}" for step in STEPS)]
    return "\n".join(lines)
