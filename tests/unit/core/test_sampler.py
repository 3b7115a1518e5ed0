"""Every rule against the oracle region by region, splits of a run, and every edge."""

from itertools import product
from math import gcd, lcm

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core import sampler
from app.core.law import acceptance_probability
from app.core.sampler import BLOCK, RULES, Draws, accept, count, sample
from tests import oracle
from tests.unit.core.coins import LARGEST, Coins, NoCoins, W, floats, midpoints, pairs, weights

P, Q = (floats(one) for one in W)
FIELDS = Draws.__dataclass_fields__
SMALL = st.integers(1, 4).flatmap(lambda size: st.tuples(weights(size, 5), weights(size, 5)))


def parts(law: oracle.Law) -> int:
    """Into how many equal parts the unit interval must be cut to have every edge of the law between two."""
    return lcm(*(x.denominator for x in law))


@settings(max_examples=200)
@given(SMALL, st.sampled_from(["lossless", "naive", "top-1"]))
def test_a_rule_draws_exactly_the_oracles_regions(drawn, rule):
    p, q = (oracle.law(*one) for one in drawn)
    grids = (parts(q), parts(oracle.acceptance(p, q)), parts(oracle.residual(p, q) or [oracle.Fraction(1)]))
    coins = [float(u) for triple in product(*map(midpoints, grids)) for u in triple]
    n = len(coins) // 3
    draws = sample(floats(p), floats(q), n, Coins(*coins), rule)
    regions = list(zip(draws.draft.tolist(), draws.accepted.tolist(), draws.token.tolist(), strict=True))
    expected = oracle.RULES[rule](p, q)
    assert {region: oracle.Fraction(regions.count(region), n) for region in set(regions)} == expected
    assert draws.proposals.tolist() == [1] * n
    assert draws.coin.tolist() == coins[1::3]


@given(pairs())
def test_each_output_law_is_the_oracles(both):
    p, q = both
    for rule, record in RULES.items():
        if rule == "classical" and any(x and not y for x, y in zip(p, q, strict=True)):
            continue
        law = oracle.output_law(oracle.RULES[rule](p, q), len(p))
        assert record.output_law(floats(p), floats(q)) == pytest.approx(floats(law), abs=1e-15)


@pytest.mark.parametrize("rule", RULES)
def test_any_split_gives_the_same_stream(rule):
    n = 2 * BLOCK + 100
    whole = sample(P, Q, n, np.random.default_rng(7), rule)
    for cuts in ([1, 2, 300, 5000], [BLOCK], range(0, n, 777)):
        rng = np.random.default_rng(7)
        pieces = [sample(P, Q, len(part), rng, rule) for part in np.split(np.arange(n), list(cuts))]
        for field in FIELDS:
            joined = np.concatenate([getattr(piece, field) for piece in pieces])
            assert (joined == getattr(whole, field)).all(), field


@pytest.mark.parametrize("size", [3, 8, 50, 2000])
def test_draw_i_uses_the_uniforms_3i_to_3i_plus_2(size):
    p, q = np.random.default_rng(size).dirichlet(np.full(size, 0.5), 2)
    n = BLOCK + 1000
    u = np.random.default_rng(3).random((n, 3))
    draws = sample(p, q, n, np.random.default_rng(3))
    draft = np.searchsorted(np.cumsum(q), u[:, 0], side="right")
    kept = u[:, 1] * q[draft] < p[draft]
    left = np.maximum(p - q, 0)
    token = np.where(kept, draft, np.searchsorted(np.cumsum(left / left.sum()), u[:, 2], side="right"))
    assert (draws.draft == draft).all()
    assert (draws.coin == u[:, 1]).all()
    assert (draws.accepted == kept).all()
    assert (draws.token == token).all()
    for rule in ("naive", "top-1", "classical"):
        rng, untouched = np.random.default_rng(3), np.random.default_rng(3)
        sample(p, q, n, rng, rule)
        untouched.random(3 * n)
        assert rng.random() == untouched.random(), rule


def test_a_stream_goes_on_where_a_run_has_got_to():
    whole = sample(P, Q, 1000, sampler.stream(5))
    later = sample(P, Q, 400, sampler.stream(5, 600))
    assert (later.token == whole.token[600:]).all()
    assert (later.coin == whole.coin[600:]).all()


