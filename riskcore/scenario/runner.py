"""Running a scenario: the position is set up, the moves are made with the scripted dice, and everything is compared."""

import traceback
from collections.abc import Sequence
from typing import Any

import attrs

from riskcore.errors import IllegalMove, MalformedMove, RulebookError
from riskcore.events import Battle, Event
from riskcore.files.toml_source import Place, shown
from riskcore.game import Game
from riskcore.moves import Defend, Move
from riskcore.notation.lines import Line, show
from riskcore.notation.names import WordError
from riskcore.scenario.dice import Throw
from riskcore.scenario.expectations import Mismatch, Scene
from riskcore.scenario.file import Scenario, Step
from riskcore.testing import Inspector, broken_invariants, script_dice

__all__ = ["Failure", "run"]


@attrs.frozen
class Failure:
    """The first step that did not go as written, and all that was wrong with it."""

    scenario: Scenario
    place: Place
    step: int  # 0: the beginning
    moves: tuple[str, ...]
    stopped_at: int | None  # the move, by its place in the step, that could not be made as written
    mismatches: tuple[Mismatch, ...]
    told: tuple[str, ...]


class _StepError(Exception):
    """A step that could not be carried out as written."""

    def __init__(self, what: str, expected: str, found: str, line: Line | None = None) -> None:
        super().__init__(what, expected, found)
        self.what = what
        self.expected = expected
        self.found = found
        self.line = line


def run(scenario: Scenario) -> Failure | None:
    """Run a scenario; None if everything was as it says."""
    runner = _Runner(scenario)
    for number, step in enumerate(scenario.steps):
        stopped_at = None
        try:
            mismatches = runner.take(step)
        except _StepError as error:
            mismatches = [Mismatch(error.what, error.expected, error.found, step.place)]
            stopped_at = step.moves.index(error.line) if error.line else None
        except Exception as error:  # a rule under test may raise anything, and the other scenarios should still run
            mismatches = [Mismatch("running it", "no error", _raised(error), step.place)]
        if mismatches:
            return Failure(
                scenario=scenario,
                place=mismatches[0].place,
                step=number,
                moves=tuple(line.text for line in step.moves),
                stopped_at=stopped_at,
                mismatches=tuple(mismatches),
                told=tuple(show(event, scenario.names) for event in runner.told),
            )
    return None


def _raised(error: Exception) -> str:
    if isinstance(error, RulebookError):  # a rule has failed, and this says which
        return str(error)
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({where.filename}:{where.lineno})"


class _Runner:
    """A scenario while it runs."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._names = scenario.names
        self._game: Game | None = None
        self._inspector: Inspector | None = None
        self._broken: list[str] = []  # what did not hold after a move of the step at hand
        self._written: list[Throw] = []  # for battles, over all steps: one may go on in the step after it was rolled
        self._battles: list[Battle] = []
        self.told: list[Event] = []  # in the step at hand

    def take(self, step: Step) -> list[Mismatch]:
        """Take a step, the beginning first; what was not as expected."""
        self.told = []
        self._broken = []
        if self._game is None:
            self._game = self._start()
            self._inspector = Inspector(self._game, joining=self._scenario.position is not None)
            self._broken += broken_invariants(self._game.state)
        else:
            self._play(self._game, step)
        scene = Scene(self._game, self.told, self._names)
        broken = [Mismatch("what holds in every game", "holds", fault, step.place) for fault in self._broken]
        return [mismatch for check in step.checks for mismatch in check(scene)] + broken

    def _start(self) -> Game:
        """The game at the scenario's beginning, with what was told on the way there."""
        rules, position = self._scenario.rules, self._scenario.position
        players, seed = self._names.players, self._scenario.seed
        game = Game(rules, players, seed) if position is None else Game.from_position(rules, players, position, seed)
        self.told += game.opening
        return game

    def _play(self, game: Game, step: Step) -> None:
        """The moves of a step, each but the last legal, and the last too unless it must be refused."""
        if step.throws:
            script_dice(game, [throw.faces for throw in step.throws])
            self._written += [throw for throw in step.throws if throw.defence]
        for _ in range(step.skip):
            self._tell(self._watched(game, next(iter(game.legal_moves))))
        for number, line in enumerate(step.moves):
            is_last = number == len(step.moves) - 1
            if is_last and step.refused is not None:
                self._refuse(game, line, step.refused)
                continue
            self._push(game, line)
            if is_last or step.moves[number + 1].record is not Defend:
                self._defend(game)
        self._check_dice(game, len(step.throws))

    def _tell(self, events: list[Event]) -> None:
        self.told += events
        self._battles += [event for event in events if isinstance(event, Battle)]

    def _push(self, game: Game, line: Line) -> None:
        try:
            self._tell(self._watched(game, self._move(game, line)))
        except (IllegalMove, MalformedMove) as error:
            raise _StepError("this move", "legal", str(error), line) from None

    def _refuse(self, game: Game, line: Line, reason: str) -> None:
        try:
            game.copy().push(self._move(game, line))
        except (IllegalMove, MalformedMove) as error:
            if reason.casefold() not in str(error).casefold():
                raise _StepError("this move", f"refused: … {reason} …", f"refused: {error}", line) from None
        else:
            raise _StepError("this move", f"refused: … {reason} …", "legal", line)

    def _watched(self, game: Game, move: Sequence[Any]) -> list[Event]:
        """Make a move with an eye on what holds in every game."""
        assert self._inspector is not None  # the beginning is a step of its own
        before = game.state.copy()
        self._broken += self._inspector.secrets(move)
        events = game.push(move)
        self._broken += self._inspector.problems(before, events)
        return events

    def _move(self, game: Game, line: Line) -> Move:
        """The move that a line means for whoever decides."""
        decider = game.to_move
        if line.by is not None and line.by != decider:
            found = f"{self._names.owner_name(decider)} decides" if decider is not None else "the game is over"
            raise IllegalMove(f"{self._names.owner_name(line.by)} cannot move: {found}")
        try:
            return line.move(self._names, game.state.hands[decider] if decider is not None else [])
        except WordError as error:
            raise _StepError("this move", "a move", str(error), line) from None

    def _defend(self, game: Game) -> None:
        """Let the defender take as many dice as the script shows for the battle at hand, if it shows any."""
        fought = len(self._battles)
        if game.phase == Defend.kind and fought < len(self._written):
            self._tell(self._watched(game, Defend(len(self._written[fought].defence))))

    def _check_dice(self, game: Game, throws: int) -> None:
        """See that the dice were rolled the way they were written, so that nothing happened by chance."""
        if len(self._battles) > len(self._written):
            raise _StepError("battles", f"{len(self._written)} with scripted dice", f"{len(self._battles)} fought")
        for battle, throw in zip(self._battles, self._written, strict=False):
            wanted = f"{len(throw.attack)} against {len(throw.defence)}"
            rolled = f"{len(battle.attack)} against {len(battle.defence)}"
            if wanted != rolled:
                raise _StepError(f"dice {shown(list(throw.attack))} / {shown(list(throw.defence))}", wanted, rolled)
        if throws > game.state.cursor:
            raise _StepError("scripted throws", f"{throws} rolled", f"{game.state.cursor} rolled")
