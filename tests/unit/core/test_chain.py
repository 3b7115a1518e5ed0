"""Whole cycles, one by one and many at once, and at their ends; their exact laws are in test_joint."""

import numpy as np
import pytest

from app.core import chain, making
from app.core.ledger import Ledger
from app.core.verifiers import FEW, VERIFIERS, Drafted, pick
from tests.unit.core.coins import LARGEST, Coins
from tests.unit.core.toys import MARKOV, WORKED, LastTwo

every_verifier = pytest.mark.parametrize("verifier", VERIFIERS)
P, Q = [0.5, 0.3, 0.2], [0.2, 0.2, 0.6]


def rng(seed=1):
    return np.random.default_rng(seed)


def kept_on_a_grid(verifier, pair, drafts, parts) -> np.ndarray:
    """How often 0, 1, 2 of two drafts are kept on a grid of coins, in parts of one."""
    target, draft = pair.models
    x = np.array([drafts])
    states = [0, *(x[0] + 1)]
    cycles = Drafted(target.laws(states)[None], draft.laws(states[:2])[None], x)
    u = (np.arange(parts) + 0.5) / parts
    coins = np.stack(np.meshgrid(u, u), axis=-1).reshape(-1, 2)
    many = Drafted(*(np.repeat(part, len(coins), axis=0) for part in (cycles.target, cycles.draft, x)))
    kept = VERIFIERS[verifier].verdict(many, coins)
    return np.bincount(kept, minlength=3) / len(coins) - VERIFIERS[verifier].chances(cycles)[0]


@every_verifier
@pytest.mark.parametrize("pair", [WORKED, MARKOV])
def test_the_coins_do_what_the_chances_say(verifier, pair):
    size = pair.models[0].size
    for drafts in np.ndindex(size, size):
        assert np.abs(kept_on_a_grid(verifier, pair, drafts, 150)).max() < 2 / 150


