"""Do whole cycles follow their laws? Each (kept, tokens) as often as the oracle says, within the one budget.

Beside each check stand broken verifiers that it must reject; what breaks them is written here, apart from
the gallery.
"""

from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest

from app.core.chain import first_tokens, run_cycles
from app.core.joint import neighbour_law
from app.core.theory import cycle_length_pmf, expected_tokens
from app.core.verifiers import VERIFIERS, Drafted, Verifier, pick
from tests import oracle
from tests.statistical.budget import binomial_band, mean_band, misfits
from tests.unit.core.coins import floats
from tests.unit.core.toys import MARKOV, WORKED, LastTwo

N = 500_000
every_verifier = pytest.mark.parametrize("verifier", VERIFIERS)
PAIRS = {"worked": WORKED, "markov": MARKOV}


def rng(seed):
    return np.random.default_rng(seed)


def cycle_misfits(run, cycles: oracle.Cycles, size: int) -> np.ndarray:
    """Misfits among all (kept, tokens), impossible ones among them."""
    base = size + 1
    places = base ** np.arange(run.gamma + 1)
    cells = run.kept * base ** (run.gamma + 1) + (run.tokens + 1) @ places
    law = np.zeros((run.gamma + 1) * base ** (run.gamma + 1))
    for (kept, tokens), mass in cycles.items():
        code = sum((x + 1) * int(place) for x, place in zip(tokens, places, strict=False))
        law[kept * base ** (run.gamma + 1) + code] = float(mass)
    return misfits(np.bincount(cells, minlength=len(law)), law)


def joint_misfits(pairs: np.ndarray, law) -> np.ndarray:
    law = np.asarray(law)
    cells = pairs[:, 0] * len(law) + pairs[:, 1]
    return misfits(np.bincount(cells, minlength=law.size), law.ravel())


def text_law(pair) -> np.ndarray:
    return np.array([floats(row) for row in oracle.text_law(pair.laws[0], pair.models[0].size)])


class GoesOn(Verifier):
    """Corrects a rejected draft and judges those behind it all the same."""

    def tokens(self, cycles: Drafted, coins, last):
        p, q = cycles.ratios
        kept = coins * q < p
        out = np.full((len(coins), coins.shape[1] + 1), -1, np.int64)
        everything = np.arange(len(coins))
        for i in range(coins.shape[1]):
            left = cycles.left(everything, np.full(len(coins), i), np.ones(len(coins)))
            left[~left.any(axis=1)] = 1
            out[:, i] = np.where(kept[:, i], cycles.tokens[:, i], pick(left, last))
        return kept.sum(axis=1), out


TOKEN = VERIFIERS["token"]
BLOCK = VERIFIERS["block"]
BROKEN = {
    "goes on after a rejection": GoesOn("x", TOKEN.verdict, TOKEN.chances, TOKEN.weights, looks_at_all=False),
    "a block's residual token by token": replace(BLOCK, weights=TOKEN.weights),
    "a block stops at the first coin": replace(BLOCK, verdict=TOKEN.verdict),
    "naive": replace(TOKEN, verdict=lambda cycles, coins: np.full(len(coins), coins.shape[1])),
    "one draft fewer": replace(
        TOKEN, verdict=lambda cycles, coins: np.maximum(TOKEN.verdict(cycles, coins) - 1, 0)
    ),
}


@cache
def fresh(pair, gamma, verifier):
    return run_cycles(*PAIRS[pair].models, gamma, N, rng(31), verifier)


@every_verifier
@pytest.mark.parametrize(("pair", "gamma"), [("worked", 4), ("markov", 2), ("markov", 3)])
def test_every_cycle_comes_as_often_as_the_oracle_says(pair, gamma, verifier):
    cycles = oracle.VERIFIERS[verifier](*PAIRS[pair].laws, gamma)
    assert cycle_misfits(fresh(pair, gamma, verifier), cycles, PAIRS[pair].models[0].size).tolist() == []


def test_and_the_check_tells_the_verifiers_apart():
    for verifier, other in (("token", "block"), ("block", "token")):
        cycles = oracle.VERIFIERS[other](*WORKED.laws, 4)
        assert cycle_misfits(fresh("worked", 4, verifier), cycles, 3).size > 0


@pytest.mark.parametrize("fault", BROKEN)
def test_and_rejects_broken_ones(fault):
    run = run_cycles(*WORKED.models, 3, N, rng(31), BROKEN[fault])
    assert all(cycle_misfits(run, oracle.VERIFIERS[v](*WORKED.laws, 3), 3).size for v in VERIFIERS)


class TestLengths:
    def test_of_the_worked_example(self):
        run = fresh("worked", 4, "token")
        counts = np.bincount(run.lengths, minlength=6)[1:]
        assert misfits(counts, cycle_length_pmf(0.6, 4)).tolist() == []
        assert mean_fits(run, oracle.token_cycles(*WORKED.laws, 4))
        assert expected_tokens(0.6, 4) == pytest.approx(2.3056)

    def test_a_block_is_longer_on_the_same_drafts(self):
        token, block = fresh("worked", 4, "token"), fresh("worked", 4, "block")
        assert (token.drafts == block.drafts).all()
        assert mean_fits(block, oracle.block_cycles(*WORKED.laws, 4))
        assert not mean_fits(token, oracle.block_cycles(*WORKED.laws, 4))
        assert not mean_fits(block, oracle.token_cycles(*WORKED.laws, 4))
        assert float(oracle.mean_length(oracle.block_cycles(*WORKED.laws, 4))) == 1651 / 625

    def test_acceptance_given_tested_is_alpha_at_every_position(self):
        run = fresh("worked", 4, "token")
        for tested, accepted in zip(run.tested_at, run.accepted_at, strict=True):
            low, high = binomial_band(int(tested), 0.6, events=run.gamma)
            assert low <= accepted <= high


