"""Frames for the picture tests, drawn by the rule as the paper writes it, apart from app/core/sampler.py."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from app.core.scenario import Laws
from app.core.tally import Tally
from app.session.frame import Band, Draw, Frame, History

WORDS = ("mat", "sofa", "floor", "bed", "rug", "roof", "table", "moon")
P = (0.34, 0.20, 0.15, 0.11, 0.08, 0.06, 0.04, 0.02)
Q = (0.08, 0.09, 0.10, 0.10, 0.24, 0.14, 0.10, 0.15)
ABC = ("a", "b", "c")
W = ((0.5, 0.3, 0.2), (0.2, 0.2, 0.6))
SETTINGS = {
    "rule": "lossless",
    "speed": 1,
    "tv_scale": "linear",
    "draft": "mix",
    "scenario": "own",
    "mismatch": 1.0,
}


def draw_once(p: np.ndarray, q: np.ndarray, number: int, rng: np.random.Generator) -> Draw:
    """One draw: propose from q, keep if u q < p, else draw from the normalised max(0, p - q)."""
    x = int(rng.choice(len(q), p=q))
    coin = float(rng.random())
    ratio = float(p[x] / q[x])
    if coin * q[x] < p[x]:
        return Draw(number=number, draft=x, ratio=ratio, coin=coin, accepted=True, residual=None, token=x)
    left = np.maximum(p - q, 0)
    left = left / left.sum()
    token = int(rng.choice(len(p), p=left))
    return Draw(number=number, draft=x, ratio=ratio, coin=coin, accepted=False, residual=left, token=token)


def tally_of(draws: list[Draw], size: int) -> Tally:
    """Counts of proposed, kept and corrected tokens."""
    drafted, kept, corrected = (np.zeros(size, np.int64) for _ in range(3))
    for draw in draws:
        drafted[draw.draft] += 1
        (kept if draw.accepted else corrected)[draw.token] += 1
    return Tally(drafted, kept, corrected)


def history_of(tokens: list[int], p: np.ndarray) -> History:
    """TV after every draw, by the definition."""
    hits = np.zeros((len(tokens), len(p)))
    hits[np.arange(len(tokens)), tokens] = 1
    n = np.arange(1, len(tokens) + 1)
    tv = 0.5 * np.abs(hits.cumsum(axis=0) / n[:, None] - p).sum(axis=1)
    return History(n, tv, np.zeros(len(tokens), bool))


def frame_of(p=P, q=Q, names=None, draws=40, seed=1, *, beat=4, playing=False, **settings) -> Frame:
    """A frame after so many draws of these laws; `settings` such as rule and speed."""
    p, q = np.array(p, float), np.array(q, float)
    names = tuple(names or (WORDS if len(p) == len(WORDS) else [f"t{i}" for i in range(len(p))]))
    rng = np.random.default_rng(seed)
    made = [draw_once(p, q, i + 1, rng) for i in range(draws)]
    by_token = {x: tuple(draw for draw in made if draw.token == x)[-5:] for x in range(len(p))}
    tally = tally_of(made, len(p))
    return Frame(
        laws=Laws(names=names, p=p, r=q, q=q),
        settings=SETTINGS | {"seed": seed, "play": playing} | settings,
        lossless=tally,
        recent=tally,
        lossless_curve=history_of([draw.token for draw in made], p),
        naive_curve=history_of([draw.draft for draw in made], p),
        ghost=None,
        marks=(),
        last=made[-1] if made else None,
        last_accepted=np.array([draw.accepted for draw in made[-100:]], bool),
        by_token={x: some for x, some in by_token.items() if some},
        beat=beat,
        band=Band(np.array([1.0, 10.0, 100.0]), np.array([0.4, 0.1, 0.03]), np.array([0.98, 0.4, 0.1])),
        notes=(),
    )


def frame_telling(kind: str, **options) -> Frame:
    """A frame whose last draw is told as "kept", "sure" or "corrected"."""
    for seed in range(500):
        frame = frame_of(seed=seed, **options)
        last = frame.last
        told = "corrected" if not last.accepted else "sure" if last.ratio >= 1 else "kept"
        if told == kind:
            return frame
    raise AssertionError(f"no seed up to 500 ends on a draw that is {kind}")


def with_last(frame: Frame, **changes) -> Frame:
    """The frame with its last draw changed; the tallies stay."""
    return replace(frame, last=replace(frame.last, **changes))


@st.composite
def law_pairs(draw, most=50):
    """p and q over up to 50 tokens; zeros, equal, disjoint, one-hot and very small ones among them."""
    size = draw(st.integers(1, most))
    weight = st.one_of(st.just(0.0), st.floats(1e-12, 1e-6), st.floats(0.001, 1))
    kinds = draw(st.sampled_from(["any", "same", "one-hot residual", "disjoint", "one-hot"]))
    one, two = (np.array(draw(st.lists(weight, min_size=size, max_size=size))) + 0.0 for _ in range(2))
    if kinds == "one-hot":
        one, two = np.eye(size)[0], np.eye(size)[-1]
    if kinds == "disjoint" and size > 1:
        one[::2], two[1::2] = 0, 0
    for law in (one, two):
        if law.sum() == 0:
            law[draw(st.integers(0, size - 1))] = 1
    p, q = one / one.sum(), two / two.sum()
    if kinds == "same":
        q = p.copy()
    if kinds == "one-hot residual" and size > 1:
        q = p / 2
        q[0] += 0.5  # too much of the first: what is left is all of the rest
        p, q = q, p  # and turned around: what is left is the first alone
    return p, q


@st.composite
def frames(draw, most_draws=30, **options):
    """Frames after 0 to 30 draws of random laws, at any beat, under either rule, at any speed."""
    p, q = draw(law_pairs())
    options.setdefault("draws", draw(st.integers(0, most_draws)))
    narrated = options.pop("narrated", draw(st.booleans()))
    told = [(False, 1), (False, 25), (True, 1)]
    playing, speed = draw(
        st.sampled_from(told if narrated else [(True, speed) for speed in (5, 25, 100, 500)])
    )
    return frame_of(
        p,
        q,
        names=[f"t{i}" for i in range(len(p))],
        seed=draw(st.integers(0, 2**32)),
        beat=options.pop("beat", None) or draw(st.integers(1, 4)),
        rule=options.pop("rule", None) or draw(st.sampled_from(["lossless", "naive"])),
        speed=speed,
        playing=playing,
        tv_scale=draw(st.sampled_from(["linear", "log"])),
        **options,
    )
