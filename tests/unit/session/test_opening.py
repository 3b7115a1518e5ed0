"""What a session opens on: laws, a seed, nothing drawn, and what was wrong with its address."""

import pytest

from app.core.scenario import SCENARIOS
from app.session.session import Session
from app.session.settings import LARGEST_SEED, Settings
from tests.unit.session.sessions import DRAFTED, after, keys, session_of


def test_it_opens_paused_on_nothing_with_the_laws_of_the_scenario():
    frame = session_of(**DRAFTED).frame()
    assert (frame.playing, frame.lossless.draws, frame.last) == (False, 0, None)
    assert (frame.ghost, frame.band, frame.notes) == (None, None, ())
    assert frame.laws.q == pytest.approx(SCENARIOS["worked"].r)
    assert frame.lossless_curve.n.tolist() == frame.naive_curve.n.tolist() == []
    assert frame.seed == frame.settings["seed"] == 7


def test_a_session_made_without_an_address_has_a_seed_too():
    assert Session().frame().seed == 0
    assert Session(seed=5).frame().seed == 5
    assert Session(Settings(seed=6)).frame().seed == 6
    with pytest.raises(ValueError, match="p "):
        Session(Settings(scenario="own"))


@pytest.mark.parametrize("scenario", ["next-word", "worked", "disjoint", "greedy", "long-tail"])
@pytest.mark.parametrize("entropy", [0, 12_345, LARGEST_SEED, 2**80 + 1, -1])
def test_it_opens_on_a_seed_whose_first_draw_is_a_correction(scenario, entropy):
    session = Session()
    session.open({"scenario": scenario}, entropy=entropy)
    assert 0 <= session.frame().seed <= LARGEST_SEED
    assert (session.frame().seed - entropy) % (LARGEST_SEED + 1) < 500
    session.draw_once()
    assert not session.frame().last.accepted


def test_a_seed_in_the_address_is_taken_as_it_is_and_where_nothing_is_rejected_any_will_do():
    assert session_of(scenario="same", seed=0).frame().seed == 0
    session = Session()
    session.open({"scenario": "same"}, entropy=77)
    assert session.frame().seed == 77
    session.open({"scenario": "worked", "mismatch": 0.0}, entropy=78)
    assert session.frame().seed == 78


def test_to_open_again_forgets_all_that_was():
    session = after(50, rule="naive", play=True)
    session.reset()
    session.open({"seed": 3})
    frame = session.frame()
    assert (frame.scenario_id, frame.ghost, frame.playing, frame.notes) == ("next-word", None, False, ())
    assert frame.settings["rule"] == "lossless"


def test_what_an_address_got_wrong_is_said_at_the_opening_and_later_messages_say_theirs():
    session = Session()
    notes = session.set({"mismatch": 7, "rule": "perfect"})
    assert sorted(keys(notes)) == ["choice", "clamped"]
    assert session.frame().notes == notes
    assert session.frame().settings["mismatch"] == 1
    assert session.frame().settings["rule"] == "lossless"
    assert session.set({"mismatch": -7, "scenario": "worked"}) == session.frame().notes != ()
    opened = Session()
    opened.open({"seed": 1}, notes)
    assert opened.frame().notes == notes
