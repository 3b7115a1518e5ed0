"""For each scene the messages (type, fields) that between them bring up every sentence of it."""

STEP = ("step", {})

DRIVES = {
    "accounting": [
        STEP,
        ("set", {"values": {"line": 3}}),
        ("set", {"values": {"scenario": "same"}}),
        ("set", {"values": {"scenario": "long-tail", "mismatch": 0.5}}),
    ],
    "quiz": [],
}
