"""For each scene the messages (type, fields) that between them bring up every sentence of it."""

STEP = ("step", {})


def chosen(**values):
    return "set", {"values": values}


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
    "speedup": [
        ("set", {"values": {"alpha": 0.3, "cost": 0.4}}),
        ("set", {"values": {"cost": 0}}),
        ("set", {"values": {"alpha": "auto", "mismatch": 1}}),
        ("set", {"values": {"scenario": "same"}}),
        ("set", {"values": {"scenario": "next-word", "mismatch": 0.8}}),
        ("set", {"values": {"scenario": "own", "p": [0.5, 0.5], "r": [0.5, 0.5]}}),
        ("set", {"values": {"p": [0.9, 0.1, 0], "r": [0.9, 0, 0.1], "mismatch": 1}}),
        ("act", {"name": "looks-ahead", "value": 1}),
    ],
    "cycles": [
        ("play", {}),
        ("pause", {}),
        *[STEP] * 8,
        ("act", {"name": "eight", "value": None}),
        chosen(verifier="block"),
        STEP,
        chosen(keep_going=1),
        STEP,
        chosen(speed=500),
        ("play", {}),
        chosen(model="markov"),
        ("skip", {"n": 30_000}),
        chosen(keep_going=0),
        *[STEP] * 6,
        chosen(gamma=1, verifier="token"),
        *[STEP] * 9,
    ],
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
