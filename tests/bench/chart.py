"""The figures as one picture: how the start goes, and how far each figure is from its target."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.bench.figure import Figure

MET, MISSED, PLAIN = "#009E73", "#D55E00", "#0072B2"
ROW = 0.26  # inches a bar
TICKS = (0.1, 0.2, 0.5, 1, 2, 5, 10)


def draw(file: Path, figures: Sequence[Figure], title: str) -> None:
    """A bar a time to painted or live, and a bar a target: 1 is the limit, shorter is better; a PNG."""
    import matplotlib as mpl  # noqa: PLC0415  # slow to import, and only this wants it

    mpl.use("agg")
    from matplotlib.figure import Figure as Canvas  # noqa: PLC0415  # the same

    times = [one for one in figures if one.unit == "ms" and one.name.startswith(("live", "bars on screen"))]
    aimed = [(one, share_of_limit(one)) for one in figures if one.target]
    aimed = [(one, share) for one, share in aimed if share is not None]
    heights = [max(1, len(times)), max(1, len(aimed))]
    canvas = Canvas(figsize=(11, 1.6 + ROW * sum(heights)), layout="constrained")
    above, below = canvas.subplots(2, 1, height_ratios=heights)
    above.barh([one.name for one in times], [one.median for one in times], color=PLAIN)
    for row, one in enumerate(times):
        above.plot(one.values, [row] * len(one.values), "|", color="black")
    above.set(title=title, xlabel="ms; a stroke is one run")
    colours = [MET if one.met else MISSED for one, _ in aimed]
    below.barh([one.name for one, _ in aimed], [share for _, share in aimed], color=colours)
    below.axvline(1, color="black", linestyle="dashed")
    below.set(xscale="log", xlabel="share of the target's limit: at 1 or left of it, it is met")
    below.set_xticks(TICKS, [f"{tick:g}" for tick in TICKS])
    below.minorticks_off()
    for axes in (above, below):
        axes.invert_yaxis()
        axes.tick_params(axis="y", labelsize=8)
    canvas.savefig(file, dpi=110)


def share_of_limit(figure: Figure) -> float | None:
    """The median over the limit, turned so that at most 1 is met (a limit of 0: one more than the median).

    None without a target, and where a logarithmic axis has no place for it.

    >>> from tests.bench.figure import Target
    >>> share_of_limit(Figure("frames", "a second", (30.0,), Target(60.0, at_most=False)))
    2.0
    """
    if figure.target is None:
        return None
    if not figure.target.limit:
        return figure.median + 1
    if not figure.median:
        return None
    share = figure.median / figure.target.limit
    return share if figure.target.at_most else 1 / share
