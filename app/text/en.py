"""English: what the scene `converge` says. Plain text, whole sentences, named slots. The page around it speaks in en_page.py.

One word list: accepted or kept; rejected, so corrected; what chance alone does; keeps falling if the rule is exact.
"""

from .en_accounting import ACCOUNTING
from .en_beat import BEAT
from .en_cycles import CYCLES
from .en_engines import ENGINES_TEXT
from .en_gallery import GALLERY
from .en_guess import GUESS
from .en_keep import KEEP
from .en_page import PAGE
from .en_print import PRINT
from .en_quiz import QUIZ
from .en_rules import RULES_TEXT
from .en_speedup import SPEEDUP
from .en_spot import SPOT
from .en_tour import TOUR
from .en_yours import YOURS

SCENE: dict[str, str] = {
    "question.converge": "The draft is wrong. Why is the output right?",
    "hint.converge": "Speculative decoding: a small model drafts each word, a large one keeps or corrects it.",
    # One draw in words, beat by beat
    "narration.none-title": "One draw, step by step",
    "narration.none": "Every draw goes like this. Press Play, or Step for a single one.",
    "narration.any-proposed": "The draft proposes a token x.",
    "narration.any-ratio": "Keep it with probability p(x)/q(x); always, where p(x) is at least q(x).",
    "narration.any-coin": "A coin decides whether it is accepted.",
    "narration.any-out": "Accepted: out comes x. Rejected, so corrected: out comes a token drawn from what p has and q lacks.",
    "narration.any-naive": "Out comes x, whatever the target wants.",
    "narration.title": "Draw {n}",
    "narration.many-title": "Draw after draw",
    "narration.proposed": "The draft proposes “{token}”.",
    "narration.ratio": "Keep it with probability p/q = {ratio}.",
    "narration.ratio-then": "Keep it with probability p/q = {ratio}, as the draft was then.",
    "narration.sure": "The target wants it at least as often as the draft does ({ratio}), so it is always kept.",
    "narration.sure-then": "The target wants it at least as often as the draft did then, so it is always kept.",
    "narration.equal": "{p}/{q} = {ratio}",
    "narration.about": "{p}/{q} ≈ {ratio}",
    "narration.at-least": "{p} ≥ {q}",
    "narration.coin": "coin u = {coin}",
    "narration.coin-kept": "The coin lands on {coin}, below {ratio}.",
    "narration.coin-corrected": "The coin lands on {coin}, not below {ratio}. No further target pass is needed.",
    "narration.coin-sure": "The ratio p/q is at least 1.",
    "narration.coin-naive": "The coin is not looked at.",
    "narration.out-kept": "Out comes “{token}”.",
    "narration.out-corrected": "Draw from what p has and q lacks: {shares}. Out comes “{token}”.",
    "narration.naive-ratio": "Naive mode does not ask how often the target wants it.",
    "narration.out-naive": "Out comes “{token}”: as often as the draft proposes it, not as often as the target wants it.",
    "narration.share": "{token} {share}",
    "narration.comma": "{before}, {after}",
    "narration.more": "{shares} and {n} more",
    "verdict.kept": "kept",
    "verdict.sure": "always kept, no coin needed",
    "verdict.corrected": "↻ rejected, so corrected",
    "verdict.naive": "kept without looking",
    "spoken.kept": "Draw {n}: “{draft}” is proposed and kept.",
    "spoken.sure": "Draw {n}: “{draft}” is proposed and always kept, no coin needed.",
    "spoken.corrected": "Draw {n}: “{draft}” is rejected, so corrected to “{token}”, with no further target pass.",
    "spoken.naive": "Draw {n}: “{draft}” is kept without looking.",
    # The last verdicts, where draws come too fast to be told one by one
    "ticker.kept": "“{draft}” kept",
    "ticker.corrected": "“{draft}” corrected to “{token}”",
    "ticker.naive": "“{draft}” kept without looking",
    "ticker.then": "{before} · {after}",
    "ticker.last": "Of the last {n|draft|drafts}: {kept} kept, {corrected} corrected.",
    "ticker.first": "So far: {kept} kept, {corrected} corrected.",
    "ticker.last-naive": "Of the last {n|draft|drafts}: all kept without looking; the rule corrects {corrected} of them.",
    "ticker.first-naive": "So far: all kept without looking; the rule corrects {corrected}.",
    # The last draws of a chosen bar
    "drawn.none": "No draw has given “{token}” yet.",
    "drawn.kept": "Draw {n}: proposed, p/q = {ratio}, coin {coin}: kept.",
    "drawn.sure": "Draw {n}: proposed, p ≥ q: always kept, no coin needed.",
    "drawn.corrected": "Draw {n}: “{draft}” proposed, p/q = {ratio}, coin {coin}: rejected, so corrected.",
    # Acceptance: two parts of 1
    "chip.title": "Accepted",
    "chip.tv-title": "Distance now, TV",
    "chip.none": "–",
    "chip.theory": "theory: Σ min(p, q) = {share}",
    "chip.theory-naive": "by the rule; theory: Σ min(p, q) = {share}",
    "chip.accepted-end": "accepted {share}",
    "chip.bias-end": "naive bias {share}",
    "chip.bias-end-naive": "naive bias {share}",
    "chip.bias-end-guess": "naive bias: guess first",
    "numbers.none": "–",
    "numbers.no-draws": "no draws yet, one position",
    "numbers.one-draw": "1 draw, one position",
    "numbers.draws": "{n|draw|draws}, one position",
    "numbers.expected": "chance alone gives about {tv} here",
    "numbers.expected-small": "chance alone gives less than 0.001 here",
    "numbers.guess": "shown when you have guessed",
    "numbers.expected-zero": "only one token can come out, so chance does nothing",
    "numbers.expected-naive": "{chance}; naive mode ends at {limit}",
    "limit.lossless": "limit in theory: 0",
    "limit.naive": "limit in theory: TV(p, q) = {limit}",
    "limit.guess": "limit in theory: guess first",
    "limit.log": "what chance alone gives on average",
    # The charts for those who hear them
    "column.none": "{token}: target {p}, draft {q}, nothing drawn yet",
    "column.lossless": "{token}: target {p}, draft {q}, came out {share}, of which {kept} kept and {corrected} corrected",
    "column.guess": "{token}: target {p}, draft {q}; what came out is shown when you have guessed",
    "column.naive": "{token}: target {p}, draft {q}, came out {share}",
    "summary.laws": "{tokens|token|tokens}. The target gives most to {target}; the draft to {draft}. The two laws are {limit} apart (0 identical, 1 disjoint).",
    "summary.laws-guess": "{tokens|token|tokens}. The target gives most to {target}; the draft to {draft}.",
    "summary.same": "{tokens|token|tokens}. The target gives most to {target}. The draft is the same law, so nothing is rejected.",
    "summary.none": "Nothing is drawn yet.",
    "summary.lossless": "{n|draw|draws} by the rule. Most came out as {out}. Farthest from the target: {token}, {share} against {p}.",
    "summary.naive": "{n|draw|draws}, every draft kept. Most came out as {out}. Farthest from the target: {token}, {share} against {p}.",
    "summary.guess-bars": "{n|draw|draws}. What came out is shown when you have guessed.",
    "summary.curve-guess": "Distance to the target: {tv}; {chance}. The limit is shown when you have guessed.",
    "summary.curve-lossless": "Distance to the target: {tv}; {chance}. The limit is 0: it keeps falling if the rule is exact.",
    "summary.curve-naive": "Distance to the target: {tv}; {chance}. The limit is not 0: it stays at {limit}.",
    "summary.curve-naive-same": "Distance to the target: {tv}; {chance}. The draft is the target, so the limit is 0.",
    "summary.accepted": "Accepted {accepted} of the drafts; theory says {theory}.",
    "table.cell": "{token}: {column}",
}

PARTS: tuple[dict[str, str], ...] = (
    SCENE,
    PAGE,
    PRINT,
    ACCOUNTING,
    BEAT,
    CYCLES,
    ENGINES_TEXT,
    GALLERY,
    GUESS,
    KEEP,
    QUIZ,
    RULES_TEXT,
    SPEEDUP,
    SPOT,
    TOUR,
    YOURS,
)
ENGLISH: dict[str, str] = {key: text for part in PARTS for key, text in part.items()}
