"""`riskvar odds`: one battle to the end, or a campaign of several, exactly."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from riskcore.cli.options import as_json, given_variant, variant_options
from riskcore.cli.output import unwritten_page
from riskcore.cli.results import Command, echo
from riskcore.cli.screens.console import facts, print_block, print_indented
from riskcore.cli.screens.pager import paged_screen

if TYPE_CHECKING:
    from rich.console import Console

    from riskcore.files.variant import Variant
    from riskcore.lab.battles.battle_odds import Odds
    from riskcore.lab.battles.campaign_odds import CampaignOdds

__all__ = ["odds"]

_MOST_ROWS = 30
_WIDEST_BAR = 50
_NOTHING = 1e-12  # but for rounding

Found = TypeVar("Found", "Odds", "CampaignOdds")

_armies = click.IntRange(min=1)
_file = click.Path(dir_okay=False, path_type=Path)


class _Armies(click.ParamType[tuple[int, ...]]):
    """Numbers of armies with commas between them."""

    name = "armies"

    def convert(
        self, value: str | tuple[int, ...], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        if not isinstance(value, str):
            return value
        numbers = [part.strip() for part in value.split(",")]
        if not all(number.isascii() and number.isdigit() and int(number[:9]) for number in numbers):
            self.fail(f"{value!r}: must be numbers of armies from 1 with commas between them, like 8,2,2", param, ctx)
        return tuple(map(int, numbers))


@click.command(cls=Command, short_help="Say exactly how a battle ends.")
@variant_options
@click.option("--attackers", type=_armies, required=True, metavar="N", help="Armies where the attack comes from.")
@click.option("--defenders", type=_armies, required=True, metavar="N", help="Armies on the attacked territory.")
@click.option(
    "--keep",
    type=_armies,
    default=1,
    show_default=True,
    metavar="N",
    help="Stop attacking with N armies left.",
)
@click.option(
    "--without",
    multiple=True,
    metavar="RULE",
    help="Leave out the option of a rule: its card is not held, its one use is over (repeatable).",
)
@click.option("--source", metavar="NAME", help="Where the attack comes from, if the dice depend on it.")
@click.option(
    "--target",
    "targets",
    multiple=True,
    metavar="NAME",
    help="The attacked territory, likewise (repeatable, for a campaign).",
)
@click.option(
    "--then",
    type=_Armies(),
    metavar="N,N…",
    help="Fight on against so many armies, one territory after another: a campaign.",
)
@click.option("--leave", type=_armies, metavar="N", help="Armies that a campaign leaves behind each time; 1.")
@as_json
@click.option("--svg", type=_file, metavar="FILE", help="Draw a picture as well.")
@click.option("--html", type=_file, metavar="FILE", help="Write a page with the picture as well.")
def odds(
    variant: str,
    settings: tuple[str, ...],
    added: tuple[str, ...],
    plugin_files: tuple[str, ...],
    as_json: bool,
    svg: Path | None,
    html: Path | None,
    **battle: Any,
) -> None:
    """The exact odds of a battle fought to the end under the dice rules of VARIANT.

    Both sides roll all the dice they may. What rules let the attacker do to the dice is used as well as possible, and
    the result says how. In JSON, attackers_left[i] is the probability that i armies of the attacker are left where they
    came from, before any move in, and defenders_left[j] that of j defenders; win is defenders_left[0].

    With --then an army that has taken the first territory moves on against the next: 9 armies against 3, --then 2,1.
    """
    loaded = given_variant(variant, settings, added, plugin_files)
    if battle["then"]:
        if battle.pop("keep") > 1 or svg or html:
            raise click.UsageError("--keep, --svg and --html are for one battle; a campaign stops with --leave N")
        campaign = _campaign(loaded, **battle)
        _print(campaign, _show_campaign, as_json)
        return
    result = _battle(loaded, **battle)
    unwritten = _write_pictures(result, svg, html)
    _print(result, _show, as_json)
    for error in unwritten:
        if error is not None:
            raise error


def _battle(
    loaded: "Variant",
    *,
    targets: Sequence[str],
    then: None,
    leave: int | None,
    attackers: int,
    defenders: int,
    **how: Any,
) -> "Odds":
    from riskcore import lab

    if leave or len(targets) > 1:
        raise click.UsageError("--leave and several targets are for a campaign: add --then N,N…")
    return lab.odds(loaded, attackers, defenders, target=targets[0] if targets else None, **how)


def _campaign(
    loaded: "Variant",
    *,
    attackers: int,
    defenders: int,
    without: Sequence[str],
    source: str | None,
    targets: Sequence[str],
    then: Sequence[int],
    leave: int | None,
) -> "CampaignOdds":
    from riskcore import lab

    if targets and not source:
        raise click.UsageError("--target: a campaign that goes through places begins at one: add --source")
    places = (source, *targets) if source else ()
    return lab.campaign(loaded, attackers, (defenders, *then), leave=leave or 1, without=without, places=places)


def _write_pictures(result: "Odds", svg: Path | None, html: Path | None) -> list[BaseException | None]:
    from riskcore.lab.battles.picture import odds_page, odds_svg

    return [
        unwritten_page(svg, lambda command: _ending(odds_svg(result)), but=("svg",)),
        unwritten_page(html, lambda command: _ending(odds_page(result, command)), but=("svg",)),
    ]


def _print(result: Found, show: Callable[["Console", Found], None], as_json: bool) -> None:
    if as_json:
        echo(json.dumps(result.to_dict(), indent=2))
    else:
        with paged_screen() as console:
            show(console, result)


def _ending(page: str) -> str:
    """A file ends with the end of a line."""
    return page.rstrip("\n") + "\n"


def _show(console: "Console", result: "Odds") -> None:
    from rich.text import Text

    from riskcore.lab.battles.words import battle_in_words, ending_armies, endings, odds_facts, percent_words

    console.print(Text(result.rules.variant.name, style="bold"))
    print_indented(console, Text(battle_in_words(result), style="dim"), 0)
    console.print()
    print_block(console, facts(odds_facts(result)), 2)
    shown = endings(result.battle, _MOST_ROWS)
    highest = max(ending.probability for ending in shown)
    labels = [ending_armies(ending) for ending in shown]
    widest = max(map(len, labels))
    room = min(_WIDEST_BAR, console.width - widest - 18)
    for number, ending in enumerate(shown):
        if number == 0 or ending.won != shown[number - 1].won:
            console.print()
            heading = "attackers left after a win" if ending.won else "defenders left otherwise"
            print_indented(console, Text(heading, style="bold"), 2)
        bar = "█" * round(ending.probability / highest * room)
        row = f"{labels[number]:>{widest}}  {percent_words(ending.probability):>9}  {bar}"
        print_indented(console, Text(row), 4)
    rest = 1 - sum(ending.probability for ending in shown)
    if rest > _NOTHING:
        console.print()
        print_indented(console, Text(f"Further out lie {percent_words(rest)}, not shown.", style="dim"), 2)


def _show_campaign(console: "Console", result: "CampaignOdds") -> None:
    from rich.text import Text

    from riskcore.lab.battles.words import campaign_facts, campaign_in_words, percent_words

    console.print(Text(result.rules.variant.name, style="bold"))
    print_indented(console, Text(campaign_in_words(result), style="dim"), 0)
    console.print()
    print_block(console, facts(campaign_facts(result)), 2)
    console.print()
    print_indented(console, Text("falls, after those before it", style="bold"), 2)
    widest = len(str(len(result.targets)))
    armies = max(len(f"{defenders:,}") for defenders in result.targets)
    room = min(_WIDEST_BAR, console.width - widest - armies - 30)
    for number, (defenders, share) in enumerate(zip(result.targets, result.taken, strict=True), 1):
        label = f"{number:>{widest}}. against {defenders:>{armies},}  {percent_words(share):>9}"
        print_indented(console, Text(f"{label}  {'█' * round(share * room)}"), 4)
