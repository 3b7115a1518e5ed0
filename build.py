#!/usr/bin/env python3
"""Build, serve and test the page.

Needs nothing but Python: everything else is fetched, checked and kept in .venv and .cache.
"""

import argparse
import dataclasses
import sys

from tools import python_version

wrong = python_version.complaint()
if wrong:
    sys.exit(wrong)

from tools import commands, environment  # noqa: E402  # only a Python that passed can read them
from tools.places import places  # noqa: E402
from tools.stop import Stop  # noqa: E402

PORTS = 65535


def main(arguments: list[str]) -> int:
    """Run one command; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="build.py",
        description=__doc__,
        epilog=commands.overview(),
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument(
        "command", nargs="?", default="build", choices=list(commands.COMMANDS), metavar="command"
    )
    parser.add_argument("--port", type=int, default=8000, help="serve: the first port to try (8000)")
    parser.add_argument(
        "--no-offline",
        action="store_true",
        help="leave the service worker out; browsers that have one from an earlier build drop it",
    )
    known, rest = parser.parse_known_args(arguments)
    if not 1 <= known.port <= PORTS:
        parser.error(f"--port is {known.port}; it must be from 1 to {PORTS}")
    if rest and known.command not in {"test", "bench"}:
        parser.error(f"unknown: {' '.join(rest)} (only `test` and `bench` pass words on)")
    try:
        if known.command not in commands.OUTSIDE_VENV:
            environment.ensure(places(), [__file__, *arguments])
        home = dataclasses.replace(places(), offline=not known.no_offline)
        return commands.COMMANDS[known.command](home, known.port, rest)
    except Stop as stop:
        print(f"\n{stop}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. What is finished is kept; run the command again to go on.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
