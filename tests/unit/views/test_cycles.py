"""The view of `cycles`: what it sends stays small, and the charts are not drawn at every tick."""

import json

from tests.unit.views.pages import FakePage


def test_the_charts_rest_between_drawings_while_it_plays_fast():
    page = FakePage("scene=cycles&seed=3&speed=500&model=markov")
    page.send("play")
    drawn = []
    for _ in range(40):
        page.tick(0.05)
        drawn.append('"x"' in page.patches[-1] or "high" in page.patches[-1])
    assert 5 <= sum(drawn) <= 20
    page.send("pause")
    state = page.get()["state"]["stage"]
    counted = page.link.shell.scenes["cycles"].lengths.sources["counted"].data
    heights = [high - low for low, high in zip(counted["low"], counted["high"], strict=True)]
    assert [round(height * state["cycles"]) for height in heights] == state["lengths"]


def test_an_update_stays_small():
    page = FakePage("scene=cycles&seed=3&speed=500&gamma=12")
    page.send("play")
    sizes = [len(json.dumps(page.tick(0.05))) for _ in range(10)]
    assert max(sizes) < 40_000


def test_the_eight_cycles_are_shown_on_request():
    page = FakePage("scene=cycles&seed=3")
    assert page.get()["show"]["cycles"]["eight_cycles"]["rows"] == []
    words = page.send("act", name="eight", value=None)["show"]["cycles"]
    assert len(words["eight_cycles"]["rows"]) == 8
    assert words["eight_button"] == "Hide the eight cycles"


def test_an_address_opens_the_broken_engine():
    page = FakePage("scene=cycles&model=markov&gamma=2&keep_going=1&seed=3")
    page.send("skip", n=1000)
    stage = page.get()["state"]["stage"]
    assert stage["lengths"] == [0, 0, 1000]
    assert page.get()["show"]["query"] == "scene=cycles&seed=3&gamma=2&model=markov&keep_going=1"
