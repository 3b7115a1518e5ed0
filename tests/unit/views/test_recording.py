"""What was recorded is word for word what the session says, and Python goes on in the middle of a beat."""

import pytest

from app.main import open_link, prerender
from app.session.pace import DRAWS_A_SECOND
from app.views.recording import DRAWS, FROM, LATER, newer, record
from tests.unit.views.pages import FakePage


@pytest.fixture(scope="module")
def page_data():
    return prerender()


def whole(moments):
    """The moments with all that they have in common with the one before."""
    state, show, bars = {}, {}, {}
    for moment in moments:
        state, show, bars = state | moment["state"], show | moment["show"], bars | moment["bars"]
        yield moment["draw"], moment["beat"], state, show, bars


def without(show):
    return {name: value for name, value in show.items() if name not in LATER}


def time_of(draw, beat):
    """Seconds after play at which a beat of a draw has just begun."""
    return ((draw - 1) + (beat - 1) * 0.2) / DRAWS_A_SECOND + 1e-6


def test_every_beat_is_what_the_session_says_with_another_step(page_data):
    seeds = page_data["recording_json"]
    assert len(seeds) == len(FROM)
    for seed, moments in list(seeds.items())[:2]:
        page = FakePage(f"play=1&seed={seed}", band=page_data["data"]["band"])
        said = 0.0
        for draw, beat, state, show, bars in whole(moments):
            while said < time_of(draw, beat):
                step = min(0.05, time_of(draw, beat) - said)
                said += step
                page.tick(step)
            now = page.get()
            assert now["state"] == state, (seed, draw, beat)
            assert without(now["show"]) == show, (seed, draw, beat)
            assert page.link.shell.converge.bars.bars.data["kept"] == bars["kept"]


def test_each_recording_has_every_beat_of_its_draws_and_starts_with_a_correction(page_data):
    seeds = page_data["recording_json"]
    assert len(seeds) == len(FROM)
    for moments in seeds.values():
        assert [(one["draw"], one["beat"]) for one in moments] == [
            (draw, beat) for draw in range(1, DRAWS + 1) for beat in (1, 2, 3, 4)
        ]
        assert moments[0]["state"]["last"]["accepted"] is False


@pytest.mark.parametrize(("draw", "beat"), [(1, 1), (1, 3), (5, 2), (12, 4)])
def test_python_goes_on_from_the_draw_and_the_beat_that_were_told(page_data, draw, beat):
    entropy = FROM[0]
    part = (beat - 1) * 0.2 + 0.1
    told = {"drawn": draw, "part": part, "told": False, "playing": True}
    page = FakePage("play=1", entropy=entropy, band=page_data["data"]["band"], **told)
    moments = {(one[0], one[1]): one for one in whole(record_of(entropy, page_data))}
    now = page.get()
    assert now["state"] == moments[draw, beat][2]
    assert without(now["show"]) == moments[draw, beat][3]
    page.tick((1 - part) / DRAWS_A_SECOND + 0.01)
    after = page.get()["state"]
    assert after["draws"] == draw + 1
    if draw < DRAWS:
        assert after == moments[draw + 1, 1][2]


def record_of(entropy, page_data):
    before = {"state": {}, "show": {}, "bars": {}}
    for moment in record(open_link(), entropy, page_data["data"]["band"]):
        yield moment | {part: newer(before[part], moment[part]) for part in before}


def test_a_paused_one_stands_fully_told_and_the_next_draw_falls_where_it_was(page_data):
    page = FakePage("play=1", entropy=FROM[0], drawn=3, part=0.3, told=True, playing=False)
    assert page.get()["show"]["narration"]["finished"]
    assert not page.get()["state"]["playing"]
    page.send("play")
    page.tick(0.6 / DRAWS_A_SECOND)
    now = page.get()
    assert now["state"]["draws"] == 3
    assert now["show"]["narration"]["finished"], "it is not told once more"
    page.tick(0.2 / DRAWS_A_SECOND)
    assert page.get()["state"]["draws"] == 4


@pytest.mark.parametrize(("drawn", "part"), [(-1, 0.5), (101, 0.5), (3, 1.5), (3, -0.1)])
def test_what_cannot_have_been_told_is_named(drawn, part):
    with pytest.raises(ValueError, match=f"drawn is {drawn}, part {part}"):
        FakePage("play=1", drawn=drawn, part=part, told=False, playing=True)


def test_what_the_page_compares_are_the_settings_of_the_draws(page_data):
    recorded = page_data["data"]["recorded"]
    assert {"scenario", "draft", "mismatch", "p", "r", "rule", "speed", "top_p"} <= set(recorded["settings"])
    assert not {"seed", "play", "theme", "hide"} & set(recorded["settings"])
    assert [str(seed) for seed in recorded["seeds"]] == list(page_data["recording_json"])
