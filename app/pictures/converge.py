"""The scene `converge` as records: bars, the curve of TV(empirical, p), the acceptance chip, the numbers.

Heights are shares of the draws of the verdict shown. The formulas are the core's.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from app.core.law import ROUNDING
from app.core.tally import tv_of
from app.core.theory import expected_tv
from app.session.frame import Band, Draw, Frame, History
from app.text.catalog import Catalog
from app.text.numbers import above_bar, decimal, halves, percent, power, probability, small, whole

from .plots import TALLEST, draws_end
from .shown import (
    LAST_BEAT,
    SAME,
    Verdict,
    acceptance,
    counts,
    hides,
    limit,
    of_these_laws,
    tally,
    told,
    verdict,
)

MOST_VALUES = 4  # bars of at most so many tokens carry their numbers
TOPS = (0.5, 0.75, 1.0)  # of the axis, where the bars of the first few draws need more room than the laws do
ROOM = 1.06  # times its height for a bar that carries its number
FIRST_END = 1000  # the draws axis is at least so long
WORDY = 5  # decades at most whose ends are written out; with more there is room for powers of ten alone
NOTHING = History(np.zeros(0, int), np.zeros(0), np.zeros(0, bool))
LIMIT_POINTS = 8  # a decade, of the falling limit on the log scale


@dataclass(frozen=True)
class Bars:
    """Bars a token, arrays (V,): target, draft, and what came out in its two parts.

    Of the draw being told, as far as it has got: `highlight` is the proposed token, `target` the one that
    came out; `level` is min(p, q) and `coin_height` u q, on the scale of the draft's bar (kept: u q < p);
    `excess` and `lack` are what q has too much of and what it lacks, zeros but for a correction.
    """

    names: tuple[str, ...]
    p: np.ndarray
    q: np.ndarray
    kept: np.ndarray
    corrected: np.ndarray
    draws: int
    verdict: Verdict
    highlight: int | None
    target: int | None
    level: float | None
    coin_height: float | None
    excess: np.ndarray
    lack: np.ndarray
    top: float
    values_shown: bool


def bars(frame: Frame) -> Bars:
    """The bars now. While a draw is told its token joins the bars with the last beat."""
    p, q = frame.laws.p, frame.laws.q
    kept, corrected = _parts(frame)
    draws = int((kept + corrected).sum())
    kept, corrected = kept / max(draws, 1), corrected / max(draws, 1)
    draw = told(frame)
    level, coin_height = _gauge(frame, draw)
    out = draw if frame.beat >= LAST_BEAT else None
    corrects = out is not None and not out.accepted and of_these_laws(frame, out)
    gap = np.where(np.abs(p - q) > ROUNDING * p, p - q, 0.0) if corrects else np.zeros(len(p))
    return Bars(
        names=tuple(frame.laws.names),
        p=p,
        q=q,
        kept=kept,
        corrected=corrected,
        draws=draws,
        verdict=verdict(frame),
        highlight=draw.draft if draw else None,
        target=out.token if out else None,
        level=level,
        coin_height=coin_height,
        excess=np.maximum(-gap, 0),
        lack=np.maximum(gap, 0),
        top=axis_top(p, q, kept + corrected),
        values_shown=len(p) <= MOST_VALUES,
    )


def _gauge(frame: Frame, draw: Draw | None) -> tuple[float | None, float | None]:
    """On the draft's bar the level of p, from beat 2, and the coin, from beat 3 where it decides."""
    if draw is None or verdict(frame) == "naive" or not of_these_laws(frame, draw) or frame.beat < 2:
        return None, None
    p, q = float(frame.laws.p[draw.draft]), float(frame.laws.q[draw.draft])
    return min(p, q), draw.coin * q if draw.ratio < 1 and frame.beat >= 3 else None


def _parts(frame: Frame) -> tuple[np.ndarray, np.ndarray]:
    """Counts kept and corrected under the verdict shown, less the draw whose token has not been told yet.

    None at all while they wait for a guess.
    """
    shown = tally(frame)
    if hides(frame, "bars"):
        return np.zeros_like(shown.kept), np.zeros_like(shown.kept)
    naive = verdict(frame) == "naive"
    parts = (shown.drafted, np.zeros_like(shown.drafted)) if naive else (shown.kept, shown.corrected)
    draw = told(frame)
    if draw is None or frame.beat >= LAST_BEAT or shown.draws == 0:
        return parts
    kept, corrected = (part.copy() for part in parts)
    (kept if draw.accepted else corrected)[draw.token] -= 1
    return kept, corrected


