"""What is taken for the same picture differs by less than half a pixel, and in nothing else."""

from dataclasses import fields, replace

import numpy as np
import pytest

from app.pictures import converge
from app.pictures.seen import UNSEEN, only_grown, same_bars, same_lines
from app.session.session import Session
from app.text.catalog import Catalog

CATALOG = Catalog("en")


def frame(scale="linear"):
    session = Session(seed=3)
    session.set({"speed": 500, "tv_scale": scale})
    session.play()
    session.step(40.0)
    return session.frame()


BARS = converge.bars(frame())
MOVED = np.full(len(BARS.p), 0.0)


@pytest.mark.parametrize(("share", "same"), [(0.9, True), (1.1, False)])
def test_bars_move_by_a_thousandth_of_the_axis_at_most(share, same):
    step = MOVED.copy()
    step[2] = share * UNSEEN * BARS.top
    assert same_bars(BARS, replace(BARS, kept=BARS.kept + step, draws=BARS.draws + 10)) == same


def test_anything_else_about_the_bars_is_seen():
    others = {
        "names": ("x", *BARS.names[1:]),
        "p": BARS.p * 0.9,
        "q": BARS.q * 0.9,
        "draws": 0,
        "verdict": "naive",
        "highlight": 1,
        "top": 1.0,
        "excess": BARS.excess + 0.1,
        "values_shown": not BARS.values_shown,
        "corrected": np.where(BARS.corrected == 0, 1e-9, BARS.corrected),
    }
    for name, value in others.items():
        changed = replace(BARS, **{name: value})
        assert not same_bars(BARS, changed), name


def test_a_written_value_is_never_stale():
    written = replace(BARS, values_shown=True, kept=BARS.kept * 0 + 0.2449, corrected=BARS.corrected * 0)
    assert same_bars(written, replace(written, kept=written.kept + 1e-5))
    assert not same_bars(written, replace(written, kept=written.kept + 2e-4))


@pytest.mark.parametrize("scale", ["linear", "log"])
def test_lines_are_the_same_until_an_end_moves_or_a_point_comes(scale):
    curve = converge.curve(frame(scale), CATALOG)
    line = curve.lossless

    def other(along, up):
        n, tv = line.n.copy(), line.tv.copy()
        n[-1] *= curve.x_end ** (along * UNSEEN)
        tv[-1] = tv[-1] * curve.floor ** (up * UNSEEN) if scale == "log" else tv[-1] + up * UNSEEN
        return replace(curve, lossless=converge.Line(n, tv))

    assert same_lines(curve, other(0.9, 0.9))
    assert only_grown(curve, other(1.1, 0.0))
    assert not same_lines(curve, other(1.1, 0.0))
    assert not same_lines(curve, other(0.0, 1.1))
    assert not same_lines(curve, replace(curve, naive=converge.Line(curve.naive.n[1:], curve.naive.tv[1:])))
    assert not same_lines(curve, replace(curve, naive=converge.Line(curve.naive.n, curve.naive.tv[::-1])))


def test_anything_else_about_the_curve_is_more_than_growth():
    curve = converge.curve(frame(), CATALOG)
    for one in fields(curve):
        value = getattr(curve, one.name)
        if one.name in {"lossless", "naive"}:
            continue
        other = {
            np.ndarray: lambda value: np.append(value, 1.0),
            str: lambda value: value + "x",
            int: lambda value: value * 10,
            float: lambda value: value / 10,
            tuple: lambda value: (*value, 7),
            dict: lambda value: value | {7.0: "x"},
            converge.Line: lambda value: converge.Line(np.append(value.n, 7.0), np.append(value.tv, 0.5)),
            converge.Jumps: lambda value: converge.Jumps(
                *(np.append(row, 1.0) for row in vars(value).values())
            ),
        }[type(value)](value)
        assert not only_grown(curve, replace(curve, **{one.name: other})), one.name
