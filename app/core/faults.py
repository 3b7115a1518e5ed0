"""The gallery of broken engines: id -> frozen record, in the shape of the sampler's rules.

`FAULTS` decide each position by themselves, `CHAIN_FAULTS` go wrong from one position to the next,
`LOOKALIKES` look wrong and are lossless. What each samples from instead is here; its words are in app/text.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from . import coin_faults as coins
from . import fault_laws as laws
from .chain_faults import CHAIN_FAULTS
from .fit import FALSE_ALARM
from .law import ROUNDING, as_pair
from .lookalikes import SINGLE
from .memoryless import Memoryless, memoryless
from .power import needed_non_centrality
from .sampler import Rule
from .shared_noise import draw_shared_noise, shared_noise

__all__ = ["CHAIN_FAULTS", "FAULTS", "LOOKALIKES", "Showing", "draws_to_show", "showing"]

FAULTS: dict[str, Memoryless] = {
    fault.id: fault
    for fault in (
        memoryless("naive", laws.naive),
        memoryless("resample-target", laws.resample_target),
        memoryless("resample-draft", laws.resample_draft),
        memoryless("resample-uniform", laws.resample_uniform),
        memoryless("softmax-residual", laws.softmax_residual),
        memoryless("absolute-residual", laws.absolute_residual),
        memoryless("spilled-residual", laws.spilled_residual),
        memoryless("zero-rejected-only", laws.zero_rejected_only),
        memoryless("inverted-ratio", laws.inverted_ratio),
        memoryless("hard-threshold", laws.hard_threshold),
        memoryless("top-1", laws.top_1),
        memoryless("redraw-on-mismatch", coins.redraw_on_mismatch, draw=coins.draw_match),
        memoryless("lenience", laws.lenience),
        memoryless("ensemble", laws.ensemble),
        memoryless("greedy-draft", laws.greedy_draft),
        memoryless("draft-temperature", laws.draft_temperature),
        memoryless("draft-top-k", laws.draft_top_k),
        memoryless("target-temperature", laws.exact, asked=laws.asked_at_temperature),
        memoryless("residual-temperature", laws.residual_temperature, asked=laws.asked_at_temperature),
        memoryless("off-by-one-draft", laws.off_by_one_draft),
        memoryless("off-by-one-target", laws.off_by_one_target),
        memoryless(
            "retry-until-accepted",
            coins.retry_until_accepted,
            draw=coins.draw_last_try,
            counter=coins.count_tries,
            retries=True,
        ),
        memoryless("look-ahead-length", laws.look_ahead_length),
        memoryless("reused-coin", coins.reused_coin),
        memoryless("shared-draft-coin", coins.shared_draft_coin, draw=coins.draw_shared_coin),
        memoryless("shared-noise", shared_noise, draw=draw_shared_noise),
        memoryless("coarse-coin", coins.coarse_coin, draw=coins.draw_coarse),
        memoryless("residual-floor", laws.residual_floor),
        memoryless("half-precision", laws.half_precision),
    )
}
LOOKALIKES: dict[str, Memoryless] = {one.id: one for one in SINGLE}


@dataclass(frozen=True)
class Showing:
    """How a fault shows: the draws it takes, its TV from the law asked for, tokens that must not come and do.

    `draws` is math.inf where nothing is wrong. The first token that is `impossible` settles it, and `draws`
    is the number by which one has come, but with a chance of FALSE_ALARM.
    """

    draws: float
    tv: float
    impossible: tuple[int, ...]


def draws_to_show(fault: Rule, p: ArrayLike, q: ArrayLike) -> Showing:
    """How many draws let `judge` reject the fault: 150 / sum (o - p)^2 / p, p the law asked for.

    Beyond some 50 tokens it takes more than 150: see `power.needed_non_centrality`.

    Raises ValueError where the fault has no output law.

    >>> shown = draws_to_show(FAULTS["resample-target"], [0.5, 0.3, 0.2], [0.2, 0.2, 0.6])
    >>> math.ceil(shown.draws), round(shown.tv, 12)
    (2813, 0.1)
    """
    p, q = as_pair(p, q)
    return showing(fault.output_law(p, q), fault.asked_law(p, q) if isinstance(fault, Memoryless) else p)


def showing(out: ArrayLike, asked: ArrayLike) -> Showing:
    """How draws from the law `out` show where `asked` was asked for; a joint law (V, V) as one over pairs.

    >>> round(showing([[0.48, 0.22], [0.12, 0.18]], [[0.56, 0.14], [0.12, 0.18]]).draws)
    2625
    """
    o, asked = as_pair(np.ravel(out), np.ravel(asked))
    d = o - asked
    d[np.abs(d) <= ROUNDING * np.maximum(o, asked)] = 0.0
    some = asked > 0
    spread = float((d[some] ** 2 / asked[some]).sum())
    outside = float(o[~some].sum())
    needed = needed_non_centrality(int(some.sum()) - 1)
    draws = needed / spread if spread else math.inf
    if outside:
        draws = min(draws, max(1.0, math.log(FALSE_ALARM) / math.log1p(-outside) if outside < 1 else 1.0))
    return Showing(draws, 0.5 * float(np.abs(d).sum()), tuple(np.flatnonzero(~some & (o > 0)).tolist()))
