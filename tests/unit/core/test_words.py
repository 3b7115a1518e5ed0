"""The word model against Witten and Bell's formula, written anew over dictionaries of the runs counted."""

from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np
import pytest

from app.core.words import COUNTS, WORDS, Counts, model_of, word_models


def by_hand(counts, history, x):
    """p(x | history) in fractions."""
    if not history:
        of_x = sum(n for gram, n in counts if gram[3] == x)
        return Fraction(of_x, sum(n for _, n in counts))
    seen = Counter()
    for gram, n in counts:
        if gram[3 - len(history) : 3] == history:
            seen[gram[3]] += n
    below = by_hand(counts, history[1:], x)
    total, different = sum(seen.values()), len(seen)
    return (seen[x] + different * below) / (total + different) if total else below


TOY = [((3, 3, 3, 0), 1), ((3, 3, 0, 1), 2), ((3, 0, 1, 2), 1), ((0, 1, 2, 0), 3), ((1, 2, 0, 1), 1)]


@pytest.mark.parametrize("order", [2, 3, 4])
def test_the_laws_are_those_of_witten_and_bell(order):
    grams, numbers = zip(*TOY, strict=True)
    counts = Counts((".", "a", "b"), np.array(grams), np.array(numbers))
    model = model_of(counts, order)
    for history in ((0, 1, 2), (3, 3, 0), (2, 2, 2), (1, 2, 0)):
        state = model.start
        for x in history:
            state = model.after(state, x)
        expected = [float(by_hand(TOY, history[4 - order :], x)) for x in range(3)]
        np.testing.assert_allclose(model.law(state), expected, rtol=1e-12)


@pytest.mark.parametrize("order", [1, 5])
def test_an_order_that_was_not_counted_is_refused(order):
    with pytest.raises(ValueError, match=f"order is {order}; four tokens"):
        model_of(COUNTS, order)


def test_the_words_are_distinct_and_each_was_counted():
    assert len(set(WORDS)) == len(WORDS) == 400
    single = defaultdict(int)
    for gram, n in zip(COUNTS.grams.tolist(), COUNTS.counts.tolist(), strict=True):
        assert all(x <= len(WORDS) for x in gram)
        single[gram[3]] += n
    assert sorted(single) == list(range(len(WORDS)))
    assert "Alice" in WORDS
    assert word_models()[0].size == len(WORDS)


def test_a_code_is_not_cut_where_integers_have_32_bits():
    """As in the page: a state of three tokens times the vocabulary is beyond 2^31."""
    target, _ = word_models()
    state, token = target.start, 7
    for _ in range(3):
        state = target.after(state, 399)
    stepped = target.step(np.array([state], np.int32), np.array([token], np.int32))
    assert stepped.tolist() == [target.after(state, token)]
    assert state * target.base > 2**31