def values(heights: np.ndarray) -> tuple[str, ...]:
    """Heights as they are written above the bars.

    >>> values(np.array([0.5, 0.996, 1.0]))
    ('0.50', '>0.99', '1.00')
    """
    return tuple(above_bar(y, 2) for y in heights.tolist())


def axis_top(p: np.ndarray, q: np.ndarray, came_out: np.ndarray) -> float:
    """Top of the bars' axis: the laws and some air; a half, three quarters or all if what came out is higher.

    With room above for the numbers, where bars carry them.

    >>> p, q = np.array([0.3, 0.7]), np.array([0.5, 0.5])
    >>> axis_top(p, q, np.zeros(2)), axis_top(p, q, np.array([0.0, 1.0]))
    (0.8, 1.1)
    """
    most, room = (TALLEST, ROOM) if len(p) <= MOST_VALUES else (1.0, 1.0)
    laws = min(most, float(np.ceil(max(p.max(), q.max()) * 1.12 * 20) / 20))
    return next((top for top in (laws, *TOPS) if top >= max(laws, room * came_out.max())), most)


@dataclass(frozen=True)
class Line:
    """A line of TV over draws; NaN breaks it."""

    n: np.ndarray
    tv: np.ndarray


@dataclass(frozen=True)
class Jumps:
    """Dashed segments from (n0, tv0) to (n1, tv1): draws that were skipped ahead."""

    n0: np.ndarray
    n1: np.ndarray
    tv0: np.ndarray
    tv1: np.ndarray


@dataclass(frozen=True)
class Curve:
    """TV(empirical, p) over draws, both verdicts on the same drafts; `limit` is of the verdict shown."""

    verdict: Verdict
    scale: str
    lossless: Line
    naive: Line
    ghost: Line
    limit: Line
    limit_text: str
    band_n: np.ndarray
    band_low: np.ndarray
    band_high: np.ndarray
    jumps: Jumps
    marks: tuple[int, ...]
    x_end: int
    floor: float
    ticks: tuple[int, ...]
    tick_labels: dict[float, str]


