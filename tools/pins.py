"""Pyodide's files that the page needs, by name, SHA-256 and size.

The core's hashes are those of the npm package; the wheels' are copied from the pyodide-lock.json inside it,
and a test compares them. Whatever source a file comes from, these decide.
"""

from dataclasses import dataclass

PYODIDE = "314.0.3"
PYTHON = "3.14"  # that it is; scripts that name either are held to this by a test
OPEN_WEBUI = "open-webui==0.12.4"  # a PyPI wheel that carries identical copies, under this folder:
OPEN_WEBUI_FOLDER = "open_webui/frontend/pyodide/"
OPEN_WEBUI_SHA256 = "02e9caba96234db3fa17a92e56163b3f7f2b8ca8227fa886b85c178d696483f6"
SITE_PACKAGES = f"/lib/python{PYTHON}/site-packages"  # where the page's Python looks for packages


@dataclass(frozen=True)
class Part:
    """One file, told from any other by its hash."""

    name: str
    sha256: str
    size: int  # bytes


CORE = (
    Part("pyodide.mjs", "5cfc46f5dcbaf2a16f26e2363f441873eb424762609cc03db00d6a2ace4d00e5", 17880),
    Part("pyodide.asm.mjs", "1a9775427ef6e8abaa7db88ece0515422d1886915ae5c9093776410c865dfd8d", 1249447),
    Part("pyodide.asm.wasm", "e7f8fac36f8bf11085309cbc5c829b3ec3057c18bf1d73b05a6741612d63cdbf", 9596462),
    Part("python_stdlib.zip", "444c770dfd75a32097fc0a7d5c1413fd3140601f49c3a1f2e9af0376fcd124b4", 2545106),
)
WHEELS = (
    Part(
        "numpy-2.4.3-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "0cad9c1b91f0082e4f959bc0e0bf5835a2efbba6ab3b1e9d1fe6e7e564cca98e",
        2916023,
    ),
    Part(
        "matplotlib-3.10.8-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "2867b2003ee66d0d2478423f783ec035d432c6560ae86d0e58d096ff98cab6a8",
        6972262,
    ),
    Part(
        "pillow-12.2.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "a50d83a8a76d646768e99e93ed5bf365d0b83563fd8b597e77562e75c8f575a9",
        1037798,
    ),
    Part(
        "contourpy-1.3.3-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "8af5f4338988b30a65f5c81c0a3f335353546809538e81d35b572ed4595f80b6",
        117562,
    ),
    Part(
        "kiwisolver-1.5.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "7591db9cc1181815eeefb2e7c5b5622a18a3fa334788e1b49eb3e8ad7f90186f",
        36615,
    ),
)
WORDS = Part(  # a PyPI source package, for one public text in it: see tools/words.py
    "wordcloud-1.9.6.tar.gz",
    "df17c468ff903bd0aba4f87c6540745d13a4931220dd4937cb363ad85a4771b9",
    27563741,
)
