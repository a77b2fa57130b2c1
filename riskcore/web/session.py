"""A game that people and bots sit at: who may do what, the bots' turns, and word to all who look on."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

import attrs

from riskcore.errors import RiskError, error_words
from riskcore.files.variant import Variant
from riskcore.lab.play.batch import Plan
from riskcore.rulebook import Rulebook
from riskcore.web.game.bots import Bots, in_thread
from riskcore.web.game.seats import FRIEND, YOU, Seat, new_token, take_seats
from riskcore.web.game.study import Study, play_study
from riskcore.web.game.tree import GameTree

__all__ = ["GameSession", "Guest", "Refused", "Watcher", "new_session"]

_USUAL_PACE = 0.35
_SHORTEST_SHOWN = 0.02  # seconds; quicker games are shown now and then only


class Refused(RiskError):  # noqa: N818 - it says what happened
    """Something that somebody at the page may not do, or cannot do now."""


@attrs.frozen
class Guest:
    """What a token lets its holder do: decide for some seats; the host also has the designer's tools."""

    seats: tuple[int, ...]
    host: bool


class Watcher(Protocol):
    """Somebody to tell that there is something new."""

    def notice(self) -> None:
        """There is something new."""


class GameSession:
    """One game with its people, bots and onlookers. Everything here runs in the server's one thread."""

    def __init__(
        self,
        rules: Rulebook,
        seed: int,
        seats: Sequence[Seat],
        *,
        host: str,
        spectator: str,
        orders: Sequence[int] | None = None,
    ) -> None:
        self.variant = rules.variant
        self.seats = list(seats)
        self.host = host
        self.spectator = spectator
        self.bots = Bots(self.variant.plugin_files, seed)
        if orders is None:
            orders = [self.bots.order(seat.who) if seat.is_bot else 0 for seat in seats]
        self.tree = GameTree(rules, len(seats), seed, orders)
        self.pace: float | None = _USUAL_PACE  # seconds between moves of bots; with None each waits to be asked for
        self.paused = False
        self.hurried = False  # until a person decides
        self.trouble = ""  # why a bot does not go on
        self.play_study: Callable[[Plan], Study] = play_study
        self.study: Study | None = None
        self._studying: asyncio.Task[Study] | None = None
        self.write: Callable[[dict[str, Any]], None] = _nowhere  # keeps what happens
        self.watchers: set[Watcher] = set()
        self._wake = asyncio.Event()
        self._driver: asyncio.Task[None] | None = None

    def guest(self, token: str) -> Guest | None:
        """Who comes with a token."""
        if token == self.host:
            return Guest(tuple(number for number, seat in enumerate(self.seats) if seat.who == YOU), host=True)
        if token == self.spectator:
            return Guest((), host=False)
        own = tuple(number for number, seat in enumerate(self.seats) if seat.who == FRIEND and seat.token == token)
        return Guest(own, host=False) if own else None

    def guest_again(self, guest: Guest) -> Guest:
        """The same guest after seats have changed hands."""
        if guest.host:
            return Guest(tuple(number for number, seat in enumerate(self.seats) if seat.who == YOU), host=True)
        return Guest(tuple(seat for seat in guest.seats if self.seats[seat].who == FRIEND), host=False)

    @property
    def rests(self) -> bool:
        """Whether no bot plays on."""
        return self._driver is None or self._driver.done()

    @property
    def tokens(self) -> list[str]:
        """Every token that leads to this game."""
        return [self.host, self.spectator, *(seat.token for seat in self.seats if seat.token)]

    def move(self, guest: Guest, move: tuple[Any, ...], at: int) -> None:
        """Make a move for a seat; `at` is the position that the mover saw."""
        self.require_turn(guest, at)
        self.paused = False
        self.play(move)

    def require_turn(self, guest: Guest, at: int) -> int:
        """The seat that the guest decides for now."""
        to_move = self.tree.game.to_move
        if to_move is None:
            raise Refused("the game is over")
        if to_move not in guest.seats:
            raise Refused("somebody else decides now")
        if at != self.tree.here:
            raise Refused("the game has moved on meanwhile")
        return to_move

    def play(self, move: tuple[Any, ...]) -> None:
        """Make a move here, whoever it is for."""
        try:
            known = len(self.tree.nodes)
            node = self.tree.push(move)
        except RiskError:
            raise
        except Exception as error:  # a rule is anybody's code
            raise Refused(f"a rule failed: {error_words(error)}") from error
        self.write(node.to_step() if node.number == known else {"go": node.number})
        self.changed()

    def set_up(self, guest: Guest, position: Mapping[str, Any] | str) -> None:
        """Go on from a position that the host has set up."""
        self.require_host(guest)
        self.require_alone()
        try:
            node = self.tree.set_up(position)
        except RiskError:
            raise
        except Exception as error:
            raise Refused(f"not a position: {error_words(error)}") from error
        self.write(node.to_step())
        self.paused = True
        self.changed()

    def go(self, guest: Guest, number: int) -> None:
        """Go to another position of the game; bots there wait until they are told to go on."""
        self.require_host(guest)
        if not 0 <= number < len(self.tree.nodes):
            raise Refused(f"there is no position {number}")
        self.tree.go(number)
        self.write({"go": number})
        self.paused = True
        self.trouble = ""
        self.changed()

    def set_pace(self, guest: Guest, pace: float | None) -> None:
        """How long bots wait between moves; with None they move step by step."""
        self.require_host(guest)
        self.pace = pace
        self.resume(guest)

    def resume(self, guest: Guest) -> None:
        """Let the bots go on."""
        self.require_host(guest)
        self.paused = False
        self.trouble = ""
        self.changed()

    def skip(self, guest: Guest) -> None:
        """Let the bots go on at once until a person decides."""
        self.require_host(guest)
        self.hurried = True
        self.resume(guest)

    async def step(self, guest: Guest) -> None:
        """One move of a bot, and wait."""
        self.require_host(guest)
        self.paused = True
        seat = self._bot_to_move()
        if seat is not None:
            await self._bot_moves(seat, self.seats[seat].who)

    async def ask_bot(self, guest: Guest, name: str, at: int, *, play: bool) -> tuple[tuple[Any, ...], str, str]:
        """What a bot would do in the guest's seat, also in words, and why if it can say; or let it do that."""
        seat = self.require_turn(guest, at)
        self.require_bot(name)
        game = self.tree.game
        move = tuple(await in_thread(self.bots.decider(game, seat, name)))
        if at != self.tree.here:
            raise Refused("the game has moved on meanwhile")
        words = game.words(move)
        if play:
            self.paused = False
            self.play(move)
        return move, words, self.bots.why(seat, name)

    async def begin_study(self) -> Study:
        """What games among bots say of this one; they are played once, when somebody first wants to know."""
        if self._studying is None:
            plan = Plan(self.variant, self.tree.players)
            self._studying = asyncio.get_running_loop().create_task(in_thread(lambda: self.play_study(plan)))
        self.study = await asyncio.shield(self._studying)
        self.changed()
        return self.study

    def take_study(self, other: "GameSession") -> None:
        """Learn from the games that bots have played beside another game, if that is the same game."""
        if other.tree.players == self.tree.players and other.variant.to_dict() == self.variant.to_dict():
            self._studying = other._studying

    def seat(self, guest: Guest, number: int, who: str) -> None:
        """Give a seat to somebody else; what a friend holds is never shown to the host."""
        self.require_host(guest)
        if not 0 <= number < len(self.seats):
            raise Refused(f"there is no seat {number}")
        if who not in (YOU, FRIEND):
            self.require_bot(who)
        if who == YOU and self.seats[number].token and self.tree.game.outcome is None:
            raise Refused(f"seat {number} is a friend's, whose cards that would show; a bot may have it")
        token = self.seats[number].token or (new_token() if who == FRIEND else "")
        self.seats[number] = Seat(who, token)
        self.write({"seats": [each.who for each in self.seats]})
        self.changed()

    def require_bot(self, name: str) -> None:
        """A message may name a bot, and neither parameters nor a program to run."""
        if name not in self.bots.names:
            raise Refused(f"there is no bot {name!r}; known are {', '.join(self.bots.names)}")

    def require_host(self, guest: Guest) -> None:
        """Only the host has the designer's tools."""
        if not guest.host:
            raise Refused("only the host of the game may do that")

    @property
    def alone(self) -> bool:
        """Whether nobody but the host has had cards here to hide; a seat that was a friend's keeps its token."""
        return self.tree.game.outcome is not None or not any(seat.token for seat in self.seats)

    def require_alone(self) -> None:
        """What shows everything is not for games with others at the table."""
        if not self.alone:
            raise Refused("others play at this table: that would show their cards")

    def changed(self) -> None:
        """Tell everybody, and wake the bots."""
        for watcher in self.watchers:
            watcher.notice()
        self._wake.set()
        if self.rests and self.watchers:  # bots wait for somebody to look on
            with suppress(RuntimeError):  # no server runs: somebody only looks into the game
                self._driver = asyncio.get_running_loop().create_task(self._drive())

    def _bot_to_move(self) -> int | None:
        seat = self.tree.game.to_move
        return seat if seat is not None and self.seats[seat].is_bot else None

    async def _drive(self) -> None:
        """Let bots move while it is theirs to move; ends when somebody else decides, and is begun anew then."""
        while self._goes_on() and (seat := self._bot_to_move()) is not None:
            await self._bot_moves(seat, self.seats[seat].who)
            if self.pace and not self.hurried:
                self._wake.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._slept(), self.pace)
        self.hurried = False

    def _goes_on(self) -> bool:
        return not self.paused and not self.trouble and (self.pace is not None or self.hurried)

    async def _slept(self) -> None:
        """Until the host goes elsewhere or wants another pace."""
        here, pace = self.tree.here, self.pace
        while not (self.paused or self.hurried) and (here, pace) == (self.tree.here, self.pace):
            await self._wake.wait()
            self._wake.clear()

    async def _bot_moves(self, seat: int, name: str) -> None:
        game, here = self.tree.game, self.tree.here
        try:
            move = tuple(await in_thread(self.bots.decider(game, seat, name)))
            if game is self.tree.game and here == self.tree.here:
                self.play(move)
        except Exception as error:  # a bot is anybody's code
            self.trouble = f"{name} cannot go on: {error_words(error)}"
            self.changed()


def _nowhere(line: dict[str, Any]) -> None:
    """For games that are not kept."""


def new_session(variant: Variant, seed: int, named: Sequence[str], bots: Sequence[str], players: int) -> GameSession:
    """A new game with fresh tokens."""
    seats = take_seats(named, bots, players)
    return GameSession(Rulebook(variant), seed, seats, host=new_token(), spectator=new_token())
