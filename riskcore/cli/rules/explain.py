"""`riskvar explain`: the rules of a variant in words."""

import json
from itertools import groupby
from typing import TYPE_CHECKING

import click

from riskcore.cli.options import as_json, given_variant, variant_options
from riskcore.cli.results import Command, echo
from riskcore.cli.rules.origins import show_origins
from riskcore.cli.screens.console import print_indented
from riskcore.cli.screens.pager import paged_screen
from riskcore.words import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from riskcore.files.variant import Variant
    from riskcore.text.explain import HookUse, Statement

__all__ = ["explain"]


@click.command(cls=Command, short_help="Put a variant's rules into words.")
@variant_options
@click.option("--all", "everything", is_flag=True, help="Show the machinery behind the rules, too.")
@click.option("--origins", "only_origins", is_flag=True, help="Show where each value comes from instead.")
@as_json
def explain(
    variant: str,
    settings: tuple[str, ...],
    added: tuple[str, ...],
    plugin_files: tuple[str, ...],
    everything: bool,
    only_origins: bool,
    as_json: bool,
) -> None:
    """Put the rules of VARIANT into words: for each hook which rule decides, which rules change that, and their ids."""
    from riskcore.rulebook import Rulebook
    from riskcore.text.explain import explain as explain_rules

    loaded = given_variant(variant, settings, added, plugin_files)
    if only_origins:
        show_origins(loaded, as_json)
        return
    uses = explain_rules(Rulebook(loaded))
    if as_json:
        about = {"variant": loaded.id, "name": loaded.name, "summary": loaded.summary}
        echo(json.dumps({**about, "hooks": [use.to_dict() for use in uses]}, indent=2))
        return
    with paged_screen() as console:
        _show_heading(console, loaded)
        _show_uses(console, uses, everything)


def _show_uses(console: "Console", uses: "Sequence[HookUse]", everything: bool) -> None:
    from riskcore.text.explain import CHAPTERS

    told: set[str] = set()
    shown = [use for use in uses if everything or use.told]
    for chapter, members in groupby(shown, key=lambda use: use.chapter):
        console.print()
        console.print(CHAPTERS[chapter].upper(), style="bold")
        for use in members:
            _show_use(console, use, told, everything)


def _show_heading(console: "Console", variant: "Variant") -> None:
    from rich.text import Text

    console.print(variant.name, style="bold")
    print_indented(console, Text(variant.summary), 0)
    span = variant.players
    players = f"{span.min} to {span.max} players" if span.min < span.max else f"{span.min} players"
    bases = f", built on {listed(variant.lineage[1:])}" if len(variant.lineage) > 1 else ""
    console.print(f"For {players}{bases}.", style="dim")


def _show_use(console: "Console", use: "HookUse", told: set[str], everything: bool) -> None:
    """What rules say about a hook; a rule that says nothing here to players is left out unless everything is asked."""
    from rich.text import Text

    deciders, modifiers = ([each for each in some if everything or each.told] for some in (use.deciders, use.modifiers))
    for decider in deciders:
        verb = "decided by" if use.replaced or len(use.deciders) == 1 else "also by"
        instead = f", instead of {listed(use.replaced)}" if use.replaced else ""
        _show_statement(console, use.hook, verb, decider, instead, told)
    for modifier in modifiers:
        _show_statement(console, use.hook, "changed by", modifier, "", told)
    if len(use.steps) > 1:
        print_indented(console, Text(f"Its steps: {', '.join(use.steps)}."), 2)


def _show_statement(
    console: "Console", hook: str, verb: str, statement: "Statement", instead: str, told: set[str]
) -> None:
    """A rule's words, then in small print who says so; a rule's parameters are told where it first occurs."""
    from rich.text import Text

    print_indented(console, Text(statement.words), 2)
    note = f"{hook}: {verb} {statement.rule}"
    from riskcore.text.explain import setting_words

    settings = setting_words(statement.parameters)
    if settings and statement.rule not in told:
        note += f" with {settings}"
        told.add(statement.rule)
    note += instead
    if statement.ids:
        note += f" [{', '.join(statement.ids)}]"
    print_indented(console, Text(note, style="dim"), 6, hang=2)
