"""What a shell offers when somebody presses Tab: variants, rules, bots, and paths for `--set`.

Nobody expects Tab to run code: rules and bots in files of one's own are found by reading the files.
"""

import ast
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import wraps
from typing import Any

import attrs
import click
from click.shell_completion import CompletionItem

from riskcore.authoring.project import Project, find_project
from riskcore.errors import VariantError

__all__ = ["complete_bots", "complete_files", "complete_rules", "complete_settings", "complete_variants"]

Offers = Iterator[tuple[str, str]]  # words to offer, and what they mean
Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _completer(offers: Callable[[click.Context], Offers], or_file: bool = False) -> Completer:
    """What begins as the incomplete word does; if nothing does and a file is possible, files."""

    @wraps(offers)
    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        found: list[CompletionItem] = []
        with suppress(VariantError, OSError):  # what is wrong is told when the command is run
            found = [
                CompletionItem(word, help=meaning or None)
                for word, meaning in offers(ctx)
                if word.startswith(incomplete)
            ]
        return found or ([CompletionItem(incomplete, type="file")] if or_file else [])

    return complete


def complete_files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files, as the shell finds them."""
    return [CompletionItem(incomplete, type="file")]


def _variants(ctx: click.Context) -> Offers:
    from riskcore.files.shipped import named_files

    project = _project()
    yield from ((name, "of your project") for name in (project.variants if project else ()))
    yield from ((name, "") for name in named_files("variant"))


def _rules(ctx: click.Context) -> Offers:
    from riskcore.files.catalog import Catalog

    yield from ((name, "of your own") for name in _own_rules(ctx))
    yield from ((name, "") for name in Catalog().rule_names())


def _settings(ctx: click.Context) -> Offers:
    """Parameters of the variant's rules, each with its default or what else it may be."""
    from riskcore.files.catalog import Catalog
    from riskcore.files.parameters import typed_fields

    catalog, own = Catalog(), _own_rules(ctx)
    for rule in _rules_played(ctx) or (*own, *catalog.rule_names()):
        if rule in own:
            yield from ((f"rules.{rule}.{name}=", "") for name in own[rule])
        elif rule in catalog.rule_names():
            for key, field in typed_fields(catalog.rule_class(rule)).items():
                meaning = field.metadata.get("help", "")
                yield from ((f"rules.{rule}.{key}={value}", meaning) for value in _values(field))
    yield "players.min=2", "the fewest players"
    yield "players.max=6", "the most players"


def _values(field: "attrs.Attribute[Any]") -> Iterator[str]:
    from riskcore.files.json_schema import schema_of_type
    from riskcore.files.toml_source import shown

    options = [True, False] if field.type is bool else schema_of_type(field.type).get("enum", ())
    if options:
        words = [value if isinstance(value, str) else shown(value) for value in options]
        yield from words if not any(" " in word for word in words) else [""]  # shells would have to quote them
    elif isinstance(field.default, int):
        yield shown(field.default)
    else:
        yield ""


def _bots(ctx: click.Context) -> Offers:
    from riskcore.files.catalog import Catalog

    yield from ((name, "of your own") for name in _own_classes(ctx, lambda methods: "decide" in methods))
    yield from ((name, "") for name in Catalog().bot_names())


def complete_bots(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of bots, also after a comma."""
    before, comma, last = incomplete.rpartition(",")
    found = _completer(_bots)(ctx, param, last)
    return [CompletionItem(f"{before}{comma}{each.value}", help=each.help) for each in found]


def _rules_played(ctx: click.Context) -> list[str]:
    """The names of the rules of the variants that stand on the command line, and of those that are added."""
    from riskcore.files.layers import file_layers

    given = ctx.params.get("variant") or ctx.args  # an option without its value leaves arguments unparsed
    project = _project()
    names: dict[str, None] = {}
    for variant in (given,) if isinstance(given, str) else given:
        layers, _ = file_layers(str(project.variants.get(variant, variant)) if project else variant)
        for layer in layers:
            names |= dict.fromkeys(layer.document.get("rules", ()))
    return [*names, *(ctx.params.get("added") or ())]


def _project() -> Project | None:
    return find_project(os.curdir)


def _own_rules(ctx: click.Context) -> Mapping[str, list[str]]:
    """Rules in files of one's own, each with its parameters."""
    return _own_classes(ctx, lambda methods: any(methods.values()))


def _own_classes(ctx: click.Context, wanted: Callable[[dict[str, bool]], bool]) -> dict[str, list[str]]:
    """Classes by the names that commands take, each with its fields; chosen by methods, and whether they are hooks."""
    from riskcore.files.catalog import kebab_case
    from riskcore.files.disk import read_start

    found: dict[str, list[str]] = {}
    project = _project()
    for path in (*(project.rules if project else ()), *(ctx.params.get("plugin_files") or ())):
        with suppress(OSError, ValueError, SyntaxError):
            for node in ast.parse(read_start(path)).body:
                if not isinstance(node, ast.ClassDef) or node.name.startswith("_"):
                    continue
                methods = {
                    each.name: any("hookimpl" in ast.unparse(mark) for mark in each.decorator_list)
                    for each in node.body
                    if isinstance(each, ast.FunctionDef)
                }
                if wanted(methods):
                    found[kebab_case(node.name)] = [
                        each.target.id
                        for each in node.body
                        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
                    ]
    return found


complete_variants = _completer(_variants, or_file=True)
complete_rules = _completer(_rules)
complete_settings = _completer(_settings)
