"""What of a frame is shown: the counts of the verdict chosen, the draw being told, the limit in theory.

Both verdicts are tallied on the same drafts and coins; the rule in the settings only chooses between them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from app.core.tally import Tally
from app.session.frame import Draw, Frame

Verdict = Literal["lossless", "naive"]
LAST_BEAT = 4
SAME = 1e-12  # relative: two divisions of the same p and q agree closer than this


def verdict(frame: Frame) -> Verdict:
    """Which verdict bars, curve and numbers show."""
    return "naive" if frame.settings["rule"] == "naive" else "lossless"


def tally(frame: Frame) -> Tally:
    """The tally of the verdict shown: lossless since the scenario began, naive since the draft changed."""
    return frame.recent if verdict(frame) == "naive" else frame.lossless


def counts(frame: Frame) -> np.ndarray:
    """How often each token came out under the verdict shown, int (V,)."""
    shown = tally(frame)
    return shown.drafted if verdict(frame) == "naive" else shown.emitted


def acceptance(frame: Frame) -> float:
    """The acceptance rate sum min(p, q) of the frame's laws, at most 1."""
    return frame.laws.acceptance


def limit(frame: Frame) -> float:
    """Where TV(empirical, p) of the verdict shown ends: 0, or TV(p, q) in naive mode."""
    return frame.laws.distance if verdict(frame) == "naive" else 0.0


def hides(frame: Frame, what: str) -> bool:
    """Whether `what` ("bars": all that came out; "limit": where it ends) waits for the class's guess."""
    guess = frame.guess
    return guess is not None and guess.open and what in {"limit", guess.what}  # bars hide the limit as well


def told(frame: Frame) -> Draw | None:
    """The draw being narrated, as the verdict shown has it: in naive mode the draft itself comes out."""
    return shown_last(frame) if frame.narrated else None


def shown_last(frame: Frame) -> Draw | None:
    """The last draw under the verdict shown."""
    last = frame.last
    if last is None or verdict(frame) == "lossless":
        return last
    return replace(last, accepted=True, residual=None, token=last.draft)


def of_these_laws(frame: Frame, draw: Draw) -> bool:
    """Whether the draw was made under the frame's laws: the draft may have been changed since."""
    p, q = float(frame.laws.p[draw.draft]), float(frame.laws.q[draw.draft])
    return q > 0 and (p / q == draw.ratio or abs(p / q - draw.ratio) <= SAME * draw.ratio)