def test_a_skip_has_a_stream_of_its_own_that_can_be_repeated():
    assert sampler.skip_stream(5, 600).random() == sampler.skip_stream(5, 600).random()
    firsts = {sampler.skip_stream(seed, start).random() for seed in (5, 6) for start in (0, 600, 2**40)}
    assert len(firsts | {sampler.stream(5, 600).random()}) == 7


EXTREMES = [Coins(*triple) for triple in product((0.0, LARGEST), repeat=3)]
EDGES = {
    "p = 0 in places": ([0, 0.5, 0.5, 0], [0.25] * 4),
    "q = 0 in places": ([0.25] * 4, [0, 0.5, 0.5, 0]),
    "disjoint": ([0.5, 0.5, 0, 0], [0, 0, 0.5, 0.5]),
    "one-hot apart": ([0, 1, 0], [0, 0, 1]),
    "one-hot alike": ([0, 1, 0], [0, 1, 0]),
    "target one-hot": ([0, 0, 1], [0.5, 0.3, 0.2]),
    "draft one-hot": ([0.5, 0.3, 0.2], [0, 0, 1]),
    "the same": ([0.5, 0.3, 0.2], [0.5, 0.3, 0.2]),
    "rounding alone": ([0.1 + 0.2, 0.7, 0], [0.3, 0.7, 0]),
    "rounding the other way": ([0.3, 0.7, 0], [0.1 + 0.2, 0.7, 0]),
    "rounding at p = 0": ([1.0, 0.0], [1 - 2**-53, 2**-53]),
    "denormals": ([1, 0, 5e-324, 1e-323], [1, 5e-324, 1e-323, 0]),
    "tenths": ([0] + [0.1] * 10 + [0], [0.1] * 10 + [0, 0]),
    "one token": ([1], [1]),
}


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("n", [0, 1, 5, BLOCK])
def test_no_coin_emits_what_the_rule_cannot_emit(rule, edge, n):
    p, q = (np.array(one, float) for one in EDGES[edge])
    if rule == "classical" and ((p > 0) & (q == 0)).any():
        return
    possible = {"naive": q, "top-1": np.arange(len(p)) == p.argmax()}.get(rule, p) > 0
    for rng in [*EXTREMES, np.random.default_rng(1)]:
        draws = sample(p, q, n, rng, rule)
        assert possible[draws.token].all()
        assert (q[draws.draft] > 0).all()
        assert len(draws.token) == n
        assert ((draws.token == draws.draft) | ~draws.accepted | (rule == "top-1")).all()
    for amount in (n, 10**12):
        counts = count(p, q, amount, np.random.default_rng(1), rule)
        assert counts.token.sum() == amount
        assert not counts.token[~possible].any()
        assert not counts.drafted[q == 0].any()
        assert (counts.accepted <= np.minimum(counts.drafted, counts.token)).all()
        assert counts.drafted.sum() == amount or rule == "classical"


def test_where_only_rounding_differs_every_possible_draft_is_kept():
    for edge in ("the same", "rounding alone", "rounding the other way", "one-hot alike", "one token"):
        p, q = EDGES[edge]
        for rng in EXTREMES:
            assert sample(p, q, 100, rng).accepted.all()
        assert (count(p, q, 10**9, np.random.default_rng(1)).accepted.sum()) == 10**9


def test_disjoint_laws_accept_nothing_and_emit_p():
    p, q = EDGES["disjoint"]
    draws = sample(p, q, 1000, np.random.default_rng(1))
    assert not draws.accepted.any()
    assert set(draws.token.tolist()) == {0, 1}


def test_temperature_zero_is_string_equality():
    for target, draft in product(range(3), repeat=2):
        draws = sample(np.eye(3)[target], np.eye(3)[draft], 10, np.random.default_rng(1))
        assert (draws.token == target).all()
        assert (draws.accepted == (target == draft)).all()


