"""The look of the page: each size once for every form, and the colours of app/pictures/looks.py as CSS.

`static/page.css` gets the colours as custom properties, the charts get them by role through the page script,
so that a change of theme or of form needs no Python. Contrast in both themes (tested): text at least 4.5:1,
marks at least 3:1 against the card.
"""

from app.pictures.looks import COLOURS

FORMS: dict[str, dict[str, int]] = {  # CSS pixels, at a type of that size
    "desktop": {"type": 16, "tick": 13, "label": 14, "value": 12, "left": 46, "bottom": 34, "line": 3},
    "phone": {"type": 16, "tick": 11, "label": 11, "value": 11, "left": 38, "bottom": 30, "line": 3},
    "projector": {"type": 25, "tick": 24, "label": 26, "value": 24, "left": 84, "bottom": 54, "line": 5},
}
IN_CSS = {"frame-left": "left", "frame-bottom": "bottom", "label-size": "label"}  # custom property: size
EDGE = 10  # CSS pixels above and to the right of a chart's frame, in every form


def css_variables() -> str:
    """Both themes as CSS rules: `:root` light, `[data-theme=dark]` dark."""
    light = "".join(f"--{role}:{colours[0]};" for role, colours in COLOURS.items())
    dark = "".join(f"--{role}:{colours[1]};" for role, colours in COLOURS.items())
    forms = "".join(
        f'[data-form="{form}"]{{--frame-edge:{EDGE}px;'
        + "".join(f"--{name}:{size[key] / size['type']:.5g}rem;" for name, key in IN_CSS.items())
        + "}"
        for form, size in FORMS.items()
    )
    return f':root{{color-scheme:light;{light}}}:root[data-theme="dark"]{{color-scheme:dark;{dark}}}{forms}'
