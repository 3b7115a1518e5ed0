"""What `build.py` can be told to do, and what `--help` says of each: the first line of its docstring."""

from collections.abc import Callable

from tools import environment, parts
from tools.places import Places


def build(places: Places, _port: int, _rest: list[str]) -> int:
    """Build dist/ (the default)."""
    parts.fetch(places)
    return 0


COMMANDS: dict[str, Callable[[Places, int, list[str]], int]] = {"build": build}
STEPS: tuple[Callable[..., object], ...] = (environment.ensure, parts.fetch)


def first_line(function: Callable[..., object]) -> str:
    """The first line of a function's docstring."""
    return (function.__doc__ or "").strip().splitlines()[0]


def overview() -> str:
    """The commands and the steps of a build, one line each."""
    lines = ["commands:", *(f"  {name:8} {first_line(function)}" for name, function in COMMANDS.items())]
    lines += ["", "a build's steps:", *(f"  {first_line(step)}" for step in STEPS)]
    return "\n".join(lines)
