"""Runs the page's test set through an engine, and logs what the engine draws from the page's own laws.

Needs nothing but Python. `check` takes the path of lossless-test-set.json, which the scene "Your engine"
saves, and three functions of the engine:

    accepts(p, q, draft, coin)   whether this draft is kept
    residual(p, q)               what a token is drawn from after a rejection: a probability for each
    step(p, q)                   a whole draw: {"draft": 2, "coin": 0.71, "accepted": False, "token": 0}

Drop the log, rows.jsonl, on that scene.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

Law = Sequence[float]
NEAR = 1e-6  # between two residuals that count as the same


def check(
    path: str,
    accepts: Callable[[Law, Law, int, float], bool],
    residual: Callable[[Law, Law], Law],
    step: Callable[[Law, Law], dict[str, Any]],
    *,
    rows: int = 100_000,
    log: str = "rows.jsonl",
) -> None:
    """Raises AssertionError naming the case where a decision or a residual is not the rule's."""
    own, *_ = cases = json.loads(Path(path).read_text(encoding="utf-8"))["cases"]
    for case in cases:
        p, q = case["p"], case["q"]
        for draft, coin, accepted in zip(case["draft"], case["coin"], case["accepted"], strict=True):
            if accepts(p, q, draft, coin) != accepted:
                raise AssertionError(f"{case['name']}: draft {draft}, coin {coin}: accepted is {accepted}")
        wanted = case["residual"]  # None where nothing is rejected
        if wanted and max(abs(a - b) for a, b in zip(residual(p, q), wanted, strict=True)) > NEAR:
            raise AssertionError(f"{case['name']}: the residual is {wanted}")
    p, q = own["p"], own["q"]
    with Path(log).open("w", encoding="utf-8") as file:
        for _ in range(rows):
            row = {"p": p, "q": q, **step(p, q)}
            file.write(json.dumps(row, default=float) + "\n")  # by float: numpy's own numbers
