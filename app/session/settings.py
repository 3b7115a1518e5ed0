"""Every setting once: its type, bounds, default and help feed the controls, the address, messages and the documentation."""

from __future__ import annotations

from typing import Any

import param

from app.core.scenario import MOST_TOKENS, SCENARIOS

SPEEDS = (1, 5, 25, 100, 500)
LARGEST_SEED = 2**53 - 1  # the largest whole number that JavaScript keeps exactly
PARTS = ("nav", "controls", "speed", "mismatch", "naive", "narration", "tv", "chip", "help")
PAGE_ONLY = ("theme", "lang", "embed", "projector", "hide", "keys")  # obeyed by the page, carried along here


class Law(param.Parameter):  # type: ignore[misc]
    """A tuple of numbers that may be no law yet: app.core.scenario.own says what is wrong with it."""


class Names(param.Parameter):  # type: ignore[misc]
    """A tuple of plain-text names."""


class Parts(param.Parameter):  # type: ignore[misc]
    """A tuple of parts of the page."""


class Settings(param.Parameterized):  # type: ignore[misc]
    """The settings of the demo, as DESIGN names them."""

    scene = param.Selector(default="converge", objects=["converge"], doc="which question is shown")
    scenario = param.Selector(default="next-word", objects=[*SCENARIOS, "own"], doc="which laws")
    draft = param.Selector(default="mix", objects=["mix", "tilt"], doc="how q lies between p and the worst draft r")
    p = Law(default=(), doc=f"own target law, at most {MOST_TOKENS} numbers")
    r = Law(default=(), doc="own worst draft, as many numbers")
    names = Names(default=(), doc="own token names, as many, plain text")
    mismatch = param.Number(default=0.8, bounds=(0, 1), doc="0: q = p; 1: q = r")
    rule = param.Selector(default="lossless", objects=["lossless", "naive"], doc="which verdict is shown")
    speed = param.Selector(default=1, objects=list(SPEEDS), doc="1 is 0.4 draws a second, the others are multiples")
    seed = param.Integer(default=0, bounds=(0, LARGEST_SEED), doc="of the random numbers; the page draws one where none is given")
    play = param.Boolean(default=False, doc="whether it plays")
    temperature = param.Number(default=1.0, bounds=(0, 5), doc="sampling temperature of p and r")
    top_k = param.Integer(default=0, bounds=(0, MOST_TOKENS), doc="tokens kept; 0 is off")
    top_p = param.Number(default=1.0, bounds=(0, 1), inclusive_bounds=(False, True), doc="mass kept; 1 is off")
    tv_scale = param.Selector(default="linear", objects=["linear", "log"], doc="the distance axis")
    keys = param.Boolean(default=True, doc="whether letters and digits act as keys")
    theme = param.Selector(default="auto", objects=["auto", "light", "dark"], doc="colours")
    lang = param.Selector(default="auto", objects=["auto", "en"], doc="language")
    embed = param.Boolean(default=False, doc="compact form inside another page")
    projector = param.Boolean(default=False, doc="classroom form: one screen, large type")
    hide = Parts(default=(), doc=f"parts to hide: {', '.join(PARTS)}")


NAMES: tuple[str, ...] = tuple(name for name in Settings.param if name != "name")


def kind_of(name: str) -> str:
    """The kind of a setting: choice, number, whole, flag, law, names or parts."""
    one = Settings.param[name]
    kinds = (
        (param.Selector, "choice"),
        (param.Boolean, "flag"),
        (param.Integer, "whole"),
        (param.Number, "number"),
        (Law, "law"),
        (Names, "names"),
        (Parts, "parts"),
    )
    return next(kind for type_, kind in kinds if isinstance(one, type_))


def schema() -> list[dict[str, Any]]:
    """One row a setting, as JSON-able data: name, kind, bounds, choices, default, help, page_only."""
    rows = []
    for name in NAMES:
        one = Settings.param[name]
        default = one.default
        rows.append(
            {
                "name": name,
                "kind": kind_of(name),
                "bounds": list(one.bounds) if kind_of(name) in ("number", "whole") else None,
                "choices": list(one.objects) if kind_of(name) == "choice" else None,
                "default": list(default) if isinstance(default, tuple) else default,
                "help": one.doc,
                "page_only": name in PAGE_ONLY,
            }
        )
    return rows


def values_of(settings: Settings) -> dict[str, Any]:
    """All settings as JSON-able values."""
    values = {name: getattr(settings, name) for name in NAMES}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
