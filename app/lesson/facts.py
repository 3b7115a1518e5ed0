"""Every number in the lesson page's sentences, computed by the functions that draw; finished text by slot."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from app.core.faults import CHAIN_FAULTS, FAULTS, draws_to_show
from app.core.law import acceptance_probability, acceptance_rate, residual, total_variation
from app.core.ledger import EIGHT, Ledger, replay
from app.core.sampler import RULES
from app.core.scenario import SCENARIOS, Laws, laws_of
from app.core.theory import (
    acceptance_by_temperature,
    expected_tokens,
    expected_tv,
    speedup,
    time_per_token,
)
from app.text.numbers import decimal, plain, whole

GAMMA = 4  # drafts a cycle in every example of the page
MANY = 10_000  # draws after which chance is asked
TEMPERATURES = (0.5, 1, 2)
DEAR = (0.9, 0.9)  # acceptance and cost of a draft nearly as slow as the target
EASY = 0.8  # acceptance of an easy text
TIMES = (1, 20)  # ms of a draft step and of a target pass
COST = 0.05  # the same as a ratio
LARGEST_DENOMINATOR = 60
BELIEVED = {  # slot: the engine that does what is believed
    "favourite": "top-1",
    "threshold": "hard-threshold",
    "resample": "resample-target",
    "greedy": "greedy-draft",
}


def worked() -> Laws:
    """The worked example: p = (.5, .3, .2) and q at its worst."""
    return laws_of(SCENARIOS["worked"], 1)


def terrible() -> Laws:
    """Eight words with the worst draft."""
    return laws_of(SCENARIOS["next-word"], 1)


def eight() -> Ledger:
    """The eight cycles."""
    return replay(EIGHT, GAMMA)


def facts() -> dict[str, dict[str, str]]:
    """The slots of each chapter's sentences, by chapter."""
    return {
        "worked": _worked(),
        "converge": _converge(),
        "waste": _waste(),
        "positions": _positions(),
        "belief": _beliefs(),
        "caveat": _caveat(),
        "speed": _speed(),
        "operators": _operators(),
    }


def as_fraction(x: float) -> Fraction:
    """The simple fraction that a share of the worked example is.

    >>> as_fraction(0.75), as_fraction(1 / 3)
    (Fraction(3, 4), Fraction(1, 3))
    """
    return Fraction(x).limit_denominator(LARGEST_DENOMINATOR)


def listed(law: np.ndarray) -> str:
    """A law as the sentences write it.

    >>> listed(np.array([0.5, 0.3, 0.2]))
    '(0.5, 0.3, 0.2)'
    """
    return "(" + ", ".join(plain(round(float(x), 3)) for x in law) + ")"


def _worked() -> dict[str, str]:
    laws = worked()
    left = residual(laws.p, laws.q)
    assert left is not None
    lost = 1 - as_fraction(float(acceptance_probability(laws.p, laws.q)[2]))
    odds = as_fraction(float(left[0] / left[1]))
    return {
        "p": listed(laws.p),
        "q": listed(laws.q),
        "p_c": plain(float(laws.p[2])),
        "q_c": plain(float(laws.q[2])),
        "lost_c": str(lost.numerator),
        "of_c": str(lost.denominator),
        "share_a": str(odds.numerator),
        "share_b": str(odds.denominator),
        "alpha": plain(round(acceptance_rate(laws.p, laws.q), 3)),
    }


def _converge() -> dict[str, str]:
    laws = terrible()
    return {
        "tokens": str(len(laws.p)),
        "n": whole(MANY),
        "chance": decimal(expected_tv(laws.p, MANY)),
        "alpha": plain(round(acceptance_rate(laws.p, laws.q), 3)),
        "bias": plain(round(total_variation(laws.p, laws.q), 3)),
    }


def _waste() -> dict[str, str]:
    laws = worked()
    most = float((laws.p / laws.q).max())
    return {
        "most": plain(round(most, 3)),
        "classical": plain(round(1 / most, 3)),
        "alpha": plain(round(acceptance_rate(laws.p, laws.q), 3)),
    }


def _positions() -> dict[str, str]:
    ledger, alpha = eight(), acceptance_rate(worked().p, worked().q)
    return {
        "gamma": str(GAMMA),
        "lengths": ", ".join(map(str, EIGHT)),
        "tokens": str(ledger.tokens),
        "cycles": str(ledger.cycles),
        "accepted": str(ledger.accepted),
        "corrections": str(ledger.corrections),
        "bonuses": str(ledger.bonuses),
        "drafted": str(ledger.drafted),
        "tested": str(ledger.tested),
        "never": str(ledger.never_tested),
        "alpha": plain(round(alpha, 3)),
        "mean": plain(round(expected_tokens(alpha, GAMMA), 2)),
    }


def _beliefs() -> dict[str, str]:
    laws = worked()
    ends = {slot: FAULTS[name].output_law(laws.p, laws.q) for slot, name in BELIEVED.items()}
    return {slot: plain(round(total_variation(end, laws.p), 3)) for slot, end in ends.items()} | {
        "dear_alpha": plain(DEAR[0]),
        "dear_cost": plain(DEAR[1]),
        "gamma": str(GAMMA),
        "dear": decimal(speedup(DEAR[0], GAMMA, DEAR[1]), 2),
    }


def _caveat() -> dict[str, str]:
    laws = worked()
    shown = draws_to_show(FAULTS["resample-target"], laws.p, laws.q)
    return {
        "faults": str(len(FAULTS) + len(CHAIN_FAULTS)),
        "resample": plain(round(shown.tv, 3)),
        "draws": whole(int(round(shown.draws, -2))),
    }


def _speed() -> dict[str, str]:
    laws = worked()
    shares = acceptance_by_temperature(laws.p, laws.q, TEMPERATURES)
    named = zip(("cool", "warm", "hot"), TEMPERATURES, shares.tolist(), strict=True)
    told = {slot: (plain(at), plain(round(share, 2))) for slot, at, share in named}
    return {slot: share for slot, (_, share) in told.items()} | {
        f"{slot}_at": at for slot, (at, _) in told.items()
    }


def _operators() -> dict[str, str]:
    draft, target = TIMES
    return {
        "draft_time": plain(draft),
        "target_time": plain(target),
        "alpha": plain(EASY),
        "gamma": str(GAMMA),
        "tpot": plain(round(time_per_token(EASY, GAMMA, draft, target), 1)),
    }


def proposals(rule: str) -> float:
    """How many proposals a rule takes for a token of the worked example, on average.

    >>> proposals("lossless"), round(proposals("classical"), 3)
    (1.0, 2.5)
    """
    laws = worked()
    return float((laws.p / laws.q).max()) if RULES[rule].retries else 1.0
