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
    "engines": [
        ("act", {"name": "predict", "value": "1"}),
        STEP,
        ("skip", {"n": 1_000_000}),
        ("set", {"values": {"fault": "exact"}}),
        ("act", {"name": "predict", "value": "0"}),
        ("skip", {"n": 1_000}),
        ("set", {"values": {"fault": "half-precision", "temperature": 0.5, "filters": "target"}}),
        ("set", {"values": {"fault": "no-bonus", "filters": "draft"}}),
        ("act", {"name": "reveal"}),
        ("set", {"values": {"fault": "goes-on-after-rejection", "filters": "order"}}),
        ("act", {"name": "reveal"}),
        STEP,
        ("set", {"values": {"fault": "coarse-coin", "scenario": "disjoint", "mismatch": 1}}),
        ("act", {"name": "reveal"}),
        ("skip", {"n": 1_000_000}),
        ("set", {"values": {"fault": "retry-until-accepted"}}),
        # a run whose chance is under 1 in 1,000 and not under 1 in 10^9
        ("set", {"values": {"fault": "naive", "scenario": "own", "p": [0.5, 0.5], "r": [0.47, 0.53]}}),
        ("set", {"values": {"filters": "both"}}),
        ("set", {"values": {"temperature": 1}}),
        ("skip", {"n": 5_000}),
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
}
