"""What dist/embed.js and its posters are made from. The build alone imports it, not the demo's start."""

from __future__ import annotations

from typing import Any

from app.core.scenario import SCENARIOS
from app.pictures.looks import COLOURS
from app.session.settings import SCENES, schema
from app.text.catalog import LANGUAGES, Catalog
from app.text.en_embed import EMBED

from .page import laws_of
from .posters import posters

ROLES = ("card", "line", "ink", "soft", "grid", "target", "draft", "empirical", "button", "button-ink")
OF_THE_PAGE = ("chart.target", "chart.draft")  # texts that a poster takes from there


def embed_variables(language: str = "en") -> dict[str, Any]:
    """`data` for the script, `posters` as SVG by name, `texts` for the oEmbed answer; JSON-able."""
    catalog = Catalog(language, {**LANGUAGES[language], **EMBED})
    texts = dict(catalog.items())
    data = {
        "settings": {row["name"]: setting(row) for row in schema()},
        "scenes": {
            name: {
                "question": catalog.text(f"question.{name}"),
                "picture": catalog.text("embed.picture", scene=catalog.text(f"nav.{name}")),
            }
            for name in SCENES
        },
        "scenarios": {key: laws_of(one) for key, one in SCENARIOS.items()},
        "text": {key: texts[key] for key in (*EMBED, *OF_THE_PAGE)},
        "css": css(),
    }
    oembed = {"title": catalog.text("page.title"), "description": catalog.text("page.description")}
    return {"data": data, "posters": posters(catalog), "oembed": oembed}


def setting(row: dict[str, Any]) -> dict[str, Any]:
    """What an element must know of a setting to read it as the page does; what is None is left out."""
    known = {name: row[name] for name in ("kind", "bounds", "choices") if row[name] is not None}
    return known | {"default": row["default"]}


def css() -> str:
    """The colours of both themes as custom properties of the element's box; paper takes the light ones."""
    light, dark = ("".join(f"--{role}:{COLOURS[role][theme]};" for role in ROLES) for theme in (0, 1))
    return f'.box{{{light}}}@media not print{{.box[data-theme="dark"]{{{dark}}}}}'
