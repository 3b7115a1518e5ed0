"""Every text that the page asks for exists, and every text of the page is asked for by somebody."""

import re

import pytest
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.main import PAGE_SCRIPTS, open_link
from app.text.en import ENGLISH
from app.views.page import IN_SCRIPTS, page_variables
from tools.places import ROOT

STATIC = ROOT / "static"
PAGE = ("control.", "failure.", "loading.", "help.", "page.")
KEY = re.compile(rf'"((?:{"|".join(re.escape(one) for one in PAGE)})(?!js")[a-z.-]+)"')


class Asked(dict):
    """Texts that remember which of them were asked for; one that is missing raises."""

    def __init__(self):
        super().__init__(ENGLISH)
        self.keys_asked = set()

    def __getitem__(self, key):
        self.keys_asked.add(key)
        return super().__getitem__(key)


def read(name):
    return (STATIC / name).read_text(encoding="utf-8")


def scripts():
    return "\n".join(read(f"page/{name}.js") for name in PAGE_SCRIPTS)


def rendered(texts):
    """index.html as the build fills it."""
    variables = page_variables(open_link().shell, served=False) | {"text": texts}
    environment = Environment(loader=FileSystemLoader(STATIC), autoescape=True, undefined=StrictUndefined)
    return environment.get_template("index.html").render(variables)


def asked_by_template():
    texts = Asked()
    assert "<h1" in rendered(texts)
    return texts.keys_asked


def asked_by_scripts():
    """Keys written out, and those put together from a kind of failure or a step of the start."""
    text = scripts()
    kinds = set(re.findall(r'page\.fail\("([a-z-]+)"', text))
    kinds |= {
        kind for call in re.findall(r"dead\(([^)]*?),", text) for kind in re.findall(r'"([a-z-]+)"', call)
    }
    kinds |= set(re.findall(r'damaged\.size \? "([a-z-]+)"', read("single/source.js")))
    starting = read("worker.js") + "".join(
        file.read_text(encoding="utf-8") for file in STATIC.glob("snapshot/restore.mjs")
    )
    steps = set(re.findall(r'enter\("([a-z-]+)"\)', starting)) | set(
        re.findall(r'let step = "([a-z-]+)"', starting)
    )
    assert len(kinds) > 5
    assert len(steps) > 2
    keys = set(KEY.findall(text))
    keys |= {f"failure.{kind}{end}" for kind in kinds for end in ("", "-title")}
    return keys | {f"loading.{step}" for step in steps}


def asked_by_python():
    files = (ROOT / "app/views").glob("*.py")
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    return set(KEY.findall(text)) - asked_only_to_be_listed(text)


def asked_only_to_be_listed(text):
    """Keys of help that Python hands to the template: a list proves nothing, the template must ask."""
    return set(re.findall(r'"(help\.[a-z-]+)"', text))


def test_every_text_asked_for_exists():
    for key in asked_by_template() | asked_by_scripts() | asked_by_python():
        assert key in ENGLISH


@pytest.mark.parametrize("prefix", PAGE)
def test_every_text_of_the_page_is_asked_for(prefix):
    asked = asked_by_template() | asked_by_scripts() | asked_by_python()
    ours = {key for key in ENGLISH if key.startswith(prefix)}
    assert ours
    assert ours - asked == set()


def test_the_scripts_are_given_the_texts_they_ask_for():
    given = page_variables(open_link().shell, served=False)["data"]["text"]
    assert asked_by_scripts() <= given.keys()
    assert all(key.startswith(IN_SCRIPTS) for key in given)


def test_a_text_that_is_missing_stops_the_build():
    texts = Asked()
    texts.pop("control.step")
    with pytest.raises(Exception, match=r"control\.step"):
        rendered(texts)


def test_the_slots_of_the_page_are_filled_by_what_python_shows():
    """Each data-show names something that ConvergeView.show or the shell gives."""
    link = open_link()
    shown = {}
    for name in ("narration", "chip", "numbers"):
        shown |= {f"{name}.{key}": value for key, value in link.shell.opening[name].items()}
    shown |= dict.fromkeys(
        [*link.shell.opening, "live_label", "chosen.title", "beat.0", "beat.1", "beat.2", "beat.3"]
    )
    shown |= dict.fromkeys(["question", "hint"])
    slots = {
        slot
        for name in ("index.html", "deck.html", "scenes/converge.html")
        for slot in re.findall(r'data-show="([^"]+)"', read(name))
    }
    assert len(slots) > 15
    assert slots <= shown.keys()


def test_no_text_becomes_markup():
    texts = Asked() | {"control.step": '<b onclick="x">&{{ 7 * 7 }}'}
    assert "<b onclick" not in rendered(texts)
    assert "&lt;b onclick=&#34;x&#34;&gt;&amp;{{ 7 * 7 }}" in rendered(texts)
