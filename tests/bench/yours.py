"""Large files of the rule and of each broken engine: seconds to read, and verdicts that were wrong."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from app.core.faults import FAULTS, draws_to_show
from app.core.fit import judge
from app.core.intake import Intake
from app.core.sampler import RULES, Draws, Rule
from tests.bench.figure import Figure, Target
from tests.bench.plan import Plan

P, Q = np.array([0.5, 0.3, 0.2]), np.array([0.2, 0.2, 0.6])
IDS, ROWS = 10_000_000, 1_000_000
SLICE = 1 << 18  # as the page sends
FALSE_ALARM = 1e-9
ENGINES: dict[str, Rule] = {"lossless": RULES["lossless"], **FAULTS}


def measure(plan: Plan) -> Iterator[Figure]:
    """Both kinds of file for each engine; a tenth of the size in a hurry."""
    size = 1 if plan.hurry >= 1 else 10
    for name, n, text_of, verdict_of in (
        ("token ids", IDS // size, ids_text, ids_follow),
        ("rows as CSV", ROWS // size, csv_text, rows_follow),
    ):
        times, wrong, megabytes = [], [], 0.0
        for engine, rule in ENGINES.items():
            asked = asked_of(rule)
            data = text_of(rule.sample(P, Q, n, np.random.default_rng(8)), asked)
            megabytes = len(data) / 1e6
            start = time.perf_counter()
            sample = fed(data)
            times.append(time.perf_counter() - start)
            if verdict_of(sample, asked) != (engine == "lossless" or draws_to_show(rule, P, Q).draws > n):
                wrong.append(engine)
        yield Figure(f"read {n:,} {name}, {megabytes:.0f} MB", "s", tuple(times), note="CPython")
        note = ", ".join(wrong)
        yield Figure(f"wrong verdicts on {len(ENGINES)} engines, {name}", "", (len(wrong),), Target(0), note)


def asked_of(rule: Rule) -> np.ndarray:
    """The law that the engine was asked for."""
    return getattr(rule, "asked_law", lambda p, _q: p)(P, Q)


def fed(data: bytes) -> object:
    """What the page's parser makes of it."""
    intake = Intake()
    for begin in range(0, len(data), SLICE):
        intake.feed(data[begin : begin + SLICE], last=begin + SLICE >= len(data))
    assert intake.sample is not None
    return intake.sample.data


def ids_text(draws: Draws, _asked: np.ndarray) -> bytes:
    """A token id a line."""
    return "\n".join(map(str, draws.token.tolist())).encode()


def csv_text(draws: Draws, asked: np.ndarray) -> bytes:
    """Rows with both laws, draft, coin and token."""
    laws = ",".join(map(repr, [*asked.tolist(), *Q.tolist()]))
    columns = zip(draws.draft.tolist(), draws.coin.tolist(), draws.token.tolist(), strict=True)
    return "".join([f"{laws},{x},{u!r},{y}\n" for x, u, y in columns]).encode()


def ids_follow(data: object, asked: np.ndarray) -> bool:
    """Whether the ids look like draws from the law."""
    return judge(data.counted(len(asked))[1], asked, FALSE_ALARM).ok  # type: ignore[attr-defined]


def rows_follow(data: object, _asked: np.ndarray) -> bool:
    """Whether the rows' tokens do; decisions apart, which find more."""
    return data.verdict(FALSE_ALARM).fit.p_value >= FALSE_ALARM  # type: ignore[attr-defined]
