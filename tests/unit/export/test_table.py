"""The numbers behind a picture: those of the page, and enough to make them again."""

import csv
import io
import json
from urllib.parse import parse_qs

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.sampler import sample
from app.export import table
from app.export.sheets import sheet_of
from app.pictures.state import state
from app.session.address import from_query
from app.session.session import Session
from app.text.catalog import Catalog
from tests.unit.export.frames import ALL, frame_in, session_in

CATALOG = Catalog()


def files(frame, picture, address=""):
    sheet = sheet_of(frame, picture, address, CATALOG)
    told = json.loads(table.as_json(frame, sheet, address, CATALOG))
    return told, table.as_csv(frame, sheet, address, CATALOG).decode()


def table_of(text):
    """The comments by name, and the rows under the head."""
    lines = text.splitlines()
    comments = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# "))
    rows = list(csv.DictReader(io.StringIO("\n".join(line for line in lines if not line.startswith("# ")))))
    return comments, rows


@pytest.mark.parametrize(("scene", "picture"), ALL)
def test_json_holds_the_state_and_every_series(scene, picture):
    frame = frame_in(scene)
    told, _ = files(frame, picture)
    assert told["state"] == json.loads(json.dumps(state(frame)))
    assert told["seed"] == 7
    assert told["scene"] == scene
    assert picture == "eight" or all(one["series"] for one in told["charts"])


@pytest.mark.parametrize(("scene", "picture"), ALL)
def test_csv_and_json_hold_the_same_numbers(scene, picture):
    told, text = files(frame_in(scene), picture)
    _, rows = table_of(text)
    written = sorted(float(row["value"]) for row in rows)
    counts = [] if told["counts"] is None else [n for one in told["counts"]["series"].values() for n in one]
    drawn = []
    for chart in told["charts"]:
        if chart["kind"] == "columns":
            drawn += [value for one in chart["series"].values() for value in one]
        else:
            drawn += [value for one in chart["series"].values() for value in one["y"]]
            drawn += [value for one in chart["areas"].values() for value in one["low"] + one["high"]]
    assert written == sorted(float(value) for value in (*counts, *drawn) if value is not None)


def test_the_counts_are_the_samplers_with_that_seed():
    """Round trip: the file's seed and laws, given to the shared sampler, bring the file's counts."""
    told, text = files(frame_in("converge", draws=500, seed=12345), "converge")
    p, q, n = told["state"]["p"], told["state"]["q"], told["state"]["draws"]
    draws = sample(p, q, n, np.random.default_rng(told["seed"]))
    again = {
        "drafted": np.bincount(draws.draft, minlength=len(p)),
        "kept": np.bincount(draws.draft[draws.accepted], minlength=len(p)),
        "corrected": np.bincount(draws.token[~draws.accepted], minlength=len(p)),
        "came": np.bincount(draws.token, minlength=len(p)),
    }
    assert told["counts"]["series"] == {name: counts.tolist() for name, counts in again.items()}
    _, rows = table_of(text)
    came = {row["at"]: int(row["value"]) for row in rows if row["series"] == "came"}
    assert list(came.values()) == again["came"].tolist()


def test_its_link_opens_the_same_run():
    told, text = files(frame_in("rules", draws=60, temperature=0.7), "rules", "https://example.org/demo/")
    comments, _ = table_of(text)
    assert told["link"] == comments["link"]
    assert told["link"].startswith("https://example.org/demo/?scene=rules&")
    query = told["link"].partition("?")[2]
    assert parse_qs(query)["seed"] == ["7"]
    values, complaints = from_query(query)
    assert not complaints
    session = Session()
    session.open(values)
    for _ in range(60):
        session.draw_once()
    rules = session.frame().stage.state()["rules"]
    assert {name: one["counts"] for name, one in rules.items()} == told["counts"]["series"]


def test_nothing_of_the_page_itself_is_told():
    told, _ = files(frame_in("converge", theme="dark", projector=1, hide=["nav"]), "converge")
    assert not {"theme", "projector", "hide", "play", "tour"} & told["settings"].keys()
    assert "theme" not in told["link"]


@given(st.text(max_size=12), st.sampled_from("=+-@\t\r"))
def test_no_name_is_a_formula_to_a_spreadsheet(text, sign):
    (read,) = next(csv.reader(io.StringIO(table.cell(sign + text), newline="")))
    assert read == f"'{sign}{text}"
    (read,) = next(csv.reader(io.StringIO(table.cell("mat" + text), newline="")))
    assert read == "mat" + text


def test_names_from_a_link_stay_cells():
    session = session_in("converge", 5)
    session.set(
        {"scenario": "own", "p": [0.5, 0.5], "r": [0.2, 0.8], "names": ['=HYPERLINK("x")', 'a,"b\n# c']}
    )
    session.draw_once()
    _, text = files(session.frame(), "converge")
    _, rows = table_of(text)
    names = {row["at"] for row in rows}
    assert '\'=HYPERLINK("x")' in names
    assert not any(line.startswith("=") for line in text.splitlines())


def test_what_has_nothing_to_show_has_no_sheet():
    assert sheet_of(Session(seed=1).frame(), "converge", "", CATALOG) is not None
    empty = Session(seed=1)
    empty.set({"scene": "yours"})
    assert sheet_of(empty.frame(), "yours", "", CATALOG) is None
    many = Session(seed=1)
    many.set({"scene": "beat", "scenario": "long-tail"})
    assert sheet_of(many.frame(), "beat", "", CATALOG) is None


def test_a_picture_that_a_scene_does_not_have_is_named():
    with pytest.raises(
        ValueError, match=r"the scene cycles has no picture 'converge'; there is cycles, eight"
    ):
        sheet_of(frame_in("cycles", 1), "converge", "", CATALOG)
    with pytest.raises(ValueError, match="there is none"):
        sheet_of(frame_in("quiz", 0), "quiz", "", CATALOG)