class TestVerify:
    def test_the_first_rejection_throws_away_what_follows(self):
        cycle = chain.verify([P] * 4, [Q] * 3, [0, 2, 0], [0.9, 0.34, 0.0], Coins(0.74))
        assert (cycle.tokens.tolist(), cycle.accepted) == ([0, 0], 1)
        cycle = chain.verify([P] * 4, [Q] * 3, [0, 2, 0], [0.9, 0.34, 0.0], Coins(0.76))
        assert (cycle.tokens.tolist(), cycle.accepted) == ([0, 1], 1)

    def test_a_bonus_comes_from_the_row_after_the_last_draft(self):
        rows = [P, P, [0, 0, 1]]
        cycle = chain.verify(rows, [Q] * 2, [0, 2], [0.9, 0.33], Coins(0.0))
        assert (cycle.tokens.tolist(), cycle.accepted) == ([0, 2, 2], 2)

    def test_it_takes_one_uniform(self):
        coins = Coins(0.5)
        chain.verify([P] * 4, [Q] * 3, [2, 2, 2], [0.9, 0.9, 0.9], coins)
        assert coins.given == 1

    @every_verifier
    @pytest.mark.parametrize("coin", [0.0, LARGEST])
    def test_where_laws_differ_by_rounding_alone_nothing_is_rejected(self, verifier, coin):
        p, q = [0.1 + 0.2, 0.7], [0.3, 0.7]
        for one, other in ((p, q), (q, p), (q, q), ([0.3, 0.7], [0.1 + 0.2, 0.7 - 2**-53])):
            cycle = chain.verify(
                [one] * 5, [other] * 4, [0, 1, 0, 1], [coin] * 4, Coins(0.5), verifier=verifier
            )
            assert (cycle.accepted, cycle.tokens.tolist()) == (4, [0, 1, 0, 1, 1])

    def test_a_block_goes_on_after_0_over_0_and_stops_at_the_next_difference(self):
        """P_1 = 1 and the next laws are alike: whatever h_1 is, the second draft is kept."""
        p, q = [[1, 0], [0.5, 0.5], [0.5, 0.5], [0, 1]], [[1, 0], [0.5, 0.5], [0.1, 0.9]]
        for last, kept in ((0.9, 2), (0.1, 3)):
            coins = [LARGEST, LARGEST, last]
            cycle = chain.verify(p, q, [0, 1, 1], coins, Coins(0.0), verifier="block")
            assert cycle.accepted == kept
        assert cycle.tokens.tolist() == [0, 1, 1, 1]

    @every_verifier
    def test_a_token_without_mass_never_comes_out(self, verifier):
        p, q = [0.0, 1.0], [1.0, 0.0]
        cycle = chain.verify([p] * 3, [q] * 2, [0, 0], [0.0, 0.0], Coins(0.0), verifier=verifier)
        assert (cycle.accepted, cycle.tokens.tolist()) == (0, [1])
        tiny = [2e-17, 1.0]  # q of rounding's size where p = 0: nothing is left to resample, so p itself is
        cycle = chain.verify([p] * 2, [tiny], [0], [0.0], Coins(0.0), verifier=verifier)
        assert (cycle.accepted, cycle.tokens.tolist()) == (0, [1])

    @every_verifier
    def test_a_draft_that_q_never_proposes_is_judged_like_at_one_position(self, verifier):
        cycle = chain.verify(
            [[0.5, 0.5, 0]] * 2, [[1.0, 0, 0]], [1], [LARGEST], Coins(0.9), verifier=verifier
        )
        assert (cycle.accepted, cycle.tokens.tolist()) == (1, [1, 1])
        cycle = chain.verify([[0.5, 0.5, 0]] * 2, [[1.0, 0, 0]], [2], [0.0], Coins(0.9), verifier=verifier)
        assert (cycle.accepted, cycle.tokens.tolist()) == (0, [1])

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ({"target_rows": [P] * 2}, r"target_rows have the shape \(2, 3\); 2 drafts need \(3, 3\)"),
            ({"target_rows": [P, P, [0.5, 0.3, 0.3]]}, r"target_rows\[2\] sums to 1.1"),
            ({"draft_rows": [Q, [0.5, -0.1, 0.6]]}, r"draft_rows\[1\]"),
            ({"draft_rows": []}, "draft_rows are"),
            ({"draft_rows": [Q, [1.0]]}, "draft_rows are"),
            ({"draft": [0]}, r"draft is \[0\]; it must hold 2 tokens from 0 to 2"),
            ({"draft": [0, 3]}, "draft is"),
            ({"draft": [0.0, 1.0]}, "draft is"),
            ({"coins": [0.5, 1.0]}, r"coins are \[0.5, 1.0\]"),
            ({"coins": [0.5, float("nan")]}, "coins are"),
            ({"coins": [0.5]}, "coins are"),
            ({"verifier": "tree"}, "verifier 'tree' is unknown; it must be one of token, block"),
        ],
    )
    def test_bad_input_is_named(self, change, said):
        good = {
            "target_rows": [P] * 3,
            "draft_rows": [Q] * 2,
            "draft": [0, 2],
            "coins": [0.5, 0.5],
            "rng": rng(),
        }
        chain.verify(**good)
        with pytest.raises(ValueError, match=said):
            chain.verify(**good | change)


def slowly(pair, gamma, n, seed, *, verifier, context):
    """Cycles one by one, by `verify` and searchsorted on the same uniforms."""
    target, draft = pair.models
    source, last, tokens, drafts = rng(seed), None, [], []
    for _ in range(n):
        u = source.random(2 * gamma + 1)
        text = [] if context == "fresh" or last is None else [last]
        for i in range(gamma):
            row = draft.transition[text[-1]] if text else draft.initial
            text.append(int(np.cumsum(row)[:-1].searchsorted(u[i], side="right")))
        x = text[-gamma:]
        before = text[:-gamma]
        p, q = (
            [m.transition[t] if t is not None else m.initial for t in [*(before or [None]), *x]]
            for m in (target, draft)
        )
        cycle = chain.verify(p, q[:-1], x, u[gamma:-1], Coins(u[-1]), verifier=verifier)
        last = int(cycle.tokens[-1])
        drafts.append(x)
        tokens.append([*cycle.tokens.tolist(), *[-1] * (gamma - cycle.accepted)])
    return drafts, tokens