def test_coins_of_denormal_drafts_are_compared_exactly():
    tiny = 5e-324
    p, q = [1, tiny, tiny, tiny], [1, tiny, 4 * tiny, 0]
    kept = accept(p, q, [1, 1, 2, 2, 2], [0.9, LARGEST, 0.2, 0.25, 0.3])
    assert kept.tolist() == [True, True, True, False, False]


@given(st.integers(1, 300), st.sampled_from([1e-3, 1.0, 1e3]), st.integers(0, 2**32))
def test_the_threshold_is_the_least_coin_that_fails(size, evenness, seed):
    position = sampler.Position(*np.random.default_rng(seed).dirichlet(np.full(size, evenness), 2))
    least, p, q = position.thresholds, position.p * sampler.MAGNIFIED, position.q * sampler.MAGNIFIED
    if position.residual is None:
        assert least.tolist() == (p > 0).tolist()
        return
    fails = least < 1
    assert (least[fails] * q[fails] >= p[fails]).all()
    under = np.nextafter(least, 0)
    assert (under * q < p)[least > 0].all()
    assert (p[least == 0] == 0).all()


@pytest.mark.parametrize("rule", RULES)
def test_nothing_is_asked_of_the_generator_for_no_draws(rule):
    draws = sample(P, Q, 0, NoCoins(), rule)
    assert all(getattr(draws, field).shape == (0,) for field in FIELDS)
    counts = count(P, Q, 0, np.random.default_rng(1), rule)
    assert counts.token.tolist() == counts.drafted.tolist() == counts.accepted.tolist() == [0, 0, 0]


@pytest.mark.parametrize("rule", RULES)
def test_a_large_vocabulary(rule):
    p, q = np.random.default_rng(1).dirichlet(np.ones(150_000), 2)
    draws = sample(p, q, 10_000, np.random.default_rng(2), rule)
    assert 0 <= draws.token.min() <= draws.token.max() < 150_000
    assert count(p, q, 10**6, np.random.default_rng(2), rule).token.sum() == 10**6


@pytest.mark.parametrize("rule", RULES)
def test_results_are_read_only_and_of_stated_kinds(rule):
    draws = sample(P, Q, 10, np.random.default_rng(1), rule)
    kinds = [np.int64, np.float64, np.bool_, np.int64, np.int64]
    assert [getattr(draws, field).dtype for field in FIELDS] == kinds
    counts = count(P, Q, 10, np.random.default_rng(1), rule)
    for row in (*vars(draws).values(), *vars(counts).values()):
        with pytest.raises(ValueError, match="read-only"):
            row[0] = 0
    assert all(row.dtype == np.int64 for row in vars(counts).values())