def curve(frame: Frame, catalog: Catalog) -> Curve:
    """The curve now. On the log scale nothing is lower than `floor`, where zeros stand.

    What waits for a guess has no points.
    """
    scale = frame.settings["tv_scale"]
    hidden = hides(frame, "bars")
    histories = (NOTHING, NOTHING) if hidden else (frame.lossless_curve, frame.naive_curve)
    longest = max([1, *(int(history.n[-1]) for history in histories if len(history.n))])
    x_end = draws_end(longest, FIRST_END)  # the tip stands inside
    decades = len(str(x_end)) - 1
    floor = 10.0 ** -(1 + (decades + 1) // 2)
    lowest = floor if scale == "log" else 0.0
    nothing = np.zeros(0)
    ghost = None if hidden else frame.ghost
    band = frame.band or Band(n=nothing, low=nothing, high=nothing)
    ticks = tuple(10**k for k in range(decades + 1))
    jumps = [_jumps(history, lowest) for history in histories]
    return Curve(
        verdict=verdict(frame),
        scale=scale,
        lossless=_line(histories[0], lowest),
        naive=_line(histories[1], lowest),
        ghost=_line(ghost, lowest) if ghost else Line(nothing, nothing),
        limit=_limit_line(frame, x_end, lowest),
        limit_text=_limit_text(frame, catalog),
        band_n=band.n,
        band_low=np.maximum(band.low, lowest),
        band_high=np.maximum(band.high, lowest),
        jumps=Jumps(*(np.concatenate(ends) for ends in zip(*jumps, strict=True))),
        marks=() if hidden else tuple(frame.marks),
        x_end=x_end,
        floor=floor,
        ticks=ticks,
        tick_labels={float(tick): _tick(tick, decades) for tick in ticks},
    )


def _line(history: History, lowest: float) -> Line:
    broken = np.flatnonzero(history.dashed[1:]) + 1
    n = np.insert(history.n.astype(float), broken, np.nan)
    return Line(n, np.maximum(np.insert(history.tv, broken, np.nan), lowest))


def _jumps(history: History, lowest: float) -> tuple[np.ndarray, ...]:
    after = np.flatnonzero(history.dashed[1:]) + 1
    n, tv = history.n.astype(float), np.maximum(history.tv, lowest)
    return n[after - 1], n[after], tv[after - 1], tv[after]


def _falls(frame: Frame) -> bool:
    return frame.settings["tv_scale"] == "log" and limit(frame) < SAME


def _tick(n: int, decades: int) -> str:
    return whole(n) if n < FIRST_END or decades <= WORDY else power(n)


def _limit_line(frame: Frame, x_end: int, lowest: float) -> Line:
    if hides(frame, "limit"):
        return Line(np.zeros(0), np.zeros(0))
    if _falls(frame):
        n, tv = _falling(np.asarray(frame.laws.p, float).tobytes(), x_end)
        return Line(n, np.maximum(tv, lowest))
    return Line(np.array([1.0, x_end]), np.full(2, max(limit(frame), lowest)))


@lru_cache(maxsize=32)
def _falling(law: bytes, x_end: int) -> tuple[np.ndarray, np.ndarray]:
    p = np.frombuffer(law)
    decades = len(str(x_end)) - 1
    n = np.unique(np.round(np.logspace(0, decades, decades * LIMIT_POINTS + 1)))
    return n, np.array([expected_tv(p, int(k)) for k in n])


def _limit_text(frame: Frame, catalog: Catalog) -> str:
    if hides(frame, "limit"):
        return catalog.text("limit.guess")
    if _falls(frame):
        return catalog.text("limit.log")
    if verdict(frame) == "lossless":
        return catalog.text("limit.lossless")
    return catalog.text("limit.naive", limit=bias_shown(frame))


def bias_shown(frame: Frame) -> str:
    """TV(p, q) as shown: what the shown acceptance leaves of 1, or more decimals where that would be zero."""
    rest = halves(acceptance(frame))[1]
    return decimal(rest) if rest or frame.laws.distance < SAME else probability(frame.laws.distance)


@dataclass(frozen=True)
class Chip:
    """Accepted drafts beside sum min(p, q) and its rest TV(p, q); the shown theory numbers add up to 1."""

    accepted: float | None
    theory: float
    bias: float
    accepted_text: str
    theory_text: str
    accepted_end: str
    bias_end: str


def chip(frame: Frame, catalog: Catalog) -> Chip:
    """The chip now; `accepted` is None before the first draw with this draft."""
    accepted, theory = frame.recent.accepted_per_drafted, acceptance(frame)
    mode = "-naive" if verdict(frame) == "naive" else ""
    shown = decimal(halves(theory)[0])
    asked = mode and hides(frame, "limit")  # the bias is where naive mode ends
    return Chip(
        accepted=accepted,
        theory=theory,
        bias=1 - theory,
        accepted_text=catalog.text("chip.none") if accepted is None else percent(accepted),
        theory_text=catalog.text(f"chip.theory{mode}", share=percent(theory)),
        accepted_end=catalog.text("chip.accepted-end", share=shown),
        bias_end=catalog.text("chip.bias-end-guess")
        if asked
        else catalog.text(f"chip.bias-end{mode}", share=bias_shown(frame)),
    )


@dataclass(frozen=True)
class Numbers:
    """The numbers of the verdict shown, as text."""

    tv: str
    draws: str
    expected: str


def numbers(frame: Frame, catalog: Catalog) -> Numbers:
    """TV now, how many draws, and what chance alone would give."""
    out = counts(frame)
    n, tv = int(out.sum()), tv_of(out, frame.laws.p)
    if tv is None:
        return Numbers(catalog.text("numbers.none"), catalog.text("numbers.no-draws"), "")
    draws = catalog.text("numbers.one-draw") if n == 1 else catalog.text("numbers.draws", n=n)
    if hides(frame, "bars"):
        return Numbers(catalog.text("numbers.none"), draws, catalog.text("numbers.guess"))
    expected = chance(frame, catalog, n)
    if verdict(frame) == "naive" and not hides(frame, "limit"):
        expected = catalog.text("numbers.expected-naive", chance=expected, limit=bias_shown(frame))
    return Numbers(probability(tv), draws, expected)


def chance(frame: Frame, catalog: Catalog, n: int) -> str:
    """What chance alone gives on average at n exact draws, in words."""
    expected = expected_tv(frame.laws.p, n)
    if expected == 0:
        return catalog.text("numbers.expected-zero")
    shown = small(expected)
    if shown is None:
        return catalog.text("numbers.expected-small")
    return catalog.text("numbers.expected", tv=shown)
