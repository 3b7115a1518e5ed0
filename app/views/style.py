"""The look in one place: each colour once for light and once for dark, each size once for every form.

`static/page.css` gets the colours as custom properties, the charts get them by role through the page script,
so that a change of theme or of form needs no Python. Contrast in both themes (tested): text at least 4.5:1,
marks at least 3:1 against the card.
"""

COLOURS: dict[str, tuple[str, str]] = {  # role: (light, dark)
    "page": ("#F5F6F8", "#10151B"),
    "card": ("#FFFFFF", "#1A212A"),
    "line": ("#E3E7ED", "#303A46"),
    "ink": ("#14202B", "#EEF2F6"),
    "soft": ("#55606D", "#A9B4C0"),
    "grid": ("#E7EAEF", "#2B343F"),
    "target": ("#009E73", "#1FBF92"),
    "draft": ("#8C8C8C", "#A3A9B0"),
    "empirical": ("#0072B2", "#4AA8E0"),
    "naive": ("#D55E00", "#FF8A4D"),
    "naive-text": ("#B34700", "#FF8A4D"),
    "correction": ("#6A3D9A", "#C3A5F0"),
    "correction-wash": ("#EFE8F6", "#34294A"),
    "bonus": ("#E69F00", "#E69F00"),
    "bonus-edge": ("#5C4000", "#FFE3A6"),
    "bonus-ink": ("#14202B", "#14202B"),
    "highlight": ("#F0F4FB", "#26313E"),
    "band": ("#DDE1E7", "#36414E"),
    "ghost": ("#8A94A0", "#7C8896"),
    "gauge": ("#46505B", "#C3CBD4"),
    "button": ("#14202B", "#EEF2F6"),
    "button-ink": ("#FFFFFF", "#14202B"),
}

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
