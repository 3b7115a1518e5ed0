"""For each scene the messages (type, fields) that between them bring up every sentence of it."""

STEP = ("step", {})


def act(name, value=None):
    """A control of the scene's own."""
    return ("act", {"name": name, "value": value})


DRIVES = {
    "accounting": [
        STEP,
        ("set", {"values": {"line": 3}}),
        ("set", {"values": {"scenario": "same"}}),
        ("set", {"values": {"scenario": "long-tail", "mismatch": 0.5}}),
    ],
    "quiz": [],
    "beat": [
        STEP,
        act("start", "rule"),
        act("law", "missing"),
        act("accept", {"token": 2, "value": 0.1}),
        act("law", "p"),
        act("law", "uniform"),
        act("accept", {"token": 2, "value": 0.33}),
        act("law", "p"),
        act("accept", {"token": 2, "value": 0.8}),
        act("weigh", {"token": 2, "value": 1}),
        ("set", {"values": {"scenario": "long-tail"}}),
        ("set", {"values": {"scenario": "next-word"}}),
    ],
    "spot": [
        STEP,
        STEP,
        act("vote", "none"),
        act("opponent", "chance"),
        act("vote", "a"),
        act("opponent", "naive"),
        act("vote", "a"),
        act("again"),
        ("skip", {"n": 1000}),
        act("vote", "a"),
        *[act("again"), act("vote", "b")] * 4,
        ("set", {"values": {"scenario": "same"}}),
        act("opponent", "naive"),
        act("vote", "b"),
    ],
}
