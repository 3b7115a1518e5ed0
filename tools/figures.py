"""figures.zip: Matplotlib and what it needs to draw our figures, for a page to fetch when one is asked for.

Which files these are is found by drawing every picture in every format in the page's own interpreter, after
what a visit does: what was imported or read then, and was not before, goes along. So a page that started from
a snapshot finds in it also what it lacks of the standard library and of numpy.
"""

import io
import json
import zipfile
from pathlib import Path

from tools import node, parting, wheels
from tools.bundle import COMPILERS, compiled_packages, compiled_stdlib
from tools.cache import digest, kept
from tools.parts import Parts
from tools.pins import SITE_PACKAGES
from tools.places import ROOT, Places

TOOLS = ROOT / "tools"
RECIPE = (
    TOOLS / "figures.py",
    TOOLS / "figures.mjs",
    TOOLS / "start.mjs",
    TOOLS / "inside" / "figures_app.py",
    TOOLS / "inside" / "snapshot_app.py",
)
RULES = "matplotlib/mpl-data/matplotlibrc"
FONT = "matplotlib/mpl-data/fonts/ttf/DejaVuSans.ttf"
GLYPHS = (  # code points that figures may show; a name in another script has boxes for letters
    (0x20, 0x17F),  # Latin
    (0x192, 0x192),
    (0x218, 0x21B),
    (0x2C6, 0x2DD),
    (0x370, 0x3FF),  # Greek
    (0x400, 0x52F),  # Cyrillic
    (0x1E80, 0x1EF9),  # Latin of Vietnam
    (0x2000, 0x206F),  # punctuation
    (0x2070, 0x209C),  # superscripts
    (0x20A0, 0x20B5),  # currencies
    (0x2100, 0x218B),  # letterlike, fractions
    (0x2190, 0x22FF),  # arrows, mathematics
    (0x2300, 0x2335),
    (0x2422, 0x2423),
    (0x2580, 0x25FF),  # blocks, shapes
    (0x2605, 0x2606),
    (0x2713, 0x2717),  # check marks
    (0xFFFD, 0xFFFD),
)


def made_before(places: Places, parts: Parts, app: Path) -> Path | None:
    """figures.zip of this very app, if one was made."""
    made = places.cache / "figures" / key_of(places, parts, app) / "figures.zip"
    return made if made.is_file() else None


def make(places: Places, parts: Parts, app: Path) -> Path | None:
    """Draw every figure once, and zip what that took: what a page fetches when one is asked for.

    `app` is the compiled app, a folder; None where it is a trial that knows no figures.
    """
    if not (app / "export").is_dir():
        return None
    packages, drawers = compiled_packages(places, parts), compiled_drawers(places, parts)
    stdlib = compiled_stdlib(places, parts)

    def draw(begun: Path) -> None:
        print("  Drawing every figure once to find what that takes.", flush=True)
        words = (packages, drawers, app, begun / "seen.json")
        node.run(places, "figures.mjs", parts.pyodide, SITE_PACKAGES, stdlib, *words)
        seen = json.loads((begun / "seen.json").read_text())
        with zipfile.ZipFile(stdlib) as library:
            files = {name: taken(name, library, packages, drawers) for name in seen["files"]}
        files["figures.order"] = json.dumps(seen["order"], separators=(",", ":")).encode()
        parting.write_zip(begun / "figures.zip", files)

    return kept(places.cache / "figures", key_of(places, parts, app), draw) / "figures.zip"


def key_of(places: Places, parts: Parts, app: Path) -> str:
    """What all of it is made from."""
    ingredients = (app, *drawers_of(parts), *parts.pure, parts.wasm[0], parts.pyodide / "pyodide.asm.wasm")
    return digest(*ingredients, *RECIPE, *COMPILERS, places.root / "tools" / "wheels.py")


def taken(name: str, library: zipfile.ZipFile, packages: Path, drawers: Path) -> bytes:
    """The file of this name out of the standard library, the page's packages or Matplotlib's."""
    for folder in (drawers, packages):
        if (folder / name).is_file():
            return (folder / name).read_bytes()
    return library.read(name)


def drawers_of(parts: Parts) -> tuple[Path, ...]:
    """The wheels that draw."""
    return (*parts.wasm[1:], *parts.figures)


def compiled_drawers(places: Places, parts: Parts) -> Path:
    """A folder with Matplotlib and what it needs as .pyc, with its settings and its font."""

    def compile_them(begun: Path) -> None:
        print("  Compiling what draws figures.", flush=True)
        sources = begun / "sources"
        wheels.unpack(drawers_of(parts), sources)
        (begun / "pyc").mkdir()
        node.run(places, "compile.mjs", parts.pyodide, "tree", sources, begun / "pyc", SITE_PACKAGES)
        with zipfile.ZipFile(parts.wasm[1]) as wheel:
            for name, less in ((RULES, without_comments), (FONT, fewer_glyphs)):
                (begun / "pyc" / name).parent.mkdir(parents=True, exist_ok=True)
                (begun / "pyc" / name).write_bytes(less(wheel.read(name)))

    key = digest(*drawers_of(parts), parts.pyodide / "pyodide.asm.wasm", *COMPILERS, RECIPE[0])
    return kept(places.cache / "drawers", key, compile_them) / "pyc"


def without_comments(rules: bytes) -> bytes:
    r"""Matplotlib's settings as short as they can be; its defaults stand after one sign of comment.

    >>> without_comments(b"#### A HEAD\n## what it is\n#lines.linewidth: 1.5     # in points\n")
    b'#lines.linewidth: 1.5     # in points\n'
    """
    lines = [line for line in rules.splitlines() if line.strip() and not line.startswith(b"##")]
    return b"\n".join(lines) + b"\n"


def fewer_glyphs(font: bytes) -> bytes:
    """The font with the glyphs of GLYPHS alone, and without what places marks: a third of its bytes."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options()
    options.drop_tables += ["GPOS", "GSUB", "GDEF", "kern", "FFTM"]
    options.name_IDs, options.notdef_outline, options.glyph_names = ["*"], True, True
    with TTFont(io.BytesIO(font), recalcTimestamp=False) as whole:
        less = Subsetter(options)
        less.populate(unicodes=[one for first, last in GLYPHS for one in range(first, last + 1)])
        less.subset(whole)
        out = io.BytesIO()
        whole.save(out)
    return out.getvalue()
