"""What the documents say: Python blocks run, tables and links hold, quoted words are the page's."""

import doctest
import re
import tomllib
from fractions import Fraction

import pytest

from app.core.law import acceptance_rate
from app.core.scenario import SCENARIOS, laws_of
from app.core.theory import best_gamma, speedup
from app.main import open_link
from app.session.settings import NAMES
from app.text.en import ENGLISH
from tools.places import ROOT

MODEL, NOTES, README = (
    ROOT / "app/docs/model.md",
    ROOT / "app/docs/implementation-notes.md",
    ROOT / "README.md",
)
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
NOT_THE_PAGE = (  # quotations of other things than the page's words
    "a proposal is accepted if it is the target's top choice",
    "keep the draft if it is the favourite, else emit the favourite",
    "Fast Inference from Transformers via Speculative Decoding",
    "Accelerating Large Language Model Decoding with Speculative Sampling",
    "Block Verification Accelerates Speculative Decoding",
    "mat",
    "sofa",
)


def read(path):
    return path.read_text(encoding="utf-8")


def python_blocks(text):
    """(line, source) of each Python block."""
    return [
        (text.count("\n", 0, match.start(1)), match[1])
        for match in re.finditer(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    ]


def failures_of(text, name="a document"):
    """How many examples were tried in the Python blocks of a text, and what failed, as doctest reports it."""
    said, known = [], {}
    runner = doctest.DocTestRunner(optionflags=OPTIONS, verbose=False)
    for line, source in python_blocks(text):
        test = doctest.DocTestParser().get_doctest(source, known, name, name, line)
        runner.run(test, out=said.append, clear_globs=False)
        known = test.globs
    return runner.tries, "".join(said)


def rows_under(text, first_column):
    """The cells of the table whose heading begins with this column."""
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(f"| {first_column} |"))
    table = []
    for line in lines[at + 2 :]:
        if not line.startswith("|"):
            return table
        table.append([cell.strip() for cell in line.strip("|").split("|")])
    return table


@pytest.mark.parametrize(
    ("path", "at_least"), [(MODEL, 12), (NOTES, 20), (README, 0)], ids=lambda x: getattr(x, "name", x)
)
def test_the_python_in_it_runs_and_prints_what_it_says(path, at_least):
    tried, failed = failures_of(read(path), path.name)
    assert not failed
    assert tried >= at_least


def test_a_wrong_number_in_a_block_would_be_seen():
    right = "```python\n>>> x = 0.1\n>>> x + 0.5\n0.6\n\n```\nand\n```python\n>>> x\n0.1\n\n```\n"
    assert failures_of(right) == (3, "")
    assert "Expected" in failures_of(right.replace("0.6", "0.7"))[1]


def test_every_python_block_is_made_of_examples():
    for path in (MODEL, NOTES, README):
        for _, source in python_blocks(read(path)):
            assert source.startswith(">>> "), f"{path.name}: {source[:40]}"


def test_the_scenarios_of_the_model_accept_what_it_says():
    rows = {row[0].strip("`"): row for row in rows_under(read(MODEL), "id")}
    assert list(rows) == [*SCENARIOS, "own"]
    for key, scenario in SCENARIOS.items():
        said = [rows[key][1]]
        said += rows[key][2:4]
        laws = [laws_of(scenario, m) for m in (0.8, 1)]
        accepted = [f"{acceptance_rate(one.p, one.q):.3f}" for one in laws]
        assert said == [str(len(scenario.p)), *accepted], key


def test_the_worked_table_is_the_rule():
    laws = laws_of(SCENARIOS["worked"], 1)
    for row, p, q in zip(rows_under(read(MODEL), "token"), laws.p, laws.q, strict=True):
        told = [float(Fraction(cell)) for cell in row[1:]]
        kept = min(p, q)
        assert told == pytest.approx([p, q, min(1, p / q), kept, p - kept, p])


def test_the_table_of_draft_lengths_is_the_formula():
    rows = rows_under(read(MODEL), "α, c")
    assert len(rows) == 3
    for alpha, *cells in rows:
        for cost, cell in zip((0.01, 0.05, 0.1, 0.2), cells, strict=True):
            best = best_gamma(float(alpha), cost)
            assert cell == f"{best} ({speedup(float(alpha), int(best), cost):.2f})"


