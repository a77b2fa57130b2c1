"""`riskvar rulebook` and `riskvar diff`: a variant's rules to print, and how two differ."""

import json
from difflib import SequenceMatcher
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from riskcore.cli.options import as_json, change_options, given_variant, variant_options
from riskcore.cli.output import write_file
from riskcore.cli.project import variant_argument
from riskcore.cli.results import Command, echo
from riskcore.cli.screens.console import print_indented
from riskcore.cli.screens.pager import paged_screen

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from riskcore.text.booklet import Difference

__all__ = ["diff", "rulebook"]

_KINDS = (".md", ".html")
_SHORT = 4  # words that an arrow can join


@click.command(cls=Command, short_help="Write a variant's rules as a booklet to print.")
@variant_options
@click.option(
    "-o",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.md|FILE.html",
    help="Where to write it; without, Markdown is printed.",
)
def rulebook(
    variant: str,
    settings: tuple[str, ...],
    added: tuple[str, ...],
    plugin_files: tuple[str, ...],
    file: Path | None,
) -> None:
    """Write the rules of VARIANT as a booklet for the table: set-up, turn, cards, battle with its odds, the board."""
    from riskcore.rulebook import Rulebook
    from riskcore.text.booklet import make_booklet, to_html, to_markdown

    if file is not None and file.suffix not in _KINDS:
        raise click.BadParameter(f"{str(file)!r} must end in .md or .html", param_hint="'-o'")
    booklet = make_booklet(Rulebook(given_variant(variant, settings, added, plugin_files)))
    if file is None:
        with paged_screen():
            echo(to_markdown(booklet), nl=False)
        return
    write_file(file, to_html(booklet) if file.suffix == ".html" else to_markdown(booklet))


@click.command(cls=Command, short_help="Say how the rules of two variants differ.")
@variant_argument("first", metavar="A")
@variant_argument("second", metavar="[B]", required=False)
@change_options
@as_json
def diff(
    first: str,
    second: str | None,
    settings: tuple[str, ...],
    added: tuple[str, ...],
    plugin_files: tuple[str, ...],
    as_json: bool,
) -> None:
    """Say in words how the rules of B differ from those of A.

    --rule and --set change B. Without B, A is compared with itself changed like that.
    """
    from riskcore.rulebook import Rulebook
    from riskcore.text.booklet import diff_rules

    if second is None and not (settings or added):
        raise click.UsageError("name another variant, or change this one with --rule or --set")
    old = given_variant(first, (), (), plugin_files)
    new = given_variant(second or first, settings, added, plugin_files)
    differences = diff_rules(Rulebook(old), Rulebook(new))
    names = (old.name, new.name if old.name != new.name else f"{new.name}, changed")
    if as_json:
        about = {"first": old.id, "second": new.id, "names": names}
        echo(json.dumps({**about, "differences": [each.to_dict() for each in differences]}, indent=2))
    else:
        with paged_screen() as console:
            _show(console, names, differences)


def _show(console: "Console", names: tuple[str, str], differences: "tuple[Difference, ...]") -> None:
    from rich.text import Text

    if not differences:
        console.print("No difference: the rules are the same.")
        return
    print_indented(console, Text(f"- {names[0]}", style="bold red"), 0)
    print_indented(console, Text(f"+ {names[1]}", style="bold green"), 0)
    for chapter, members in groupby(differences, key=lambda each: each.chapter):
        console.print()
        console.print(chapter.upper(), style="bold")
        for each in members:
            _show_difference(console, each)


def _show_difference(console: "Console", difference: "Difference") -> None:
    """What goes and what comes instead, then in small print the rules."""
    from rich.text import Text

    first, second = difference.first, difference.second
    if difference.reworded:
        print_indented(console, _merged(difference), 2, hang=2)
    lines = [("-", first, second, "red"), ("+", second, first, "green")]
    for mark, side, other, style in lines if first != second else [("~", first, None, "yellow")]:
        if side is not None and not difference.reworded:
            text = Text.assemble((f"{mark} ", style), _marked(side.words, other.words if other else "", style))
            print_indented(console, text, 2, hang=2)
    sides = [side for side in (first, second) if side is not None and side.rule]
    notes = [f"{side.rule} [{', '.join(side.ids)}]" if side.ids else side.rule for side in sides]
    if notes:
        settings = f" with {difference.settings}" if difference.settings else ""
        print_indented(console, Text("; ".join(dict.fromkeys(notes)) + settings, style="dim"), 6, hang=2)


def _merged(difference: "Difference") -> "Text":
    """The sentences that changed, with what was there and what is there now: `never fewer than three → five`."""
    from rich.text import Text

    text = Text.assemble(("~ ", "yellow"))
    for stretch in difference.reworded:
        if not stretch.changed:
            text.append(stretch.before)
            continue
        before, after = stretch.before.strip(), stretch.after.strip()
        text.append(" " if (stretch.before or stretch.after).startswith(" ") else "")
        if before and after and max(len(before.split()), len(after.split())) <= _SHORT:
            text.append(before, style="red").append(" → ").append(after, style="green")
            continue
        if before:
            text.append(f"[-{before}-]", style="red")
        if after:
            text.append(f"{' ' if before else ''}{{+{after}+}}", style="green")
    return text


def _marked(words: str, other: str, style: str) -> "Text":
    """The words, in colour as far as they differ from the others."""
    from rich.text import Text

    own = words.split()
    text = Text()
    for kind, start, end, _, _ in SequenceMatcher(None, own, other.split(), autojunk=False).get_opcodes():
        for word in own[start:end]:
            text.append(" " if text else "").append(word, style="" if kind == "equal" else style)
    return text
