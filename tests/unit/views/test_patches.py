"""How changes reach the page: one patch an entry, models patched and never rebuilt, true numbers in them."""

import json
import random

import numpy as np
import pytest
from bokeh.document import Document

from app.pictures import converge as pictures
from app.pictures.description import column_labels, summary
from app.text.catalog import Catalog
from app.views.bars import PLACES
from app.views.scenes import SCENES
from tests.unit.views.pages import FakePage

SCENARIOS = ("next-word", "worked", "same", "disjoint", "greedy", "long-tail", "own")
ACTIONS = (
    lambda page, luck: page.tick(luck.choice((0.0, 0.05, 0.4, 2.5)), 0.0),
    lambda page, luck: page.send("step"),
    lambda page, luck: page.send(luck.choice(("play", "pause"))),
    lambda page, luck: page.send(luck.choice(("reset", "replay", "new-seed", "start-again"))),
    lambda page, luck: page.send("skip", n=luck.choice((1000, 10**6))),
    lambda page, luck: page.send("set", values={"mismatch": luck.random()}, drag=luck.random() < 0.5),
    lambda page, luck: page.send("set", values={"speed": luck.choice((1, 5, 25, 100, 500))}),
    lambda page, luck: page.send("set", values={"rule": luck.choice(("naive", "lossless"))}),
    lambda page, luck: page.send("set", values={"tv_scale": luck.choice(("log", "linear"))}),
    lambda page, luck: page.send("set", values={"scenario": luck.choice(SCENARIOS)}),
    lambda page, luck: page.send(
        "set", values={"draft": luck.choice(("mix", "tilt")), "top_k": luck.randrange(4)}
    ),
    lambda page, luck: page.send("bar", law=luck.choice("pqr"), index=luck.randrange(3), value=luck.random()),
    lambda page, luck: page.send(luck.choice(("add-token", "remove-token"))),
    lambda page, luck: page.send("choose", token=luck.choice((None, 0, 2))),
    lambda page, luck: page.send("table", open=luck.random() < 0.5),
    lambda page, luck: page.send("visible", on=luck.random() < 0.7),
)


def acted(page, actions, seed):
    """Does so many random things."""
    luck = random.Random(seed)
    for _ in range(actions):
        luck.choice(ACTIONS)(page, luck)
    return page


def test_figures_are_patched_and_never_rebuilt():
    page = FakePage()
    models, roots = page.models, [root.id for root in page.link.document.roots]
    acted(page, 500, seed=1)
    assert page.models == models
    assert [root.id for root in page.link.document.roots] == roots
    assert not any('"type":"RootAdded"' in patch or '"attributes":' in patch for patch in page.patches)
    assert len(page.patches) > 300


def test_a_new_model_would_be_seen():
    page = FakePage()
    models = page.models
    axis = page.link.shell.converge.bars.figure.below[0]
    axis.ticker = axis.ticker.clone()
    assert page.models != models


@pytest.mark.parametrize("seed", range(3))
def test_every_entry_sends_one_patch_at_most_with_one_update_in_it(seed):
    acted(FakePage(), 60, seed)  # FakePage.heard and update_in count


def test_a_tick_sends_one_patch_with_all_that_changed():
    page = FakePage("scenario=worked&seed=3&speed=500")
    page.settle()
    page.send("play")
    page.tick(0.05)
    before = len(page.patches)
    for n in range(1, 21):
        page.tick(0.05)
        assert len(page.patches) == before + n
        kinds = [event["kind"] for event in json.loads(page.patches[-1])["events"]]
        assert kinds.count("MessageSent") == 1
        assert kinds.count("ColumnDataChanged") >= 3
        assert set(kinds) <= {"MessageSent", "ModelChanged", "ColumnDataChanged"}


def test_where_nothing_changes_nothing_is_sent():
    page = FakePage()
    page.settle()
    before = len(page.patches)
    for _ in range(10):
        assert page.tick(0.05) is None
    assert len(page.patches) == before


