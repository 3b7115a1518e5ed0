"""Does each rule draw from the law it states? Every region (draft, verdict, token), within the one budget.

Each check runs on `sample` and on `count`, and each has a broken sampler beside it that it must reject.
"""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from app.core.sampler import RULES, Counts, Draws, count, sample
from tests import oracle
from tests.statistical.budget import FALSE_ALARM, binomial_band, misfits

N = 1_000_000
W = oracle.law(5, 3, 2), oracle.law(2, 2, 6)
WORDS = oracle.law(34, 20, 15, 11, 8, 6, 4, 2), oracle.law(8, 9, 10, 10, 24, 14, 10, 15)
MANY = oracle.law(*range(1, 301)), oracle.law(*((7 * i) % 300 + 1 for i in range(300)))
LAWS = {"worked": W, "words": WORDS, "many": MANY}
LOOK_AT_P = {"lossless", "classical"}  # at its masses, not only at its favourite
every_rule = pytest.mark.parametrize("rule", RULES)
every_law = pytest.mark.parametrize("laws", LAWS)


def floats(law) -> np.ndarray:
    return np.array([float(x) for x in law])


def shifted(law: oracle.Law) -> np.ndarray:
    """The law with a fiftieth of its mass moved to its second token."""
    return floats([x * Fraction(49, 50) + Fraction(i == 1, 50) for i, x in enumerate(law)])


def region_misfits(draws: Draws, rule: str, p: oracle.Law, q: oracle.Law) -> np.ndarray:
    """Misfits among all (draft, verdict, token), impossible ones among them."""
    size = len(p)
    cells = (draws.draft * 2 + draws.accepted) * size + draws.token
    law = np.zeros(2 * size * size)
    for (draft, accepted, token), mass in oracle.RULES[rule](p, q).items():
        law[(draft * 2 + accepted) * size + token] = float(mass)
    return misfits(np.bincount(cells, minlength=len(law)), law)


def count_misfits(counts: Counts, rule: str, p: oracle.Law, q: oracle.Law) -> list[np.ndarray]:
    """Misfits of what was drafted, accepted, corrected and came out, each for itself."""
    size, n = len(p), int(counts.token.sum())
    regions = oracle.RULES[rule](p, q)
    accepted = floats(oracle.accepted_law(regions, size))
    out = floats(oracle.output_law(regions, size))
    rest = counts.accepted.tolist(), accepted.tolist()
    found = [
        misfits(counts.token, out),
        misfits([*rest[0], n - sum(rest[0])], [*rest[1], max(0, 1 - sum(rest[1]))]),
    ]
    if rule != "classical":
        found.append(misfits(counts.drafted, floats(q)))
    return found


@every_rule
@every_law
def test_sample_draws_every_region_as_often_as_the_oracle_says(rule, laws):
    p, q = LAWS[laws]
    draws = sample(floats(p), floats(q), N, np.random.default_rng(11), rule)
    assert region_misfits(draws, rule, p, q).tolist() == []


@every_rule
def test_and_the_check_rejects_a_sampler_of_laws_slightly_off(rule):
    p, q = W
    if rule in LOOK_AT_P:
        draws = sample(shifted(p), floats(q), N, np.random.default_rng(11), rule)
        assert region_misfits(draws, rule, p, q).size > 0
    if rule != "classical":  # what comes out there does not depend on q
        draws = sample(floats(p), shifted(q), N, np.random.default_rng(11), rule)
        assert region_misfits(draws, rule, p, q).size > 0


@every_rule
@every_law
def test_count_has_the_same_law(rule, laws):
    p, q = LAWS[laws]
    counts = count(floats(p), floats(q), 10**9, np.random.default_rng(12), rule)
    assert [found.tolist() for found in count_misfits(counts, rule, p, q) if found.size] == []


@every_rule
def test_and_the_check_rejects_counts_of_laws_slightly_off(rule):
    p, q = W
    counts = count(shifted(p), shifted(q), 10**9, np.random.default_rng(12), rule)
    out, kept, *_ = count_misfits(counts, rule, p, q)
    assert kept.size > 0
    assert out.size > 0 or rule == "top-1"  # which emits one token, whatever the masses are


def broken_draws(fault: str | None, n: int, rng: np.random.Generator) -> Draws:
    """W by the lossless rule but for one fault."""
    p, q = map(floats, W)
    left = np.maximum(p - q, 0) / 0.4
    draft, coin, u = rng.choice(3, n, p=q), rng.random(n), rng.random(n)
    accepted = coin * q[draft] < p[draft]
    if fault == "hard threshold":
        accepted = (p >= q)[draft]
    if fault == "resample from p":
        left = p
    if fault == "reused coin":
        u = coin
    token = np.where(accepted, draft, np.searchsorted(np.cumsum(left)[:2], u, side="right"))
    return Draws(draft, coin, accepted, token, np.ones(n, int))


@pytest.mark.parametrize("fault", ["hard threshold", "resample from p", "reused coin", None])
def test_the_check_of_regions_rejects_other_rules(fault):
    draws = broken_draws(fault, N, np.random.default_rng(13))
    assert (region_misfits(draws, "lossless", *W).size > 0) == (fault is not None)


def spread_misfits(sums: np.ndarray, n: int, chance: float) -> np.ndarray:
    """Misfits of many binomial counts of n: not only their mean, the whole law."""
    return misfits(np.bincount(sums, minlength=n + 1), stats.binom.pmf(np.arange(n + 1), n, chance))


