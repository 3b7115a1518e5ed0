"""For each scene the messages (type, fields) that between them bring up every sentence of it."""

import base64

STEP = ("step", {})


def chosen(**values):
    return "set", {"values": values}


def give(text):
    """The messages by which the page gives a file with this text."""
    begin = {"name": "begin", "value": {"name": "log.csv", "size": len(text)}}
    return [("act", begin), ("bytes", {"data": base64.b64encode(text.encode()).decode(), "last": True})]


def rows(some):
    """The same for logged rows (draft, coin, token) of the worked example."""
    return give("".join(f"0.5,0.3,0.2,0.2,0.2,0.6,{x},{u},{y}\n" for x, u, y in some))


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
    "quiz": [act("answered", {"answered": 2, "right": 1})],
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
        chosen(speed=1),
        ("play", {}),
        ("pause", {}),
    ],
    "yours": [
        *give("0 0 1 2 0"),
        *give("0 0 1 2 x"),
        ("act", {"name": "forget"}),
        *give("0 0 1 2 x"),
        *give("count\n500000\n300100\n199900\n"),
        *give("count\n400000\n300000\n300000\n"),
        ("act", {"name": "law-kind", "value": "p"}),
        ("act", {"name": "law", "value": "0.5 0.6"}),
        ("act", {"name": "law", "value": "0.5 0.5 0"}),
        ("act", {"name": "law", "value": " ".join(["0.05"] * 20)}),
        *give("0 3 19 4"),
        *give("p0,p1,token\n" + "1,0,0\n" * 9),
        *give("p0,p1,token\n" + "1,0,1\n" * 9),
        *rows(((0, 0.2, 0), (2, 0.2, 2)) * 9),
        *rows(((0, 0.2, 1), (2, 0.9, 2))),
        *rows(((2, 0.9, 1),) * 1000),
        *rows(((2, 0.9, 1),) * 3000),
        *give("p0,p1,p2,q0,q1,q2,draft,accepted,token\n" + "0.5,0.5,0,0.2,0.2,0.6,0,0,1\n"),
        *give("p0,p1,p2,q0,q1,q2,draft,accepted,token\n" + "0.5,0.5,0,0.2,0.2,0.6,0,1,0\n"),
        *give("p0,p1,p2,q0,q1,q2,draft,accepted,token\n" + "0.5,0.5,0,0.2,0.2,0.6,2,1,2\n"),
        *give("p0,p1,p2,q0,q1,q2,draft,accepted,token\n" + "0.5,0.5,0,0.2,0.2,0.6,0,1,1\n"),
        *give("p0,p1,p2,q0,q1,q2,draft,accepted,token\n" + "0.2,0.2,0.6,0,0.7,0.3,0,1,0\n"),
        *give("p0,p1,p2,q0,q1,q2,draft,accepted,token\n" + "0.2,0.2,0.6,0,0.7,0.3,1,0,0\n"),
        *give("p0,p1,p2,q0,q1,q2,draft,coin,accepted,token\n" + "0.2,0.2,0.6,0.1,0.6,0.3,1,0.9,0,1\n"),
        ("act", {"name": "begin", "value": {"name": "a", "size": 10}}),
        ("act", {"name": "test-set"}),
        ("act", {"name": "example", "value": "broken"}),
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
