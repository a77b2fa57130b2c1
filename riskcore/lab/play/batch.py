"""One bot game after another, as lean as it goes: what a worker does with a batch."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from threading import current_thread, main_thread
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs
from attrs.validators import ge, min_len

from riskcore.errors import Forfeit, GameError, RiskError, RulebookError, error_words
from riskcore.events import Event, GameWon
from riskcore.files.bots import bot_maker, named_bot
from riskcore.files.catalog import Catalog
from riskcore.files.variant import Variant
from riskcore.flow import forfeit
from riskcore.frames import DECIDER
from riskcore.game import Game
from riskcore.logs.game_log import game_lines
from riskcore.positions.invariants import broken_invariants
from riskcore.rulebook import Rulebook
from riskcore.state import State
from riskcore.tape import derive_seed

if TYPE_CHECKING:
    from riskcore.lab.record.game_record import Recorder

__all__ = [
    "MAX_ROUNDS",
    "Arena",
    "GameFailed",
    "GameRecord",
    "Match",
    "Plan",
    "arena_for",
    "end_by_forfeit",
    "fault_words",
    "follow",
    "game_failed",
    "is_ctrl_c",
    "play_game",
    "play_recorded",
    "record_of",
    "rulebook_for",
]

MAX_ROUNDS = 200


class GameFailed(RiskError):  # noqa: N818 - it says what happened
    """A rule or a bot raised an error in the middle of a game, or a bot made an illegal move."""


def _named(bots: Iterable[Any]) -> tuple[str, ...]:
    return tuple(map(named_bot, bots))


@attrs.frozen
class Plan:
    """What is played: everything that decides how each game goes. A game is known by its number alone.

    Bots are names, or classes and objects, which are then known by the name of the class. They sit round the table in
    this order, as often as they go round; from game to game they move on by one seat.
    """

    variant: Variant
    players: int
    seed: int = attrs.field(default=0, validator=ge(0))
    bots: tuple[str, ...] = attrs.field(default=("greedy",), converter=_named, validator=min_len(1))
    max_rounds: int = attrs.field(default=MAX_ROUNDS, validator=ge(1))

    @property
    def line_up(self) -> tuple[str, ...]:
        """A bot's name for each player."""
        return tuple(self.bots[place % len(self.bots)] for place in range(self.players))

    def game_seed(self, number: int) -> int:
        """The seed of a game."""
        return derive_seed(self.seed, number)


class GameRecord(NamedTuple):
    """How a game went, in a few small numbers.

    Seats are counted in order of play: seat 1 took the first turn. `first_bot` is the place in the line-up of the bot
    in seat 1; the others follow. An unfinished game has no winner, seat 0 and no reason.
    """

    winner: int | None
    seat: int
    first_bot: int
    reason: str | None
    rounds: int
    turns: int
    moves: int


@attrs.frozen
class Match:
    """A game about to be played, with what to ask for each player's decisions."""

    game: Game
    deciders: list[Callable[[], tuple[Any, ...]]]
    first_bot: int  # place in the line-up of the bot in the first seat, as far as the set-up has said which that is
    first: int  # the player in that seat

    def names(self, plan: Plan) -> list[str]:
        """The bot of each player."""
        places = [(self.first_bot + player - self.first) % plan.players for player in range(plan.players)]
        return [plan.line_up[place] for place in places]


class Arena:
    """The rulebook and the bots of a plan, ready for any of its games."""

    def __init__(self, plan: Plan, rules: Rulebook | None = None) -> None:
        """`rules` is another rulebook than that of the plan's variant: one derived from it, which counts, say."""
        self.plan = plan
        catalog = Catalog(plan.variant.plugin_files)
        self.line_up: tuple[Callable[[], Any], ...] = tuple(bot_maker(name, catalog) for name in plan.line_up)
        self.rules = rules or rulebook_for(plan.variant)

    def open(self, number: int, *, events: bool = False) -> Match:
        """A game of the plan, with fresh bots in their seats."""
        try:
            return self._open(number, events)
        except BaseException as error:
            if is_ctrl_c(error):
                raise
            raise game_failed(self.plan, number, None, error) from error

    def _open(self, number: int, events: bool) -> Match:
        plan = self.plan
        players = plan.players
        game = Game(self.rules, players, plan.game_seed(number), events=events)
        first = game.state.first
        deciders: list[Callable[[], tuple[Any, ...]]] = []
        for player in range(players):
            bot = self.line_up[(number + player - first) % players]()
            view = game.view(player)
            bot.start(view, derive_seed(plan.seed, number, player))
            game.state.orders[player] = _order_of(bot)
            deciders.append(partial(bot.decide, view))
        return Match(game, deciders, number % players, first)


def _order_of(bot: Any) -> int:
    """A bot's standing order for its defence."""
    order = bot.order
    if type(order) is not int or order < 0:
        raise GameError(f"order {order!r} of the bot: must be a number of dice to defend with, or 0 to be asked")
    return order


@lru_cache(maxsize=64)
def rulebook_for(variant: Variant) -> Rulebook:
    """The rulebook of a variant, which serves all who ask until `forget_arenas`."""
    return Rulebook(variant)


@lru_cache(maxsize=64)
def arena_for(plan: Plan) -> Arena:
    """The arena of a plan; a worker keeps it from batch to batch."""
    return Arena(plan)


