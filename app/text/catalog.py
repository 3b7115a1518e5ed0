"""The text catalog: whole sentences by key, with named slots. Words reach the page by this door alone.

Texts are plain, never markup. Slots hold finished strings; bare numbers are written as `numbers.plain` does.
A slot that counts may carry its noun, for one and for other numbers: `{n|token|tokens}`.
"""

from __future__ import annotations

import re
from collections.abc import ItemsView, Mapping

from .en import ENGLISH
from .numbers import plain

LANGUAGES: dict[str, Mapping[str, str]] = {"en": ENGLISH}
SLOT = re.compile(r"\{([a-z_]+)(?:\|([^|{}]*)\|([^|{}]*))?\}")
RIGHT_TO_LEFT = re.compile(  # letters, and the marks that turn what follows
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"


class Catalog:
    """The sentences of one language."""

    def __init__(self, language: str = "en", texts: Mapping[str, str] | None = None) -> None:
        """Takes a language of LANGUAGES, or the texts themselves.

        Raises ValueError where the language has no catalog.
        """
        if texts is None and language not in LANGUAGES:
            raise ValueError(f"language {language!r} has no catalog; there is {', '.join(LANGUAGES)}")
        self.language = language
        self._texts = dict(LANGUAGES[language] if texts is None else texts)

    def text(self, key: str, **slots: object) -> str:
        """The sentence of this key with its slots filled.

        Raises KeyError naming a key or a slot that is missing.

        >>> Catalog("en").text("numbers.draws", n="1,284")
        '1,284 draws, one position'
        >>> Catalog("en").text("numbers.draws", n=1)
        '1 draw, one position'
        """
        if key not in self._texts:
            raise KeyError(f"text {key!r} is not in the catalog of {self.language!r}")

        def fill(slot: re.Match[str]) -> str:
            name = slot[1]
            if name not in slots:
                raise KeyError(f"text {key!r} has a slot {name!r} that was not filled")
            shown = _shown(slots[name])
            return shown if slot[2] is None else f"{shown} {slot[2] if shown == '1' else slot[3]}"

        return SLOT.sub(fill, self._texts[key])

    def items(self) -> ItemsView[str, str]:
        """Every key with its text, slots unfilled."""
        return self._texts.items()


def _shown(value: object) -> str:
    text = plain(value) if isinstance(value, int | float) else str(value)
    if RIGHT_TO_LEFT.search(text) and ISOLATE not in text:  # such a name must not turn the sentence around
        return f"{ISOLATE}{text}{END_OF_ISOLATE}"
    return text