class TestClassical:
    """Retrying until one passes, drawn as the series it is."""

    def test_the_worked_bound(self):
        assert sampler.Position(P, Q).bound == pytest.approx(2.5)

    @given(pairs(largest=4, most=5))
    def test_the_regions_and_the_bound(self, both):
        p, q = both
        if any(x and not y for x, y in zip(p, q, strict=True)):
            return
        coins = [float(u) for one in midpoints(parts(p)) for u in (one, 0.5, 0.5)]
        draws = sample(floats(p), floats(q), len(coins) // 3, Coins(*coins), "classical")
        shares = np.bincount(draws.token, minlength=len(p)) / len(draws.token)
        assert shares == pytest.approx(floats(oracle.output_law(oracle.classical(p, q), len(p))))
        M = sampler.Position(floats(p), floats(q)).bound
        assert pytest.approx(float(oracle.bound(p, q))) == M
        assert (draws.coin * M * floats(q)[draws.draft] < floats(p)[draws.draft]).all()
        assert draws.accepted.all()
        assert (draws.draft == draws.token).all()

    def test_how_many_proposals_is_geometric(self):
        fails = 1 - 1 / 2.5
        for proposals in (1, 2, 3, 10):
            for inside in (1 - fails ** (proposals - 1) + 1e-9, 1 - fails**proposals - 1e-9):
                draws = sample(P, Q, 1, Coins(0.1, 0.5, inside), "classical")
                assert draws.proposals.tolist() == [proposals]

    def test_a_proposal_that_can_be_refused_by_nobody_is_the_only_one(self):
        for rng in EXTREMES:
            assert sample(P, P, 5, rng, "classical").proposals.tolist() == [1] * 5
        counts = count(P, P, 1000, np.random.default_rng(1), "classical")
        assert counts.drafted.tolist() == counts.token.tolist()

    @pytest.mark.parametrize("n", [0, 5])
    def test_without_a_bound_the_token_is_named(self, n):
        for use in (sample, count):
            with pytest.raises(ValueError, match=r"token 2 has p = 0\.2 and q = 0: no M bounds"):
                use(P, [0.5, 0.5, 0], n, np.random.default_rng(1), "classical")
        with pytest.raises(ValueError, match="token 2 has"):
            RULES["classical"].output_law(P, [0.5, 0.5, 0])
        with pytest.raises(ValueError, match=r"token 1 has p = 0\.5 and q = 1e-300"):
            sample([0.5, 0.5], [1, 1e-300], n, np.random.default_rng(1), "classical")

    def test_a_bound_of_a_billion_takes_no_longer(self):
        p, q = [0.5, 0.5], [1 - 1e-9, 1e-9]
        draws = sample(p, q, 1000, np.random.default_rng(1), "classical")
        assert draws.proposals.mean() == pytest.approx(5e8, rel=0.5)
        assert count(p, q, 10**6, np.random.default_rng(1), "classical").drafted.sum() == pytest.approx(
            5e14, rel=0.1
        )
        with pytest.raises(ValueError, match=r"n M must be under 2\^62"):
            count(p, q, 10**18, np.random.default_rng(1), "classical")


@pytest.mark.parametrize("use", [sample, count])
class TestBadInput:
    @pytest.mark.parametrize("n", [-1, 1.5, 2.0, float("nan"), "10", None, True, 2**62 + 1])
    def test_what_is_no_number_of_draws_is_named(self, use, n):
        with pytest.raises(ValueError, match=f"n is {n!r}; it must be a whole number"):
            use(P, Q, n, np.random.default_rng(1))

    def test_of_too_many_draws_the_most_is_told(self, use):
        with pytest.raises(ValueError, match=r"n is 4611686018427387905; .* at most 4611686018427387904"):
            use(P, Q, 2**62 + 1, np.random.default_rng(1))

    def test_numpys_whole_numbers_are_numbers(self, use):
        assert use(P, Q, np.int32(5), np.random.default_rng(1)).token.size

    def test_an_unknown_rule_is_named_with_those_there_are(self, use):
        for unknown in ("greedy", None, ["naive"]):
            with pytest.raises(ValueError, match=r"is unknown; .* lossless, naive, top-1, classical"):
                use(P, Q, 5, np.random.default_rng(1), rule=unknown)

    def test_what_is_no_law_is_named(self, use):
        with pytest.raises(ValueError, match=r"q sums to 1\.2"):
            use(P, [0.5, 0.5, 0.2], 5, np.random.default_rng(1))
        with pytest.raises(ValueError, match="p has 3 tokens and q has 2"):
            use(P, [0.5, 0.5], 5, np.random.default_rng(1))


def test_a_prepared_position_knows_what_the_laws_share():
    position = sampler.Position(P, Q)
    assert position.accepts.tolist() == acceptance_probability(P, Q).tolist()
    assert position.residual == pytest.approx([0.75, 0.25, 0])
    draws = RULES["lossless"].draws(position, 50, np.random.default_rng(4))
    assert (draws.token == sample(P, Q, 50, np.random.default_rng(4)).token).all()


def test_laws_are_prepared_once_and_a_change_of_them_is_seen():
    p, q = P.copy(), Q.copy()
    position = sampler.prepared(p, q)
    assert sampler.prepared(P.tolist(), Q.tolist()) is position
    p[:] = [0, 1, 0]
    assert sampler.prepared(p, q) is not position
    assert sample(p, q, 10, np.random.default_rng(1)).token.tolist() == [1] * 10
    assert position.p.tolist() == P.tolist()


def test_grids_of_the_region_test_are_fine_enough():
    assert gcd(parts(W[1]), 5) == 5
    assert parts(oracle.acceptance(*W)) == 3
    assert oracle.lossless(*W)[2, False, 0] == oracle.Fraction(3, 10)
