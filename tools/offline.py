"""What lets the page be kept on a device: dist/offline.js with its list, app.webmanifest with its icons."""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from tools import encode, headers, names

WORKER = "offline.js"  # under this name for ever: browsers look there for a new one
APP = "app.webmanifest"
NOT_KEPT = ("licences/", "icons-", "_", ".")  # how the paths begin
KEPT_PAGES = (".html", ".css", ".js", ".json", ".py", ".svg", ".webmanifest")  # of what lies under no hash
LARGEST = 1_000_000  # bytes of a page that is kept; above, it is one to be saved as a whole


def write(static: Path, target: Path, data: dict[str, Any]) -> None:
    """offline.js of a dist/ whose other files are all there; `data` is what index.html tells its scripts."""
    told = listed(target, data)
    version = names.hash_of(json.dumps(told, sort_keys=True))
    text = json.dumps({"version": version, **told}, separators=(",", ":"))
    source = (static / WORKER).read_text(encoding="utf-8")
    (target / WORKER).write_text(f"const BUILD = {text};\n{source}", encoding="utf-8")


def listed(target: Path, data: dict[str, Any]) -> dict[str, dict[str, dict[str, Any]]]:
    """What to keep: files under a hash that some visit may load, and pages, each with its type and hash."""
    needed = {data["files"][name] for name in data["needed"]}
    there = sorted(file for file in target.rglob("*") if file.is_file())
    files, pages = {}, {}
    for file in there:
        path = file.relative_to(target).as_posix()
        if path.startswith(NOT_KEPT) or path != encode.strip(path):
            continue
        told = {"type": headers.type_of(path), "hash": integrity(file)}
        if names.is_hashed(path):
            zipped = file.with_name(f"{file.name}.gz")
            smaller = zipped if zipped.is_file() else file
            told["hash"] += f" {integrity(zipped)}" if zipped.is_file() else ""
            more = {"bytes": smaller.stat().st_size, "zipped": zipped.is_file(), "needed": path in needed}
            files[path] = told | more
        elif is_page(file, path):
            pages[path] = told
    order = sorted(files, key=lambda path: not files[path]["needed"])
    return {"files": {path: files[path] for path in order}, "pages": pages}


def is_page(file: Path, path: str) -> bool:
    """Whether a file under a plain name is one that an entry into the page needs."""
    if path in {WORKER, "manifest.json"} or headers.SINGLE.match(path):
        return False
    return file.suffix in KEPT_PAGES and file.stat().st_size <= LARGEST


def integrity(file: Path) -> str:
    """A file's SHA-256 as fetch wants it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(file.read_bytes()).digest()).decode()


def write_app(target: Path, page: dict[str, Any], icons: dict[str, str]) -> None:
    """app.webmanifest: name, colours and icons, for browsers that can install the page.

    `icons` gives the path of each by its name.
    """
    text, background = page["text"], page["colours"]["page"][0]
    drawn = [
        {"src": icons[name], "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, size, purpose in (
            ("192", 192, "any"),
            ("512", 512, "any"),
            ("512-maskable", 512, "maskable"),
        )
    ]
    told = {
        "id": "./",
        "name": text["page.title"],
        "short_name": text["page.short"],
        "description": text["page.description"],
        "lang": "en",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": background,
        "theme_color": background,
        "icons": drawn,
    }
    (target / APP).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
