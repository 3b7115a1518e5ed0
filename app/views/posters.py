"""A poster a scene and theme: its question, and a picture of it after some draws. SVG, drawn by the build.

Other people's pages show it before the demo is there, on paper, and where no scripts run. The fragment
`#picture` of a poster's address is the picture alone.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from bokeh.models import Plot

from app.pictures.looks import COLOURS
from app.session.session import Session
from app.session.settings import SPEEDS
from app.text.catalog import Catalog

from .quiz import questions
from .scenes import SCENES
from .shell import Shell
from .svg import Sketch, frame_in

THEMES = ("light", "dark")
WIDTH, HEIGHT, HEAD, PAD = 800, 460, 64, 16
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif"
SEED = 7
SOME = 1000  # draws
SECONDS = 5.0  # in which so many fall at the highest speed
FIGURES = {"cycles": ("cycles-lengths", "cycles-survival")}  # of a scene that has more than fit


def _run(session: Session) -> None:
    """So many draws, one after the other, so that curves have their way."""
    session.set({"speed": SPEEDS[-1]})
    session.play()
    session.step(SECONDS)
    session.pause()


def _give(session: Session) -> None:
    """A thousand tokens as a real engine may have logged them: nearly what the target gives."""
    law = session.frame().laws.p
    counts = [round(SOME * share) + (3, -5, 2)[i % 3] for i, share in enumerate(law.tolist())]
    text = "count\n" + "\n".join(map(str, counts))
    session.act("begin", {"name": "counts.csv", "size": len(text)})
    session.feed(text.encode(), last=True)


DRIVES: dict[str, Callable[[Session], None]] = {  # what is done before the picture is taken
    **dict.fromkeys(("accounting", "cycles", "rules", "engines", "beat", "spot"), _run),
    "yours": _give,
}


def posters(catalog: Catalog) -> dict[str, str]:
    """Every poster as SVG, by "<scene>-<theme>"."""
    made = {}
    for scene in ("converge", *SCENES):
        shell = Shell(Session(seed=SEED), catalog)
        shell.session.set({"scene": scene})
        if scene in DRIVES:
            DRIVES[scene](shell.session)
        while shell.session.work(1.0):
            pass
        frame = shell.session.frame()
        if scene == "converge":
            shell.converge.show(frame, chosen=None, with_rows=False)
            figures: list[Plot] = [shell.converge.bars.figure]
            _names_of(figures[0], frame.laws.names)
        else:
            view = SCENES[scene](shell.restyle, catalog)
            view.show(frame)
            figures = [one for one in view.figures if one.name in FIGURES.get(scene, (one.name,))][:2]
        roles = {(model, name): role for model, name, kind, role in shell.restyle.rows if kind == "colour"}
        for theme, name in enumerate(THEMES):
            inside = _sketches(figures, roles, theme) if figures else _quiz(catalog, theme)
            made[f"{scene}-{name}"] = _poster(catalog.text(f"question.{scene}"), inside, theme)
    return made


def _names_of(figure: Plot, names: tuple[str, ...]) -> None:
    """Writes the tokens below the bars, which in the page the page itself does."""
    figure.below[0].major_label_overrides = {float(i): name for i, name in enumerate(names)}


def _sketches(figures: list[Plot], roles: dict[tuple[str, str], str], theme: int) -> str:
    """The figures side by side."""
    room = (WIDTH - 2 * PAD) / len(figures)
    return "".join(
        Sketch(figure, roles, theme, frame_in(PAD + i * room, HEAD + 8, room, HEIGHT - HEAD - PAD)).draw()
        for i, figure in enumerate(figures)
    )


def _quiz(catalog: Catalog, theme: int) -> str:
    """The first question, with its answers as the page offers them."""
    first = questions(catalog)[0]
    ink, line, card = (COLOURS[role][theme] for role in ("ink", "line", "highlight"))
    left, width = PAD + 16, WIDTH - 2 * PAD - 32
    words = escape(first["text"])
    rows = [f'<text x="{left}" y="{HEAD + 46}" fill="{ink}" font-size="19" font-weight="650">{words}</text>']
    for i, answer in enumerate(first["answers"]):
        top, words = HEAD + 76 + 66 * i, escape(answer["text"])
        place = f'x="{left}" y="{top}" width="{width}" height="52"'
        rows += [
            f'<rect {place} rx="10" fill="{card}" stroke="{line}"/>',
            f'<text x="{left + 18}" y="{top + 32}" fill="{ink}" font-size="16">{words}</text>',
        ]
    return "".join(rows)


def _poster(question: str, inside: str, theme: int) -> str:
    card, line, ink = (COLOURS[role][theme] for role in ("card", "line", "ink"))
    words, size = escape(question), f'width="{WIDTH}" height="{HEIGHT}"'
    picture = f"{PAD} {HEAD} {WIDTH - 2 * PAD} {HEIGHT - HEAD - PAD // 2}"
    ground = f'x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="14"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {size} '
        f'font-family="{FONT}" role="img"><title>{words}</title><view id="picture" viewBox="{picture}"/>'
        f'<rect {ground} fill="{card}" stroke="{line}"/>'
        f'<text x="{2 * PAD}" y="44" fill="{ink}" font-size="24" font-weight="700">{words}</text>'
        f"{inside}</svg>\n"
    )
