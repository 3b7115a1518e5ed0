"""The words of the scene `engines`: what it does, the question, theory's answer, the verdict so far."""

from __future__ import annotations

import math

from app.core.fit import FALSE_ALARM
from app.core.law import SAME, acceptance_rate, total_variation
from app.core.tally import share
from app.core.theory import expected_tokens
from app.session.frame import Frame
from app.session.frames.engines import EnginesFrame
from app.text.catalog import Catalog
from app.text.numbers import decimal, percent, power, probability, whole

from .engines import shown_law, stage_of

RUNS = power(round(1 / FALSE_ALARM))  # of which one raises a false alarm
FINEST = 0.001  # p-values under it are told as such


def about(frame: Frame, catalog: Catalog) -> dict[str, str]:
    """The engine's name, what it does, where software did so, and what group it belongs to."""
    stage = stage_of(frame)
    key = "engines.exact" if stage.id == "exact" else f"fault.{stage.id}"
    return {
        "name": catalog.text(key),
        "what": catalog.text(f"{key}-what"),
        "where": catalog.text(f"{key}-where"),
        "group": catalog.text(f"engines.is-{stage.group}"),
    }


def question(frame: Frame, catalog: Catalog) -> dict[str, object]:
    """The question with its choices while it is open, then what theory says to the vote."""
    stage = stage_of(frame)
    asked = stage.question
    doubted = stage.group == "lookalike"
    labels = [decimal(one, 2) for one in asked.choices]
    if doubted:
        labels = [catalog.text("engines.says-exact"), catalog.text("engines.says-broken")]
    return {
        "open": asked.open,
        "title": catalog.text("engines.ask-doubted" if doubted else "engines.ask"),
        "choices": labels + [""] * (4 - len(labels)),
        "third": len(labels) > 2,
        "answer": "" if asked.open else answer(stage, labels, catalog),
    }


def answer(stage: EnginesFrame, labels: list[str], catalog: Catalog) -> str:
    """Theory's answer, after the vote if there was one."""
    if stage.limit is None:
        return catalog.text("engines.endless")
    limit = probability(stage.limit)
    kind = "exact" if stage.limit <= SAME else "lossy"
    told = catalog.text(f"engines.answer-{kind}", limit=limit)
    vote = stage.question.vote
    if vote is None:
        return told
    if vote == stage.question.answer:
        return catalog.text("engines.right", told=told)
    return catalog.text("engines.wrong", said=labels[vote], told=told)


def needed(frame: Frame, catalog: Catalog) -> str:
    """How many draws a test needs to see it, once the question is answered."""
    stage = stage_of(frame)
    if stage.showing is None or stage.question.open:
        return ""
    draws = stage.showing.draws
    if math.isinf(draws):
        return catalog.text("engines.needs-none")
    if stage.showing.impossible:
        token = stage.names[stage.showing.impossible[0]]
        return catalog.text("engines.needs-impossible", token=token, n=whole(math.ceil(draws)), runs=RUNS)
    return catalog.text("engines.needs", n=whole(math.ceil(draws)), runs=RUNS)


def verdict(frame: Frame, catalog: Catalog) -> str:
    """What the test says of the run so far."""
    stage = stage_of(frame)
    found = stage.verdict
    if stage.limit is None:
        return catalog.text("engines.verdict-endless")
    if found is None:
        return catalog.text("engines.verdict-none")
    n = whole(stage.draws)
    if found.impossible:
        return catalog.text("engines.verdict-impossible", n=n, token=stage.names[found.impossible[0]])
    spread = decimal(found.chi2, 1)
    if not found.ok:
        return catalog.text("engines.verdict-broken", n=n, spread=spread, runs=RUNS)
    if found.p_value < FINEST:
        return catalog.text("engines.verdict-rare", n=n, spread=spread)
    return catalog.text("engines.verdict-ok", n=n, spread=spread, chance=decimal(found.p_value))


def kept(frame: Frame, catalog: Catalog) -> str:
    """What it keeps and what the rule would, or what the first token alone shows in a chain."""
    stage = stage_of(frame)
    if stage.p is None:
        half = len(stage.asked) // 2  # pairs that begin with the first token
        law = shown_law(stage)
        if law is None:
            return catalog.text("engines.chain")
        first = abs(float(law[:half].sum() - stage.asked[:half].sum()))
        return catalog.text("engines.chain-first", first=decimal(first), both=probability(stage.limit or 0.0))
    if stage.accepted is None:
        return ""
    alpha = min(1.0, acceptance_rate(stage.p, stage.q))
    if stage.id == "no-bonus":
        gamma = frame.settings["gamma"]
        with_bonus, without = (decimal(expected_tokens(alpha, most)) for most in (gamma, gamma - 1))
        return catalog.text("engines.bonus", gamma=gamma, with_bonus=with_bonus, without=without)
    return catalog.text("engines.keeps", kept=percent(stage.accepted), rule=percent(alpha))


def filters(frame: Frame, catalog: Catalog) -> str:
    """What the exact rule makes of the filters, where they reach the side that the settings name."""
    stage, settings = stage_of(frame), frame.settings
    if stage.p is None:
        return catalog.text("engines.filters-chain")
    if settings["temperature"] == 1 and not settings["top_k"] and settings["top_p"] == 1:
        return catalog.text("engines.filters-off")
    here, alike = (
        percent(min(1.0, acceptance_rate(p, q)))
        for p, q in ((stage.p, stage.q), (frame.laws.p, frame.laws.q))
    )
    tv = probability(total_variation(stage.p, frame.laws.p))
    return catalog.text(f"engines.filters-{settings['filters']}", tv=tv, here=here, alike=alike)


def numbers(frame: Frame, catalog: Catalog) -> dict[str, str]:
    """The distance now, the draws, and where it ends."""
    stage = stage_of(frame)
    none = catalog.text("engines.none")
    limit = none if stage.question.open or stage.limit is None else probability(stage.limit)
    draws = catalog.text("engines.pairs" if stage.p is None else "engines.tokens", n=whole(stage.draws))
    return {"tv": none if stage.tv is None else probability(stage.tv), "draws": draws, "limit": limit}


def summary(frame: Frame, catalog: Catalog) -> str:
    """The chart in words: for each token what was asked for, what came out, what theory says."""
    stage = stage_of(frame)
    came, law = share(stage.counts), shown_law(stage)
    told = []
    for x, name in enumerate(stage.names):
        slots = {"token": name, "asked": decimal(float(stage.asked[x]))}
        slots["came"] = catalog.text("engines.none") if came is None else decimal(float(came[x]))
        if law is None:
            told.append(catalog.text("engines.summary", **slots))
        else:
            told.append(catalog.text("engines.summary-law", law=decimal(float(law[x])), **slots))
    return " ".join(told)