def test_what_stays_is_not_sent_again():
    page = FakePage("seed=3")
    for _ in range(20):
        page.send("step")
    page.settle()
    for values in ({"theme": "dark"}, {"keys": False}, {"speed": 25}):
        page.send("set", values=values)
        assert [event["kind"] for event in json.loads(page.patches[-1])["events"]] == ["MessageSent"]


def test_a_patch_is_json_and_small():
    page = acted(FakePage(), 200, seed=5)
    for patch in page.patches:
        json.loads(patch, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))
    page = FakePage("seed=3&speed=500&play=1")
    page.settle()
    page.tick(0.05)
    page.tick(0.05)
    assert len(page.patches[-1]) < 30_000


def test_two_starts_have_the_same_ids_in_the_same_places():
    """What document.json relies on; a fresh Python numbers from the same start."""
    ids = [
        [int(model.id[1:]) for model in sorted(FakePage().link.document.models, key=by_number)]
        for _ in range(2)
    ]
    first, second = (np.diff(one).tolist() for one in ids)
    assert first == second


def by_number(model):
    return int(model.id[1:])


def test_what_is_on_the_figures_is_the_picture():
    page = FakePage("scenario=worked&mismatch=1&seed=3")
    page.settle()
    catalog = Catalog("en")
    for rule in ("lossless", "naive", "lossless"):
        page.send("set", values={"rule": rule})
        for _ in range(30):
            page.send("step")
        page.send("skip", n=1000)
        frame = page.link.shell.session.frame()
        bars, curve = pictures.bars(frame), pictures.curve(frame, catalog)
        view = page.link.shell.converge
        assert view.bars.laws.data["p"] == bars.p.tolist()
        assert view.bars.laws.data["q"] == bars.q.tolist()
        assert view.bars.bars.data["kept"] == bars.kept.tolist()
        corrected = view.bars.corrected.data
        where = bars.corrected.nonzero()[0]
        assert corrected["x"] == pytest.approx(where + PLACES["out"])
        assert np.subtract(corrected["high"], corrected["low"]) == pytest.approx(bars.corrected[where])
        assert view.bars.y_range.end == bars.top
        for name in ("lossless", "naive", "limit"):
            assert np.array_equal(
                view.curve.sources[name].data["tv"], getattr(curve, name).tv, equal_nan=True
            )
        assert view.curve.band.data["high"].tolist() == curve.band_high.tolist()
        assert view.curve.x_range.end == curve.x_end
        shown = view.curve.glyphs["linear"]
        assert shown[rule].glyph.line_alpha == 1.0
        assert shown["naive" if rule == "lossless" else "lossless"].glyph.line_alpha < 0.5


@pytest.mark.parametrize("scale", ["linear", "log"])
def test_while_draws_fly_by_a_figure_lags_by_half_a_pixel_or_a_tick_and_rests_often(scale):
    page = FakePage(f"seed=3&speed=500&tv_scale={scale}&play=1")
    page.settle()
    for _ in range(3):
        page.tick(10.0)
    before = len(page.patches)
    view, catalog, late, behind = page.link.shell.converge, Catalog("en"), (), []
    both = 0
    for _ in range(200):
        shown = view.bars.bars.data, view.curve.sources["tip_lossless"].data
        page.tick(0.05)
        frame = page.link.shell.session.frame()
        bars, tv = pictures.bars(frame), float(pictures.curve(frame, catalog).lossless.tv[-1])
        kept, (tip,) = view.bars.bars.data["kept"], view.curve.sources["tip_lossless"].data["tv"]
        now = bars.kept / bars.top, tv
        late = late or now
        behind.append(min(np.abs(np.divide(kept, bars.top) - one[0]).max() for one in (now, late)))
        behind.append(min(abs(tip - one[1]) for one in (now, late)))
        late = now
        both += shown[0] != view.bars.bars.data and shown[1] != view.curve.sources["tip_lossless"].data
    assert 0 < max(behind) <= 1 / 1000
    assert not both, "two figures drawn in one frame make it twice as long"
    patches = [json.loads(patch)["events"] for patch in page.patches[before:]]
    assert len(patches) == 200, "words and numbers come every time"
    assert sum(len(events) > 1 for events in patches) < 150
    page.send("pause")
    frame = page.link.shell.session.frame()
    assert view.bars.bars.data["kept"] == pictures.bars(frame).kept.tolist()
    shown = view.curve.sources["lossless"].data["tv"]
    assert np.array_equal(shown, pictures.curve(frame, catalog).lossless.tv)


