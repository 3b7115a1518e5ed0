"""dist/: the finished page, put together beside the old one and then exchanged with it in one step."""

import hashlib
import json
import re
import shutil
import zipfile
from pathlib import Path
from typing import Any

from tools import bokehjs, embed, encode, headers, icons, licences, names, offline, pages, single
from tools.bundle import Bundle
from tools.parts import Parts
from tools.places import Places
from tools.stop import Stop
from tools.swap import exchange

CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
BOKEHJS = "bokeh/server/static/js/bokeh.min.js"  # in its wheel, so that both sides of the wire match
FILLED_IN = ("index.html", "deck.html", "logo.svg", offline.WORKER)  # of static/: not copied as they are
FOLDERS = ("page", "pages", "embed", "single", "scenes")
STYLES = re.compile(r"(panel/[\d.]+/(dist/[\w./-]+\.css))")  # under the PANEL_CDN_ROOT of start.mjs


def write(
    places: Places, parts: Parts, bundle: Bundle, figures: Path | None = None, *, encodings: bool = True
) -> None:
    """Put dist/ together beside the old one, with its files compressed, then exchange the two in one step."""
    begun = places.cache / "dist.begun"
    shutil.rmtree(begun, ignore_errors=True)
    begun.mkdir(parents=True)
    copy_python(parts, bundle, begun)
    if figures:
        shutil.copyfile(figures, begun / "figures.zip")
    write_charts(parts, bundle.page["models"], begun / "bokeh")
    copy_static(places.static, begun)
    licences.write(places, parts, begun / "licences")
    write_document(bundle.page, parts, begun)
    join_scripts(places.static, bundle.page["page_scripts"], begun)
    draw_icons(places.static, bundle.page, begun)
    build = names.hash_of(bundle.snapshot) if bundle.snapshot else ""
    files = names.give(begun)
    drawn = {Path(name).stem: files.pop(name) for name in list(files) if name.startswith("icons/")}
    shelf = places.cache / "encoded"
    told: dict[str, Any] = {"build": build}
    if encodings:
        print("  Compressing what is new.", flush=True)
        encode.beside([begun / path for path in files.values()], shelf)
        told["single"] = write_single(single.Builder(places, begun, files, shelf), bundle.page, told)
    told |= {"files": files, "sizes": sizes(files, begun)}
    told["offline"] = offline.WORKER if places.offline else None
    offline.write_app(begun, bundle.page, drawn)
    page = bundle.page | {"icons": drawn, "app_manifest": offline.APP}
    finish(places, page, told, begun, shelf if encodings else None)
    exchange(begun, places.dist)


def finish(
    places: Places, page: dict[str, Any], told: dict[str, Any], begun: Path, shelf: Path | None
) -> None:
    """What is made out of the other files: pages, and what service worker, hosts and failures read."""
    index = begun / "index.html"
    told |= {"downloads": pages.downloads(begun, told["files"]), "embed": "embed" in page}
    fill_page(places.static, page, told, index)
    if shelf:
        encode.beside([index], shelf)
    built = told | {"downloads": pages.downloads(begun, told["files"])}  # now with index.html itself
    made = pages.fill(places.static, page.get("pages", {}), built, begun)
    if "embed" in page:
        made += embed.write(places.static, page["embed"], built["downloads"], begun)
    if places.offline:
        offline.write(places.static, begun, page.get("data", {}) | told)
        made.append(begun / offline.WORKER)
    if shelf:
        encode.beside(made, shelf)
    headers.write(begun)
    write_manifest(begun)


def draw_icons(static: Path, page: dict[str, Any], target: Path) -> None:
    """The icons of the page as an app, in its light colours."""
    logo = (static / "logo.svg").read_text(encoding="utf-8")
    icons.write(logo, {role: light for role, (light, _) in page["colours"].items()}, target / "icons")


def copy_python(parts: Parts, bundle: Bundle, target: Path) -> None:
    """Pyodide's core, the compiled standard library and the site zips."""
    (target / "pyodide").mkdir()
    for name in CORE:
        shutil.copyfile(parts.pyodide / name, target / "pyodide" / name)
    shutil.copyfile(bundle.stdlib, target / "pyodide" / "python_stdlib.zip")
    shutil.copyfile(bundle.site, target / "site.zip")
    shutil.copyfile(bundle.rest, target / "site-rest.zip")
    shutil.copyfile(bundle.export, target / "export.zip")
    (target / "snapshot").mkdir()
    if bundle.snapshot:
        shutil.copyfile(bundle.snapshot, target / "snapshot" / "python.bin")


