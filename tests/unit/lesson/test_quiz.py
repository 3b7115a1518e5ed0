"""The questions: one right answer each, a misconception behind every other, a state that shows why."""

import pytest

from app.lesson.quiz import MISCONCEPTIONS, QUESTIONS
from app.session.address import from_message
from app.session.session import Session
from app.session.settings import SCENES
from app.text.en import ENGLISH

ANSWERS = [(question, answer) for question in QUESTIONS for answer in question.answers]


def named(value):
    return f"{value.id}" if hasattr(value, "id") else None


def test_there_are_enough_questions_each_with_one_right_answer():
    assert len(QUESTIONS) >= 8
    assert len({question.id for question in QUESTIONS}) == len(QUESTIONS)
    for question in QUESTIONS:
        assert sum(answer.right for answer in question.answers) == 1
        assert len({answer.id for answer in question.answers}) == len(question.answers) >= 2


def test_the_right_answer_is_not_always_in_the_same_place():
    places = {[answer.right for answer in question.answers].index(True) for question in QUESTIONS}
    assert len(places) > 1


def test_every_misconception_stands_behind_a_wrong_answer():
    behind = {answer.misconception for _, answer in ANSWERS if not answer.right}
    assert behind == set(MISCONCEPTIONS)


@pytest.mark.parametrize(("question", "answer"), ANSWERS, ids=named)
def test_an_answer_has_its_words(question, answer):
    for end in ("", "-why"):
        assert ENGLISH[f"quiz.{question.id}-{answer.id}{end}"]


@pytest.mark.parametrize(("question", "answer"), ANSWERS, ids=named)
def test_what_shows_it_is_a_state_of_the_demo(question, answer):
    assert answer.see["scene"] in SCENES
    good, complaints = from_message(answer.see)
    assert complaints == []
    assert good == dict(answer.see)
    session = Session()
    assert session.set(answer.see) == ()
    assert session.frame().settings["scene"] == answer.see["scene"]
