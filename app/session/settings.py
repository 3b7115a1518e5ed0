"""Every setting once: its type, bounds, default and help feed controls, address, messages and documentation.

What a value means to the draws is the session's business; what it means to the page is the page's.
"""

from __future__ import annotations

from typing import Any

import param

from app.core.gallery import ENGINES, SIDES
from app.core.sampler import RULES
from app.core.scenario import MOST_TOKENS, SCENARIOS
from app.lesson.tour import STOPS

SPEEDS = (1, 5, 25, 100, 500)
LARGEST_SEED = 2**53 - 1  # the largest whole number that JavaScript keeps exactly
SCENES = (
    "converge",
    "accounting",
    "cycles",
    "speedup",
    "rules",
    "engines",
    "yours",
    "quiz",
    "beat",
    "spot",
)
PARTS = ("nav", "controls", "speed", "mismatch", "naive", "narration", "tv", "chip", "help")
PAGE_ONLY = frozenset(  # carried along for the page
    {"theme", "lang", "embed", "projector", "hide", "keys", "lock", "origins"}
)
FREE = frozenset({"play", "speed", "tv_scale", "line", "theme", "lang", "keys"})  # also where lock=1
MOST_ORIGINS = 20


class LawSetting(param.Parameter):  # type: ignore[misc]  # param brings no types
    """Numbers that may be no law yet: app.core.scenario.own says what is wrong with them."""


class NamesSetting(param.Parameter):  # type: ignore[misc]  # the same
    """Names of tokens, plain text."""


class PartsSetting(param.Parameter):  # type: ignore[misc]  # the same
    """Parts of the page, some of PARTS."""


class OriginsSetting(param.Parameter):  # type: ignore[misc]  # the same
    """Origins of other pages: https://host, host, "null" or "*"."""


class ShareSetting(param.Parameter):  # type: ignore[misc]  # the same
    """A share from 0 to 1, or "auto" where the page works it out itself."""

    def _validate(self, val: Any) -> None:
        if val != "auto" and (isinstance(val, bool) or not isinstance(val, int | float) or not 0 <= val <= 1):
            raise ValueError(f"{self.name} is {val!r}; it must be auto or from 0 to 1")


