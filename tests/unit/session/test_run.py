"""A run draws by the rule: draw i from the uniforms 3i to 3i + 2 of its seed's stream, also after a skip."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.sampler import count, skip_stream
from app.core.scenario import SCENARIOS, laws_of
from app.core.tally import tv_of
from app.session.run import A_TOKEN, MOST_MARKS, VERDICTS, Run, newest
from tests.unit.session.sessions import patient, plain

WORKED = laws_of(SCENARIOS["worked"], 1.0)
SEEDS = st.integers(0, 2**53 - 1)


def by_the_paper(laws, seed, first, n):
    """Draws number first to first + n - 1 (from 0), one by one from their own three uniforms."""
    generator = np.random.PCG64(seed)
    generator.advance(3 * first)
    coins = np.random.Generator(generator).random((n, 3)).tolist()
    p, q = laws.p.tolist(), laws.q.tolist()
    left = np.maximum(laws.p - laws.q, 0)

    def pick(law, u):
        return int(np.searchsorted(np.cumsum(law), u, side="right"))

    made = []
    for i, (for_draft, coin, for_correction) in enumerate(coins):
        x = pick(laws.q, for_draft)
        kept = coin * q[x] < p[x]
        token = x if kept else pick(left / left.sum(), for_correction)
        made.append((first + i + 1, x, coin, kept, token))
    return made


def remembered(run):
    """The draws that a run still knows one by one, by number."""
    draws = sorted((draw for draws in run.by_token.values() for draw in draws), key=lambda draw: draw.number)
    return [(draw.number, draw.draft, draw.coin, draw.accepted, draw.token) for draw in draws]


def seen(run):
    tallies = [x.tolist() for tally in (run.lossless, run.recent) for x in vars(tally).values()]
    curves = (run.lossless_curve.history(run.lossless.emitted), run.naive_curve.history(run.recent.drafted))
    rows = [row.tolist() for curve in curves for row in vars(curve).values()]
    by_token = {token: [plain(draw) for draw in draws] for token, draws in run.by_token.items()}
    return tallies, rows, plain(run.last), list(run.verdicts), by_token


@given(SEEDS, st.sampled_from(sorted(set(SCENARIOS) - {"same"})), st.integers(1, 40))
@patient
def test_each_draw_is_that_of_the_paper_on_its_own_uniforms(seed, scenario, n):
    laws = laws_of(SCENARIOS[scenario], 0.8)
    run = Run(laws, seed)
    made = []
    for _ in range(n):
        run.draw(1)
        last = run.last
        made.append((last.number, last.draft, last.coin, last.accepted, last.token))
        assert last.ratio == laws.p[last.draft] / laws.q[last.draft]
        assert (last.residual is None) == last.accepted
        if last.residual is not None:
            left = np.maximum(laws.p - laws.q, 0)
            assert last.residual == pytest.approx(left / left.sum(), abs=1e-12)
    assert made == by_the_paper(laws, seed, 0, n)
    drafts, tokens = [x for _, x, *_ in made], [token for *_, token in made]
    assert run.recent.drafted.tolist() == np.bincount(drafts, minlength=len(laws.p)).tolist()
    assert run.lossless.emitted.tolist() == np.bincount(tokens, minlength=len(laws.p)).tolist()
    assert run.lossless.accepted == sum(kept for *_, kept, _ in made)


@given(SEEDS, st.lists(st.integers(0, 120), min_size=1, max_size=12))
@patient
def test_the_same_seed_gives_the_same_numbers_however_it_is_cut(seed, sizes):
    one, many = Run(WORKED, seed), Run(WORKED, seed)
    one.draw(sum(sizes))
    for size in sizes:
        many.draw(size)
    assert seen(one) == seen(many)


def test_a_long_tick_is_cut_into_blocks_that_leave_no_seam(monkeypatch):
    one, many = Run(WORKED, 3), Run(WORKED, 3)
    one.draw(2_000)
    monkeypatch.setattr("app.session.run.BLOCK", 64)
    many.draw(2_000)
    assert seen(one) == seen(many)


@given(SEEDS, st.integers(0, 30), st.integers(1_000, 1_000_000))
@patient
def test_a_skip_is_repeatable_and_the_stream_goes_on_at_its_own_place(seed, before, n):
    runs = [Run(WORKED, seed), Run(WORKED, seed)]
    for run in runs:
        run.draw(before)
        run.skip(n)
        assert run.last is None
        assert list(run.verdicts) == []
        run.draw(5)
    assert seen(runs[0]) == seen(runs[1])
    assert runs[0].lossless.draws == before + n + 5
    later = [row for row in remembered(runs[0]) if row[0] > before]
    assert later == by_the_paper(WORKED, seed, before + n, 5)


def test_a_skip_is_one_count_on_a_stream_of_its_own():
    run = Run(WORKED, 11)
    run.draw(7)
    before = run.lossless
    run.skip(100_000)
    counts = count(WORKED.p, WORKED.q, 100_000, skip_stream(11, 7))
    assert (run.lossless.drafted - before.drafted).tolist() == counts.drafted.tolist()
    assert (run.lossless.kept - before.kept).tolist() == counts.accepted.tolist()
    assert (run.lossless.emitted - before.emitted).tolist() == counts.token.tolist()
    for curve, counted in ((run.lossless_curve, run.lossless.emitted), (run.naive_curve, run.recent.drafted)):
        history = curve.history(counted)
        assert history.tv[-1] == pytest.approx(tv_of(counted, WORKED.p))
        assert history.dashed.tolist() == [False] * 7 + [True]
    assert run.naive_curve.history(run.recent.drafted).tv[-1] == pytest.approx(0.4, abs=0.01)
    other = Run(WORKED, 11)
    other.skip(100_000)
    assert other.lossless.emitted.tolist() != counts.token.tolist(), "another start, another stream"


def test_another_draft_keeps_the_lossless_tally_and_begins_the_rest_anew():
    run = Run(WORKED, 5)
    run.draw(50)
    kept, curve = run.lossless, run.lossless_curve.history(run.lossless.emitted)
    other = laws_of(SCENARIOS["worked"], 0.25)
    run.change_draft(other, move_mark=False)
    assert run.lossless is kept
    assert run.lossless_curve.history(kept.emitted).tv.tolist() == curve.tv.tolist()
    assert run.recent.draws == 0
    assert run.naive_curve.history(run.recent.drafted).n.tolist() == []
    assert run.marks == [50]
    run.draw(20)
    assert run.lossless.draws == 70
    assert run.recent.draws == 20
    assert run.naive_curve.history(run.recent.drafted).n[-1] == 20
    assert [row for row in remembered(run) if row[0] > 65] == by_the_paper(other, 5, 50, 20)[15:]


def test_a_drag_leaves_one_mark_and_changes_at_rest_leave_one_too():
    run = Run(WORKED, 5)
    run.change_draft(WORKED, move_mark=False)
    assert run.marks == [], "nothing drawn, nothing to mark"
    run.draw(10)
    for move in (False, True, True):
        run.change_draft(WORKED, move_mark=move)
        run.draw(5)
    assert run.marks == [20]
    run.change_draft(WORKED, move_mark=False)
    run.change_draft(WORKED, move_mark=False)
    assert run.marks == [20, 25]
    for _ in range(2 * MOST_MARKS):
        run.draw(1)
        run.change_draft(WORKED, move_mark=False)
    assert len(run.marks) == MOST_MARKS
    assert run.marks[-1] == run.lossless.draws


def test_the_last_draws_of_each_token_and_the_last_verdicts_are_remembered():
    run = Run(WORKED, 5)
    made = by_the_paper(WORKED, 5, 0, 300)
    for size in (150, 149, 1):
        run.draw(size)
    for token, draws in run.by_token.items():
        assert [draw.number for draw in draws] == [row[0] for row in made if row[4] == token][-A_TOKEN:]
    assert list(run.verdicts) == [row[3] for row in made][-VERDICTS:]
    assert run.last.number == 300


@given(st.lists(st.integers(0, 6), max_size=60), st.integers(1, 6))
@patient
def test_newest_is_the_last_few_of_each(tokens, most):
    expected = [i for i, token in enumerate(tokens) if tokens[i:].count(token) <= most]
    assert newest(np.array(tokens, np.int64), most).tolist() == expected


def test_where_nothing_can_be_rejected_no_residual_is_made():
    run = Run(laws_of(SCENARIOS["same"], 1.0), 1)
    run.draw(500)
    assert run.lossless.accepted == 500
    assert all(draw.residual is None for draws in run.by_token.values() for draw in draws)
    assert run.last.ratio == pytest.approx(1)
