"""Deep brackets are refused before they are read."""

import pytest

from app.core.nested import DEEPEST, depth, loads


@pytest.mark.parametrize(("open_", "shut"), [("[", "]"), ('{"a":', "}")])
def test_what_stands_too_deep_is_refused_and_the_rest_is_read(open_, shut):
    inner = "1"
    assert loads(open_ * DEEPEST + inner + shut * DEEPEST)
    with pytest.raises(RecursionError, match=f"more than {DEEPEST}"):
        loads(open_ * (DEEPEST + 1) + inner + shut * (DEEPEST + 1))
    with pytest.raises(RecursionError):
        loads(open_ * 20_000)


def test_what_is_no_json_is_no_value():
    with pytest.raises(ValueError, match="Expecting"):
        loads(b"]")
    assert depth(b"]][[") == 0