@pytest.mark.parametrize("scale", ["linear", "log"])
def test_only_the_glyphs_of_the_scale_are_seen(scale):
    page = FakePage(f"seed=3&tv_scale={scale}")
    curve = page.link.shell.converge.curve
    for one, renderers in curve.glyphs.items():
        assert {renderer.visible for renderer in renderers.values()} == {one == scale}
    assert curve.log_axis.visible == (scale == "log")
    assert curve.figure.yaxis[0].visible == (scale == "linear")


def test_without_a_page_nothing_is_lost():
    page = FakePage("seed=3")
    page.link.send = None
    page.link.receive('{"type": "step"}', 0.0)
    page.link.send = page.patches.append
    assert page.get()["state"]["draws"] == 1


def test_a_message_that_raises_still_sends_what_changed_before_it():
    page = FakePage("seed=3&speed=500&play=1")
    page.tick(0.05)
    before = len(page.patches)
    with pytest.raises(ValueError, match="whole number"):
        page.link.receive('{"type": "skip", "n": "x"}', page.now + 1.0)
    assert len(page.patches) == before + 1


def test_the_document_needs_no_script_but_bokeh_and_names_its_roots():
    page = FakePage()
    document = page.link.document
    assert isinstance(document, Document)
    assert [root.name for root in document.roots] == list(page.link.shell.converge.roots)
    names = [model.name for model in document.models if model.name]
    assert len(names) == len(set(names)) > 2, "the page looks them up by name"
    assert not any(type(model).__module__.startswith("panel") for model in document.models)


def test_while_draws_fly_by_the_words_for_screen_readers_come_now_and_then_and_at_a_pause_are_of_now():
    page = FakePage("seed=3&speed=500&play=1")
    page.settle()

    def words(update):
        show = update["show"]
        return show["summary"], tuple(show["columns"]["labels"])

    def of_now():
        frame = page.link.shell.session.frame()
        return summary(frame, Catalog("en")), column_labels(frame, Catalog("en"))

    assert 4 <= len({words(page.tick(0.05)) for _ in range(40)}) <= 6
    assert words(page.send("set", values={"rule": "naive"})) == of_now(), "a change is told at once"
    page.tick(0.05)
    assert words(page.send("pause")) == of_now()


@pytest.mark.parametrize("scene", SCENES)
def test_a_scene_that_was_built_ahead_comes_as_one_that_was_not(scene):
    shown = []
    for ahead in (False, True):
        page = FakePage()
        if ahead:
            page.link.build_scenes()
        before = len(page.patches)
        page.link.receive(json.dumps({"type": "set", "values": {"scene": scene}}), page.now)
        sent = "".join(page.patches[before:])
        figures = page.link.document.get_model_by_name(f"figures-{scene}").tags
        models = {one.id: one for figure in figures for one in figure.references()}
        assert all(f'"id":"{name}"' in sent for name in models), "the page hears of every model"
        rows = page.link.shell.restyle.rows
        places = {name: i for i, name in enumerate(sorted(models, key=lambda name: int(name[1:])))}
        shown.append(
            (
                [(type(models[name]).__name__, getattr(models[name], "data", None)) for name in places],
                [(places[row[0]], *row[1:]) for row in rows if row[0] in models],
                [name for name in page.link.shell.built if name == scene],
            )
        )
    assert str(shown[0]) == str(shown[1]), "the same figures under other names"
