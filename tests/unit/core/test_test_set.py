"""The test set and its checker tell an exact engine from a broken one; the page reads the log."""

import json

import numpy as np
import pytest

from app.core.intake import Intake
from app.core.test_set import make_test_set
from tools.places import ROOT

W = ([0.5, 0.3, 0.2], [0.2, 0.2, 0.6])


def harness():
    source = (ROOT / "static/examples/check_engine.py").read_text(encoding="utf-8")
    known = {}
    exec(source, known)  # noqa: S102  # the very file that the page offers
    return known["check"]


def accepts(p, q, draft, coin):
    return coin * q[draft] < p[draft]


def residual(p, q):
    left = np.maximum(np.subtract(p, q), 0)
    return left / left.sum()


def stepper(keep):
    rng = np.random.default_rng(3)

    def step(p, q):
        draft, coin = int(rng.choice(len(q), p=q)), float(rng.random())
        kept = keep(p, q, draft, coin)
        token = draft if kept else int(rng.choice(len(p), p=residual(p, q)))
        return {"draft": draft, "coin": coin, "accepted": bool(kept), "token": token}

    return step


@pytest.fixture
def saved(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "set.json").write_text(json.dumps(make_test_set(*W, seed=5)))
    return "set.json"


def test_an_exact_engine_passes_and_the_page_says_so(saved, tmp_path):
    harness()(saved, accepts, residual, stepper(accepts), rows=3000)
    intake = Intake()
    intake.feed((tmp_path / "rows.jsonl").read_bytes(), last=True)
    verdict = intake.sample.data.verdict()
    assert (verdict.ok, verdict.rows, verdict.coins) == (True, 3000, True)


@pytest.mark.parametrize(
    "wrong",
    [
        (lambda p, q, x, u: True, residual),
        (lambda p, q, x, u: u * p[x] < q[x], residual),
        (lambda p, q, x, u: p[x] >= q[x], residual),
        (accepts, lambda p, q: np.abs(np.subtract(p, q)) / np.abs(np.subtract(p, q)).sum()),
        (accepts, lambda p, q: p),
    ],
)
def test_a_broken_one_does_not(saved, wrong):
    with pytest.raises(AssertionError):
        harness()(saved, *wrong, stepper(accepts), rows=1)


def test_a_log_whose_tokens_are_drawn_from_p_after_a_rejection_is_caught(saved, tmp_path):
    rng = np.random.default_rng(4)

    def step(p, q):  # with numpy's own numbers, as engines have them
        draft, coin = rng.choice(len(q), p=q), rng.random()
        kept = np.bool_(accepts(p, q, draft, coin))
        return {
            "draft": draft,
            "coin": coin,
            "accepted": kept,
            "token": draft if kept else rng.choice(len(p), p=p),
        }

    harness()(saved, accepts, residual, step, rows=20_000)
    intake = Intake()
    intake.feed((tmp_path / "rows.jsonl").read_bytes(), last=True)
    assert not intake.sample.data.verdict().ok


def test_no_coin_is_too_close_for_single_precision():
    for case in make_test_set(*W, seed=6)["cases"]:
        p, q = np.float32(case["p"]), np.float32(case["q"])
        x, u = np.array(case["draft"]), np.float32(case["coin"])
        assert (u * q[x] < p[x]).tolist() == case["accepted"]
