"""Games as text: all that it takes to go on, and nothing that is believed without a look."""

import json
from functools import partial
from typing import Any, NamedTuple

from riskcore.errors import SaveError
from riskcore.files.variant import Variant
from riskcore.moves import thaw
from riskcore.positions.checks import position_document, probe, read_position
from riskcore.positions.document import Reading, parse_json, shown
from riskcore.positions.history import History, Played, chain_of
from riskcore.positions.identity import differences, rules_identity
from riskcore.rulebook import Rulebook
from riskcore.state import State
from riskcore.tape import Tape

__all__ = ["Loaded", "check_rules", "load_game", "read_moves", "save_game"]

_FORMAT = 4
_WHAT = "a saved game"
_KEYS = ("format", "variant", "rules", "players", "seed", "script", "position", "moves", "made_by", "beginning")
_MOST_MOVES = 200_000
_MOST_SCRIPTED = 10_000
_HIGHEST_SEED = 2**256


class Loaded(NamedTuple):
    """A game out of its text."""

    state: State
    played: Played
    history: History | None


def save_game(state: State, history: History | None, played: Played) -> str:
    """Everything a game needs to go on: its rules, the position, the place on the tape, the way back."""
    links = chain_of(played)
    beginning = None
    if history is not None and played is not history.first:
        beginning = {"after": len(chain_of(history.first)), "position": position_document(history.start)}
    document = {
        "format": _FORMAT,
        "variant": state.rules.variant.to_dict(),
        "rules": rules_identity(state.rules),
        "players": state.players,
        "seed": state.tape.seed,
        "script": list(state.tape.script),
        "position": position_document(state),
        "moves": [move for _, move, _, _ in links],
        "made_by": [[mover, phase] for _, _, mover, phase in links],
        "beginning": beginning,
    }
    return json.dumps(document, separators=(",", ":"))


def load_game(text: object, variant: Variant | Rulebook | None, *, verify: bool, other_rules: bool) -> Loaded:
    """The reverse of `save_game`; whatever is wrong with the text is a SaveError."""
    try:
        return _load(Reading(parse_json(text, _WHAT), _WHAT), variant, verify, other_rules)
    except RecursionError:
        raise SaveError(f"not {_WHAT}: nested too deeply") from None


def _load(read: Reading, variant: Variant | Rulebook | None, verify: bool, other_rules: bool) -> Loaded:
    if read.table.get("format") != _FORMAT:
        raise SaveError(
            f"{_WHAT} of format {shown(read.table.get('format'))}; this version reads format {_FORMAT} alone"
        )
    read.only(_KEYS)
    if variant is None:
        variant = Variant.from_dict(read.table["variant"])
    rules = variant if isinstance(variant, Rulebook) else Rulebook(variant)
    if not other_rules:
        check_rules(read, rules)
    span = rules.variant.players
    players = read.whole("players", span.min, span.max)
    tape = Tape(read.whole("seed", 0, _HIGHEST_SEED), _script(read))
    moves = read_moves(read, rules, players)
    state = read_position(read.below("position"), rules, players, tape)
    played, history = _chain(read, rules, players, tape, moves)
    probe(state)
    if verify:
        _replay(read, state, played, history)
    return Loaded(state, played, history)


def check_rules(read: Reading, rules: Rulebook) -> None:
    """See that a game was played under the very rules that it will go on under."""
    changed = differences(read.table["rules"], rules_identity(rules))
    if changed:
        read.refuse("rules", f"it was played under other rules: {'; '.join(changed[:5])}. `other_rules=True` plays on")


def read_moves(read: Reading, rules: Rulebook, players: int) -> list[tuple[Any, ...]]:
    """Moves, each in the shape of its kind."""
    table = State(rules, players, players + len(rules.owners(players)), Tape(0))  # of the right size

    def fits(move: Any) -> bool:
        if type(move) is not list or not move or type(move[0]) is not str or move[0] not in rules.shapes:
            return False
        return all(type(item) is not list or all(type(each) is int for each in item) for item in move) and rules.shapes[
            move[0]
        ](thaw(move), table)

    return [thaw(move) for move in read.each("moves", fits, "a move of this game", _MOST_MOVES)]


def _script(read: Reading) -> list[float]:
    return read.each(
        "script",
        lambda number: type(number) in (int, float) and 0 <= number < 1,
        "a number from 0 up to 1",
        _MOST_SCRIPTED,
    )


def _chain(
    read: Reading, rules: Rulebook, players: int, tape: Tape, moves: list[tuple[Any, ...]]
) -> tuple[Played, History | None]:
    """The moves as a game keeps them, and the position that they can be taken back to."""
    begins = None
    if read.table["beginning"] is not None:
        begins = read.below("beginning")
        begins.only(("after", "position"))
        after = begins.whole("after", 0, len(moves))
        start = read_position(begins.below("position"), rules, players, tape)
    makers = read.each("made_by", partial(_is_maker, rules, players), "a player and a phase", len(moves))
    if len(makers) < len(moves):
        read.refuse("made_by", f"{len(makers)} for {len(moves)} moves")
    played: Played = None
    history = None
    for number in range(len(moves) + 1):
        if begins is not None and number == after:
            history = History(played, start)
        if number < len(moves):
            mover, phase = makers[number]
            if moves[number][0] not in rules.move_tables[phase]:
                read.refuse(f"made_by[{number}]", f"{shown(phase)}; must be a phase in which {moves[number]!r} is made")
            played = (played, moves[number], mover, phase)
    return played, history


def _is_maker(rules: Rulebook, players: int, maker: Any) -> bool:
    match maker:
        case [int(mover), str(phase)]:
            return type(mover) is int and 0 <= mover < players and phase in rules.move_tables
    return False


def _replay(read: Reading, state: State, played: Played, history: History | None) -> None:
    """See that the moves lead to the position."""
    if history is None or history.first is not None:
        if played is not None or history is not None:
            read.refuse("beginning", "there is no proof of moves before it")
        return
    try:
        again = History(None, history.start).position(played)
    except Exception as error:
        read.refuse("moves", f"played again, they fail: {error}")
    for name, value in position_document(again).items():
        if position_document(state)[name] != value:
            read.refuse(f"position.{name}", "the moves, played again, lead to another")