class TestRunCycles:
    @every_verifier
    @pytest.mark.parametrize("context", ["fresh", "text"])
    @pytest.mark.parametrize("pair", [WORKED, MARKOV])
    @pytest.mark.parametrize("gamma", [1, 4])
    def test_many_at_once_are_the_same_as_one_by_one(self, pair, gamma, context, verifier):
        run = chain.run_cycles(*pair.models, gamma, 200, rng(3), verifier, context)
        drafts, tokens = slowly(pair, gamma, 200, 3, verifier=verifier, context=context)
        assert run.drafts.tolist() == drafts
        assert run.tokens.tolist() == tokens

    def test_what_it_says_of_them(self):
        run = chain.run_cycles(*MARKOV.models, 3, 500, rng(4))
        assert run.lengths.tolist() == [sum(x >= 0 for x in row) for row in run.tokens.tolist()]
        assert run.kept.tolist() == (run.lengths - 1).tolist()
        assert (run.accepted, run.drafted) == (int(run.kept.sum()), 1500)
        assert run.tested == sum(min(kept + 1, 3) for kept in run.kept.tolist())
        assert run.accepted_at.tolist() == [int((run.kept > i).sum()) for i in range(3)]
        assert run.tested_at.tolist() == [500, *run.accepted_at[:2].tolist()]
        assert run.committed == run.accepted + 500
        assert run.bonuses == run.accepted_at[-1]
        assert run.accepted_per_drafted == run.accepted / 1500
        assert run.accepted_per_tested == run.accepted / run.tested
        assert run.ledger == Ledger(500, run.accepted, 500 - run.bonuses, run.bonuses, run.tested, 1500)
        for i, row in enumerate(run.tokens):
            assert row[: run.kept[i]].tolist() == run.drafts[i, : run.kept[i]].tolist()

    def test_a_block_is_judged_as_a_whole(self):
        run = chain.run_cycles(*MARKOV.models, 3, 500, rng(4), "block")
        assert run.tested_at.tolist() == [500] * 3
        assert run.tested == run.drafted

    def test_both_verifiers_judge_the_same_drafts(self):
        token, block = (chain.run_cycles(*WORKED.models, 4, 1000, rng(5), v) for v in VERIFIERS)
        assert (token.drafts == block.drafts).all()
        assert block.committed > token.committed

    @pytest.mark.parametrize("context", ["fresh", "text"])
    @pytest.mark.parametrize("models", [MARKOV.models, (LastTwo(1), LastTwo(2))])
    def test_a_run_in_parts_is_the_same_run(self, models, context, monkeypatch):
        whole = chain.run_cycles(*models, 2, 100, rng(6), context=context)
        source, end, parts = rng(6), None, []
        for n in (1, 0, 60, 39):
            part = chain.run_cycles(*models, 2, n, source, context=context, begin=end)
            end = part.end
            parts.append(part.tokens)
        assert np.concatenate(parts).tolist() == whole.tokens.tolist()
        assert end == whole.end
        assert (end is None) == (context == "fresh")
        monkeypatch.setattr(making, "AT_ONCE", 7)
        sliced = chain.run_cycles(*models, 2, 100, rng(6), context=context)
        assert sliced.tokens.tolist() == whole.tokens.tolist()

    def test_following_a_text_is_the_same_as_walking_it(self, monkeypatch):
        followed = chain.run_cycles(*MARKOV.models, 3, 300, rng(7), context="text")
        monkeypatch.setattr(making, "FOLLOWED", 1)
        walked = chain.run_cycles(*MARKOV.models, 3, 300, rng(7), context="text")
        assert followed.tokens.tolist() == walked.tokens.tolist()
        assert followed.drafts.tolist() == walked.drafts.tolist()
        assert (followed.kept.tolist(), followed.end) == (walked.kept.tolist(), walked.end)

    @pytest.mark.parametrize("context", ["fresh", "text"])
    def test_other_models_see_the_text_so_far(self, context):
        target, draft = LastTwo(1), LastTwo(2)
        run = chain.run_cycles(target, draft, 2, 50, rng(8), context=context)
        source, text = rng(8), []
        for c in range(50):
            u = source.random(5)
            before = text if context == "text" else []
            x = []
            for i in range(2):
                x.append(int(np.cumsum(draft.law_after(before + x))[:-1].searchsorted(u[i], side="right")))
            p = [target.law_after(before + x[:i]) for i in range(3)]
            q = [draft.law_after(before + x[:i]) for i in range(2)]
            cycle = chain.verify(p, q, x, u[2:4], Coins(u[4]))
            text = [*before, *cycle.tokens.tolist()]
            assert run.tokens[c][run.tokens[c] >= 0].tolist() == cycle.tokens.tolist()

    def test_nothing_drawn_has_no_rate(self):
        run = chain.run_cycles(*MARKOV.models, 2, 0, rng())
        assert (run.tokens.shape, run.lengths.shape, run.drafts.shape) == ((0, 3), (0,), (0, 2))
        assert (run.accepted, run.tested, run.drafted) == (0, 0, 0)
        assert (run.accepted_per_drafted, run.accepted_per_tested) == (None, None)
        assert run.tested_at.tolist() == [0, 0]
        assert run.ledger == Ledger(0, 0, 0, 0, 0, 0)
        assert chain.run_cycles(*MARKOV.models, 2, 0, rng(), context="text").end == (0, 0)

    def test_one_token_alone(self):
        one = chain.independent([1.0])
        for context in ("fresh", "text"):
            run = chain.run_cycles(one, one, 3, 5, rng(), "block", context)
            assert run.tokens.tolist() == [[0, 0, 0, 0]] * 5

    def test_what_was_made_stays(self):
        run = chain.run_cycles(*MARKOV.models, 2, 5, rng())
        for array in (run.drafts, run.kept, run.tokens, run.lengths, run.tested_at, run.accepted_at):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1

    @pytest.mark.parametrize("gamma", [0, -1, 1.5, True, "2", None])
    def test_a_gamma_that_is_none(self, gamma):
        with pytest.raises(ValueError, match=r"gamma is .*; it must be a whole number of drafts, at least 1"):
            chain.run_cycles(*MARKOV.models, gamma, 5, rng())

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ({"cycles": -1}, "n is -1"),
            ({"verifier": "naive"}, "verifier 'naive' is unknown"),
            ({"context": "book"}, "context is 'book'; it must be fresh or text"),
            ({"draft": chain.independent([1.0])}, "the target has 2 tokens and the draft 1"),
        ],
    )
    def test_bad_input_is_named(self, change, said):
        target, draft = MARKOV.models
        good = {"target": target, "draft": draft, "gamma": 2, "cycles": 5, "rng": rng()}
        with pytest.raises(ValueError, match=said):
            chain.run_cycles(**good | change)