def write_charts(parts: Parts, models: list[str], target: Path) -> None:
    """BokehJS for these models, out of the wheel whose Python the page runs."""
    target.mkdir()
    with zipfile.ZipFile(wheel_of("bokeh", parts)) as archive:
        script = archive.read(BOKEHJS).decode()
    (target / "bokeh.min.js").write_text(bokehjs.reduced(script, models), encoding="utf-8")


def copy_styles(parts: Parts, document: str, target: Path) -> None:
    """The style sheets of Panel that the document names, out of its wheel.

    Raises Stop naming one that the wheel does not hold.
    """
    with zipfile.ZipFile(wheel_of("panel", parts)) as archive:
        for name, inner in sorted(set(STYLES.findall(document))):
            try:
                data = archive.read(f"panel/{inner}")
            except KeyError:
                raise Stop(f"document.json names {name}, which Panel's wheel does not hold.") from None
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (target / name).write_bytes(data)


def wheel_of(package: str, parts: Parts) -> Path:
    """The wheel of a pure package."""
    return next(wheel for wheel in parts.pure if wheel.name.startswith(f"{package}-"))


def copy_static(static: Path, target: Path) -> None:
    """Every hand-written file as it is, but for what is put into other files."""
    shutil.copytree(
        static,
        target,
        dirs_exist_ok=True,
        ignore=shutil.ignore_patterns(*FILLED_IN, "*.css", *FOLDERS, "make.mjs", ".*"),
    )


def write_document(page: dict[str, Any], parts: Parts, target: Path) -> None:
    """document.json, which BokehJS shows first, the styles that it names, and the recorded first draws."""
    recording = json.dumps(page.get("recording_json", {}), separators=(",", ":"))
    (target / "recording.json").write_text(recording, encoding="utf-8")
    document = json.dumps(page["document_json"], separators=(",", ":"))
    (target / "document.json").write_text(document, encoding="utf-8")
    copy_styles(parts, document, target)


def join_scripts(static: Path, scripts: list[str], target: Path) -> None:
    """page.js: static/page/ in its order."""
    sources = [(static / name).read_text(encoding="utf-8") for name in scripts]
    (target / "page.js").write_text("\n".join(sources), encoding="utf-8")


def write_single(builder: single.Builder, page: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """The page in one file, and one more with the figures' part where there is one; tells of the first."""
    print("  Putting all into one file.", flush=True)
    for name in (single.NAME, single.WITH_FIGURES):
        if name == single.NAME or single.FIGURES in builder.files:
            made = builder.variables(page, figures=name != single.NAME)
            target = builder.begun / name
            fill_page(builder.static, page, more | made["told"], target, made["inside"])
    return {"name": single.NAME, "bytes": (builder.begun / single.NAME).stat().st_size}


def fill_page(
    static: Path,
    page: dict[str, Any],
    more: dict[str, Any],
    target: Path,
    inside: dict[str, Any] | None = None,
) -> None:
    """A page with what the app said, with `more` in its data, and `inside` it the files of single.py."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    data = {**page.get("data", {}), **more}
    variables = {**page, "home": embed.home(), "data": data, "inside": inside}
    templates = Environment(loader=FileSystemLoader(static), autoescape=True, undefined=StrictUndefined)
    filled = templates.get_template("index.html").render(variables)
    target.write_text(filled, encoding="utf-8")


def sizes(files: dict[str, str], target: Path) -> dict[str, dict[str, int]]:
    """What each file has in bytes, and its gzip where it has one: what the worker may load."""
    told = {}
    for name, path in files.items():
        zipped = target / f"{path}.gz"
        told[name] = {"bytes": (target / path).stat().st_size}
        if zipped.is_file():
            told[name]["gz"] = zipped.stat().st_size
    return told


def write_manifest(target: Path) -> None:
    """The SHA-256 and the size of every other file of dist/."""
    entries = {}
    for file in sorted(file for file in target.rglob("*") if file.is_file()):
        data = file.read_bytes()
        entries[file.relative_to(target).as_posix()] = {
            "sha256": hashlib.sha256(data).hexdigest(),
            "bytes": len(data),
        }
    (target / "manifest.json").write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")
