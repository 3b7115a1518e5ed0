"""For each scene the messages (type, fields) that between them bring up every sentence of it."""

STEP = ("step", {})


def chosen(**values):
    return "set", {"values": values}


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
}