@every_rule
@pytest.mark.parametrize("source", ["count", "sample"])
def test_small_runs_scatter_as_independent_draws_do(rule, source):
    p, q = W
    n, runs, rng = 12, 20_000, np.random.default_rng(14)
    regions = oracle.RULES[rule](p, q)
    out, kept = oracle.output_law(regions, 3), oracle.accepted_law(regions, 3)
    if source == "count":
        made = [count(floats(p), floats(q), n, rng, rule) for _ in range(runs)]
        tokens = np.array([one.token for one in made])
        accepted = np.array([one.accepted for one in made])
    else:
        draws = sample(floats(p), floats(q), n * runs, rng, rule)
        tokens = np.array([(draws.token.reshape(runs, n) == x).sum(axis=1) for x in range(3)]).T
        here = draws.draft.reshape(runs, n), draws.accepted.reshape(runs, n)
        accepted = np.array([((here[0] == x) & here[1]).sum(axis=1) for x in range(3)]).T
    for x in range(3):
        assert spread_misfits(tokens[:, x], n, float(out[x])).tolist() == []
        assert spread_misfits(accepted[:, x], n, float(kept[x])).tolist() == []


def test_and_the_check_rejects_counts_that_scatter_too_little():
    rounded = (
        np.random.default_rng(14).binomial(6, 0.5, 20_000) + 3
    )  # the mean of 12 draws at 1/2, half the scatter
    assert spread_misfits(rounded, 12, 0.5).size > 0


@every_law
@pytest.mark.parametrize("source", ["count", "sample"])
def test_classical_rejection_needs_as_many_proposals_as_the_series_says(source, laws):
    p, q = LAWS[laws]
    M = float(oracle.bound(p, q))
    if source == "sample":
        proposals = sample(floats(p), floats(q), N, np.random.default_rng(15), "classical").proposals
        assert proposal_misfits(proposals, M).tolist() == []
    else:
        # of all proposals, N / total were accepted; the total of N geometric waits is negative binomial
        counts = count(floats(p), floats(q), N, np.random.default_rng(15), "classical")
        total = int(counts.drafted.sum())
        low, high = (tail(FALSE_ALARM / 2, N, 1 / M) for tail in (stats.nbinom.ppf, stats.nbinom.isf))
        assert low <= total - N <= high
        refused = counts.drafted - counts.token
        assert misfits(refused, floats(oracle.refused(p, q))).tolist() == []


def refusal_misfits(refusals: np.ndarray, n: int, M: float, most: int = 40) -> np.ndarray:
    """Misfits of how many proposals were refused on the way to n tokens, run by run."""
    law = stats.nbinom.pmf(np.arange(most), n, 1 / M)
    return misfits(np.bincount(np.minimum(refusals, most), minlength=most + 1), [*law, 1 - law.sum()])


def test_refused_proposals_scatter_as_geometric_waits_do():
    p, q = W
    rng, M = np.random.default_rng(19), float(oracle.bound(p, q))
    made = [count(floats(p), floats(q), 4, rng, "classical") for _ in range(20_000)]
    refused = np.array([one.drafted.sum() - 4 for one in made])
    assert refusal_misfits(refused, 4, M).tolist() == []
    narrow = rng.binomial(10, 0.6, 20_000)  # the same mean, as if ten proposals had always been made
    assert refusal_misfits(narrow, 4, M).size > 0


def proposal_misfits(proposals: np.ndarray, M: float, most: int = 30) -> np.ndarray:
    """Misfits of how many proposals the tokens took; the long ones together."""
    law = stats.geom.pmf(np.arange(1, most), 1 / M)
    seen = np.bincount(np.minimum(proposals, most), minlength=most + 1)[1:]
    return misfits(seen, [*law, 1 - law.sum()])


def test_and_the_check_rejects_another_bound():
    proposals = sample(*map(floats, W), N, np.random.default_rng(15), "classical").proposals
    assert proposal_misfits(proposals, 2.55).size > 0


@every_rule
def test_coins_and_verdicts_agree_and_the_coin_is_even(rule):
    p, q = W
    draws = sample(floats(p), floats(q), N, np.random.default_rng(16), rule)
    if rule == "classical":
        heights = draws.coin / np.minimum(1, floats(p) / floats(q) / float(oracle.bound(p, q)))[draws.token]
    else:
        heights = draws.coin
    tenths = np.bincount((heights * 10).astype(int).clip(0, 9), minlength=10)
    assert misfits(tenths, np.full(10, 0.1)).tolist() == []
    skewed = np.bincount((np.sqrt(heights) * 10).astype(int).clip(0, 9), minlength=10)
    assert misfits(skewed, np.full(10, 0.1)).size > 0


def test_the_acceptance_rate_is_the_theorys():
    p, q = W
    kept = int(sample(floats(p), floats(q), N, np.random.default_rng(17)).accepted.sum())
    low, high = binomial_band(N, float(oracle.acceptance_rate(p, q)))
    assert low <= kept <= high
    low, high = binomial_band(N, 0.605)
    assert not low <= kept <= high


def test_a_draw_in_which_only_the_verdict_is_wrong_is_rejected():
    p, q = W
    draws = sample(floats(p), floats(q), N, np.random.default_rng(18))
    flipped = replace(draws, accepted=draws.accepted ^ (np.arange(N) % 500 == 0))
    assert region_misfits(flipped, "lossless", p, q).size > 0
