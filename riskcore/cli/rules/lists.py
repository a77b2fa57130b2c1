"""`riskvar list`, `rules` and `bots`: what there is to play with."""

import json
import re
from typing import TYPE_CHECKING

import click

from riskcore.cli.completion import complete_rules
from riskcore.cli.options import as_json, plugin_files_option
from riskcore.cli.project import own_project
from riskcore.cli.results import Command, echo
from riskcore.cli.screens.console import print_block, print_indented, screen
from riskcore.cli.screens.pager import paged_screen
from riskcore.text.rule_facts import company, purpose, rule_facts
from riskcore.words import listed

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from riskcore.files.parameters import Parameter
    from riskcore.files.variant import ListedVariant

__all__ = ["bots", "rules", "variants"]

#: The groups of variants in the order of `riskvar list`.
GROUPS = {
    "edition": "Editions",
    "two-player": "Games for two",
    "option": "Options",
    "house": "House rules",
    "base": "Bases to extend; not playable by themselves",
}


@click.command("list", cls=Command)
@click.option("--all", "everything", is_flag=True, help="Show the bases that variants extend, too.")
@as_json
def variants(everything: bool, as_json: bool) -> None:
    """List the variants of the project of the working directory, and those that come with riskvar."""
    from riskcore.files.variant import shipped_variants

    shipped = sorted((each for each in shipped_variants() if everything or each.group != "base"), key=_age)
    own = _own_variants()
    if as_json:
        echo(json.dumps([_entry(each) for each in (*own, *shipped)], indent=2))
        return
    with paged_screen() as console:
        if own:
            _section(console, "Your project", {each.id: each.problem or each.summary for each in own})
        for group, title in GROUPS.items():
            members = [each for each in shipped if each.group == group]
            if members:
                _section(console, title, {each.id: each.problem or each.summary for each in members})
        _hint(console, "riskvar explain NAME puts a variant's rules into words; riskvar run NAME plays it.")


def _own_variants() -> "list[ListedVariant]":
    """Those of the project of the working directory."""
    from riskcore.files.variant import listed_variant

    project = own_project()
    return [listed_variant(name, path) for name, path in project.variants.items()] if project else []


def _age(variant: "ListedVariant") -> tuple[str, str]:
    """Editions in the order of their years, where their names end in one; others by name."""
    year = re.search(r"-(\d{4})$", variant.id)
    return year[1] if year else "", variant.id


def _entry(variant: "ListedVariant") -> dict[str, str]:
    about = {"id": variant.id, "name": variant.name, "group": variant.group, "summary": variant.summary}
    return {**about, "path": str(variant.path), "problem": variant.problem}


@click.command(cls=Command, short_help="List the installed rules, or show all about one.")
@click.argument("name", required=False, shell_complete=complete_rules)
@plugin_files_option
@as_json
def rules(name: str | None, plugin_files: tuple[str, ...], as_json: bool) -> None:
    """List the installed rules, or show all about the rule NAME."""
    from riskcore.files.catalog import Catalog

    catalog = Catalog(plugin_files)
    names = catalog.rule_names() if name is None else (name,)
    if name is not None and name not in catalog.rule_names():
        from riskcore.files.renames import names_of_old

        names = (dict(names_of_old(catalog)).get(name, name),)
    found = {each: catalog.rule_class(each) for each in names}
    if as_json:
        described = [rule_facts(each, cls) for each, cls in found.items()]
        echo(json.dumps(described if name is None else described[0], indent=2))
        return
    with paged_screen() as console:
        if name is None:
            _list_rules(console, found)
        else:
            _describe_rule(console, *next(iter(found.items())))


def _list_rules(console: "Console", found: dict[str, type]) -> None:
    editions = {name: cls for name, cls in found.items() if getattr(cls, "role", "option") == "edition"}
    options = {name: cls for name, cls in found.items() if name not in editions}
    for title, classes in (("Rules of the editions", editions), ("Options", options)):
        if classes:
            _section(console, title, {name: _marked(purpose(cls), cls) for name, cls in classes.items()})
    _hint(console, "riskvar rules NAME shows a rule's parameters and what it does.")


def _marked(words: str, cls: type) -> str:
    """What a rule is for, and that it will go."""
    reason = getattr(cls, "deprecated", "")
    return f"Deprecated: {reason}. {words}" if reason else words


def _describe_rule(console: "Console", name: str, cls: type) -> None:
    from rich.text import Text

    from riskcore.files.parameters import parameters_of
    from riskcore.text.explain import explain_rule

    console.print(Text(name, style="bold"))
    console.print(Text(_marked(purpose(cls), cls)))
    for word, others in company(cls).items():
        console.print(Text(f"{word} {listed(others)}"))
    parameters = parameters_of(cls)
    console.print(Text("\nParameters", style="bold"))
    if parameters:
        print_block(console, _parameter_table(parameters), 2)
    else:
        console.print(Text("  none"))
    console.print(Text("\nWhat it does with its default parameters", style="bold"))
    for hook, modifies, statement in explain_rule(name, cls):
        console.print(Text(f"  {hook}" + " (changes what other rules say)" * modifies, style="cyan"))
        ids = f" [{', '.join(statement.ids)}]" if statement.ids else ""
        print_indented(console, Text(statement.words + ids), 4)


def _parameter_table(parameters: "tuple[Parameter, ...]") -> "Table":
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for title in ("name", "type", "default", "meaning"):
        table.add_column(title, no_wrap=title == "name", overflow="fold")
    for each in parameters:
        kind = f"{each.type}, {each.allowed}" if each.allowed else each.type
        table.add_row(each.name, kind, _default_words(each), _meaning(each))
    return table


def _meaning(parameter: "Parameter") -> str:
    """What a parameter is for, what it was called before, and that it will go."""
    formerly = [f"formerly {listed(parameter.formerly)}"] if parameter.formerly else []
    deprecated = [f"deprecated: {parameter.deprecated}"] if parameter.deprecated else []
    notes = "; ".join([*formerly, *deprecated])
    return f"{parameter.help} ({notes})".strip() if notes else parameter.help


def _default_words(parameter: "Parameter") -> str:
    from riskcore.files.toml_source import shown

    if parameter.required:
        return "required"
    return "none" if parameter.default is None else shown(parameter.default)


@click.command(cls=Command)
@plugin_files_option
def bots(plugin_files: tuple[str, ...]) -> None:
    """List the players that --bots takes."""
    from riskcore.files.catalog import Catalog

    catalog = Catalog(plugin_files)
    _section(screen(), "Bots", {name: purpose(catalog.bot_class(name)) for name in catalog.bot_names()})


def _section(console: "Console", title: str, entries: dict[str, str]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for name, words in entries.items():
        table.add_row(name, words)
    console.print(Text(title, style="bold"))
    print_block(console, table, 2)
    console.print()


def _hint(console: "Console", words: str) -> None:
    from rich.text import Text

    console.print(Text(words, style="dim"))
