"""What the plots look like, in every medium: each colour once for light and once for dark, each series once.

A look is a shape as well as a colour, so that nothing is told by colour alone. Bokeh (app/views) and
Matplotlib (app/export) draw from these.
"""

from __future__ import annotations

from dataclasses import dataclass

COLOURS: dict[str, tuple[str, str]] = {  # role: (light, dark)
    "page": ("#F5F6F8", "#10151B"),
    "card": ("#FFFFFF", "#1A212A"),
    "line": ("#E3E7ED", "#303A46"),
    "ink": ("#14202B", "#EEF2F6"),
    "soft": ("#55606D", "#A9B4C0"),
    "grid": ("#E7EAEF", "#2B343F"),
    "target": ("#009E73", "#1FBF92"),
    "draft": ("#8C8C8C", "#A3A9B0"),
    "empirical": ("#0072B2", "#4AA8E0"),
    "naive": ("#D55E00", "#FF8A4D"),
    "naive-text": ("#B34700", "#FF8A4D"),
    "correction": ("#6A3D9A", "#C3A5F0"),
    "correction-wash": ("#EFE8F6", "#34294A"),
    "bonus": ("#E69F00", "#E69F00"),
    "bonus-edge": ("#5C4000", "#FFE3A6"),
    "bonus-ink": ("#14202B", "#14202B"),
    "classical": ("#A3316F", "#F29AC8"),
    "highlight": ("#F0F4FB", "#26313E"),
    "band": ("#DDE1E7", "#36414E"),
    "ghost": ("#8A94A0", "#7C8896"),
    "gauge": ("#46505B", "#C3CBD4"),
    "button": ("#14202B", "#EEF2F6"),
    "button-ink": ("#FFFFFF", "#14202B"),
}


@dataclass(frozen=True)
class Bar:
    """A series of bars: its name, the role of its colour, its look, its place among the bars of a column.

    Looks are solid, stripes, dots, crosses and outline; `on` names the series that it is stacked upon.
    """

    name: str
    role: str
    look: str = "solid"
    place: int = 0
    on: str | None = None


@dataclass(frozen=True)
class Line:
    """A series of a lines plot: its name, the role of its colour, its dash.

    Dashes are solid, dashed, dotted and dotdash. `points`, `diamonds` and `rings` draw marks in place of a
    line, `steps` a staircase, `area` what lies between two heights. Series declared later lie on top.
    """

    name: str
    role: str
    dash: str = "solid"
    shape: str = "line"
    width: str | float = "line"  # a size of the page's forms, or CSS pixels


ACCOUNTING_DOORS = (
    Bar("target", "target"),
    Bar("draft", "draft", "stripes", 1),
    Bar("trimmed", "correction", "outline", 1, on="draft"),
    Bar("kept", "empirical", "solid", 2),
    Bar("corrected", "empirical", "dots", 2, on="kept"),
    Bar("ran_kept", "empirical", "solid", 3),
    Bar("ran_corrected", "empirical", "dots", 3, on="ran_kept"),
)
RULE_LOOKS = {  # rule: the role of its colour, the look of its bars, the dash of its curve
    "lossless": ("empirical", "solid", "solid"),
    "naive": ("naive", "stripes", "solid"),
    "top-1": ("gauge", "crosses", "dotdash"),
    "classical": ("classical", "dots", "dotted"),
}
RULES_OUTPUTS = (
    Bar("target", "target"),
    *(Bar(name, role, look, i + 1) for i, (name, (role, look, _)) in enumerate(RULE_LOOKS.items())),
)
RULES_CURVES = (
    *(Line(f"limit-{name}", role, "dashed", width=1.5) for name, (role, _, _) in RULE_LOOKS.items()),
    Line("jumps", "soft", "dashed", width=2),
    *(Line(name, role, dash) for name, (role, _, dash) in reversed(RULE_LOOKS.items())),
    *(Line(f"tip-{name}", role, shape="points") for name, (role, _, _) in reversed(RULE_LOOKS.items())),
)
CYCLES_LENGTHS = (Bar("theory", "gauge", "outline"), Bar("counted", "empirical", "solid", 1))
CYCLES_JOINT = (
    Bar("target", "target"),
    Bar("counted", "empirical", "solid", 1),
    Bar("stated", "naive", "outline", 1),
)
CYCLES_SURVIVAL = (
    Line("theory", "gauge", "dotted"),
    Line("given", "gauge", "dashed"),
    Line("survival", "empirical"),
    Line("survival_points", "empirical", shape="points"),
)
SPEEDUP_LENGTHS = (
    Line("plain", "gauge", "dotted", width=1.5),
    Line("real", "gauge", "dashed", width=1.5),
    Line("operations", "draft", "dashed", width=2),
    Line("speedup", "empirical"),
    Line("best", "empirical", shape="diamonds"),
    Line("set", "ink", shape="rings"),  # the best length is seen inside
)
SPEEDUP_TEMPERATURES = (Line("acceptance", "empirical"), Line("now", "ink", shape="points"))
SPEEDUP_DRAFTS = (Bar("admitted", "empirical"), Bar("refused", "draft", "outline"))
SPEEDUP_RATES = (
    Line("steps", "draft", "dashed", width=2),
    Line("greedy", "empirical"),
    Line("fixed", "ink", shape="points"),
    Line("end", "empirical", shape="diamonds"),
)
ENGINES_BARS = (
    Bar("target", "target"),
    Bar("draft", "draft", "stripes", 1),
    Bar("came", "empirical", "solid", 2),
    Bar("law", "naive", "outline", 2),
)
ENGINES_CURVE = (
    Line("band", "band", shape="area"),
    Line("limit", "ink", "dashed", width=2),
    Line("jumps", "soft", "dashed", width=2),
    Line("tv", "empirical"),
    Line("tip", "empirical", shape="points"),
)
YOURS_BARS = (Bar("law", "target"), Bar("came", "empirical", "solid", 1))
BEAT_LIMIT = (
    Bar("target", "target"),
    Bar("draft", "draft", "stripes", 1),
    Bar("kept", "empirical", "solid", 2),
    Bar("corrected", "empirical", "dots", 2, on="kept"),
    Bar("ran", "ink", "outline", 2),
)
SPOT_OUTPUTS = (Bar("target", "target"), Bar("a", "empirical", "solid", 1), Bar("b", "gauge", "crosses", 2))
SPOT_CURVES = (
    Line("band", "band", shape="area"),
    Line("jumps", "soft", "dashed", width=2),
    Line("a", "empirical"),
    Line("b", "gauge", "dotdash"),
    Line("tip-a", "empirical", shape="points"),
    Line("tip-b", "gauge", shape="points"),
)
