"""For each scene the messages (type, fields) that between them bring up every sentence of it."""

STEP = ("step", {})

DRIVES = {
    "accounting": [
        STEP,
        ("set", {"values": {"line": 3}}),
        ("set", {"values": {"scenario": "same"}}),
        ("set", {"values": {"scenario": "long-tail", "mismatch": 0.5}}),
    ],
    "rules": [
        STEP,
        ("set", {"values": {"rule": "classical"}}),
        ("set", {"values": {"mismatch": 0}}),
        ("set", {"values": {"scenario": "disjoint", "mismatch": 1}}),
        ("set", {"values": {"scenario": "greedy", "mismatch": 0.5}}),
        ("set", {"values": {"scenario": "own", "p": [0.5, 0.5], "r": [1e-12, 1 - 1e-12], "mismatch": 1}}),
    ],
    "quiz": [],
}
