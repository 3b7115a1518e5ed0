"""ES modules as one classic script, for pages opened from a disk: browsers start no module there.

Knows what our own modules and Pyodide's two use, and no more: names exported where they are declared, or all
in one last line; names imported on a line of their own. Anything else is refused.
"""

import posixpath
import re
from collections.abc import Mapping

from tools.stop import Stop

HOME = "file:///inside/"  # of import.meta.url, as static/single/files.mjs has it; nobody asks for it
IMPORT = re.compile(r'^import \{ ([^}]+) \} from "(\.[^"]+)";$', re.MULTILINE)
DECLARED = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
LISTED = re.compile(r"\bexport\{([^}]+)\};?\s*\Z")
DEFAULT = re.compile(r"\bexport default (\w+);?\s*\Z")
ON_DEMAND = re.compile(r'(?<![\w$.])import\((?:"(\.[^"]+)"\))?')
MAP_COMMENT = re.compile(r"^//# sourceMappingURL=.*$", re.MULTILINE)
LEFT = re.compile(r"^(import|export)\b.*|\bimport\.meta\b.*|\bexport(\{| default ).*", re.MULTILINE)

# A module runs when the first other one needs it. What asks for its own address gets one that nobody answers.
FRAME = """(() => {{
"use strict";
const modules = {{}}, made = {{}};
const need = (name) => (made[name] ??= modules[name]());
const bring = async (address) => need(String(address).replace("{home}", ""));
{modules}
return need({entry});
}})()"""
MODULE = "modules[{name}] = () => {{\n{body}\nreturn {{ {exports} }};\n}};"


def join(modules: Mapping[str, str], entry: str, instead: Mapping[str, str] | None = None) -> str:
    r"""One expression that runs module `entry` and is what it exports.

    `modules` has the text of each by its path; where one imports a path of `instead`, it gets the other.

    >>> parts = {"a.mjs": 'import { two } from "./b.mjs";\nexport const four = two + two;',
    ...          "b.mjs": "export const two = 2;"}
    >>> "const { two } = need(\"b.mjs\");" in join(parts, "a.mjs")
    True

    Raises Stop naming a module that is not there, or a line that is not understood.
    """
    instead = dict(instead or {})
    texts = [closure(name, text, modules, instead) for name, text in modules.items()]
    return FRAME.format(home=HOME, modules="\n".join(texts), entry=quoted(entry))


def closure(name: str, text: str, modules: Mapping[str, str], instead: Mapping[str, str]) -> str:
    """The definition of one module as a function that returns its exports."""
    exports = [f"{one}: {one}" for one in DECLARED.findall(text)]

    def where(near: str) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), near))
        found = (
            path if instead.get(path) == name else instead.get(path, path)
        )  # a stand-in may use the original
        if found not in modules:
            raise Stop(f"{name} imports {near}, which is not among {', '.join(modules)}.")
        return quoted(found)

    def imported(match: re.Match[str]) -> str:
        return f"const {{ {match[1].replace(' as ', ': ')} }} = need({where(match[2])});"

    def on_demand(match: re.Match[str]) -> str:
        return f"bring({where(match[1])})" if match[1] else "bring("

    body = IMPORT.sub(imported, MAP_COMMENT.sub("", text))
    body = ON_DEMAND.sub(on_demand, DECLARED.sub("", body))
    if listed := LISTED.search(body):
        pairs = [one.split(" as ") for one in listed[1].split(",")]
        exports += [f"{pair[-1]}: {pair[0]}" for pair in pairs]
        body = body[: listed.start()]
    if default := DEFAULT.search(body):
        exports.append(f"default: {default[1]}")
        body = body[: default.start()]
    body = body.replace("import.meta.url", quoted(HOME + name))
    if left := LEFT.search(body):
        raise Stop(f"{name} has a line that tools/classic.py does not understand: {left[0][:100]}")
    return MODULE.format(name=quoted(name), body=body.strip(), exports=", ".join(exports))


def quoted(text: str) -> str:
    """A path as a string of JavaScript."""
    return f'"{text}"'
