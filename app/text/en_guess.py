"""English: predict first. What the class is asked, and what is said once it has guessed. Plain text, never markup."""

GUESS: dict[str, str] = {
    "guess.bars": "Guess first: what will blue look like after many draws?",
    "guess.bars-naive": "Guess first: with every draft kept, what will blue look like after many draws?",
    "guess.target": "Like green, the target",
    "guess.draft": "Like gray, the draft",
    "guess.between": "Something in between",
    "guess.limit": "Guess first: where will the distance end?",
    "guess.limit-naive": "Guess first: with every draft kept, where will the distance end?",
    "guess.zero": "0: it keeps falling",
    "guess.show": "Show it without a guess",
    "guess.said": "You said: {choice}.",
    "guess.ends-target": "In theory blue ends like green: the output follows the target.",
    "guess.ends-draft": "In theory blue ends like gray: the output follows the draft.",
    "guess.ends-zero": "In theory it keeps falling: the limit is 0.",
    "guess.ends": "In theory it stays at TV(p, q) = {limit}.",
}
