"""BokehJS as the page needs it: the modules that the page's models take, run one at a time.

BokehJS's own file runs its 570 modules in one go, and for a third of a second the page answers nobody. Here
it becomes a generator, `runBokeh`, which gives way after each module, so that the page can go on with it
between frames. Every module that is kept stands as it was.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tools.stop import Stop

ENTRY = "main"
INDEX = "models/index"  # gives every model of a chart
MODELS = "models/main"  # registers them, and with that takes the modules of all in
MODULE = re.compile(r"(?:^|,\n)(?=function _\()")
HEAD = re.compile(r"function _\((?P<require>[\w$]+)(?:,[\w$]+,(?P<exports>[\w$]+))?")
WHOLE = re.compile(
    r"(?P<before>.*\n\}\)\n\(\[\n)(?P<modules>.*)"
    r"(?P<between>\n\], 0, )(?P<names>\{.*?\})(?P<after>, \{\}\);\}\);\s*)",
    re.DOTALL,
)
EDITS = (  # of what runs the modules
    ("(function(root, factory) {\n", "(function(root, factory) {\n  root.runBokeh = function*() {\n"),
    ("const bokeh = factory();", "const bokeh = yield* factory();"),
    ("bokeh;\n})(this, function() {", "bokeh;\n  };\n})(this, function*() {"),
    ("return (function(modules, entry", "return yield* (function*(modules, entry"),
    (
        "const main = require(entry)",
        "for (const id of ORDER) { require(id); yield; }\n  const main = require(entry)",
    ),
)


@dataclass(frozen=True)
class Script:
    """A file of BokehJS, taken apart: what runs the modules, the modules by number, their numbers by name."""

    before: str
    modules: dict[int, str]
    names: dict[str, int]
    between: str
    after: str

    def required(self, number: int) -> list[int]:
        """The modules that a module takes in, in its order; those of other files are not among them."""
        return [one for _, one in self._taken(self.modules[number]) if one in self.modules]

    def exports(self, number: int) -> dict[str, int]:
        """Each name that a module gives, its own and those that it passes on, and the module that has it."""
        text = self.modules[number]
        own = re.escape(str(HEAD.match(text)["exports"]))  # type: ignore[index]
        found = dict.fromkeys(re.findall(rf"(?<![\w$.]){own}\.(\w+)=(?!=)", text), number)
        places = {name: one for name, one in self._taken(text) if name}
        for name, place, direct in re.findall(rf'\("(\w+)",(?:([\w$]+)|{self._call(text)})\.\1\)', text):
            found[name] = int(direct) if direct else places.get(place, number)
        for one in re.findall(rf"__exportStar\({self._call(text)},", text):
            found |= self.exports(int(one))
        return found

    def order(self, first: int) -> list[int]:
        """The modules under a module in the order in which they come to an end.

        Raises Stop where two take each other in: their order would be another than BokehJS's own.
        """
        ended: list[int] = []
        begun: list[tuple[int, Iterator[int]]] = [(first, iter(self.required(first)))]
        while begun:
            number, rest = begun[-1]
            following = next((one for one in rest if one not in ended), None)
            if following is None:
                ended.append(number)
                begun.pop()
            elif any(following == one for one, _ in begun):
                raise Stop(f"Modules {following} and {number} of BokehJS take each other in; {WAY_OUT}")
            else:
                begun.append((following, iter(self.required(following))))
        return ended

    @staticmethod
    def _call(text: str) -> str:
        head = HEAD.match(text)
        return rf"{re.escape(head['require'])}\((\d+)\)" if head else r"(?!)"

    @classmethod
    def _taken(cls, text: str) -> list[tuple[str, int]]:
        """Pairs of a variable ("" where there is none) and the module that it holds."""
        found = re.findall(rf"(?:([\w$]+)=)?(?<![\w$.]){cls._call(text)}", text)
        return [(name, int(number)) for name, number in found]


WAY_OUT = "tools/bokehjs.py knows another build of it. Compare the pinned version in requirements.txt."


def apart(script: str) -> Script:
    """A script of BokehJS, taken apart.

    Raises Stop where it is built in another way than we know.
    """
    parts = WHOLE.fullmatch(script)
    if parts is None:
        raise Stop(f"bokeh.min.js does not end in a list of modules; {WAY_OUT}")
    modules = dict(enumerate(filter(None, MODULE.split(parts["modules"]))))
    names = json.loads(parts["names"])
    if not names.keys() >= {ENTRY, INDEX, MODELS} or len(modules) != max(names.values()) + 1:
        raise Stop(f"bokeh.min.js names {len(names)} of {len(modules)} modules; {WAY_OUT}")
    return Script(parts["before"], modules, names, parts["between"], parts["after"])


def reduced(script: str, models: Iterable[str]) -> str:
    """BokehJS with these models alone, to be run in steps: for (const _ of runBokeh()) ...

    Raises Stop naming a model that it does not hold.
    """
    whole = apart(script)
    known = whole.exports(whole.names[INDEX])
    if lost := sorted(set(models) - known.keys()):
        raise Stop(f"BokehJS has no model {', '.join(lost)}; {WAY_OUT}")
    listed = ", ".join(f"{name}: require({known[name]}).{name}" for name in sorted(models))
    base = whole.names["base"]
    registry = whole.names[MODELS]
    ours = f"function _(require) {{ require({base}).register_models({{ {listed} }}); }}"
    cut = Script(whole.before, {**whole.modules, registry: ours}, whole.names, whole.between, whole.after)
    order = cut.order(whole.names[ENTRY])
    runner = whole.before
    for old, new in EDITS:
        if runner.count(old) != 1:
            raise Stop(f"bokeh.min.js has {old!r} {runner.count(old)} times; {WAY_OUT}")
        runner = runner.replace(old, new)
    runner = runner.replace("ORDER", json.dumps(order[:-1]))
    wanted = set(order)
    kept = ",\n".join(f"{number}: {cut.modules[number]}" for number in sorted(wanted))
    runner = runner.removesuffix("([\n") + "({\n"
    names = {name: number for name, number in whole.names.items() if number in wanted}
    ending = whole.between.replace("]", "}")
    return f"{runner}{kept}{ending}{json.dumps(names, separators=(',', ':'))}{whole.after}"
