"""Which settings a scene looks at: the link builder offers no other. A test tries every one of them."""

from __future__ import annotations

from app.session.settings import NAMES, PAGE_ONLY

LAWS = ("scenario", "p", "r", "names", "temperature", "top_k", "top_p")
DRAFT = ("mismatch", "draft")
RUN = ("speed", "play", "seed")

USES: dict[str, tuple[str, ...]] = {
    "converge": (*LAWS, *DRAFT, "rule", "tv_scale", "predict", *RUN),
    "accounting": (*LAWS, *DRAFT, "line", *RUN),
    "cycles": ("gamma", "model", "verifier", "keep_going", *RUN),
    "speedup": (*(name for name in LAWS if name != "names"), *DRAFT, "alpha", "cost", "gamma"),
    "rules": (*LAWS, *DRAFT, *RUN),
    "engines": (*LAWS, *DRAFT, "fault", "filters", *RUN),
    "yours": LAWS,
    "quiz": (),
    "beat": (*LAWS, *DRAFT, *RUN),
    "spot": (*LAWS, *DRAFT, *RUN),
}
EVERYWHERE = ("scene", "tour", *(name for name in NAMES if name in PAGE_ONLY))
