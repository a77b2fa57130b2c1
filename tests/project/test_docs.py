"""The documentation, executed: every block of TOML, Python and shell; and that nothing is left undescribed.

An HTML comment on the line above a block says what to do with it: `<!-- file: NAME -->` saves it for the blocks below,
`<!-- broken file: NAME -->` saves it without trying it, `<!-- not run: REASON -->` leaves it alone,
`<!-- form of: COMMAND -->` compares a text with the command's output, but for numbers and what is drawn to scale (`...`
stands for any lines), and
`<!-- test command -->` and `<!-- fast tests -->` mark what would run these tests again.
"""

import ast
import doctest
import inspect
import io
import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import click
import pytest
from click.testing import CliRunner

import riskcore
from riskcore import Rulebook, load_board, load_variant
from riskcore.cli import main
from riskcore.files.catalog import Catalog, load_plugin_file
from riskcore.files.layers import VariantTable
from riskcore.files.parameters import parameters_of
from riskcore.hookspecs import Hooks, declared_hooks
from riskcore.lab.play.batch import Arena, Plan
from riskcore.lab.play.soak import soak_game
from riskcore.text.explain import explain, explain_rule

PROJECT = Path(riskcore.__file__).parent.parent
DOCS = PROJECT / "docs"
WORKFLOW = PROJECT / ".github" / "workflows" / "tests.yml"
PAGES = [*(PROJECT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")), *sorted(DOCS.glob("*.md"))]
FEW = {  # so that commands end soon
    "run": ["--games", "4", "--workers", "1"],
    "compare": ["--games", "4", "--workers", "1"],
    "sweep": ["--games", "4", "--workers", "1"],
    "tune": ["--games", "20", "--workers", "1"],
    "watch": ["--turns", "3", "--delay", "0"],
    "soak": ["--games", "1", "--max-moves", "200", "--workers", "1"],
}
NEW_FOLDERS = {"projects.md"}  # whose readers make variants of their own
FRAGMENT = 'name = "Fragment"\nextends = "classic-1959"\n'
SAME = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

# How many rules each section has; rules are numbered from 1.
SECTIONS = {"B": 10, "C59-": 7, "W93-": 7, "G04-": 6, "M04-": 5, "S93-": 5}
SECTIONS |= {"N1-": 3, "N2-": 3, "N3-": 8, "X": 6, "H": 14}
RULE_IDS = [f"{section}{number}" for section, size in SECTIONS.items() for number in range(1, size + 1)]


@attrs.frozen
class Block:
    """A fenced block of a page, with the comment above it and the section it stands in."""

    line: int
    language: str
    text: str
    note: str
    section: str


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: Path) -> Iterator[Block]:
    section = note = ""
    lines = iter(enumerate(read(page).splitlines(), 1))
    for number, line in lines:
        if line.startswith("```"):
            inside = []
            for _, inner in lines:
                if inner.startswith("```"):
                    break
                inside.append(inner + "\n")
            yield Block(number, line[3:].strip(), "".join(inside), note, section)
        elif line.startswith("## "):
            section = line[3:].strip()
        comment = re.fullmatch(r"<!-- (.*) -->", line)
        note = comment[1] if comment else ""


def sections(page: Path) -> dict[str, str]:
    """The text of each `## ` section."""
    parts = re.split(r"^## (.+)$", read(page), flags=re.MULTILINE)
    return {title.strip(): text for title, text in zip(parts[1::2], parts[2::2], strict=True)}


class Workbench:
    """A folder in which the blocks of one page are tried, one after another."""

    def __init__(self, page: Path, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self.names: dict[str, Any] = {"__name__": "documentation"}
        if page.name not in NEW_FOLDERS:
            (folder / "variants").symlink_to(PROJECT / "variants", target_is_directory=True)

    def save(self, block: Block) -> None:
        what, _, detail = block.note.partition(": ")
        if what in ("file", "broken file"):
            (self.folder / detail).write_text(block.text, encoding="utf-8")

    def run(self, block: Block) -> None:
        what, _, detail = block.note.partition(": ")
        if what == "form of":
            shown = self.command(shlex.split(detail))
            assert doctest.OutputChecker().check_output(form(block.text), form(shown), SAME), shown
        elif what == "not run":
            assert detail, "say why"
        elif what not in ("broken file", "test command", "fast tests"):
            getattr(self, f"run_{block.language}")(block, detail if what == "file" else "")

    def run_text(self, block: Block, file: str) -> None:
        """There is nothing to try."""

    def run_json(self, block: Block, file: str) -> None:
        json.loads(block.text)

    def run_python(self, block: Block, file: str) -> None:
        if file:
            load_plugin_file(self.folder / file)
        elif ">>>" in block.text:
            test = doctest.DocTestParser().get_doctest(block.text, self.names, self.page.name, None, block.line)
            report = io.StringIO()
            runner = doctest.DocTestRunner(optionflags=SAME)
            runner.run(test, out=report.write, clear_globs=False)
            assert runner.failures == 0, report.getvalue()
            self.names.update(test.globs)
        else:  # below as many empty lines that a traceback shows the line of the page
            exec(compile("\n" * block.line + block.text, str(self.page), "exec"), self.names)

    def run_toml(self, block: Block, file: str) -> None:
        document = tomllib.loads(block.text)
        if "project" in document:
            return
        path = self.folder / (file or "block.toml")
        path.write_text(block.text if "name" in document else FRAGMENT + block.text, encoding="utf-8")
        if "territories" in document:
            load_board(path)
            return
        if "missions" in document:
            variant = load_variant("mission-2004", settings=[f"rules.missions.deck={json.dumps(str(path))}"])
        else:
            variant = load_variant(path, plugin_files=sorted(self.folder.glob("*.py")))
        Rulebook(variant)

    def run_sh(self, block: Block, file: str) -> None:
        """`riskvar …`, with few games."""
        for line in block.text.splitlines():
            words = shlex.split(line)
            self.command([*words, *FEW.get(words[1], [])])

    def run_console(self, block: Block, file: str) -> None:
        """`$ riskvar …` and its very output, in which `...` stands for anything; errors are output too."""
        for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            line, _, wanted = part.partition("\n")
            shown = self.command(shlex.split(line), codes=(0, 1))
            assert doctest.OutputChecker().check_output(f"{wanted.strip()}\n", f"{shown.strip()}\n", SAME), shown

    def command(self, words: list[str], codes: tuple[int, ...] = (0,)) -> str:
        assert words[0] == "riskvar", f"{words[0]} cannot be tried here; say <!-- not run: REASON --> above it"
        result = CliRunner().invoke(main, words[1:], env={"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"})
        assert result.exit_code in codes, f"{result.output}\n{result.exception!r}"
        return result.output


def form(text: str) -> str:
    """The lines of a report without numbers, without what is drawn to scale, and without the machine's speed."""
    lines = [line for line in text.splitlines() if line.strip() and line.split()[0] not in ("Speed", "Digest")]
    plain = [re.sub(r"\d[\d,.]*(e-\d+)?", "0", re.sub("[├─●┤┊┼]", "", line)) for line in lines]
    return "".join(" ".join(line.split()) + "\n" for line in plain)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_work(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bench = Workbench(page, tmp_path)
    found = [] if page.name == "hooks.md" else list(blocks(page))  # its examples are files, played below
    for block in found:
        bench.save(block)
    for block in found:
        try:
            bench.run(block)
        except Exception as error:
            raise AssertionError(f"{page.name}:{block.line}: {error}") from error


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", read(page)):
        if target.startswith("https://"):
            continue
        file, _, anchor = target.partition("#")
        linked = (page.parent / file).resolve() if file else page
        assert linked.is_file(), target
        if anchor:
            headings = re.findall(r"^#+ (.+)$", read(linked), flags=re.MULTILINE)
            assert anchor in [re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings], target


def test_every_page_is_linked_from_the_readme() -> None:
    assert [page.name for page in DOCS.glob("*.md") if f"(docs/{page.name})" not in read(PROJECT / "README.md")] == []


# -- the contributor's door -------------------------------------------------------------------------------------------


def command_of(page: str, note: str) -> str:
    """The command under a comment."""
    (block,) = [block for block in blocks(PROJECT / page) if block.note == note]
    assert block.language == "sh"
    return block.text


def test_continuous_integration_runs_the_readmes_test_command() -> None:
    command = command_of("README.md", "test command")
    parts = ("venv", '".[test]"', "ruff check .", "ruff format --check .", "mypy", "pytest -n 2")
    assert [part for part in parts if part not in command] == []
    assert "<!-- test command -->" in read(PROJECT / ".ci" / "run")
    assert "- run: .ci/run\n" in read(WORKFLOW)


def test_the_workflow_begins_with_the_oldest_python_that_is_supported() -> None:
    versions = re.findall(r'"3\.(\d+)"', read(WORKFLOW))
    oldest = tomllib.loads(read(PROJECT / "pyproject.toml"))["project"]["requires-python"]
    assert oldest == f">=3.{versions[0]}"
    assert [int(version) for version in versions] == list(range(int(versions[0]), int(versions[-1]) + 1))


def test_a_commit_is_checked_by_tools_of_the_test_command() -> None:
    entries = re.findall(r"entry: (\.venv/bin/\w+(?: check| format)?)", read(PROJECT / ".pre-commit-config.yaml"))
    assert len(entries) == 3
    assert [entry for entry in entries if entry not in command_of("README.md", "test command")] == []


def test_the_fast_tests_are_there() -> None:
    words = shlex.split(command_of("CONTRIBUTING.md", "fast tests"))
    assert words[0] == ".venv/bin/pytest"
    paths = [word for word in words if word.startswith("tests")]
    assert len(paths) >= 3
    assert [path for path in paths if not (PROJECT / path).exists()] == []


# -- hooks ------------------------------------------------------------------------------------------------------------


def signatures() -> dict[str, str]:
    """The hooks as their contracts write them."""
    tree = ast.parse(inspect.getsource(Hooks))
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.returns is not None:
            returned = node.returns.value if isinstance(node.returns, ast.Constant) else ast.unparse(node.returns)
            found[node.name] = f"{node.name}(board) -> {returned}"
    return found


def test_the_hooks_page_has_a_section_for_every_hook_and_no_other() -> None:
    assert list(sections(DOCS / "hooks.md")) == list(declared_hooks())


@pytest.mark.parametrize("hook", declared_hooks())
def test_hook_is_documented_with_its_exact_signature(hook: str) -> None:
    assert f"- Hook: `{signatures()[hook]}`\n" in sections(DOCS / "hooks.md")[hook]


@pytest.mark.parametrize("hook", declared_hooks())
def test_hook_has_an_example_that_is_a_rule_and_plays(hook: str, tmp_path: Path) -> None:
    (example,) = [block for block in blocks(DOCS / "hooks.md") if block.section == hook]
    file = tmp_path / "example.py"
    file.write_text(example.text, encoding="utf-8")
    ((name, cls),) = load_plugin_file(file).rules.items()
    assert hook in [answered for answered, _, _ in explain_rule(name, cls)]
    variant = load_variant("classic-1959", rules=[name], plugin_files=[file])
    explain(Rulebook(variant))
    for bot in ("random", "greedy"):
        soaked = soak_game(Arena(Plan(variant, 3, bots=(bot,))), 0, max_moves=300)
        assert soaked.failure is None


@pytest.mark.parametrize("hook", declared_hooks())
def test_hook_has_a_test(hook: str) -> None:
    assert f"\ndef test_hook_{hook}(" in read(PROJECT / "tests" / "core" / "test_hooks.py")


# -- commands, keys, rules --------------------------------------------------------------------------------------------


def test_the_commands_page_has_a_section_for_every_command_and_no_other() -> None:
    assert set(sections(DOCS / "cli.md")) == set(main.commands)


@pytest.mark.parametrize("name", main.commands)
def test_every_option_of_a_command_is_documented(name: str) -> None:
    text = sections(DOCS / "cli.md")[name]
    shared = read(DOCS / "cli.md").split("\n## ")[0]
    options = [each for each in main.commands[name].params if isinstance(each, click.Option)]
    missing = [each.opts[0] for each in options if f"`{each.opts[0]}" not in text + shared]
    assert missing == []


def test_every_key_of_a_variant_file_is_documented() -> None:
    text = sections(DOCS / "variant-files.md")["Keys"]
    assert [field.name for field in attrs.fields(VariantTable) if f"| `{field.name}` |" not in text] == []


def entries() -> dict[str, str]:
    """The entries of the rules page by id."""
    parts = re.split(r"^- \*\*([A-Z]\w*(?:-\d+)?)\*\* ", read(DOCS / "rules.md"), flags=re.MULTILINE)
    return {name: text.split("\n## ")[0] for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def test_the_rules_page_has_an_entry_for_every_rule_and_no_other() -> None:
    assert list(entries()) == RULE_IDS


@pytest.mark.parametrize("name", Catalog().rule_names())
def test_rule_plugin_is_documented_where_the_printed_rules_are_that_it_cites(name: str) -> None:
    cls = Catalog().rule_class(name)
    cited = {each for _, _, statement in explain_rule(name, cls) for each in statement.ids}
    assert [each for each in sorted(cited) if f"`{name}`" not in entries().get(each, "")] == []
    assert f"`{name}`" in read(DOCS / "rules.md")


@pytest.mark.parametrize("name", Catalog().rule_names())
def test_every_parameter_of_a_rule_plugin_is_documented(name: str) -> None:
    parameters = [each.name for each in parameters_of(Catalog().rule_class(name))]
    assert [each for each in parameters if f"`{name}.{each}`" not in read(DOCS / "rules.md")] == []


def test_the_rules_page_names_no_parameter_that_does_not_exist() -> None:
    named = re.findall(r"`([a-z][a-z-]*)\.([a-z_]+)`", read(DOCS / "rules.md"))
    known = {name: {each.name for each in parameters_of(Catalog().rule_class(name))} for name in Catalog().rule_names()}
    assert [f"{rule}.{parameter}" for rule, parameter in named if parameter not in known.get(rule, set())] == []
