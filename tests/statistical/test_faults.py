"""Does each broken engine draw from the law it states, and does `judge` find it out?

Draws on W are checked region by region (draft, verdict, token) against fractions; on 200 random pairs, zeros
among them, what comes out is checked against the engine's own law: by `count` for all of them, by a million
draws for a few engines a pair, which go around, and for all with LOSSLESS_LONG=1 in the environment.
"""

import math
import os

import numpy as np
import pytest
from scipy import stats

from app.core.faults import CHAIN_FAULTS, FAULTS, LOOKALIKES, draws_to_show
from app.core.fit import judge
from app.core.law import acceptance_rate, total_variation
from app.core.models import MarkovModel
from app.core.power import sight, tokens_off
from app.core.sampler import RULES, count
from tests import gallery, oracle
from tests.statistical.budget import FALSE_ALARM, binomial_band, misfits

N = 1_000_000
ENGINES = RULES | FAULTS | LOOKALIKES
ORACLE = oracle.RULES | gallery.ENGINES
PAIRS = 200
A_PAIR = len(ENGINES) if os.environ.get("LOSSLESS_LONG") else 3  # engines that draw from each random pair
W = oracle.law(5, 3, 2), oracle.law(2, 2, 6)
DEAD_END = oracle.law(6, 4, 0), oracle.law(2, 2, 6)  # the draft's favourite is impossible


def floats(law) -> np.ndarray:
    return np.array([float(x) for x in law])


p, q = map(floats, W)
every_engine = pytest.mark.parametrize("name", ENGINES)


def random_pairs():
    """Laws over 2 to 8 tokens, a third of their masses zero, and what each pair needs to be told apart."""
    rng = np.random.default_rng(41)
    while True:
        size = int(rng.integers(2, 9))
        two = rng.dirichlet(np.ones(size), 2) * (rng.random((2, size)) > rng.choice([0, 0.3, 0.6]))
        if two.any(axis=1).all():
            yield two / two.sum(axis=1, keepdims=True)


def first_pairs():
    pairs = random_pairs()
    return [next(pairs) for _ in range(PAIRS)]


def can(name, one, two) -> bool:
    """Whether the engine ends at these laws."""
    if name == "classical":
        return not ((one > 0) & (two == 0)).any()
    return name != "retry-until-accepted" or acceptance_rate(one, two) > 0


def region_misfits(draws, name, laws) -> np.ndarray:
    """Misfits among all (draft, verdict, token) of three tokens."""
    law = np.zeros(18)
    for (draft, accepted, token), mass in ORACLE[name](*laws).items():
        law[(draft * 2 + accepted) * 3 + token] = float(mass)
    return misfits(np.bincount((draws.draft * 2 + draws.accepted) * 3 + draws.token, minlength=18), law)


@every_engine
@pytest.mark.parametrize("laws", [W, DEAD_END], ids=["worked", "dead-end"])
def test_every_region_is_drawn_as_often_as_the_fractions_say(name, laws):
    one, two = map(floats, laws)
    draws = ENGINES[name].sample(one, two, N, np.random.default_rng(42))
    assert region_misfits(draws, name, laws).tolist() == []
    assert misfits(np.bincount(draws.token, minlength=3), ENGINES[name].output_law(one, two)).tolist() == []


@every_engine
def test_and_the_check_rejects_the_law_of_another_engine(name):
    drawn = np.bincount(ENGINES[name].sample(p, q, N, np.random.default_rng(42)).token, minlength=3)
    mine, rejected = ENGINES[name].output_law(p, q), 0
    for other in ENGINES.values():
        law = other.output_law(p, q)
        if total_variation(mine, law) > 0.01:
            rejected += 1
            assert misfits(drawn, law).size > 0
    assert rejected > 20


def test_on_random_laws_engines_in_turn_draw_from_the_law_they_state():
    names, checked = list(ENGINES), dict.fromkeys(ENGINES, 0)
    for i, (one, two) in enumerate(first_pairs()):
        rng = np.random.default_rng([43, i])
        for name in (names[(A_PAIR * i + k) % len(names)] for k in range(A_PAIR)):
            if can(name, one, two):
                token = ENGINES[name].sample(one, two, N, rng).token
                law = ENGINES[name].output_law(one, two)
                assert misfits(np.bincount(token, minlength=len(one)), law).tolist() == [], (name, i)
                checked[name] += 1
    assert min(checked.values()) >= 5


def test_on_random_laws_all_engines_count_from_the_law_they_state():
    checked = 0
    for i, (one, two) in enumerate(first_pairs()):
        rng = np.random.default_rng([44, i])
        seen, laws = [], []
        for name, engine in ENGINES.items():
            if can(name, one, two):
                seen.append(engine.count(one, two, 10**9, rng).token)
                laws.append(engine.output_law(one, two))
        low, high = binomial_band(10**9, laws, events=np.size(laws))
        assert ((seen >= low) & (seen <= high)).all(), i
        checked += len(laws)
    assert checked > 0.95 * PAIRS * len(ENGINES)