class TestFirstTokens:
    def test_a_long_enough_beginning_is_the_text(self):
        """One text of `first_tokens` is the beginning of a running text on the same uniforms."""
        for models in (MARKOV.models, (LastTwo(1), LastTwo(2))):
            begun = chain.first_tokens(*models, 2, 1, rng(9), length=40)
            run = chain.run_cycles(*models, 2, 40, rng(9), context="text")
            assert begun[0].tolist() == run.tokens[run.tokens >= 0][:40].tolist()

    def test_every_text_has_all_its_tokens(self):
        texts = chain.first_tokens(*WORKED.models, 1, 2000, rng(), length=5)
        assert texts.shape == (2000, 5)
        assert texts.min() >= 0
        assert chain.first_tokens(*WORKED.models, 1, 0, rng()).shape == (0, 2)
        with pytest.raises(ValueError, match="length is 0; it must be a whole number of tokens, at least 1"):
            chain.first_tokens(*WORKED.models, 1, 5, rng(), length=0)


@pytest.mark.parametrize("size", [1, 2, FEW, FEW + 1, 1000])
def test_a_pick_is_a_search_in_the_cumulative_masses(size):
    weights = rng(1).dirichlet(np.ones(size), 300)
    weights[:, -1] *= rng(2).random(300) < 0.5  # a last token without mass is never picked
    u = np.concatenate([rng(3).random(298), [LARGEST, 0.0]])
    weights[weights.sum(axis=1) == 0, 0] = 1
    found = pick(weights, u)
    for row, one, token in zip(weights, u, found, strict=True):
        edges = np.cumsum(row)
        assert token == edges.searchsorted(one * edges[-1], side="right")
        assert row[token] > 0
