"""No document has a gap: a rule is told of in each of them, whatever hook it uses."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from riskcore import Rulebook, load_variant
from riskcore.cli import main
from riskcore.hookspecs import declared_hooks
from riskcore.text.booklet import diff_rules, make_booklet, to_html, to_markdown
from riskcore.text.explain import explain

HOOKS = Path(__file__).parents[2] / "docs" / "hooks.md"

NUMBERS = {"progress": "0.0"}  # what a rule answers that says nothing, where that is a number

WORDS = "Whoever sneezes while the {hook} is decided starts again."


def rule_source(hook: str) -> str:
    """A rule that implements one hook alone and changes nothing."""
    declared = declared_hooks()[hook]
    nothing = NUMBERS.get(hook, "{}")
    answer = "(yield)" if declared.one else "()" if declared.fault((), ()) is None else f"lambda *arguments: {nothing}"
    mark = "@hookimpl(wrapper=True)" if declared.one else "@hookimpl"
    return f'''
@attrs.frozen(eq=False)
class Only{hook.title().replace("_", "")}:
    {mark}
    def {hook}(self):
        """{WORDS.format(hook=hook)}"""
        return {answer}
'''


@pytest.fixture(scope="module")
def all_hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a rule for every hook, each of which uses it alone."""
    file = tmp_path_factory.mktemp("rules") / "sneezing.py"
    source = "import attrs\nfrom riskcore import hookimpl\n"
    file.write_text(source + "".join(map(rule_source, declared_hooks())))
    return file


def names() -> list[str]:
    return [f"only-{hook.replace('_', '-')}" for hook in declared_hooks()]


@pytest.fixture(scope="module")
def documents(all_hooks: Path) -> dict[str, str]:
    """What each document says about classic with all of these rules."""
    plain = Rulebook(load_variant("classic-1959"))
    rules = Rulebook(load_variant("classic-1959", rules=names(), plugin_files=[all_hooks]))
    booklet = make_booklet(rules)
    page = all_hooks.with_suffix(".html")
    added = [part for name in names() for part in ("--rule", name)]
    options = ["-p", str(all_hooks), "--games", "2", "--players", "3", "--max-rounds", "3", "--workers", "1"]
    result = CliRunner().invoke(main, ["compare", "classic-1959", *added, *options, "--html", str(page)])
    assert result.exit_code == 0, result.output
    return {
        "explain": " ".join(each.words for use in explain(rules) for each in use.told),
        "diff": " ".join(each.second.words for each in diff_rules(plain, rules) if each.second),
        "booklet": to_markdown(booklet).replace("\\", ""),
        "booklet's page": to_html(booklet),
        "compare page": page.read_text(),
    }


@pytest.mark.parametrize("hook", declared_hooks())
def test_a_rule_of_any_hook_is_in_every_document(documents: dict[str, str], hook: str) -> None:
    words = WORDS.format(hook=hook)
    assert [name for name, text in documents.items() if words not in text] == []


def test_the_example_that_acts_through_phases_alone_is_in_every_document(tmp_path: Path) -> None:
    section = HOOKS.read_text(encoding="utf-8").split("\n## phases\n")[1].split("\n## ")[0]
    (example,) = re.findall(r"(?s)```python\n(.*?)```", section)
    file = tmp_path / "disband.py"
    file.write_text(example)
    options = ["--rule", "disbanding", "-p", str(file)]
    commands = (["diff", "classic-1959"], ["explain", "classic-1959"], ["rulebook", "classic-1959"])
    for command in commands:
        text = " ".join(CliRunner().invoke(main, [*command, *options]).output.split())
        assert "a player may disband armies, as long as one stays on each territory." in text, command
    (use,) = [
        use
        for use in explain(Rulebook(load_variant("classic-1959", rules=["disbanding"], plugin_files=[file])))
        if any(each.rule == "disbanding" for each in use.told)
    ]
    assert use.chapter == "fortify"  # where people read about the phase that it adds a move to


SILENT = """
import attrs
from riskcore import Phase, hookimpl
from riskcore.phases import receive

@attrs.frozen(eq=False)
class Secretive:
    @hookimpl
    def captured(self):
        return lambda state, player, target, victim: receive(state, player, 1, "loot")
"""


def test_a_rule_without_words_is_told_of_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "secretive.py"
    file.write_text(SILENT)
    rules = Rulebook(load_variant("classic-1959", rules=["secretive"], plugin_files=[file]))
    told = "The author of the rule secretive has not put into words what it does here: its hook captured has no"
    assert told in to_markdown(make_booklet(rules)).replace("\\", "")
    (difference,) = diff_rules(Rulebook(load_variant("classic-1959")), rules)
    assert difference.second
    assert difference.second.words == f"{told} docstring."


def test_machinery_is_told_only_of_a_rule_that_says_nothing_else() -> None:
    uses = explain(Rulebook(load_variant("expert")))
    told = {(use.hook, each.rule) for use in uses for each in use.told}
    assert ("battle", "commander") in told
    assert {hook for hook, rule in told if rule == "commander"} == {"battle"}
