"""Drafts under load, as pictures: they agree with the core's admission, and the fault shows its law."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.pictures import admission as pictures
from app.session.frames.speedup import POSITIONS, Load
from app.session.stages.speedup import LOAD
from app.text.catalog import Catalog

EN = Catalog("en")
LOADS = st.builds(
    Load,
    confidences=st.tuples(*[st.floats(0, 1).map(lambda x: round(x, 2))] * 4),
    free=st.integers(4, 20),
    looks_ahead=st.booleans(),
)


@given(LOADS)
def test_what_is_drawn_is_what_the_core_admits(load):
    admission = load.admission()
    admitted = len(admission.order)
    assert [(r, j) for _, r, j in pictures.in_order(load)[:admitted]] == list(admission.order)
    batches, rates = pictures.greedy_rates(load)
    assert batches[: admitted + 1].tolist() == list(admission.batches)
    np.testing.assert_allclose(rates[: admitted + 1] * admission.rates[0], admission.rates, rtol=1e-12)
    columns = pictures.columns(load)
    assert (~np.isnan(columns.heights["admitted"])).sum() == admitted == sum(admission.lengths)
    assert (np.isnan(columns.heights["admitted"]) != np.isnan(columns.heights["refused"])).all()


@given(LOADS)
def test_fixed_lengths_start_and_end_where_admission_does(load):
    batches, greedy = pictures.greedy_rates(load)
    at, fixed = pictures.fixed_rates(load)
    assert len(fixed) == POSITIONS + 1
    assert (at[0], at[-1]) == (batches[0], batches[-1])
    assert fixed[0] == greedy[0] == 1
    assert fixed[-1] == pytest.approx(greedy[-1])
    assert (fixed <= greedy[at - batches[0]] + 1e-12).all(), (
        "the surest first beats any fixed choice of as many"
    )


@given(LOADS)
def test_words_and_table_name_what_is_admitted(load):
    rows = pictures.table(load, EN)
    assert [row[0] for row in rows] == ["A", "B", "C", "D"]
    ticked = [sum(cell.endswith("✓") for cell in row[1:]) for row in rows]
    assert ticked == list(load.admission().lengths)
    assert f"Admitted: {sum(ticked)} of 16 drafts" in pictures.told(load, EN)


def test_the_load_shown_first_is_better_served_by_lengths_of_its_own():
    end = len(LOAD.admission().order)
    greedy, fixed = pictures.greedy_rates(LOAD)[1][end], pictures.fixed_rates(LOAD)[1]
    assert 0 < end < len(LOAD.confidences) * POSITIONS
    assert greedy > 1.1 * fixed.max()


def test_looking_ahead_shows_its_law_and_not_looking_the_target_s():
    blind = pictures.look_ahead(LOAD, EN)
    looks = pictures.look_ahead(replace(LOAD, looks_ahead=True), EN)
    assert [row[-1] for row in blind["table"]] == ["0.700", "0.300"]
    assert [row[-1] for row in looks["table"]] == ["0.850", "0.150"]
    assert "0.000" in blind["told"]
    assert "0.150" in looks["told"]
