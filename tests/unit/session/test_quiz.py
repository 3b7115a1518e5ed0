"""What the page tells of the quiz is counted, and what cannot be is refused by its value."""

import pytest

from app.core.scenario import SCENARIOS, laws_of
from app.lesson.quiz import QUESTIONS
from app.session.settings import Settings
from app.session.stages.quiz import QuizStage


@pytest.fixture
def stage():
    return QuizStage(laws_of(SCENARIOS["worked"], 1), Settings().values(), 1)


def test_it_keeps_what_it_is_told(stage):
    assert stage.frame().state() == {"answered": 0, "right": 0}
    stage.act("answered", {"answered": 3, "right": 2})
    assert stage.frame().state() == {"answered": 3, "right": 2}


@pytest.mark.parametrize(
    "value",
    [
        None,
        3,
        {},
        {"answered": 1},
        {"answered": 1, "right": 2},
        {"answered": len(QUESTIONS) + 1, "right": 0},
        {"answered": True, "right": 0},
    ],
)
def test_what_cannot_be_is_refused(stage, value):
    with pytest.raises(ValueError, match="answered is"):
        stage.act("answered", value)
    with pytest.raises(ValueError, match="'vote'"):
        stage.act("vote", value)
