"""English: what a printed page says below its picture, a few sentences a scene. Plain text."""

PRINT: dict[str, str] = {
    "print.converge": "A fast draft proposes a token x with probability q(x); the target wants it with p(x). It is kept with probability min(1, p/q). If it is rejected, a token is drawn from what p has more of than q. So the output follows p exactly, however bad the draft; keeping every draft follows q instead.",
    "print.accounting": "Each token comes out by one of two doors, and there is no third. What is kept comes to min(p, q), what is drawn after a rejection to max(0, p − q). Their sum is p, whatever q is.",
    "print.cycles": "The draft writes gamma tokens, and one pass of the target judges them all. Those before the first rejection stand; the rejected one is replaced; what follows it is thrown away. If all stand, one more comes from the target.",
    "print.speedup": "Two numbers decide: alpha, how often a drafted token is accepted, and c, what a draft step costs in target passes. They move the time per token. The law of the output does not move.",
    "print.rules": "All four rules saw the same drafts and the same coins. Only the first and the last follow the target; the last pays for each refusal with another draft.",
    "print.engines": "A broken engine ends at a distance of its own, not at 0, and stays there however long it runs. How many draws it takes to see that depends on how large the distance is.",
    "print.yours": "What came out of an engine, held against the law that was asked for. A small p-value speaks against the engine; a large one says only that so many tokens show no fault.",
    "print.quiz": "Questions to check what was learned. Each wrong answer is a common mistake.",
    "print.beat": "Nobody who is exact can keep more drafts than Σ min(p, q), which is 1 − TV(p, q). What is kept beyond that is missing elsewhere, and shows as distance from p.",
    "print.spot": "Two streams of tokens, one from the target alone. Where the other is speculative decoding, no test can tell them apart better than a coin.",
}
