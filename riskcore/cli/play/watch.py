"""`riskvar watch`: one game, turn by turn, in words and pictures."""

import re
import time
from itertools import chain
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from riskcore.cli.options import (
    recipe_options,
)
from riskcore.cli.results import Command, results
from riskcore.cli.screens.console import print_indented, screen
from riskcore.words import count, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.text import Text

    from riskcore.events import Event, TurnStarted
    from riskcore.lab import Recipe
    from riskcore.lab.play.batch import Match, Plan
    from riskcore.logs.game_log import LoggedGame

__all__ = ["watch"]

_TERMINAL_DELAY = 1.0
_LOG = ".jsonl"
_ASKED_BY_LOG = ("settings", "added", "players", "bots", "seed", "max_rounds")


@click.command(cls=Command, short_help="Follow one game, turn by turn, with a drawn board.")
@click.option(
    "--game",
    "number",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="N",
    help="Which game of the log, or of `riskvar run` with the same seed, players and bots; the first is 0.",
)
@click.option(
    "--delay",
    type=click.FloatRange(0, 60),
    metavar="SECONDS",
    help=f"Pause after each turn; {_TERMINAL_DELAY:g} on a terminal, 0 otherwise.",
)
@click.option("--turns", type=click.IntRange(min=1), metavar="N", help="Stop after this many turns.")
@click.option(
    "--board",
    "drawn",
    type=click.Choice(["turn", "round", "end"]),
    default="round",
    show_default=True,
    help="Draw the board after each turn, each round, or at the end.",
)
@recipe_options
def watch(
    recipe: "Recipe",
    number: int,
    delay: float | None,
    turns: int | None,
    drawn: str,
) -> None:
    """Follow one game of VARIANT, turn by turn, with the board drawn as it changes.

    In place of a variant it may be a log: a file of `riskvar run --log` or `riskvar play`, whose name ends in .jsonl.
    """
    if delay is None:
        delay = _TERMINAL_DELAY if results().isatty() else 0.0
    show = _of_log(recipe, number, drawn) if str(recipe.variant).endswith(_LOG) else _of_plan(recipe, number, drawn)
    show.introduce()
    for told, _ in enumerate(show.turns(), 1):
        if told == turns:
            break
        time.sleep(delay)
    show.conclude()


def _of_plan(recipe: "Recipe", number: int, drawn: str) -> "Show":
    from riskcore.lab.play.batch import Arena, follow

    plan = recipe.plan()
    match = Arena(plan).open(number, events=True)
    return Show(plan, number, match, follow(match, plan, number), drawn)


