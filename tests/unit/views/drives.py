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
