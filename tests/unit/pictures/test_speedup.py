"""The scene `speedup`'s pictures and words against the formulas as the paper writes them."""

import math
from dataclasses import replace

import numpy as np
import pytest

from app.core.scenario import SCENARIOS, laws_of
from app.pictures import speedup as pictures
from app.pictures.speedup_presets import ALPHAS, COSTS, DRAFTS, TEXTS, choices, settings_of, shown
from app.session.frames.speedup import SpeedupFrame
from app.session.stages.speedup import LOAD, TEMPERATURES
from app.text.catalog import Catalog

EN = Catalog("en")
FRAME = SpeedupFrame(
    alpha=0.8,
    from_laws=False,
    cost=0.05,
    gamma=4,
    temperatures=TEMPERATURES,
    acceptance=np.full(len(TEMPERATURES), 0.5),
    load=LOAD,
)


def paths(**dials):
    return pictures.chart(replace(FRAME, **dials), EN).paths


@pytest.mark.parametrize(("alpha", "cost"), [(0.8, 0.05), (0.3, 0.4), (0.99, 0.0), (0.5, 1.0), (0.05, 0.01)])
def test_the_lines_are_the_formulas_of_the_paper(alpha, cost):
    drawn = paths(alpha=alpha, cost=cost)
    gamma = np.arange(1, 25)
    tokens = (1 - alpha ** (gamma + 1)) / (1 - alpha)
    assert np.array_equal(drawn["speedup"].x, gamma)
    np.testing.assert_allclose(drawn["speedup"].y, tokens / (gamma * cost + 1), rtol=1e-12)
    np.testing.assert_allclose(drawn["operations"].y, (gamma * cost + gamma + 1) / tokens, rtol=1e-12)
    assert set(drawn["plain"].y) == {1.0}


def test_the_best_length_lies_on_the_line_at_its_highest():
    drawn = paths()
    assert drawn["best"].x == (8,)
    assert drawn["best"].y[0] == max(drawn["speedup"].y)
    assert drawn["real"].x == pytest.approx((7.86, 7.86), abs=0.005)
    assert drawn["set"].x == (4,)
    assert drawn["set"].y[0] == drawn["speedup"].y[3]


@pytest.mark.parametrize(
    ("dials", "words"),
    [
        ({"alpha": 0.3, "cost": 0.4}, EN.text("speedup.best-none")),
        ({"alpha": 1.0}, EN.text("speedup.best-endless")),
        ({"cost": 0.0}, EN.text("speedup.best-endless")),
    ],
)
def test_where_no_length_is_best_none_is_marked(dials, words):
    assert not {"best", "real"} & paths(**dials).keys()
    assert pictures.best_told(replace(FRAME, **dials), EN) == words


def test_a_best_length_beyond_the_chart_is_said_and_not_drawn():
    dials = {"alpha": 0.97, "cost": 0.01}
    assert not {"best", "real"} & paths(**dials).keys()
    assert "Best length: 5" in pictures.best_told(replace(FRAME, **dials), EN)


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("cost", [0.0, 0.05, 1.0])
def test_every_point_marked_lies_inside_the_axes(alpha, cost):
    picture = pictures.chart(replace(FRAME, alpha=alpha, cost=cost, gamma=12), EN)
    for name in {"set", "best", "speedup"} & picture.paths.keys():
        x, y = np.asarray(picture.paths[name].x), np.asarray(picture.paths[name].y)
        assert ((x >= picture.start) & (x <= picture.end)).all()
        assert ((y >= 0) & (y <= picture.top)).all()
    assert math.isfinite(picture.top)


def test_time_moves_and_the_distance_does_not():
    laws = laws_of(SCENARIOS["worked"], 1.0)
    quick, slow = (pictures.meters(replace(FRAME, alpha=a, cost=0.3), laws, EN) for a in (0.95, 0.1))
    assert quick["time_share"] < slow["time_share"] == 1.0
    assert quick["tv"] == slow["tv"] == "0.000"
    assert quick["tv_share"] == slow["tv_share"] == pytest.approx(0, abs=1e-15)
    assert "slower" in slow["time_told"]
    assert "slower" not in quick["time_told"]


def test_the_table_is_the_reference_s():
    head, *rows = pictures.table(EN)
    assert head == ["alpha", "c = 0.01", "c = 0.05", "c = 0.1", "c = 0.2"]
    assert rows == [
        ["0.6", "7 (2.30×)", "4 (1.92×)", "3 (1.67×)", "2 (1.40×)"],
        ["0.8", "14 (4.23×)", "8 (3.09×)", "6 (2.47×)", "4 (1.87×)"],
        ["0.9", "24 (7.49×)", "13 (4.67×)", "10 (3.43×)", "7 (2.37×)"],
    ]


@pytest.mark.parametrize(("slope", "word"), [(0.1, "rises"), (-0.1, "falls"), (0.0, "the same")])
def test_the_words_say_which_way_acceptance_goes(slope, word):
    frame = replace(FRAME, acceptance=0.5 + slope * TEMPERATURES)
    assert word in pictures.temperature_told(frame, EN)
    picture = pictures.temperature_chart(frame, 2.0, EN)
    assert picture.paths["now"].y == pytest.approx((0.5 + 2 * slope,))
    assert "now" not in pictures.temperature_chart(frame, 4.0, EN).paths


def test_each_preset_is_found_again_by_its_numbers():
    for draft in DRAFTS:
        for text in TEXTS:
            dials = settings_of(draft, text)
            assert shown(**dials) == (draft, text)
            offered = choices(**dials)
            assert offered["drafts"][draft] == offered["texts"][text] == dials
            assert 0 <= dials["alpha"] <= 1


def test_the_drafts_are_ordered_by_cost_and_none_is_best_for_having_most_accepted():
    assert sorted(COSTS.values()) == list(COSTS.values())
    best = {}
    for draft in DRAFTS:
        told = pictures.chart(replace(FRAME, **settings_of(draft, "prose")), EN).paths["speedup"]
        best[draft] = max(told.y)
    assert max(ALPHAS, key=lambda one: ALPHAS[one]["prose"]) == "nearly"
    assert max(best, key=best.get) == "small"
