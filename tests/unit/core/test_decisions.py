"""Each decision that the rule cannot have made is found and named; one that it can is let pass."""

import numpy as np
import pytest

from app.core.decisions import wrong_decisions
from app.core.row_table import as_rows
from app.core.sampler import sample

P, Q = [0.5, 0.3, 0.2], [0.2, 0.2, 0.6]
Z, Y = [0.5, 0.5, 0.0], [0.0, 0.4, 0.6]


def kinds(draft, token, p=P, q=Q, **more):
    columns = {"p": [p], "q": [q], "draft": [draft], "token": [token]}
    count, named = wrong_decisions(as_rows(columns | {name: [value] for name, value in more.items()}), 0, 5)
    assert count == len(named) <= 1
    return [one.kind for one in named]


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        ({"draft": 2, "token": 2, "coin": 0.5}, "kept"),
        ({"draft": 2, "token": 0, "coin": 0.2}, "rejected"),
        ({"draft": 0, "token": 1, "coin": 0.99}, "rejected"),
        ({"draft": 0, "token": 1}, "rejected"),
        ({"draft": 2, "token": 2, "p": Z, "q": Y}, "kept"),
        ({"draft": 2, "token": 2, "p": Z, "q": Y, "coin": 0.0}, "kept"),
        ({"draft": 1, "token": 0, "accepted": 1}, "changed"),
        ({"draft": 2, "token": 2, "accepted": 0}, "outside"),
        ({"draft": 0, "token": 0, "p": P, "q": Y}, "undrafted"),
    ],
)
def test_a_decision_against_the_rule_has_a_kind(row, kind):
    assert kinds(**row) == [kind]


@pytest.mark.parametrize(
    "row",
    [
        {"draft": 2, "token": 2, "coin": 0.33},
        {"draft": 2, "token": 0, "coin": 0.34},
        {"draft": 2, "token": 0},
        {"draft": 0, "token": 0, "coin": 0.99, "accepted": 1},
        {"draft": 2, "token": 2, "coin": 1 / 3 * (1 - 1e-8)},
        {"draft": 2, "token": 0, "coin": 1 / 3 * (1 - 1e-8)},  # single precision may turn it
    ],
)
def test_a_decision_of_the_rule_passes(row):
    assert kinds(**row) == []


@pytest.mark.parametrize(("p", "q"), [(P, Q), (Z, Y), (P, P), ([1.0, 0.0, 0.0], Q), (Z, [0.0, 0.0, 1.0])])
def test_no_draw_of_the_rule_is_ever_wrong(p, q):
    n = 20_000
    draws = sample(p, q, n, np.random.default_rng(9))
    columns = {"p": np.tile(p, (n, 1)), "q": np.tile(q, (n, 1)), "draft": draws.draft, "token": draws.token}
    for more in ({}, {"coin": draws.coin}, {"accepted": draws.accepted}):
        assert wrong_decisions(as_rows(columns | more), 0, 5) == (0, [])


def test_the_first_rows_are_named_and_all_are_counted():
    n = 10
    columns = {"p": [P] * n, "q": [Q] * n, "draft": [2] * n, "coin": [0.1, 0.9] * 5, "token": [2] * n}
    count, named = wrong_decisions(as_rows(columns), 100, 3)
    assert count == 5
    assert [one.row for one in named] == [101, 103, 105]
    assert named[0].coin == 0.9
    assert named[0].ratio == pytest.approx(1 / 3)
