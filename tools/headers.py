"""What a host should say of each file: one account, for `serve`, for Netlify-like hosts and for nginx.

GitHub Pages takes no headers; the page works there without them.
"""

import base64
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from tools.names import LENGTH, is_hashed

NETLIFY, NGINX = "_headers", "nginx.conf"  # the files in dist/ that tell hosts
KEPT = "public, max-age=31536000, immutable"  # what stands under a hash is never another content
ASKED = "no-cache"  # kept as well, but asked about before use
POLICY = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",  # and the hashes of the scripts that stand in the pages
    "style-src": "'self' 'unsafe-inline'",  # BokehJS writes a style element into each of its parts
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self' data:",  # Pyodide fetches an empty zip from a data: address
    "worker-src": "'self' blob:",  # in a sandbox without an origin a worker comes from a blob
    "manifest-src": "'self'",
    "frame-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
EVERYWHERE = {
    "Access-Control-Allow-Origin": "*",  # a sandboxed frame has no origin of its own
    "Cross-Origin-Resource-Policy": "cross-origin",  # any page may frame this one
    "X-Content-Type-Options": "nosniff",
}
# The system's own table may say anything of these, and browsers refuse modules and wasm of a wrong type.
TYPES = {
    ".br": "application/octet-stream",
    ".css": "text/css; charset=utf-8",
    ".gz": "application/gzip",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".py": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
    ".zst": "application/zstd",
}
OTHER_TYPE = "application/octet-stream"
NEVER_ASKED = (".br", ".zst")  # by name; hosts that know of them send them in the stead of others
SINGLE = re.compile(
    r"^/?lossless[\w-]*\.html$"
)  # whole in one file, to be saved: it makes its parts out of itself
INLINE = re.compile(r"<script(?![^>]*\b(?:src=|type=\"application/))[^>]*>(.*?)</script>", re.DOTALL)


def type_of(name: str) -> str:
    """The type of a file by its name.

    >>> type_of("pyodide.asm.wasm"), type_of("python.bin")
    ('application/wasm', 'application/octet-stream')
    """
    return TYPES.get(Path(name).suffix, OTHER_TYPE)


def policy(pages: Iterable[str]) -> str:
    """The Content-Security-Policy under which these pages work: their inline scripts run, and no others.

    >>> policy(["<script>go()</script>"]).partition("+")[0]
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-5KYv"
    """
    scripts = {script: None for page in pages for script in INLINE.findall(page)}
    hashes = "".join(f" 'sha256-{digest(script)}'" for script in scripts)
    told = POLICY | {"script-src": POLICY["script-src"] + hashes}
    return "; ".join(f"{name} {value}" for name, value in told.items())


def digest(text: str) -> str:
    """A script's SHA-256 as browsers write it."""
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def pages_of(folder: Path) -> list[Path]:
    """The pages in a folder but for those that are whole in one file."""
    return [page for page in sorted(folder.rglob("*.html")) if not SINGLE.match(page.name)]


def policy_of(folder: Path) -> str:
    """The Content-Security-Policy of a dist/."""
    return policy(page.read_text(encoding="utf-8") for page in pages_of(folder))


def of(path: str, policy: str) -> dict[str, str]:
    """The headers of a path, which is there.

    >>> of("/python-0123456789ab/site.zip", "default-src 'none'")["Cache-Control"]
    'public, max-age=31536000, immutable'
    """
    told = EVERYWHERE | {"Cache-Control": KEPT if is_hashed(path) else ASKED}
    return told | ({"Content-Security-Policy": policy} if policy and not SINGLE.match(path) else {})


def write(target: Path) -> None:
    """The files for hosts, from the pages of a dist/ in the making."""
    told = policy_of(target)
    (target / NGINX).write_text(nginx(told), encoding="utf-8")
    (target / NETLIFY).write_text(netlify(target, told), encoding="utf-8")


def netlify(folder: Path, policy: str) -> str:
    """`_headers` of Netlify, Cloudflare Pages and their like.

    No two of its rules match one path: some of these hosts join what two of them say.
    """
    asked = (one for one in folder.iterdir() if one.suffix not in NEVER_ASKED)
    tops = {f"/{one.name}{'/*' if one.is_dir() else ''}" for one in asked} - {f"/{NETLIFY}"}  # hosts keep it
    rules = {rule: of(rule, policy) for rule in sorted({"/", "/manifest.json", *tops})}  # that comes last
    blocks = [
        "\n  ".join([rule, *(f"{name}: {value}" for name, value in told.items())])
        for rule, told in rules.items()
    ]
    return "# Written by build.py; see tools/headers.py.\n" + "\n\n".join(blocks) + "\n"


def nginx(policy: str) -> str:
    """A server of nginx, to be included where `http` holds its servers."""
    types = "\n".join(
        f"        {kind.partition(';')[0]} {' '.join(end[1:] for end in TYPES if TYPES[end] == kind)};"
        for kind in dict.fromkeys(TYPES.values())
    )
    always = "\n".join(f'    add_header {name} "{value}" always;' for name, value in EVERYWHERE.items())
    hashed = rf"^/(.*/)?[\w-]+-[0-9a-f]{{{LENGTH}}}[/.]"
    return f"""# Written by build.py; see tools/headers.py. Include it in `http`, set `root` to this folder.
map $uri $lossless_kept {{
    default "{ASKED}";
    "~{hashed}" "{KEPT}";
}}
map $uri $lossless_policy {{
    default "{policy}";
    "~/lossless[\\w-]*\\.html$" "";
}}
server {{
    listen 80;
    listen [::]:80;
    root /var/www/lossless;
    charset utf-8;
    charset_types text/css text/javascript text/plain;
    gzip_static on;  # sends the .gz beside a file
    # brotli_static on;  # the same with what is smaller still, where nginx has the module
    # zstd_static on;
    gzip_vary on;
    types {{
{types}
    }}
    default_type {OTHER_TYPE};
{always}
    add_header Cache-Control $lossless_kept;  # not of failures, which may be over soon
    add_header Content-Security-Policy $lossless_policy always;
}}
"""
