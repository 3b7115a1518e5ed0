"""The catalog: whole sentences, named slots, nothing that could become markup."""

import pytest

from app.text.catalog import END_OF_ISOLATE, ISOLATE, LANGUAGES, SLOT, Catalog
from app.text.en import ENGLISH, PARTS, SCENE
from app.text.pages import PAGES


def test_a_missing_key_is_named():
    with pytest.raises(KeyError, match=r"'narration\.sung' is not in the catalog of 'en'"):
        Catalog("en").text("narration.sung")


def test_a_slot_left_empty_is_named():
    with pytest.raises(KeyError, match=r"'narration\.proposed' has a slot 'token'"):
        Catalog("en").text("narration.proposed", tokens="rug")


def test_an_unknown_language_names_those_there_are():
    with pytest.raises(ValueError, match="'xx' has no catalog; there is en"):
        Catalog("xx")


HOSTILE = ["{n}", "{0}", "{token}", "{token.__class__}", "%s", "\\1", "<b>rug</b>", "&amp;", ""]


@pytest.mark.parametrize("name", HOSTILE)
def test_what_fills_a_slot_is_never_read_as_a_pattern(name):
    assert Catalog("en").text("narration.proposed", token=name) == f"The draft proposes “{name}”."


@pytest.mark.parametrize("name", ["שטיח", "سجادة", "\u202egur"])
def test_a_right_to_left_name_is_set_apart_once(name):
    catalog = Catalog("en")
    inside = catalog.text("narration.share", token=name, share="0.500")
    outside = catalog.text("narration.more", shares=inside, n=2)
    assert f"{ISOLATE}{name}{END_OF_ISOLATE}" in outside
    assert outside.count(ISOLATE) == outside.count(END_OF_ISOLATE) == 1


def test_numbers_in_slots_are_written_as_settings():
    assert Catalog("en", {"one": "{a} and {b}"}).text("one", a=12_000, b=0.5) == "12,000 and 0.5"


def test_no_key_stands_twice():
    assert len(ENGLISH) == sum(len(part) for part in PARTS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_things(language):
    texts = LANGUAGES[language]
    assert texts.keys() == ENGLISH.keys()
    for key, text in texts.items():
        assert set(SLOT.findall(text)) == set(SLOT.findall(ENGLISH[key])), key
        assert text == text.strip(), key
        assert text, key
        leftover = SLOT.sub("", text)
        assert not set("{}<>") & set(leftover), f"{key} looks like markup or a broken slot: {text}"


NO_FAILURE = ("fail", "error", "mistake", "penalty", "wasted")  # a rejection is the rule's correction
SPEAKS_OF_SOMETHING_ELSE = {
    "lesson.rule-no-loss": "says that it is none",
    "lesson.converge-one": "the error is that of a text that keeps every draft",
    "print.quiz": "the mistake is that of who answers",
}


def called_a_failure(texts):
    """The keys of texts that use a word of failure and not for something else."""
    return [
        key
        for key, text in texts.items()
        if any(word in text.lower() for word in NO_FAILURE) and key not in SPEAKS_OF_SOMETHING_ELSE
    ]


def test_no_rejection_is_called_a_failure():
    texts = ENGLISH | PAGES["en"]
    assert called_a_failure(texts) == []
    for word in NO_FAILURE:
        key = "lesson.rule"
        assert called_a_failure(texts | {key: f"A rejected draft is {word.upper()} here."}) == [key]


def test_what_is_rejected_is_corrected_in_the_same_breath():
    rejected = [text.lower() for text in SCENE.values() if "reject" in text.lower()]
    assert len(rejected) > 3
    for text in rejected:
        assert "rejected, so corrected" in text or "nothing is rejected" in text, text