def test_the_random_laws_hold_zeros():
    zeros = [bool((one == 0).any() or (two == 0).any()) for one, two in first_pairs()]
    assert 60 < sum(zeros) < 190


def test_tries_again_are_as_many_as_it_takes():
    """By trying, one at a time, apart from the core: as many proposals, and the same tokens."""
    rng = np.random.default_rng(45)
    draws = FAULTS["retry-until-accepted"].sample(p, q, N, rng)
    tries = np.bincount(np.minimum(draws.proposals, 12), minlength=13)[1:]
    law = [0.4**k * 0.6 for k in range(11)]
    assert misfits(tries, [*law, 1 - sum(law)]).tolist() == []
    x, u = rng.choice(3, N, p=q), rng.random(N)
    last = x[u * q[x] < p[x]]
    assert misfits(np.bincount(last), FAULTS["retry-until-accepted"].output_law(p, q)).tolist() == []


def test_and_are_counted_so():
    counts = FAULTS["retry-until-accepted"].count(p, q, 10**8, np.random.default_rng(45))
    refused = counts.drafted - counts.accepted
    low, high = (tail(FALSE_ALARM / 2, 10**8, 0.6) for tail in (stats.nbinom.ppf, stats.nbinom.isf))
    assert low <= refused.sum() <= high
    assert misfits(refused, [0, 0, 1]).tolist() == []  # of W's drafts c alone is ever refused


LOSSY = [name for name in ENGINES if draws_to_show(ENGINES[name], p, q).draws < math.inf]


def test_who_is_lossless():
    assert set(ENGINES) - set(LOSSY) == {"lossless", "classical", *LOOKALIKES}


def asked(name):
    return ENGINES[name].asked_law(p, q) if name in FAULTS else p


@pytest.mark.parametrize("name", LOSSY)
def test_judge_rejects_it_at_the_number_of_draws_that_it_asks_for(name):
    n = math.ceil(draws_to_show(ENGINES[name], p, q).draws)
    counts = ENGINES[name].count(p, q, n, np.random.default_rng(46)).token
    assert not judge(counts, asked(name), FALSE_ALARM).ok
    assert tokens_off(counts, asked(name), 0.001)
    early = ENGINES[name].count(p, q, max(n // 20, 1), np.random.default_rng(46)).token
    assert judge(early, asked(name), FALSE_ALARM).ok


@pytest.mark.parametrize("name", set(ENGINES) - set(LOSSY))
def test_judge_passes_what_is_lossless(name):
    for n in (1000, N, 10**10):
        counts = ENGINES[name].count(p, q, n, np.random.default_rng(47)).token
        assert judge(counts, p, FALSE_ALARM).ok
        assert tokens_off(counts, p, FALSE_ALARM) == ()


RUNS = 20_000


@pytest.fixture(scope="module")
def p_values():
    """What judge says of runs of the exact rule."""
    rng = np.random.default_rng(48)
    return np.array([judge(count(p, q, 5000, rng).token, p).p_value for _ in range(RUNS)])


@pytest.mark.parametrize("false_alarm", [0.05, 0.001])
def test_judge_raises_as_many_false_alarms_as_it_says(p_values, false_alarm):
    low, high = binomial_band(RUNS, false_alarm)
    assert low <= (p_values < false_alarm).sum() <= high
    assert not low <= (p_values < 4 * false_alarm).sum() <= high  # the check can fail


def test_a_fault_that_can_be_seen_is_seen():
    """The largest fault that hides best, p tilted on half of its mass, is found 99 times in a hundred."""
    law, n, runs = np.full(10, 0.1), 100_000, 3000
    least = sight(law, n)
    found = [
        sum(
            not judge(counts, law, FALSE_ALARM).ok
            for counts in np.random.default_rng(49).multinomial(n, o, runs)
        )
        for o in (law * np.repeat([1 + 2 * least.tv * part, 1 - 2 * least.tv * part], 5) for part in (1, 0.3))
    ]
    assert found[0] >= binomial_band(runs, 0.99)[0]
    assert found[1] < runs / 20


P = MarkovModel([0.7, 0.3], [[0.8, 0.2], [0.4, 0.6]])
Q = MarkovModel([0.5, 0.5], [[0.5, 0.5], [0.9, 0.1]])


@pytest.mark.parametrize("gamma", [1, 2, 3])
@pytest.mark.parametrize("name", CHAIN_FAULTS)
def test_two_tokens_follow_the_joint_law_that_is_stated(name, gamma):
    tokens = CHAIN_FAULTS[name].sample(P, Q, gamma, N, np.random.default_rng(50))
    seen = np.bincount(tokens[:, 0] * 2 + tokens[:, 1], minlength=4)
    joint = CHAIN_FAULTS[name].joint(P, Q, gamma).ravel()
    assert misfits(seen, joint).tolist() == []
    exact = np.array([0.56, 0.14, 0.12, 0.18])
    assert (misfits(seen, exact).size > 0) == (np.abs(joint - exact).sum() > 1e-9)