def play_game(
    arena: Arena,
    number: int,
    recorder: "Recorder | None" = None,
    log: list[str] | None = None,
    look: Callable[[int, Game], None] | None = None,
) -> GameRecord:
    """Play a game of the plan to its end or to the round cap; a recorder changes nothing about it, nor does a log.

    `look` is shown the game with its number when it is over, unless a bot could not play on.
    """
    plan = arena.plan
    match = arena.open(number)
    game = match.game
    forfeited = False
    try:
        if recorder is None:
            _play(match, plan.max_rounds)
        else:
            play_recorded(match, plan.max_rounds, recorder)
    except Forfeit as error:
        forfeited = True
        end_by_forfeit(match, plan, error)
    except BaseException as error:
        if is_ctrl_c(error):
            raise
        raise game_failed(plan, number, game, error) from error
    if look is not None and not forfeited:
        look(number, game)
    if log is not None:
        about = {"bots": match.names(plan), "first_bot": match.first_bot, "first": match.first}
        log.append(game_lines(game, number, about, forfeit=forfeited))
    return record_of(match, plan)


def record_of(match: Match, plan: Plan) -> GameRecord:
    """How a game of the plan went that has been played to its end or to the round cap."""
    game = match.game
    state = game.state
    outcome = state.outcome
    players = plan.players
    first_bot = (match.first_bot + state.first - match.first) % players
    turns, moves = state.turn, len(game.moves)
    if outcome is None:  # the cap is noticed when the next round has begun
        return GameRecord(None, 0, first_bot, None, plan.max_rounds, turns - 1, moves)
    if outcome.winner < 0:
        return GameRecord(None, 0, first_bot, outcome.reason, state.round, turns, moves)
    seat = (outcome.winner - state.first) % players + 1
    return GameRecord(outcome.winner, seat, first_bot, outcome.reason, state.round, turns, moves)


def _play(match: Match, max_rounds: int) -> None:
    """The loop that all simulated time is spent in."""
    state = match.game.state
    frames = state.frames
    push = match.game.push
    deciders = match.deciders
    while frames and state.round <= max_rounds:
        turn = state.turn
        if turn == 1:
            _check_setup(state)
        while frames and state.turn == turn:
            push(deciders[frames[-1][DECIDER]]())


def play_recorded(match: Match, max_rounds: int, recorder: "Recorder") -> None:
    """The same loop with a word to the recorder at the start of each turn, and at a decision now and then."""
    state = match.game.state
    frames = state.frames
    push = match.game.push
    deciders = match.deciders
    note = recorder.start(state)
    until_asked = state.tape.seed % recorder.every
    while frames and state.round <= max_rounds:
        turn = state.turn
        if turn:
            if turn == 1:
                _check_setup(state)
            note()
        while frames and state.turn == turn:
            if until_asked == 0:
                recorder.ask(state)
                until_asked = recorder.every
            until_asked -= 1
            push(deciders[frames[-1][DECIDER]]())
    note()


def _check_setup(state: State) -> None:
    """See that the first turn begins with all cards, armies and an owner everywhere, and somebody to take it."""
    wrong = broken_invariants(state)
    first = state.first
    if not 0 <= first < state.players or not state.held[first]:
        wrong.append(f"player {first} begins, who has no territory")
    if wrong:
        more = f", and {len(wrong) - 1} more faults" if len(wrong) > 1 else ""
        who = state.rules.resolver.decisions["setup"].words()
        raise RulebookError(f"hook setup ({who}): after the set-up, {wrong[0]}{more}")


def end_by_forfeit(match: Match, plan: Plan, error: Forfeit) -> GameWon:
    """End a game that a bot cannot play on, for the reason that its name and what it did make."""
    state = match.game.state
    bot = match.names(plan)[state.frames[-1][DECIDER]]
    return forfeit(state, f"{bot} {error.what}")


def follow(match: Match, plan: Plan, number: int) -> Iterator[list[Event]]:
    """What each move of a game tells while its bots play it, and a forfeit."""
    game = match.game
    while game.to_move is not None:
        try:
            told = game.push(match.deciders[game.to_move]())
        except Forfeit as error:
            told = [end_by_forfeit(match, plan, error)]
        except BaseException as error:  # bots and rules are anybody's code
            if is_ctrl_c(error):
                raise
            raise game_failed(plan, number, game, error) from error
        yield told


def is_ctrl_c(error: BaseException) -> bool:
    """Whether the user wants to stop. Nothing else that rules and bots raise, and no other way they try to leave, is
    more than a fault of theirs; nor is this where Ctrl-C is not listened to, as in workers, or never heard, as in
    threads.
    """
    if not isinstance(error, KeyboardInterrupt) or current_thread() is not main_thread():
        return False
    return signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


def game_failed(
    plan: Plan, number: int, game: Game | None, error: BaseException, *, where: str = "in its set-up"
) -> GameFailed:
    """What went wrong in a game, and where; the game is None if it did not even begin, or `where` says more."""
    if game is not None:
        where = f"in turn {game.state.turn}, phase {game.phase!r}, with player {game.to_move} to decide"
    about = f"game {number} of seed {plan.seed} with {plan.players} players"
    return GameFailed(f"{about} failed {where}: {fault_words(error)}")


def fault_words(error: BaseException) -> str:
    """What went wrong in a rule or a bot, with the line of it for whoever wrote it."""
    if isinstance(error, RiskError):
        return error_words(error)
    own = f"{os.sep}riskcore{os.sep}"
    frames = [frame for frame in extract_tb(error.__traceback__) if own not in frame.filename]
    place = f" ({os.path.basename(frames[-1].filename)}:{frames[-1].lineno})" if frames else ""
    return f"{error_words(error)}{place}"