class Settings(param.Parameterized):  # type: ignore[misc]  # the same
    """The settings of the demo, by the names that addresses and messages give them."""

    scene = param.Selector(default="converge", objects=list(SCENES), doc="which question is shown")
    scenario = param.Selector(default="next-word", objects=[*SCENARIOS, "own"], doc="which laws")
    draft = param.Selector(default="mix", objects=["mix", "tilt"], doc="how q lies between p and r")
    p = LawSetting(default=(), doc=f"own target law, at most {MOST_TOKENS} numbers that sum to 1")
    r = LawSetting(default=(), doc="own worst draft, as many numbers; p where there are none")
    names = NamesSetting(default=(), doc="own names of the tokens, as many; letters where there are none")
    mismatch = param.Number(default=0.8, bounds=(0, 1), doc="where q lies: 0 is q = p, 1 is q = r")
    rule = param.Selector(
        default="lossless",
        objects=list(RULES),
        doc="which verdict is shown; top-1 and classical are shown by the scene rules",
    )
    speed = param.Selector(default=1, objects=list(SPEEDS), doc="1 is 0.4 draws a second, the rest multiples")
    seed = param.Integer(
        default=None, allow_None=True, bounds=(0, LARGEST_SEED), doc="of the draws; the page's own if none"
    )
    play = param.Boolean(default=False, doc="whether draws are being made")
    temperature = param.Number(default=1.0, bounds=(0, 5), doc="sampling temperature of p and r")
    top_k = param.Integer(default=0, bounds=(0, MOST_TOKENS), doc="tokens that are kept; 0 is off")
    top_p = param.Number(
        default=1.0, bounds=(0, 1), inclusive_bounds=(False, True), doc="mass that is kept; 1 is off"
    )
    tv_scale = param.Selector(default="linear", objects=["linear", "log"], doc="the distance axis")
    tour = param.Selector(default="off", objects=["off", *STOPS], doc="the stop of the tour that is shown")
    line = param.Integer(
        default=0, bounds=(0, 4), doc="line of the proof that is shown on the chart; 0 is all"
    )
    fault = param.Selector(default="naive", objects=list(ENGINES), doc="which engine of the gallery runs")
    filters = param.Selector(
        default="both",
        objects=list(SIDES),
        doc="which side of an engine the filters reach; order: both, but in the wrong order",
    )
    gamma = param.Integer(default=4, bounds=(1, 12), doc="drafted tokens a cycle")
    cost = param.Number(default=0.05, bounds=(0, 1), doc="time of a draft step / time of a target pass")
    alpha = ShareSetting(default="auto", doc="acceptance rate of the speed-up; auto is that of the laws")
    model = param.Selector(default="words", objects=["markov", "words"], doc="which toy language model")
    verifier = param.Selector(default="token", objects=["token", "block"], doc="how drafts are judged")
    keep_going = param.Boolean(default=False, doc="a broken engine: it goes on after a rejection")
    keys = param.Boolean(default=True, doc="whether letters and digits act as keys")
    theme = param.Selector(default="auto", objects=["auto", "light", "dark"], doc="colours")
    lang = param.Selector(default="auto", objects=["auto", "en"], doc="language")
    embed = param.Boolean(default=False, doc="compact form inside another page")
    projector = param.Boolean(default=False, doc="classroom form: one screen, large type")
    hide = PartsSetting(default=(), doc=f"parts of the page left out: {', '.join(PARTS)}")
    lock = param.Boolean(
        default=False, doc=f"whether the learner may change nothing but {', '.join(sorted(FREE))}"
    )
    predict = param.Selector(
        default="none",
        objects=["none", "bars", "limit"],
        doc="what is hidden until it was guessed: what came out, or where the distance ends",
    )
    origins = OriginsSetting(
        default=(),
        doc="pages whose messages are heard, beside those of the demo's own origin: "
        "https://host, host (both schemes), null (a sandbox or a file), * (all)",
    )

    def __init__(self, **values: Any) -> None:
        """The defaults but for these values; ValueError for one that cannot be."""
        super().__init__(**values)
        self._plain: dict[str, Any] | None = None  # read 20 times a second, changed by hand
        self.param.watch(self._forget, list(NAMES))

    def _forget(self, *_: Any) -> None:
        self._plain = None

    def values(self) -> dict[str, Any]:
        """All of them as JSON-able values."""
        if self._plain is None:
            self._plain = {name: _plain(getattr(self, name)) for name in NAMES}
        return dict(self._plain)


NAMES: tuple[str, ...] = tuple(name for name in Settings.param if name != "name")
KINDS = (
    (param.Selector, "choice"),
    (param.Boolean, "flag"),
    (param.Integer, "whole"),  # before Number, of which it is one
    (param.Number, "number"),
    (LawSetting, "law"),
    (NamesSetting, "names"),
    (PartsSetting, "parts"),
    (OriginsSetting, "origins"),
    (ShareSetting, "share"),
)


def kind_of(name: str) -> str:
    """The kind of a setting: choice, flag, whole, number, law, names, parts, origins or share.

    >>> kind_of("speed"), kind_of("top_k"), kind_of("mismatch")
    ('choice', 'whole', 'number')
    """
    return next(kind for one, kind in KINDS if isinstance(Settings.param[name], one))


def schema() -> list[dict[str, Any]]:
    """One row a setting, as JSON-able data: name, kind, bounds, choices, default, help, page_only, free.

    `free` is whether a learner may change it where lock=1.
    """
    return [_row(name) for name in NAMES]


def _row(name: str) -> dict[str, Any]:
    one, kind = Settings.param[name], kind_of(name)
    choices = {"choice": list(getattr(one, "objects", ())), "parts": list(PARTS)}
    return {
        "name": name,
        "kind": kind,
        "bounds": list(one.bounds) if kind in {"number", "whole"} else None,
        "choices": choices.get(kind),
        "default": _plain(one.default),
        "help": one.doc,
        "page_only": name in PAGE_ONLY,
        "free": name in FREE,
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
