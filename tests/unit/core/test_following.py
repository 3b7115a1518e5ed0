"""Cycles made a number at a time are those of the vectorised core, coin by coin."""

import numpy as np
import pytest

from app.core.chain import run_cycles
from app.core.chain_faults import Written
from app.core.chain_faults import go_on as go_on_at_once
from app.core.following import follow, go_on, retraced, uniforms
from app.core.words import WORDS, word_models


@pytest.mark.parametrize("verifier", ["token", "block"])
@pytest.mark.parametrize("gamma", [1, 4, 12])
def test_a_text_is_that_of_run_cycles(verifier, gamma):
    target, draft = word_models()
    run = run_cycles(target, draft, gamma, 150, np.random.default_rng(5), verifier, "text")
    rng, begin = np.random.default_rng(5), (target.start, draft.start)
    for c in range(150):
        made = follow(target, draft, rng.random(uniforms(gamma)), begin, verifier)
        begin = made.end
        assert made.drafts == run.drafts[c].tolist()
        assert made.tokens == [x for x in run.tokens[c].tolist() if x >= 0]
        assert sum(made.accepted) == run.kept[c]
    assert begin == run.end


@pytest.mark.parametrize("gamma", [1, 4])
def test_an_engine_that_goes_on_is_the_fault_of_the_gallery(gamma):
    target, draft = word_models()
    rng, begin = np.random.default_rng(6), (target.start, draft.start)
    wrong = 0
    for _ in range(100):
        u = rng.random(uniforms(gamma, going_on=True))
        made = go_on(target, draft, u, begin)
        cycle = retraced(target, draft, np.array([made.drafts]), (np.array(begin[:1]), np.array(begin[1:])))
        written = Written(cycle, cycle.target[:, -1], u[None, gamma : 2 * gamma], u[None, 2 * gamma :])
        accepted, tokens = go_on_at_once(written)
        assert (made.accepted, made.tokens) == (accepted[0].tolist(), tokens[0].tolist())
        wrong += not all(made.accepted)
        begin = made.end
    assert wrong > 10


def test_a_state_forgets_all_but_its_last_words():
    target, draft = word_models()
    for model, length in ((target, 3), (draft, 1)):
        state, longer = model.start, model.after(model.start, 7)
        for x in (5, 6, 8)[-length:]:
            state, longer = model.after(state, x), model.after(longer, x)
        assert state == longer
        assert model.step(np.array([state]), np.array([3]))[0] == model.after(state, 3)


def test_the_laws_are_laws_of_the_words_counted():
    target, draft = word_models()
    rng = np.random.default_rng(1)
    begin = (target.start, draft.start)
    for _ in range(50):
        begin = follow(target, draft, rng.random(uniforms(3)), begin).end
        for model, state in zip((target, draft), begin, strict=True):
            law = model.law(state)
            assert law.shape == (len(WORDS),)
            assert law.min() > 0
            assert abs(law.sum() - 1) < 1e-12
