"""The page's own examples are what app/docs/model.md says of them, and what a visitor brings is checked."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core import law
from app.core.scenario import MOST_TOKENS, SCENARIOS, default_name, laws_of, own, pulled
from tests.unit.core.coins import floats, pairs


def test_the_scenarios_are_those_of_the_design_in_its_order():
    assert list(SCENARIOS) == ["next-word", "worked", "same", "disjoint", "greedy", "long-tail"]


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_is_laws_over_named_tokens(name):
    scenario = SCENARIOS[name]
    assert scenario.id == name
    assert (
        len(scenario.names) == len(set(scenario.names)) == len(scenario.p) == len(scenario.r) <= MOST_TOKENS
    )
    for one in (scenario.p, scenario.r):
        assert one.sum() == pytest.approx(1, abs=1e-15)
        assert not one.flags.writeable


def test_what_each_scenario_shows():
    word, worked = SCENARIOS["next-word"], SCENARIOS["worked"]
    assert word.names == ("mat", "sofa", "floor", "bed", "rug", "roof", "table", "moon")
    assert word.p.tolist() == [0.34, 0.20, 0.15, 0.11, 0.08, 0.06, 0.04, 0.02]
    assert law.acceptance_rate(word.p, word.r) == pytest.approx(0.3, abs=0.02)
    assert worked.p.tolist() == [0.5, 0.3, 0.2]
    assert worked.r.tolist() == [0.2, 0.2, 0.6]
    assert law.total_variation(SCENARIOS["same"].p, SCENARIOS["same"].r) == 0
    assert law.acceptance_rate(SCENARIOS["disjoint"].p, SCENARIOS["disjoint"].r) == 0
    greedy = SCENARIOS["greedy"]
    assert sorted(greedy.p) == sorted(greedy.r) == [0] * 7 + [1]
    assert greedy.p.tolist() == law.temperature(word.p, 0).tolist()
    assert greedy.r.tolist() == law.temperature(word.r, 0).tolist()
    assert greedy.p.argmax() != greedy.r.argmax()
    tail = SCENARIOS["long-tail"]
    assert len(tail.p) == MOST_TOKENS
    assert (tail.p * np.arange(1, 51)).tolist() == pytest.approx([tail.p[0]] * 50)
    assert sorted(tail.r) == pytest.approx(sorted(tail.p))
    assert 0.1 < law.acceptance_rate(tail.p, tail.r) < 0.7


class TestLawsOf:
    @pytest.mark.parametrize("name", SCENARIOS)
    @pytest.mark.parametrize("draft", ["mix", "tilt"])
    def test_the_ends_of_the_slider(self, name, draft):
        scenario = SCENARIOS[name]
        assert laws_of(scenario, 0, draft).q.tolist() == scenario.p.tolist()
        assert laws_of(scenario, 1, draft).q.tolist() == scenario.r.tolist()

    def test_the_filters_act_on_p_and_r_before_the_mix(self):
        scenario = SCENARIOS["next-word"]
        laws = laws_of(scenario, 0.5, temperature=0.7, top_k=5, top_p=0.9)
        p, r = (law.filtered(one, 0.7, 5, 0.9) for one in (scenario.p, scenario.r))
        assert laws.p.tolist() == p.tolist()
        assert laws.r.tolist() == r.tolist()
        assert laws.q.tolist() == law.mix(p, r, 0.5).tolist()
        assert laws.names == scenario.names

    def test_more_tokens_kept_than_there_are_is_all_of_them(self):
        assert laws_of(SCENARIOS["worked"], 1, top_k=50).p.tolist() == [0.5, 0.3, 0.2]

    def test_what_cannot_be_is_named(self):
        with pytest.raises(ValueError, match="draft is 'blend'; it must be mix or tilt"):
            laws_of(SCENARIOS["worked"], 0.5, "blend")
        with pytest.raises(ValueError, match="share no token"):
            laws_of(SCENARIOS["disjoint"], 0.5, "tilt")
        with pytest.raises(ValueError, match="mismatch is 2"):
            laws_of(SCENARIOS["worked"], 2)


class TestOwn:
    def test_your_laws_and_names(self):
        scenario = own([0.5, 0.5], [0.1, 0.9], ["yes", "no"])
        assert (scenario.id, scenario.names) == ("own", ("yes", "no"))
        assert own([1], [1], [" a \n b "]).names == ("a b",)
        joined = (
            "\U0001f469\u200d\U0001f469\u200d\U0001f467",
            "\u0645\u06cc\u200c\u062e",
        )  # one figure, one word
        assert own([0.5, 0.5], [0.5, 0.5], joined).names == joined
        assert own([0.02] * 50, [0.02] * 50).names[24:28] == ("y", "z", "a2", "b2")
        assert len({default_name(i) for i in range(100)}) == 100

    @pytest.mark.parametrize(
        ("p", "r", "names", "words"),
        [
            ([0.5, 0.7], [0.5, 0.5], None, r"p sums to 1\.2; each law must sum to 1"),
            ([0.5, 0.5], [0.5, float("nan")], None, "r holds nan at token 1"),
            ([0.5, 0.5], [1.0], None, "p has 2 tokens and r has 1"),
            ([1 / 51] * 51, [1 / 51] * 51, None, "p has 51 tokens; a scenario has at most 50"),
            ([0.5, 0.5], [0.5, 0.5], ["a"], "1 name for 2 tokens"),
            ([0.5, 0.5], [0.5, 0.5], ["a", " "], "name 2 is ''"),
            ([0.5, 0.5], [0.5, 0.5], ["a", "\u202e \u200d"], "name 2 is ''"),
            ([0.5, 0.5], [0.5, 0.5], ["a", "a\u200d"], "name 'a' stands twice"),
            ([0.5, 0.5], [0.5, 0.5], ["a", "x" * 99], "name 2 is 'xxx.*at most|name 2 is .* 1 to 24"),
            ([0.5, 0.5], [0.5, 0.5], ["a", "a"], "name 'a' stands twice"),
            ([0.5, 0.5], [0.5, 0.5], ["a", 7], "each must be a text"),
        ],
    )
    def test_what_is_wrong_is_named(self, p, r, names, words):
        with pytest.raises(ValueError, match=words):
            own(p, r, names)


class TestPulled:
    @given(pairs(), st.data())
    def test_the_rest_keeps_its_proportions(self, both, data):
        one = floats(both[0])
        token = data.draw(st.integers(0, len(one) - 1))
        value = data.draw(st.floats(0, 1))
        new = pulled(one, token, value)
        assert new.sum() == pytest.approx(1)
        assert new[token] == pytest.approx(value if len(one) > 1 else 1)
        rest = np.delete(one, token)
        if rest.sum() > 0 and value < 1:
            assert np.delete(new, token) / (1 - value) == pytest.approx(rest / rest.sum(), abs=1e-9)

    def test_where_there_was_nothing_else_the_others_share_alike(self):
        assert pulled(np.array([0.0, 1.0, 0.0]), 1, 0.5).tolist() == [0.25, 0.5, 0.25]

    @pytest.mark.parametrize(("token", "value"), [(3, 0.5), (-1, 0.5), (0, 1.5), (0, float("nan"))])
    def test_what_cannot_be_pulled_is_named(self, token, value):
        with pytest.raises(ValueError, match=f"token {token}"):
            pulled(np.array([0.5, 0.3, 0.2]), token, value)