def test_what_the_model_quotes_is_what_the_page_says():
    page = [re.sub(r"\{[a-z_]+\}", "…", text) for text in ENGLISH.values()]
    quoted = re.findall(r"“([^”]+)”", read(MODEL).replace("\n", " "))
    assert len(quoted) > 8
    unknown = {
        words
        for words in quoted
        if words not in NOT_THE_PAGE and not any(text.startswith(words.rstrip("…")) for text in page)
    }
    assert not unknown


def test_the_notes_list_every_message():
    kinds = [kind for row in rows_under(read(NOTES), "type") for kind in re.findall(r"`([a-z-]+)`", row[0])]
    assert sorted(kinds) == sorted(open_link().shell.commands)


def noted(first_column):
    return sorted(
        kind for row in rows_under(read(NOTES), first_column) for kind in re.findall(r"`([a-z]+)`", row[0])
    )


def test_the_notes_list_every_note_of_the_worker():
    worker = read(ROOT / "static/worker.js")
    said = set(re.findall(r'\btell\("([a-z]+)"|postMessage\(\{ kind: "([a-z]+)"', worker))
    assert noted("note of the worker") == sorted({one or other for one, other in said})


def test_the_notes_list_every_note_to_the_worker():
    scripts = [*(ROOT / "static/page").glob("*.js"), *(ROOT / "static/single").glob("*.js")]
    said = {
        kind
        for path in scripts
        for kind in re.findall(r'(?<!self\.postMessage\()\{ kind: "([a-z]+)"', read(path))
    }  # what a worker written there says is no note to one
    assert noted("note to the worker") == sorted(said)
    heard = re.findall(r'data\.kind === "([a-z]+)"', read(ROOT / "static/worker.js"))
    assert sorted(heard) == sorted(said - {"part"})  # which static/single/files.mjs hears


def test_the_notes_list_every_failure():
    kinds = [row[0].strip("`") for row in rows_under(read(NOTES), "kind")]
    titled = [
        key[len("failure.") : -len("-title")] for key in ENGLISH if re.fullmatch(r"failure\..*-title", key)
    ]
    assert sorted(kinds) == sorted([*titled, "no-script"])


@pytest.mark.parametrize("path", [MODEL, NOTES, README], ids=lambda path: path.name)
def test_its_links_lead_somewhere(path):
    links = re.findall(r"\]\(([^)#]+)\)", read(path))
    assert links or path == MODEL
    for link in links:
        assert link.startswith("https://") or (path.parent / link).exists(), link


@pytest.mark.parametrize("path", [MODEL, NOTES, README], ids=lambda path: path.name)
def test_the_files_it_names_are_there(path):
    named = set(re.findall(r"`((?:app|static|tools|tests)(?:/[\w.-]+)*)/?\*?[\w.*]*`", read(path)))
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_documents_that_the_code_names_are_there():
    named = set()
    for folder in ("app", "static", "tests", "tools"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in {".py", ".js", ".mjs", ".css", ".html"}:
                named |= {(name, path.name) for name in re.findall(r"(?<![\w./-])[\w./-]+\.md\b", read(path))}
    assert len(named) > 3
    assert [
        (name, where)
        for name, where in sorted(named)
        if not any((folder / name).exists() for folder in (ROOT, ROOT / "app/docs"))
    ] == []


def test_the_notes_have_every_layer():
    contracts = tomllib.loads(read(ROOT / "pyproject.toml"))["tool"]["importlinter"]["contracts"]
    layers = re.findall(r"app\.\w+", " ".join(contracts[0]["layers"]))
    cells = " ".join(row[0] for row in rows_under(read(NOTES), "layer"))
    assert {name.replace("/", ".") for name in re.findall(r"app/\w+", cells)} == set(layers)


def test_the_addresses_in_the_documents_name_settings():
    texts = "".join(read(path) for path in (MODEL, NOTES, README))
    named = {
        name
        for query in re.findall(r"\?([a-z_]+=[^\s`\")]*)", texts)
        for name in re.findall(r"([a-z_]+)=", query)
    }
    assert len(named) > 5
    assert named <= set(NAMES)


def test_the_readme_names_what_the_page_offers():
    text = read(README)
    offered = set(re.findall(r"^    (?:async )?(\w+)\(", read(ROOT / "static/page/api.js"), re.MULTILINE))
    calls = set(re.findall(r"(?:lossless)?\.(\w+)\((?:\)|\d|\{)", text))
    assert {"set", "play", "step", "skip", "state"} <= calls
    assert calls <= offered