def mean_fits(run, cycles: oracle.Cycles) -> bool:
    """Whether the mean length is the law's but for the budget; lengths are from 1 to gamma + 1."""
    off = abs(float(run.lengths.mean()) - float(oracle.mean_length(cycles)))
    return off <= mean_band(len(run.lengths), run.gamma)


class TestFirstTwoTokens:
    @every_verifier
    @pytest.mark.parametrize("gamma", [1, 2, 3])
    @pytest.mark.parametrize("pair", PAIRS)
    def test_they_follow_the_target(self, pair, gamma, verifier):
        texts = first_tokens(*PAIRS[pair].models, gamma, N, rng(32), verifier=verifier)
        assert joint_misfits(texts, text_law(PAIRS[pair])).tolist() == []

    def test_a_verifier_that_goes_on_gets_the_first_right_and_the_joint_wrong(self):
        texts = first_tokens(*MARKOV.models, 2, N, rng(32), verifier=BROKEN["goes on after a rejection"])
        assert misfits(np.bincount(texts[:, 0], minlength=2), [0.7, 0.3]).tolist() == []
        assert joint_misfits(texts, text_law(MARKOV)).size > 0
        assert joint_misfits(texts, [[0.48, 0.22], [0.12, 0.18]]).tolist() == []

    @pytest.mark.parametrize("fault", ["naive", *(fault for fault in BROKEN if "block" in fault)])
    def test_others_show_as_well_with_three_tokens_of_three(self, fault):
        """Of two tokens a residual has only one, and in W its weight is 1 before the third position."""
        p = floats(WORKED.target[0])
        for verifier, right in ((BROKEN[fault], False), ("block", True)):
            texts = first_tokens(*WORKED.models, 3, N, rng(32), verifier=verifier, length=3)
            seen = np.bincount(texts @ [9, 3, 1], minlength=27)
            assert (misfits(seen, np.einsum("i,j,k", p, p, p).ravel()).size == 0) == right

    def test_keeping_fewer_than_one_could_is_no_lossless_rule_either(self):
        """The token after the last kept draft must be a correction only where its draft was rejected."""
        texts = first_tokens(*MARKOV.models, 2, N, rng(32), verifier=BROKEN["one draft fewer"])
        assert joint_misfits(texts, text_law(MARKOV)).size > 0


def three_tokens(model: LastTwo) -> np.ndarray:
    """The law of the first three tokens, (27,)."""
    texts = list(product(range(3), repeat=3))
    return np.array([np.prod([model.law_after(text[:i])[text[i]] for i in range(3)]) for text in texts])


@every_verifier
def test_three_tokens_of_a_model_that_looks_at_two(verifier):
    target, draft = LastTwo(3), LastTwo(4)
    texts = first_tokens(target, draft, 2, N, rng(33), verifier=verifier, length=3)
    seen = np.bincount(texts @ [9, 3, 1], minlength=27)
    assert misfits(seen, three_tokens(target)).tolist() == []
    assert misfits(seen, three_tokens(draft)).size > 20


@cache
def written(verifier) -> np.ndarray:
    """A running text of the Markov example, by a verifier or a broken one."""
    run = run_cycles(*MARKOV.models, 2, N, rng(34), BROKEN.get(verifier, verifier), "text")
    return run.tokens[run.tokens >= 0]


def follower_misfits(text: np.ndarray) -> list[int]:
    """Misfits among the first 250,000 followers of each token: neighbours are no independent draws."""
    found = []
    for x, row in enumerate(MARKOV.models[0].transition):
        followers = text[1:][text[:-1] == x][:250_000]
        assert len(followers) == 250_000
        found += misfits(np.bincount(followers, minlength=2), row).tolist()
    return found


APART, PAIRS_APART = 40, 25_000  # positions from one pair to the next, and pairs


def pairs_apart(text: np.ndarray) -> np.ndarray:
    """Pairs of neighbours (PAIRS_APART, 2) of the Markov example, as good as independent.

    What stood d positions before moves the chance of a token by at most .4^d, .4 = .8 - .4 being how far the
    rows of the transition are apart. All pairs together differ from independent ones of the stationary text
    with a chance of at most 25,000 x .4^39 < 1e-11, a hundredth of the budget.
    """
    at = APART * np.arange(1, PAIRS_APART + 1)
    return np.stack([text[at], text[at + 1]], axis=1)


class TestRunningText:
    @every_verifier
    def test_each_token_is_followed_as_the_target_asks(self, verifier):
        assert follower_misfits(written(verifier)) == []

    def test_and_the_check_rejects_broken_ones(self):
        assert follower_misfits(written("goes on after a rejection")) != []
        assert follower_misfits(written("naive")) != []

    @every_verifier
    def test_the_joint_of_neighbours_is_the_stationary_one(self, verifier):
        pairs = pairs_apart(written(verifier))
        assert joint_misfits(pairs, neighbour_law(*MARKOV.models, 2, verifier=verifier)).tolist() == []
        assert joint_misfits(pairs, text_law(MARKOV)).size > 0  # that of a text's first two tokens
        naive = pairs_apart(written("naive"))
        assert joint_misfits(naive, neighbour_law(*MARKOV.models, 2, verifier=verifier)).size > 0
