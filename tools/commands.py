"""What `build.py` can be told to do, and what `--help` says of each: the first line of its docstring."""

from collections.abc import Callable

from tools import bundle, dist, environment, parts, swap
from tools.places import Places


def build(places: Places, _port: int, _rest: list[str]) -> int:
    """Build dist/ (the default)."""
    swap.recover(places.dist)
    fetched = parts.fetch(places)
    made = bundle.make(places, fetched)
    dist.write(places, fetched, made)
    print(f"{places.dist.name}/ is ready.", flush=True)
    return 0


COMMANDS: dict[str, Callable[[Places, int, list[str]], int]] = {"build": build}
STEPS: tuple[Callable[..., object], ...] = (environment.ensure, parts.fetch, bundle.make, dist.write)


def first_line(function: Callable[..., object]) -> str:
    """The first line of a function's docstring."""
    return (function.__doc__ or "").strip().splitlines()[0]


def overview() -> str:
    """The commands and the steps of a build, one line each."""
    lines = ["commands:", *(f"  {name:8} {first_line(function)}" for name, function in COMMANDS.items())]
    lines += ["", "a build's steps:", *(f"  {first_line(step)}" for step in STEPS)]
    return "\n".join(lines)
