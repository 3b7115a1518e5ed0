"""What `lossless.state()` answers: the frame as JSON-able data, ids in place of labels.

The page adds `live` and `start`.
"""

from __future__ import annotations

import sys
from typing import Any

from app.core.tally import share, tv_of
from app.session.frame import Draw, Frame, Guess

from .shown import acceptance, counts, limit, shown_last


def state(frame: Frame) -> dict[str, Any]:
    """The verdict shown, as data; accepted and drafted count since the draft changed.

    `stage` is what a scene with draws of its own adds, `guess` what the class was asked to predict: nothing
    is kept from a host. `acceptance`, `empirical` and `tv` are None before the
    first draw.
    """
    out, p = counts(frame), frame.laws.p
    empirical = share(out)
    last = shown_last(frame)
    return {
        "settings": dict(frame.settings),
        "playing": frame.playing,
        "draws": int(out.sum()),
        "accepted": int(frame.recent.accepted),
        "drafted": int(frame.recent.draws),
        "counts": out.tolist(),
        "empirical": None if empirical is None else empirical.tolist(),
        "p": p.tolist(),
        "q": frame.laws.q.tolist(),
        "tv": tv_of(out, p),
        "acceptance": frame.recent.accepted_per_drafted,
        "acceptance_theory": acceptance(frame),
        "limit": limit(frame),
        "last": None if last is None else _draw(last),
        "stage": None if frame.stage is None else frame.stage.state(),
        "guess": None if frame.guess is None else _guess(frame.guess),
    }


def _guess(guess: Guess) -> dict[str, Any]:
    return {
        "what": guess.what,
        "choices": list(guess.choices),
        "answer": guess.answer,
        "choice": guess.choice,
        "open": guess.open,
    }


def _draw(draw: Draw) -> dict[str, Any]:
    return {
        "n": int(draw.number),
        "draft": int(draw.draft),
        "ratio": min(float(draw.ratio), sys.float_info.max),  # JSON knows no infinity
        "coin": float(draw.coin),
        "accepted": bool(draw.accepted),
        "residual": None if draw.residual is None else draw.residual.tolist(),
        "token": int(draw.token),
    }
