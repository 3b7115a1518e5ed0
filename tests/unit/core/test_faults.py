"""The gallery: every number of its table, every law against fractions, and what no engine may do."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from app.core.fault_laws import bfloat16
from app.core.faults import FAULTS, LOOKALIKES, draws_to_show
from app.core.law import acceptance_rate, total_variation
from app.core.sampler import RULES
from tests import gallery, oracle
from tests.statistical.budget import binomial_band
from tests.unit.core.coins import LARGEST, Coins, NoCoins, W, floats, pairs

ENGINES = FAULTS | LOOKALIKES
every_engine = pytest.mark.parametrize("name", ENGINES)
p, q = map(floats, W)
DEAD = np.zeros(32_000)

TABLE = {  # what each samples from on W, and its TV from what was asked for
    "naive": ((0.2, 0.2, 0.6), 0.4),
    "resample-target": ((0.4, 0.32, 0.28), 0.1),
    "resample-draft": ((0.28, 0.28, 0.44), 0.24),
    "resample-uniform": ((1 / 3, 1 / 3, 1 / 3), 0.1667),
    "softmax-residual": ((0.3563, 0.3279, 0.3158), 0.1437),
    "absolute-residual": ((0.35, 0.25, 0.4), 0.2),
    "spilled-residual": ((0.32, 0.24, 0.44), 0.24),
    "zero-rejected-only": ((0.45, 0.35, 0.2), 0.05),
    "inverted-ratio": ((0.22, 0.18, 0.6), 0.4),
    "hard-threshold": ((0.65, 0.35, 0), 0.2),
    "top-1": ((1, 0, 0), 0.5),
    "redraw-on-mismatch": ((0.46, 0.276, 0.264), 0.064),
    "lenience": ((0.35, 0.25, 0.4), 0.2),
    "ensemble": ((0.35, 0.25, 0.4), 0.2),
    "greedy-draft": ((0.5, 0.1667, 0.3333), 0.1333),
    "draft-temperature": ((0.5, 0.2273, 0.2727), 0.0727),
    "draft-top-k": ((0.625, 0.125, 0.25), 0.175),
    "target-temperature": ((0.5, 0.3, 0.2), 0.1579),
    "residual-temperature": ((0.5711, 0.3237, 0.1053), 0.0868),
    "off-by-one-draft": ((0.1667, 0.2333, 0.6), 0.4),
    "off-by-one-target": ((0.2, 0.5, 0.3), 0.3),
    "retry-until-accepted": ((1 / 3, 1 / 3, 1 / 3), 0.1667),
    "look-ahead-length": ((0.5, 0.38, 0.12), 0.08),
    "reused-coin": ((0.45, 0.35, 0.2), 0.05),
    "shared-draft-coin": ((0.65, 0.35, 0), 0.2),
    "shared-noise": ((37 / 70, 19 / 70, 1 / 5), 1 / 35),
    "coarse-coin": ((0.4988, 0.2996, 0.2016), 0.0016),
    "residual-floor": ((0.5, 0.3, 0.2), 0.0),
    "half-precision": ((0.4998, 0.3006, 0.1997), 0.0006),
}


def test_the_gallery_is_complete_and_in_order():
    assert list(FAULTS) == list(TABLE)
    assert list(LOOKALIKES) == ["sample-and-match", "one-hot-draft", "no-bonus"]
    assert all(name == engine.id for name, engine in ENGINES.items())


@pytest.mark.parametrize("name", TABLE)
def test_on_the_worked_example_it_samples_from_the_law_of_the_table(name):
    law, tv = TABLE[name]
    out = FAULTS[name].output_law(p, q)
    assert out == pytest.approx(law, abs=6e-5)
    assert total_variation(out, FAULTS[name].asked_law(p, q)) == pytest.approx(tv, abs=6e-5)


@every_engine
@given(laws=pairs())
@settings(max_examples=60)
def test_any_law_is_that_of_the_fractions(name, laws):
    if name == "retry-until-accepted":
        assume(oracle.acceptance_rate(*laws) > 0)
    if name == "coarse-coin":  # a coin's level equal to the ratio is decided by rounding
        assume(all(not b or a >= b or (256 * a / b) % 1 for a, b in zip(*laws, strict=True)))
    engine, (a, b) = ENGINES[name], map(floats, laws)
    assert engine.output_law(a, b) == pytest.approx(floats(gallery.out(name, *laws)), abs=1e-12)
    assert engine.asked_law(a, b) == pytest.approx(floats(gallery.asked(name, laws[0])), abs=1e-12)
    kept = sum(oracle.accepted_law(gallery.ENGINES[name](*laws), len(a)))
    assert engine.accepts(a, b) == pytest.approx(float(kept), abs=1e-12)


HARD = [0.0, 5e-324, 1e-310, 1e-17, 1e-16, 0.1, 0.2, 0.3, 1 / 3, 0.7, 1.0]


@st.composite
def hard_law(draw, size):
    """Laws of numbers that rounding likes to trip over, one of them much larger."""
    weights = draw(st.lists(st.sampled_from(HARD), min_size=size, max_size=size))
    weights[draw(st.integers(0, size - 1))] += 1.0
    return np.array(weights) / sum(weights)


@every_engine
@given(data=st.data())
@settings(max_examples=60)
def test_a_law_is_a_law_and_its_draws_keep_to_it(name, data):
    size = data.draw(st.integers(1, 5))
    a, b = data.draw(hard_law(size)), data.draw(hard_law(size))
    if name == "retry-until-accepted":
        assume(acceptance_rate(a, b) > 1e-9)
    engine = ENGINES[name]
    out = engine.output_law(a, b)
    assert (out >= 0).all()
    assert out.sum() == pytest.approx(1, abs=1e-12)
    assert not out.flags.writeable
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    for token in (engine.sample(a, b, 500, rng).token, np.flatnonzero(engine.count(a, b, 10**6, rng).token)):
        assert (out[token] > 0).all()


@every_engine
@pytest.mark.parametrize("u", [0.0, 0.5, LARGEST])
def test_coins_at_their_ends_give_nothing_impossible(name, u):
    a, b = [0.6, 0.0, 0.4, 0.0], [0.0, 0.3, 0.2, 0.5]
    engine = ENGINES[name]
    for v in (0.0, LARGEST):
        for w in (0.0, LARGEST):
            token = engine.sample(a, b, 2, Coins(u, v, w)).token
            assert (engine.output_law(a, b)[token] > 0).all()


@every_engine
def test_equal_laws_and_one_token_alone(name):
    one = ENGINES[name].sample([1.0], [1.0], 5, np.random.default_rng(1))
    assert one.token.tolist() == [0] * 5
    if name in {"lenience", "ensemble", "resample-target", "shared-noise", "hard-threshold", "reused-coin"}:
        assert ENGINES[name].output_law(p, p) == pytest.approx(p)
        assert ENGINES[name].output_law([0.1 + 0.2, 0.7], [0.3, 0.7]) == pytest.approx([0.3, 0.7])


@every_engine
def test_a_split_run_is_the_same_run(name):
    whole = ENGINES[name].sample(p, q, 40_000, np.random.default_rng(5))
    rng = np.random.default_rng(5)
    parts = [ENGINES[name].sample(p, q, n, rng) for n in (1, 17_000, 0, 22_999)]
    for field in ("draft", "coin", "accepted", "token", "proposals"):
        assert np.array_equal(np.concatenate([getattr(part, field) for part in parts]), getattr(whole, field))


@every_engine
def test_drafts_and_tokens_are_counted_alike(name):
    counts = ENGINES[name].count(p, q, 1000, np.random.default_rng(3))
    assert counts.token.sum() == 1000
    assert (counts.accepted <= counts.drafted).all()
    assert (counts.accepted <= counts.token).all()
    assert counts.drafted.sum() == 1000 or name == "retry-until-accepted"


def test_trying_again_without_end_is_refused_with_the_way_out():
    retry = FAULTS["retry-until-accepted"]
    for call in (
        lambda: retry.output_law([1, 0], [0, 1]),
        lambda: retry.sample([1, 0], [0, 1], 0, NoCoins()),
        lambda: retry.count([1, 0], [0, 1], 5, NoCoins()),
        lambda: draws_to_show(retry, [1, 0], [0, 1]),
        lambda: retry.output_law([1, 1e-320], [0, 1]),
    ):
        with pytest.raises(ValueError, match=r"share no token, or next to none.*choose a draft"):
            call()
    with pytest.raises(ValueError, match=r"n is 4\d+, at 1e\+06 tries a token"):
        retry.count([1 - 1e-6, 1e-6], [0, 1], 2**62, np.random.default_rng(1))


@every_engine
def test_bad_input_is_named(name):
    with pytest.raises(ValueError, match=r"q sums to 1\.2"):
        ENGINES[name].output_law([0.5, 0.5], [0.5, 0.7])
    with pytest.raises(ValueError, match="p has 2 tokens and q has 3"):
        ENGINES[name].sample([0.5, 0.5], q, 1, NoCoins())
    with pytest.raises(ValueError, match="n is -1"):
        ENGINES[name].sample(p, q, -1, NoCoins())


@pytest.mark.parametrize("name", set(FAULTS) & set(RULES))
def test_what_is_also_a_rule_is_the_same_one(name):
    for field in ("draft", "coin", "accepted", "token"):
        mine, theirs = (one[name].sample(p, q, 100, np.random.default_rng(2)) for one in (FAULTS, RULES))
        assert np.array_equal(getattr(mine, field), getattr(theirs, field))


def test_dead_tokens_make_a_floor_a_fault():
    long_p, long_q = np.concatenate([p, DEAD]), np.concatenate([q, DEAD])
    shown = draws_to_show(FAULTS["residual-floor"], long_p, long_q)
    assert shown.tv == pytest.approx(0.178, abs=5e-4)
    assert shown.impossible == tuple(range(3, 32_003))
    assert 100 < shown.draws < 120
    token = FAULTS["residual-floor"].sample(long_p, long_q, 10_000, np.random.default_rng(1)).token
    low, high = binomial_band(10_000, shown.tv)  # what is off is the mass of the dead
    assert low <= (token > 2).sum() <= high


@pytest.mark.parametrize("name", set(ENGINES) - {"shared-noise"})
def test_a_large_vocabulary_is_no_table_of_pairs(name):
    long_p, long_q = np.concatenate([p, DEAD]), np.concatenate([q, DEAD])
    assert ENGINES[name].output_law(long_p, long_q).shape == (32_003,)


def test_a_coarse_coin_lets_an_impossible_token_through():
    laws = [0.6, 0.4, 0], [0.2, 0.2, 0.6]
    out = FAULTS["coarse-coin"].output_law(*laws)
    assert out[2] == pytest.approx(0.6 / 256)
    assert total_variation(out, laws[0]) == pytest.approx(0.00234, abs=5e-6)
    assert draws_to_show(FAULTS["coarse-coin"], *laws).impossible == (2,)


@given(st.integers(0, 8000), st.integers(1, 8000))
def test_half_precision_rounds_as_eight_bits_do(a, b):
    assume(a <= b)
    assert bfloat16(np.array([a / b]))[0] == float(gallery.rounded(Fraction(a, b)))


@pytest.mark.parametrize(
    ("name", "draws"),
    [
        ("resample-target", 2.8e3),
        ("zero-rejected-only", 11e3),
        ("shared-noise", 34e3),
        ("half-precision", 8.7e7),
        ("target-temperature", 1.07e3),
        ("no-bonus", math.inf),
        ("one-hot-draft", math.inf),
        ("sample-and-match", math.inf),
    ],
)
def test_so_many_draws_show_it(name, draws):
    assert draws_to_show(ENGINES[name], p, q).draws == pytest.approx(draws, rel=0.03)


def test_a_token_that_must_not_come_is_enough():
    shown = draws_to_show(FAULTS["naive"], [0.5, 0.5, 0], [0.5, 0.4, 0.1])
    assert shown.impossible == (2,)
    assert (1 - 0.1) ** shown.draws == pytest.approx(1e-9)
    assert draws_to_show(FAULTS["naive"], [1, 0], [0, 1]).draws == 1
    assert draws_to_show(RULES["lossless"], p, q) == draws_to_show(LOOKALIKES["no-bonus"], p, q)


@given(laws=pairs())
def test_what_looks_wrong_is_exact(laws):
    a, b = map(floats, laws)
    for engine in LOOKALIKES.values():
        assert engine.output_law(a, b) == pytest.approx(a, abs=1e-12)
        assert draws_to_show(engine, a, b).draws == math.inf or draws_to_show(engine, a, b).tv < 1e-12
    assert LOOKALIKES["sample-and-match"].accepts(a, b) == pytest.approx(float(a @ b), abs=1e-12)
    assert LOOKALIKES["one-hot-draft"].accepts(a, b) == pytest.approx(a[b.argmax()], abs=1e-12)
    assert LOOKALIKES["no-bonus"].accepts(a, b) == pytest.approx(acceptance_rate(a, b), abs=1e-12)


def test_and_accepts_less():
    accepts = {name: engine.accepts(p, q) for name, engine in LOOKALIKES.items()}
    assert accepts == pytest.approx({"sample-and-match": 0.28, "one-hot-draft": 0.2, "no-bonus": 0.6})


@given(laws=pairs())
def test_identities_that_hold_for_all_laws(laws):
    a, b = map(floats, laws)
    alpha, tv = acceptance_rate(a, b), total_variation(a, b)
    law = {name: fault.output_law(a, b) for name, fault in FAULTS.items() if name != "retry-until-accepted"}
    assert law["resample-target"] == pytest.approx(np.minimum(a, b) + (1 - alpha) * a, abs=1e-12)
    assert law["ensemble"] == pytest.approx((a + b) / 2, abs=1e-12)
    assert total_variation(law["ensemble"], a) == pytest.approx(tv / 2, abs=1e-12)
    assert total_variation(law["off-by-one-target"], np.roll(a, 1)) == pytest.approx(0, abs=1e-12)
    assert total_variation(law["naive"], a) == tv
    for name, out in law.items():  # a wrong correction alone is off by no more than what is corrected
        if (
            name.endswith("-residual")
            or name.startswith("resample")
            or name in {"reused-coin", "shared-noise"}
        ):
            assert total_variation(out, a) <= tv + 1e-12
