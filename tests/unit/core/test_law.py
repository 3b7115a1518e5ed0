"""Laws and what two of them share, against the oracle and at every edge."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core import law
from tests import oracle
from tests.unit.core.coins import W, floats, pairs

P, Q = (floats(one) for one in W)
NEAR = {"rel": 1e-12, "abs": 1e-15}


@given(pairs())
def test_what_two_laws_share_is_what_the_oracle_says(both):
    p, q = both
    assert law.total_variation(floats(p), floats(q)) == pytest.approx(
        float(oracle.total_variation(p, q)), **NEAR
    )
    rate = law.acceptance_rate(floats(p), floats(q))
    assert rate == pytest.approx(float(oracle.acceptance_rate(p, q)), **NEAR)
    assert rate + law.total_variation(floats(p), floats(q)) == pytest.approx(1, **NEAR)
    a = law.acceptance_probability(floats(p), floats(q))
    assert a == pytest.approx(floats(oracle.acceptance(p, q)), **NEAR)
    left = oracle.residual(p, q)
    ours = law.residual(floats(p), floats(q))
    assert (ours is None) == (left is None)
    if left:
        assert ours == pytest.approx(floats(left), rel=1e-9, abs=1e-15)
        kept = np.minimum(floats(p), floats(q))
        assert kept + (1 - rate) * ours == pytest.approx(floats(p), rel=1e-9, abs=1e-12)  # the two doors


def test_the_worked_example():
    assert law.acceptance_probability(P, Q).tolist() == [1, 1, pytest.approx(1 / 3)]
    assert law.acceptance_rate(P, Q) == pytest.approx(0.6)
    assert law.residual(P, Q) == pytest.approx([0.75, 0.25, 0])
    assert law.total_variation(P, Q) == pytest.approx(0.4)


def test_a_draft_with_hardly_too_much_is_hardly_rejected():
    a = law.acceptance_probability([0.5, 0.5], [0.5 + 1e-12, 0.5 - 1e-12])
    assert 1 - a[0] == pytest.approx(2e-12, rel=1e-3)
    assert a[1] == 1


def test_a_law_is_a_new_read_only_array_of_floats():
    mine = np.array([0.5, 0.5], np.float32)
    made = law.as_law(mine)
    assert made.dtype == np.float64
    assert made is not mine
    with pytest.raises(ValueError, match="read-only"):
        made[0] = 1
    mine[0] = 0
    assert made.tolist() == [0.5, 0.5]
    again = law.as_law(made)
    assert again is not made
    assert not np.shares_memory(again, made)


@given(pairs(largest=50))
def test_a_law_made_of_a_law_is_the_same_to_the_bit(both):
    once = law.as_law(floats(both[0]))
    assert law.as_law(once).tolist() == once.tolist()


def test_worked_numbers_are_kept_to_the_bit_and_sloppy_ones_divided():
    assert law.as_law([0.34, 0.20, 0.15, 0.11, 0.08, 0.06, 0.04, 0.02])[0] == 0.34
    assert law.as_law([0.1] * 10).tolist() == [0.1] * 10  # sums to 1 - 1.1e-16
    sloppy = law.as_law([0.3333333, 0.3333333, 0.3333333])
    assert sloppy.sum() == pytest.approx(1, abs=1e-15)
    assert law.as_law([Fraction(1, 3), Fraction(2, 3)]).tolist() == [1 / 3, 2 / 3]
    assert not np.signbit(law.as_law([-0.0, 1.0])[0])
    assert law.as_law([True, False]).tolist() == [1, 0]
    assert law.as_law([Decimal("0.25"), 0.75])[0] == 0.25


BAD = {
    "negative": ([1.1, -0.1], r"holds -0\.1 at token 1"),
    "not a number": ([0.5, float("nan")], "holds nan at token 1"),
    "infinite": ([float("inf"), 0.5], "holds inf at token 0"),
    "sum": ([0.5, 0.7], r"sums to 1\.2; each law must sum to 1"),
    "sum just off": ([0.5, 0.500002], r"sums to 1\.000002"),
    "zeros": ([0.0, 0.0], "sums to 0"),
    "huge": ([1e308, 1e308], "sums to inf"),
    "empty": ([], r"shape \(0,\)"),
    "a table": ([[0.5, 0.5]], r"shape \(1, 2\)"),
    "a number": (1.0, r"shape \(\)"),
    "ragged": ([[0.5], [0.25, 0.25]], "list of real numbers"),
    "texts": (["0.5", "0.5"], "list of real numbers"),
    "a text": ("0.5,0.5", "list of real numbers"),
    "none": (None, "list of real numbers|holds nan|shape"),
    "complex": ([0.5 + 0j, 0.5], "list of real numbers"),
    "beyond floats": ([10**400, 1], "list of real numbers"),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_no_law_is_named(kind):
    values, words = BAD[kind]
    with pytest.raises(ValueError, match=words):
        law.as_law(values)
    good = [0.5, 0.5]
    for shared in (law.total_variation, law.acceptance_probability, law.acceptance_rate, law.residual):
        with pytest.raises(ValueError, match=words):
            shared(values, good)
        with pytest.raises(ValueError, match=words):
            shared(good, values)


def test_the_sum_may_be_off_by_a_millionth_and_no_more():
    assert law.as_law([0.5, 0.5 + 9e-7]).sum() == pytest.approx(1, abs=1e-15)
    with pytest.raises(ValueError, match="q sums to"):
        law.as_law([0.5, 0.5 + 1.1e-6], "q")


@pytest.mark.parametrize(
    "shared", [law.total_variation, law.acceptance_probability, law.acceptance_rate, law.residual]
)
def test_two_lengths_are_named(shared):
    with pytest.raises(ValueError, match="p has 2 tokens and q has 3"):
        shared([0.5, 0.5], [0.5, 0.3, 0.2])


class TestRounding:
    """Laws that differ by arithmetic alone share everything."""

    PAIRS = (
        ([0.1 + 0.2, 0.7], [0.3, 0.7]),
        ([0.3, 0.7], [0.1 + 0.2, 0.7]),
        ([0.1] * 10, np.array([0.1] * 10) / sum([0.1] * 10)),
        ([1.0, 0.0], [1 - 2**-53, 2**-53]),
    )

    @pytest.mark.parametrize(("p", "q"), PAIRS)
    def test_nothing_is_left_and_nothing_is_rejected(self, p, q):
        assert law.residual(p, q) is None
        assert law.acceptance_rate(p, q) == 1
        assert law.acceptance_probability(p, q).tolist() == [float(x > 0) for x in p]

    def test_sixteen_eps_is_the_border(self):
        p, eps = 0.5, 2.0**-52
        for steps, rounding in ((8, True), (15, True), (17, False), (32, False)):
            q = p - steps * eps * p
            assert (law.left_over(np.array([p]), np.array([q]))[0] == 0) == rounding

    def test_a_real_difference_beside_rounding_is_all_that_is_left(self):
        assert law.residual([0.1 + 0.2, 0.4, 0.3], [0.3, 0.3, 0.4]).tolist() == [0, 1, 0]


class TestDenormals:
    TINY = 5e-324

    def test_ratios_of_denormals_are_exact(self):
        a = law.acceptance_probability([1, self.TINY, self.TINY], [1, 4 * self.TINY, 0])
        assert a.tolist() == [1, 0.25, 1]

    def test_a_residual_of_denormals_is_a_law(self):
        left = law.residual([1, 3 * self.TINY, self.TINY], [1, 0, 0])
        assert left.tolist() == [0, 0.75, 0.25]

    def test_an_overflowing_ratio_is_capped(self):
        assert law.acceptance_probability([1, 0], [self.TINY, 1]).tolist() == [1, 0]


def test_one_token_and_many_tokens():
    assert law.residual([1], [1]) is None
    assert law.acceptance_rate([1], [1]) == 1
    rng = np.random.default_rng(1)
    p, q = rng.dirichlet(np.ones(150_000), 2)
    assert law.acceptance_rate(p, q) + law.total_variation(p, q) == pytest.approx(1)
    assert law.residual(p, q).sum() == pytest.approx(1)


class TestDrafts:
    @given(pairs(), st.floats(0, 1))
    def test_a_mix_is_as_far_from_p_as_its_share(self, both, m):
        p, r = map(floats, both)
        q = law.mix(p, r, m)
        assert law.total_variation(p, q) == pytest.approx(m * law.total_variation(p, r), abs=1e-12)

    @pytest.mark.parametrize("draft", [law.mix, law.tilt])
    def test_the_ends_are_p_and_r_to_the_bit(self, draft):
        assert draft(P, Q, 0).tolist() == P.tolist()
        assert draft(P, Q, 1).tolist() == Q.tolist()
        apart = ([1, 0], [0, 1])
        assert [draft(*apart, m).tolist() for m in (0, 1)] == [[1, 0], [0, 1]]

    @given(pairs(), st.floats(0.001, 0.999))
    def test_a_tilt_is_the_product_of_powers(self, both, m):
        p, r = map(floats, both)
        product = p ** (1 - m) * r**m
        if product.sum() == 0:
            with pytest.raises(ValueError, match="share no token"):
                law.tilt(p, r, m)
        else:
            assert law.tilt(p, r, m) == pytest.approx(product / product.sum(), abs=1e-12)

    def test_a_tilt_between_extremes_does_not_underflow(self):
        assert law.tilt([1e-300, 1], [1, 1e-300], 0.5) == pytest.approx([0.5, 0.5])

    @pytest.mark.parametrize("draft", [law.mix, law.tilt])
    @pytest.mark.parametrize("m", [-0.1, 1.1, float("nan")])
    def test_a_mismatch_out_of_range_is_named(self, draft, m):
        with pytest.raises(ValueError, match=f"mismatch is {m}"):
            draft(P, Q, m)
        with pytest.raises(ValueError, match="p has 3 tokens and r has 2"):
            draft(P, [0.5, 0.5], 0.5)


class TestFilters:
    def test_temperature_zero_is_one_hot_at_the_first_argmax(self):
        assert law.temperature([0.2, 0.4, 0.4], 0).tolist() == [0, 1, 0]

    @given(pairs(), st.floats(0.05, 5))
    def test_temperature_raises_to_the_power(self, both, t):
        p = floats(both[0])
        assert law.temperature(p, t) == pytest.approx(
            (p / p.max()) ** (1 / t) / ((p / p.max()) ** (1 / t)).sum()
        )

    def test_temperature_one_is_off_and_extremes_stay_laws(self):
        assert law.temperature(P, 1).tolist() == P.tolist()
        assert law.temperature([0.6, 0.4, 0], 1e-300).tolist() == [1, 0, 0]
        assert law.temperature([0.6, 0.4, 0], 1e300).tolist() == [0.5, 0.5, 0]
        assert law.temperature([1, 5e-324], 5).sum() == pytest.approx(1)

    @pytest.mark.parametrize("t", [-1, float("nan"), float("inf")])
    def test_a_temperature_out_of_range_is_named(self, t):
        with pytest.raises(ValueError, match=f"temperature is {t}"):
            law.temperature(P, t)

    def test_top_k_keeps_exactly_k_and_the_lower_id_wins(self):
        assert law.top_k([0.25] * 4, 2).tolist() == [0.5, 0.5, 0, 0]
        assert law.top_k([0.2, 0.4, 0.2, 0.2], 2) == pytest.approx([1 / 3, 2 / 3, 0, 0])
        assert law.top_k(P, 3).tolist() == P.tolist()
        assert law.top_k(P, 99).tolist() == P.tolist()

    @pytest.mark.parametrize("k", [0, -1, 1.5, float("nan"), float("inf")])
    def test_a_k_that_keeps_nothing_is_named(self, k):
        with pytest.raises(ValueError, match=f"top-k is {k}"):
            law.top_k(P, k)

    def test_top_p_keeps_the_fewest_tokens_that_reach_the_mass(self):
        assert law.top_p(P, 0.5).tolist() == [1, 0, 0]
        assert law.top_p(P, 0.8) == pytest.approx([0.625, 0.375, 0])
        assert law.top_p(P, 0.8 + 1e-9).tolist() == pytest.approx(P.tolist())
        assert law.top_p([0.1] * 10, 0.3).tolist() == pytest.approx(
            [1 / 3] * 3 + [0] * 7
        )  # .1 + .1 + .1 > .3
        assert (law.top_p([0.1] * 10, 0.8) > 0).sum() == 8  # eight tenths add up to 0.8 - 1.1e-16
        assert law.top_p([0.25] * 4, 0.4).tolist() == [0.5, 0.5, 0, 0]
        assert law.top_p([0.5, 0.5 - 1e-13, 1e-13], 1).tolist() == [0.5, 0.5 - 1e-13, 1e-13]

    @given(pairs(largest=20), st.floats(0.001, 1))
    def test_top_p_could_do_with_no_token_fewer(self, both, mass):
        p = floats(both[0])
        kept = law.top_p(p, mass) > 0
        assert p[kept].sum() >= mass - 1e-11
        if mass < 1 and kept.sum() > 1:
            assert p[kept].sum() - p[kept].min() < mass

    @pytest.mark.parametrize("mass", [0, -0.1, 1.1, float("nan")])
    def test_a_mass_out_of_range_is_named(self, mass):
        with pytest.raises(ValueError, match=f"top-p is {mass}"):
            law.top_p(P, mass)

    def test_they_act_in_order(self):
        p = [0.4, 0.3, 0.2, 0.1]
        assert law.filtered(p).tolist() == p
        left = law.filtered(p, 0.5, 3, 0.84)  # .533 .300 .133 .033, then .552 .310 .138: two reach .84
        assert left == pytest.approx([0.64, 0.36, 0, 0])
        for other in (
            law.top_k(law.top_p(law.temperature(p, 0.5), 0.84), 3),
            law.temperature(law.top_p(law.top_k(p, 3), 0.84), 0.5),
        ):
            assert (other > 0).sum() == 3
