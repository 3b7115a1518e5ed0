"""What is said of an engine's file is right: exact ones pass at the stated rate, broken ones are found."""

from functools import cache

import numpy as np
import pytest
from scipy import stats

from app.core.faults import FAULTS, LOOKALIKES, draws_to_show
from app.core.fit import judge
from app.core.intake import Intake
from app.core.pooled import Pool
from app.core.power import sight
from app.core.row_table import as_rows
from app.core.rows import RowsJudge
from app.core.sampler import RULES, sample
from tests.statistical.budget import FALSE_ALARM, size_is

P, Q = np.array([0.5, 0.3, 0.2]), np.array([0.2, 0.2, 0.6])
N = 100_000  # draws of each engine; the sizes of the issue are `python -m tests.bench.yours`
RUNS, ROWS = 2_000, 400
SLICE = 1 << 18


def fed(text):
    """What the page's parser makes of a text, slice by slice."""
    data, intake = text.encode(), Intake()
    for begin in range(0, len(data), SLICE):
        intake.feed(data[begin : begin + SLICE], last=begin + SLICE >= len(data))
    return intake.sample.data


def ids_text(token):
    return "\n".join(map(str, token.tolist()))


def csv_text(draws, p=P, q=Q):
    laws = ",".join(map(repr, [*p.tolist(), *q.tolist()]))
    columns = (draws.draft.tolist(), draws.coin.tolist(), draws.token.tolist())
    rows = "".join(f"{laws},{x},{u!r},{y}\n" for x, u, y in zip(*columns, strict=True))
    return "p0,p1,p2,q0,q1,q2,draft,coin,token\n" + rows


@cache
def drawn(name):
    engine = {**FAULTS, **LOOKALIKES, **RULES}[name]
    return engine.sample(P, Q, N, np.random.default_rng(31))


def asked(name):
    engine = {**FAULTS, **LOOKALIKES}.get(name)
    return P if engine is None else engine.asked_law(P, Q)


@pytest.mark.parametrize("name", FAULTS)
def test_token_ids_of_a_broken_engine_are_told_from_its_law_where_so_many_can_tell(name):
    kind, counts = fed(ids_text(drawn(name).token)).counted(3)
    verdict = judge(counts, asked(name), FALSE_ALARM)
    showing = draws_to_show(FAULTS[name], P, Q)
    assert kind == "ids"
    if showing.draws <= N:
        assert not verdict.ok
    else:  # too small a fault for this n: it passes, and the page says what could have been seen
        assert verdict.ok
        assert showing.tv < sight(asked(name), N, FALSE_ALARM).tv


@pytest.mark.parametrize("name", ["lossless", *LOOKALIKES])
def test_token_ids_of_a_lossless_engine_pass(name):
    assert judge(fed(ids_text(drawn(name).token)).counted(3)[1], P, FALSE_ALARM).ok


@pytest.mark.parametrize("name", FAULTS)
def test_rows_of_a_broken_engine_are_told_from_the_rule(name):
    verdict = fed(csv_text(drawn(name), asked(name))).verdict(FALSE_ALARM)
    assert verdict.rows == N
    if draws_to_show(FAULTS[name], P, Q).draws <= N:
        assert verdict.fit.p_value < FALSE_ALARM
        assert not verdict.ok
    else:  # then only a decision can give it away
        assert verdict.fit.p_value >= FALSE_ALARM
        assert verdict.ok == (verdict.wrong_count == 0)


def test_rows_of_the_rule_pass_and_their_statistic_is_pearsons():
    draws = drawn("lossless")
    verdict = fed(csv_text(draws)).verdict(FALSE_ALARM)
    assert verdict.ok
    assert verdict.wrong_count == 0
    assert verdict.drafts.p_value >= FALSE_ALARM
    pearson = judge(np.bincount(draws.token), P)
    assert verdict.fit.chi2 == pytest.approx(pearson.chi2, rel=1e-9)
    assert verdict.fit.dof == pearson.dof
    assert verdict.tv == pytest.approx(pearson.tv)


@pytest.mark.parametrize("name", ["half-precision", "residual-floor"])
def test_a_fault_too_small_for_the_tokens_is_found_by_its_decisions(name):
    draws = FAULTS[name].sample(P, Q, 10**6, np.random.default_rng(5))
    judge_rows = RowsJudge(3)
    laws = {"p": np.broadcast_to(P, (10**6, 3)), "q": np.broadcast_to(Q, (10**6, 3))}
    judge_rows.add(as_rows(laws | {"draft": draws.draft, "coin": draws.coin, "token": draws.token}))
    verdict = judge_rows.verdict(FALSE_ALARM)
    assert verdict.wrong_count > 0
    assert not verdict.ok


# Rows with a law each


def laws_of_rows(rows, tokens=6, seed=41):
    """p and q of so many contexts, (rows, tokens) each."""
    rng = np.random.default_rng(seed)
    return rng.dirichlet(np.full(tokens, 0.5), rows), rng.dirichlet(np.full(tokens, 0.5), rows)


def picked(laws, rng):
    """A token from each row's law, (rows,)."""
    return (rng.random((len(laws), 1)) > np.cumsum(laws, axis=1)).sum(axis=1).clip(max=laws.shape[1] - 1)


@cache
def p_values(statistic="d^T C^+ d"):
    p, q = laws_of_rows(ROWS)
    rng = np.random.default_rng(42)
    found = []
    for _ in range(RUNS):
        pool = Pool(p.shape[1])
        pool.add(p, picked(p, rng), q > p)
        if statistic == "d^T C^+ d":
            found.append(pool.fit().p_value)
        else:  # as if every row had the mean law: Pearson's, which is too small here
            chi2 = ((pool.counts - ROWS * pool.mean_law) ** 2 / (ROWS * pool.mean_law)).sum()
            found.append(stats.chi2.sf(chi2, p.shape[1] - 1))
    return np.array(found)


@pytest.mark.parametrize("false_alarm", [0.05, 0.2, 0.5])
def test_the_false_alarm_rate_of_rows_with_a_law_each_is_the_stated_one(false_alarm):
    assert size_is(p_values(), false_alarm)


def test_and_the_check_rejects_a_statistic_that_takes_the_mean_law_for_every_rows():
    assert not size_is(p_values("Pearson of the mean"), 0.5)


def test_a_leak_to_the_draft_shows_where_it_cancels_token_by_token():
    p, q = laws_of_rows(20_000, seed=43)
    mixed = 0.9 * p + 0.1 * q
    pool, blind = Pool(6), Pool(6)
    token = picked(mixed, np.random.default_rng(44))
    pool.add(p, token, q > p)
    blind.add(p, token)
    assert pool.fit().p_value < FALSE_ALARM
    assert pool.fit().p_value < blind.fit().p_value


def test_exact_rows_with_a_law_each_pass_whole():
    p, q = laws_of_rows(300, seed=45)
    judge_rows = RowsJudge(6)
    rng = np.random.default_rng(46)
    for a, b in zip(p, q, strict=True):
        d = sample(a, b, 50, rng)
        columns = {"p": np.tile(a, (50, 1)), "q": np.tile(b, (50, 1)), "coin": d.coin}
        columns |= {"draft": d.draft, "accepted": d.accepted, "token": d.token}
        judge_rows.add(as_rows(columns))
    verdict = judge_rows.verdict(FALSE_ALARM)
    assert verdict.ok
    assert verdict.drafts.p_value >= FALSE_ALARM
    assert verdict.tv < verdict.tv_threshold