def _of_log(recipe: "Recipe", number: int, drawn: str) -> "Show":
    from riskcore.logs.game_log import read_game

    ctx = click.get_current_context()
    for option in ctx.command.params:
        if option.name in _ASKED_BY_LOG and ctx.get_parameter_source(option.name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{option.opts[0]}: the log says what is played, and by whom")
    return Show.of_log(read_game(recipe.variant, number, plugin_files=recipe.plugin_files), drawn)


class Show:
    """A game on the screen; `told` is what each of its moves tells."""

    def __init__(
        self, plan: "Plan", number: int, match: "Match", told: "Iterator[Sequence[Event]]", drawn: str = "round"
    ) -> None:
        from riskcore.text.narrate import Narrator, player_names
        from riskcore.view import Spectator

        game = match.game
        self._by_hand = game.state.turn > 0 and not game.opening
        self._told = told
        if self._by_hand:
            self._spectator = Spectator.joining(game.rules, game.view(None).to_dict())
        else:
            self._spectator = Spectator(game.rules, game.players)
        self._state = state = self._spectator.state  # as the events have told it so far
        self._plan = plan
        self._number = number
        self._match = match
        self._drawn = drawn
        self._names = player_names(state.players, state.rules.owners(state.players))
        self._narrator = Narrator(self._spectator, self._names)
        self._console = screen(widest=None)
        self._fresh: set[int] = set()  # territories taken since the board was last drawn
        self._up_to_date = False  # the board that was last drawn
        self._turns_told = 0

    @classmethod
    def of_log(cls, logged: "LoggedGame", drawn: str = "round") -> "Show":
        """A game of a log."""
        from riskcore.lab.play.logbook import logged_match

        plan, match = logged_match(logged)
        return cls(plan, logged.number, match, logged.follow(match.game), drawn)

    def introduce(self) -> None:
        """What is played, by whom, and how to read the board."""
        from rich.text import Text

        from riskcore.cli.screens.board import OWNER_MARKS, abbreviations

        plan, match = self._plan, self._match
        self._console.print(Text(plan.variant.name, style="bold"))
        who = [
            f"{self._names[player]} ({plan.line_up[(match.first_bot + player - match.first) % plan.players]})"
            for player in range(plan.players)
        ]
        self._print(f"{listed(who)}. Seed {plan.seed}, game {self._number}.")
        short, name = abbreviations(self._state.board)[0], self._state.board.territories[0]
        self._print(
            f"On the board, {short}*{OWNER_MARKS[1]}3 is {name}: just taken (*), held by {self._names[1]} "
            f"({OWNER_MARKS[1]}) with 3 armies."
        )

    def turns(self) -> "Iterator[None]":
        """Tell the set-up and then turn after turn, to the end or the round cap; a step for each turn told."""
        from riskcore.events import TurnStarted

        told: list[Event] = []
        if self._by_hand:
            self._heading("A position set up by hand")
            self._draw()
            told.append(TurnStarted(self._state.player, self._state.round))
        for event in chain(self._match.game.opening, chain.from_iterable(self._told)):
            if isinstance(event, TurnStarted):
                if told and isinstance(told[0], TurnStarted):
                    self._tell_turn(told, last_of_round=event.round > told[0].round)
                    yield
                else:
                    self._tell_setup(len(self._match.game.moves), told)
                told = []
                if event.round > self._plan.max_rounds:
                    return
            told.append(event)
        self._tell_turn(told, last_of_round=False)
        yield

    def conclude(self) -> None:
        """The last board, and why the story ends here if nobody has won."""
        self._draw()
        if self._state.outcome is None:
            self._print(f"The game goes on; {count(self._turns_told, 'turn')} shown.")

    def _tell_setup(self, moves: int, events: "list[Event]") -> None:
        from riskcore.events import Placed, Received

        self._heading("Set-up")
        steps = [step.words or step.name for step in self._state.rules.setup]
        self._say(f"{listed(steps).capitalize()}" + (f" ({moves} moves)." if moves else "."))
        for event in events:
            if isinstance(event, Placed | Received):  # the board shows it
                self._spectator.follow([event])
                continue
            for sentence in self._narrator.tell([event]):
                self._say(sentence)
        self._say(f"{self._names[self._state.first]} takes the first turn.")
        self._up_to_date = False
        if self._drawn != "end":
            self._draw()

    def _tell_turn(self, events: "list[Event]", *, last_of_round: bool) -> None:
        from riskcore.events import Captured

        start: TurnStarted = events[0]  # type: ignore[assignment]  # a turn is told from its beginning
        self._turns_told += 1
        self._heading(f"Round {start.round} · {self._names[start.player]}")
        for sentence in self._narrator.tell(events):
            self._say(sentence)
        self._fresh |= {event.target for event in events if isinstance(event, Captured)}
        self._up_to_date = False
        if self._drawn == "turn" or (self._drawn == "round" and last_of_round):
            self._draw()

    def _heading(self, words: str) -> None:
        from rich.rule import Rule

        self._console.print()
        self._console.print(Rule(self._coloured(words, bold=True), align="left", characters="─", style="dim"))

    def _say(self, sentence: str) -> None:
        print_indented(self._console, self._coloured(sentence), 2, hang=2)

    def _print(self, sentence: str) -> None:
        print_indented(self._console, self._coloured(sentence), 0)

    def _coloured(self, words: str, *, bold: bool = False) -> "Text":
        """Names of players in their colours; without colours the names say it all."""
        from rich.text import Text

        from riskcore.cli.screens.board import OWNER_STYLES

        text = Text(words, style="bold" if bold else "")
        for owner, name in enumerate(self._names):
            text.highlight_regex(rf"\b{re.escape(name)}\b", OWNER_STYLES[owner % len(OWNER_STYLES)])
        return text

    def _draw(self) -> None:
        """The board as it is; what was taken since the last drawing carries a star."""
        from riskcore.cli.screens.board import draw_board

        if self._up_to_date:
            return
        state, width = self._state, self._console.width
        self._console.print()
        self._console.print(
            draw_board(
                state.board,
                state.owner,
                state.armies,
                self._names,
                width=width,
                height=self._console.height - 2 if results().isatty() else None,  # below come the end and the prompt
                highlight=self._fresh,
            )
        )
        self._fresh.clear()
        self._up_to_date = True
