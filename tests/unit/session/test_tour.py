"""Settings and the tour: a stop sets its scene, another scene ends it."""

from app.session.session import Session


def test_whoever_goes_to_another_scene_has_left_the_tour():
    session = Session()
    session.set({"tour": "run"})
    session.set({"speed": 5, "scene": "converge"})
    assert session.settings.tour == "run"
    session.set({"scene": "cycles"})
    assert session.settings.tour == "off"
    session.set({"tour": "run"})
    session.set({"tour": "cycles"})
    assert (session.settings.tour, session.settings.scene) == ("cycles", "cycles")
