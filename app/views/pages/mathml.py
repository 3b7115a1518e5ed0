"""Formulas of app/lesson/formulas.py as MathML, which browsers draw without a script.

Letters are slanted by the page's style and not by mathvariant: not every device has a font with slanted
mathematical letters. A chain of `==` is a piece a side, so that a narrow screen can put each on its own line.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from html import escape

from app.lesson.formulas import parsed

GREEK = {"alpha": "α", "gamma": "γ"}
ROMAN = {"TV", "TPOT", "min", "max"}
SIGNS = {ast.Add: "+", ast.Sub: "−", ast.Mult: "·", ast.Eq: "=", ast.GtE: "≥"}
PRECEDENCE = {ast.Add: 1, ast.Sub: 1, ast.Mult: 2, ast.Div: 2, ast.Pow: 3}
SPACE = '<mspace width=".3em"></mspace>'
EVENTS = {"kept", "filled", "rejected", "committed"}  # probabilities of what happens: P(words)


def pieces(formula: str, words: Mapping[str, str]) -> list[str]:
    """A formula set apart: a <math> for each side, all but the first with the sign before it.

    `words` are those of the events and of the names behind an underscore, by name.
    """
    tree = parsed(formula)
    if not isinstance(tree, ast.Compare):
        return [_displayed(_row(tree, words, tall=True))]
    rest = zip(tree.ops, tree.comparators, strict=True)
    return [
        _displayed(_row(tree.left, words, tall=True)),
        *(_displayed(_operator(SIGNS[type(op)]) + _row(side, words, tall=True)) for op, side in rest),
    ]


def inline(formula: str) -> str:
    """A formula inside a sentence, on one line.

    >>> inline("p/q")
    '<math><mi mathvariant="normal">p</mi><mo stretchy="false">/</mo><mi mathvariant="normal">q</mi></math>'
    """
    tree = parsed(formula)
    if isinstance(tree, ast.Compare):
        rest = zip(tree.ops, tree.comparators, strict=True)
        signs = (_operator(SIGNS[type(op)]) + _row(side, {}, tall=False) for op, side in rest)
        return _math(_row(tree.left, {}, tall=False) + "".join(signs))
    return _math(_row(tree, {}, tall=False))


def _math(inner: str) -> str:
    return f"<math>{inner}</math>"


def _displayed(inner: str) -> str:
    return f'<math displaystyle="true">{inner}</math>'


def _operator(sign: str) -> str:
    return f'<mo stretchy="false">{sign}</mo>'


def _letter(name: str, words: Mapping[str, str]) -> str:
    if name in EVENTS:
        return f"{_roman('P')}{_fenced(f'<mtext>{escape(words[name])}</mtext>')}"
    if "_" in name:
        letter, below = name.split("_")
        return f"<msub>{_letter(letter, words)}<mtext>{escape(words[below])}</mtext></msub>"
    return _roman(name) if name in ROMAN else f'<mi mathvariant="normal">{GREEK.get(name, escape(name))}</mi>'


def _roman(name: str) -> str:
    return f'<mi class="roman" mathvariant="normal">{name}</mi>'


def _fenced(inner: str, left: str = "(", right: str = ")") -> str:
    return f"{_operator(left)}{inner}{_operator(right)}"


def _row(tree: ast.expr, words: Mapping[str, str], *, tall: bool) -> str:
    match tree:
        case ast.Constant(value=value):
            return f"<mn>{value!r}</mn>"
        case ast.Name(id=name):
            return _letter(name, words)
        case ast.BinOp():
            return _binary(tree, words, tall=tall)
        case ast.Call(func=ast.Name(id=name), args=args):
            return _call(name, args, words, tall=tall)
    raise ValueError(f"{ast.unparse(tree)!r} cannot be drawn as a formula")


def _binary(tree: ast.BinOp, words: Mapping[str, str], *, tall: bool) -> str:
    kind = type(tree.op)
    if kind is ast.Div and tall and not _small(tree):
        over, under = (f"<mrow>{_row(side, words, tall=tall)}</mrow>" for side in (tree.left, tree.right))
        return f"<mfrac>{over}{under}</mfrac>"
    if kind is ast.Pow:
        base = f"<mrow>{_within(tree.left, 3, words, tall=tall)}</mrow>"
        return f"<msup>{base}<mrow>{_row(tree.right, words, tall=tall)}</mrow></msup>"
    own = PRECEDENCE[kind]
    left = _within(tree.left, own, words, tall=tall)
    right = _within(tree.right, own + (kind in {ast.Sub, ast.Div}), words, tall=tall)
    if kind is ast.Div:
        return f"{left}{_operator('/')}{right}"
    if kind is ast.Mult and isinstance(tree.left, ast.Name) and tree.left.id not in EVENTS:
        return (
            f"{left}<mspace width='.12em'></mspace>{right}"  # a letter before what it multiplies needs no dot
        )
    return f"{left}{_operator(SIGNS[kind])}{right}"


def _small(tree: ast.BinOp) -> bool:
    """Whether a division is p(x)/q(x), which stays on one line inside other things."""
    return all(
        isinstance(side, ast.Call) and len(side.args) == 1 for side in (tree.left, tree.right)
    ) and not any(
        isinstance(side, ast.Call)
        and isinstance(side.func, ast.Name)
        and side.func.id in {"sum", "cancel", "E"}
        for side in (tree.left, tree.right)
    )


def _within(tree: ast.expr, above: int, words: Mapping[str, str], *, tall: bool) -> str:
    """What stands inside an operation, in parentheses where it binds less than that."""
    inner = _row(tree, words, tall=tall)
    if not isinstance(tree, ast.BinOp) or (isinstance(tree.op, ast.Div) and tall):
        return inner
    return _fenced(inner) if PRECEDENCE[type(tree.op)] < above else inner


def _call(name: str, args: list[ast.expr], words: Mapping[str, str], *, tall: bool) -> str:
    rows = [_row(one, words, tall=tall) for one in args]
    if name in EVENTS:
        return f"{_roman('P')}{_fenced(f'<mtext>{escape(words[name])}</mtext>{SPACE}' + rows[0])}"
    if name == "sum":
        return f'<munder><mo movablelimits="false">∑</mo><mi mathvariant="normal">x</mi></munder>{rows[0]}'
    if name == "cancel":
        return f'<mrow class="cancelled">{rows[0]}</mrow>'
    inside = '<mo separator="true">,</mo>'.join(rows)
    if name == "E":
        return f"{_roman('E')}{_fenced(inside, '[', ']')}"
    return f"{_letter(name, words)}{_fenced(inside)}"
