"""The picture of `rules`: numbers of the worked example in words, the boundaries told."""

import re

import numpy as np
import pytest

from app.core.sampler import RULES
from app.pictures import rules as pictures
from app.text.catalog import Catalog
from tests.unit.session.sessions import session_of

CATALOG = Catalog("en")


def frame(skip=0, **values):
    session = session_of(scene="rules", seed=7, **{"scenario": "worked", "mismatch": 1} | values)
    if skip:
        session.skip(skip)
    return session.frame()


def told(**values):
    return dict(zip(RULES, pictures.wastes(frame(**values), CATALOG), strict=True))


def test_the_worked_example_says_what_each_rule_wastes():
    says = told()
    assert "40.0 %" in says["lossless"]
    assert "0.400 away" in says["naive"]
    assert "80.0 % of the drafts" in says["top-1"]
    assert "“a”" in says["top-1"]
    assert "0.500 away" in says["top-1"]
    assert "60.0 %" in says["classical"]
    assert "M = 2.500" in says["classical"]


def test_the_boundaries_are_told():
    same = told(mismatch=0)
    assert "nothing is rejected" in same["lossless"]
    assert "M = 1" in same["classical"]
    apart = told(scenario="disjoint")
    assert "cannot run" in apart["classical"]
    assert "“a”" in apart["classical"]
    assert "100.0 %" in apart["lossless"]
    assert "“mat”" in told(scenario="greedy", mismatch=0.5)["top-1"]


def test_the_table_has_a_row_a_rule_and_dashes_where_nothing_is():
    rows = pictures.table(frame(), CATALOG)
    assert [row[1] for row in rows] == ["–"] * 4
    assert [row[2] for row in rows] == ["0.000", "0.400", "0.500", "0.000"]
    assert [row[3] for row in rows] == ["1.000", "1.000", "1.000", "2.500"]
    assert pictures.table(frame(scenario="disjoint"), CATALOG)[3][1:] == ["–"] * 4


def test_bars_are_shares_and_curves_end_at_the_tip():
    one = frame(skip=100_000)
    bars = pictures.columns(one)
    for name in RULES:
        assert bars.heights[name].sum() == pytest.approx(1)
    assert bars.top == 1
    lines = pictures.lines(one)
    assert lines.end == 1_000_000
    for name in RULES:
        assert lines.paths[f"tip-{name}"].y == pytest.approx([one.stage.tv(name)])
        assert lines.paths[f"limit-{name}"].y == pytest.approx([one.stage.limits[name]] * 2)
    again = session_of(scene="rules", scenario="worked", mismatch=1, seed=7)
    again.skip(1000), again.skip(1000)
    jumps = pictures.lines(again.frame()).paths["jumps"]
    assert np.isnan(jumps.x[2])
    assert jumps.x[:2].tolist() == [1000, 2000]


def test_a_chosen_rule_stands_beside_the_lossless_one_alone():
    assert pictures.lines(frame()).faint == frozenset()
    assert pictures.columns(frame(rule="naive")).faint == {"top-1", "classical"}


@pytest.mark.parametrize("scenario", ["worked", "same", "disjoint", "greedy", "long-tail"])
@pytest.mark.parametrize("skip", [0, 1000])
def test_words_hold_no_number_that_is_none(scenario, skip):
    for m in (0, 0.5, 1):
        one = frame(skip, scenario=scenario, mismatch=m)
        words = [*pictures.wastes(one, CATALOG), pictures.summary(one, CATALOG)]
        words += [cell for row in pictures.table(one, CATALOG) for cell in row]
        assert not any(re.search(r"\bnan\b|\binf\b|-0\.0|None", text) for text in words)


def test_a_frame_of_another_scene_is_refused():
    with pytest.raises(TypeError, match="RulesFrame"):
        pictures.stage_of(session_of(seed=1).frame())
