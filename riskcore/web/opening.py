"""A game out of a text that somebody brings along: a save, a log of games, or a scenario file.

It becomes a game of its own, with all its positions where the text has them. What is opened names no file.
"""

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from riskcore.errors import RiskError, SaveError
from riskcore.files.variant import Variant
from riskcore.game import Game
from riskcore.logs.game_log import LoggedGame, read_log
from riskcore.logs.game_tree import KeptGame, read_kept_game
from riskcore.rulebook import Rulebook
from riskcore.scenario.file import Scenario
from riskcore.scenario.texts import read_scenarios
from riskcore.state import NOBODY
from riskcore.web.game.seats import FRIEND, YOU, Seat, new_token
from riskcore.web.game.tree import GameTree
from riskcore.web.session import GameSession

__all__ = ["choices_in", "is_position", "opened"]

_MOST_GAMES = 1000  # of a log that one may choose from

Source = KeptGame | LoggedGame | Scenario | Game


def is_position(text: str) -> bool:
    """Whether a text is a position in a line, which the game at hand may go on from."""
    return not text.startswith("{") and "[[scenario]]" not in text


def choices_in(text: str, like: GameSession) -> list[tuple[str, Source]]:
    """The games that a text has, with a name for each."""
    rules = like.tree.rules
    if not text.startswith("{"):
        return [(each.name, each) for each in read_scenarios(text, rules)]
    head = _head(text)
    if "log" in head:
        return _logged(text, head, rules.variant.plugin_files)
    if "format" not in head:
        raise SaveError("neither a saved game nor a log of games nor a scenario file")
    variant = Variant.from_dict(head.get("variant"), plugin_files=rules.variant.plugin_files)
    return [("the saved game", Game.from_json(text, variant))]


def opened(source: Source, like: GameSession) -> GameSession:
    """A game of its own from one of these; people and bots sit as at the table where it is opened."""
    rules, players, seed, orders = _terms(source)
    names = [YOU if seat.who == FRIEND else seat.who for seat in like.seats]
    if len(names) != players:
        names = [YOU, *["greedy"] * (players - 1)]
    if isinstance(source, Scenario):
        names = [YOU] * players  # both sides of a dispute
    seats = [Seat(name) for name in names]
    session = GameSession(rules, seed, seats, host=new_token(), spectator=new_token(), orders=orders)
    _fill(session.tree, source)
    session.paused = True
    return session


def _terms(source: Source) -> tuple[Rulebook, int, int, Sequence[int] | None]:
    if isinstance(source, Scenario):
        return source.rules, source.names.players, source.seed, None
    if isinstance(source, Game):
        state = source.state
        return source.rules, source.players, state.tape.seed, state.orders
    return source.rules, source.players, source.seed, source.orders


def _fill(tree: GameTree, source: Source) -> None:
    """Give a new game the positions of another."""
    if isinstance(source, KeptGame):
        tree.replay(source.steps)
    elif isinstance(source, Scenario):
        if source.position is not None:
            tree.set_up(source.position)
    elif isinstance(source, LoggedGame):
        if source.start is not None:
            tree.set_up(source.start)
        for move in source.moves:
            tree.push(move)
    else:
        _fill_from_save(tree, source)


def _fill_from_save(tree: GameTree, game: Game) -> None:
    """By its moves, if they lead where it stands; a save may begin in a position of its own, or have other dice."""
    try:
        for move in game.moves:
            tree.push(move)
    except RiskError:
        pass
    if tree.game.position_text() != game.position_text():
        tree.go(0)
        tree.set_up(game.position_text())


def _head(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text.partition("\n")[0])
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise SaveError("neither a saved game nor a log of games nor a scenario file")
    return found


def _logged(text: str, head: dict[str, Any], plugin_files: Sequence[str]) -> list[tuple[str, Source]]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "opened.jsonl"
        file.write_text(text if text.endswith("\n") else f"{text}\n", encoding="utf-8", newline="\n")
        try:
            if head.get("tree") is True:
                return [("the game of the log", read_kept_game(file, plugin_files))]
            found: list[tuple[str, Source]] = []
            for logged in read_log(file, plugin_files=plugin_files):
                found.append((_title(logged), logged))
                if len(found) == _MOST_GAMES:
                    break
            return found
        except RiskError as error:
            raise SaveError(str(error).replace(f"{folder}/", "")) from None


def _title(logged: LoggedGame) -> str:
    winner, reason = logged.end.get("outcome") or (NOBODY, "")
    ending = "not ended" if not logged.end else f"won by seat {winner + 1}: {reason}" if winner >= 0 else "no winner"
    return f"game {logged.number}, {len(logged.moves)} moves, {ending}"
