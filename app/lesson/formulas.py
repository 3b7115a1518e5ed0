"""The formulas of the lesson page, written as Python writes them: they can be both shown and computed.

`p(x)` is a probability, `sum(...)` adds over all tokens x, `cancel(...)` is what goes above and below a line,
and `==` joins the sides of a chain. app/views/pages/mathml.py draws them; `sides` computes them from the
core's own functions, and a test finds all sides of every formula equal.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.core.law import acceptance_probability, acceptance_rate, residual, total_variation
from app.core.sampler import RULES
from app.core.speed import expected_tokens, speedup, time_per_token

Floats = NDArray[np.float64]

FORMULAS: dict[str, str] = {
    "keep": "a(x) == min(1, p(x)/q(x))",
    "residual": "r(x) == max(0, p(x) - q(x)) / sum(max(0, p(x) - q(x)))",
    "door-one": "kept(t) == q(t) * min(1, p(t)/q(t)) == min(p(t), q(t))",
    "rejection": "rejected == 1 - sum(min(p(x), q(x))) == sum(max(0, p(x) - q(x)))",
    "door-two": (
        "filled(t) == cancel(rejected) * (max(0, p(t) - q(t)) / cancel(rejected)) == max(0, p(t) - q(t))"
    ),
    "both": "committed(t) == min(p(t), q(t)) + max(0, p(t) - q(t)) == p(t)",
    "rate": "alpha == sum(min(p(x), q(x))) == 1 - TV(p, q)",
    "tokens": "E(L) == (1 - alpha**(gamma + 1)) / (1 - alpha)",
    "speedup": "S == E(L) / (gamma*c + 1)",
    "time": "TPOT == (gamma*t_draft + t_target) / E(L)",
}


def parsed(formula: str) -> ast.expr:
    """The tree of a formula.

    Raises SyntaxError for what is no formula.

    >>> ast.unparse(parsed("p ≥ q"))
    'p >= q'
    """
    return ast.parse(formula.replace("≥", ">=").replace("−", "-"), mode="eval").body


def sides(formula: str, values: Mapping[str, Any]) -> list[Any]:
    """What each side of a formula comes to, arrays (V,) where it speaks of a token.

    >>> laws = numbers([0.5, 0.3, 0.2], [0.2, 0.2, 0.6])
    >>> [side.round(3).tolist() for side in sides("kept(t) == min(p(t), q(t))", laws)]
    [[0.2, 0.2, 0.2], [0.2, 0.2, 0.2]]
    """
    tree = parsed(formula)
    parts = [tree.left, *tree.comparators] if isinstance(tree, ast.Compare) else [tree]
    return [_value(part, values) for part in parts]


def numbers(  # noqa: PLR0917  # what the formulas of many positions are made of
    p: list[float],
    q: list[float],
    gamma: int = 4,
    cost: float = 0.05,
    draft: float = 1.0,
    target: float = 20.0,
) -> dict[str, Any]:
    """What the names in the formulas stand for, from the functions of the core; times in ms."""
    laws, alpha = (np.array(p), np.array(q)), acceptance_rate(p, q)
    kept, committed = laws[1] * acceptance_probability(p, q), RULES["lossless"].output_law(p, q)
    left = residual(p, q)
    tokens = np.arange(len(p))

    def of(law: Floats) -> Callable[[NDArray[np.int64]], Floats]:
        return lambda x: law[x]

    return {
        "p": of(laws[0]),
        "q": of(laws[1]),
        "a": of(acceptance_probability(p, q)),
        "r": of(np.zeros(len(p)) if left is None else left),
        "kept": of(kept),
        "filled": of(committed - kept),
        "committed": of(committed),
        "rejected": 1 - alpha,
        "alpha": alpha,
        "TV": lambda *_: total_variation(p, q),
        "M": float((laws[0] / laws[1]).max()),
        "L": None,
        "E": lambda _: expected_tokens(alpha, gamma),
        "S": speedup(alpha, gamma, cost),
        "TPOT": time_per_token(alpha, gamma, draft, target),
        "gamma": gamma,
        "c": cost,
        "t_draft": draft,
        "t_target": target,
        "x": tokens,
        "t": tokens,
        "min": np.minimum,
        "max": np.maximum,
        "sum": np.sum,
        "cancel": lambda x: x,
    }


OPERATORS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: lambda x, y: x + y,
    ast.Sub: lambda x, y: x - y,
    ast.Mult: lambda x, y: x * y,
    ast.Div: lambda x, y: x / y,
    ast.Pow: lambda x, y: x**y,
}


def _value(tree: ast.expr, values: Mapping[str, Any]) -> Any:
    """A side's value, by the few kinds of node that formulas have; anything else raises ValueError."""
    match tree:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return values[name]
        case ast.BinOp(left=left, op=op, right=right):
            return OPERATORS[type(op)](_value(left, values), _value(right, values))
        case ast.Call(func=ast.Name(id=name), args=args):
            return values[name](*(_value(one, values) for one in args))
    raise ValueError(f"{ast.unparse(tree)!r} is no part of a formula")
