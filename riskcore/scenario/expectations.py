"""What must follow: each line of an expectation becomes a check that compares it with the game."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from riskcore.errors import RiskError
from riskcore.events import Event
from riskcore.files.toml_source import Place, hint, shown
from riskcore.game import Game
from riskcore.notation.lines import Line, event_line, move_line
from riskcore.notation.names import NOBODY_NAME, UNKNOWN_NAME, Names
from riskcore.scenario.data import compared_data, data_numbers
from riskcore.scenario.problems import Spot
from riskcore.scenario.tables import ExpectTable

__all__ = ["Check", "Mismatch", "Scene", "checks_of"]


@attrs.frozen
class Scene:
    """The game as a step has left it, and what was told on the way."""

    game: Game
    told: list[Event]
    names: Names


@attrs.frozen
class Mismatch:
    """Something that is not as expected."""

    what: str
    expected: str
    found: str
    place: Place


Check = Callable[[Scene], Iterator[Mismatch]]
Find = Callable[..., object]  # (scene, arguments of the check) to what an expectation is compared with


def checks_of(table: ExpectTable, names: Names, spot: Spot) -> list[Check]:
    """The checks for all that a table says; what is wrong with the table is noted."""
    maker = _Maker(names, spot)
    maker.board(table)
    maker.cards(table)
    maker.course(table)
    maker.lines(table)
    return maker.checks


class _Maker:
    """Makes the checks of one table."""

    def __init__(self, names: Names, spot: Spot) -> None:
        self._names = names
        self._spot = spot
        self.checks: list[Check] = []

    def _equal(self, keys: tuple[str | int, ...], what: str, expected: object, find: Find, *arguments: object) -> None:
        place = self._spot.place(*keys)

        def check(scene: Scene) -> Iterator[Mismatch]:
            found = find(scene, *arguments)
            if found != expected:
                yield Mismatch(what, _in_words(expected), _in_words(found), place)

        self.checks.append(check)

    def _counts(self, key: str, table: Mapping[str, int], number: Callable[[str], int], what: str, find: Find) -> None:
        """A check for each entry of a table of numbers by names."""
        for word, expected in table.items():
            with self._spot.at(key, word, of_key=True):
                self._equal((key, word), what.format(word), expected, find, number(word))

    def board(self, table: ExpectTable) -> None:
        """Territories, armies and what waits to be placed."""
        names = self._names
        for word, text in table.territories.items():
            with self._spot.at("territories", word, of_key=True):
                place = names.territory(word)
                with self._spot.at("territories", word):
                    owner, armies = names.holding(text)
                    wanted = _holding(names.owner_name(owner), armies)
                    self._equal(("territories", word), word, wanted, _find_holding, place, armies is not None)
        self._counts("armies", table.armies, names.territory, "armies on {}", _find_armies)
        self._counts("held", table.held, names.owner, "territories of {}", _find_held)
        self._counts("total", table.total, names.owner, "armies of {}", _find_total)
        self._counts("reserve", table.reserve, names.owner, "armies {} has to place", _find_reserve)

    def cards(self, table: ExpectTable) -> None:
        """Hands, piles, and what rules keep, as they are or as one player sees them."""
        eyes: tuple[int | None, ...] = ()  # nobody's: as it is; otherwise one seat, or None for a spectator
        if table.seen_by is not None:
            with self._spot.at("seen_by"):
                spectator = table.seen_by.casefold() == NOBODY_NAME
                eyes = (None,) if spectator else (self._names.player(table.seen_by),)
        seen = f" seen by {table.seen_by}" if eyes else ""
        for word, expected in table.hands.items():
            with self._spot.at("hands", word, of_key=True):
                owner = self._names.owner(word)
                if isinstance(expected, int):
                    self._equal(("hands", word), f"cards of {word}", expected, _find_hand_size, owner)
                else:
                    wanted = self._cards(expected, "hands", word)
                    self._equal(("hands", word), f"hand of {word}{seen}", wanted, _find_hand, owner, *eyes)
        if table.deck is not None:
            self._equal(("deck",), "cards in the deck", table.deck, _find_size, "deck")
        if isinstance(table.discard, int):
            self._equal(("discard",), "cards discarded", table.discard, _find_size, "discard")
        elif table.discard is not None:
            self._equal(("discard",), "discard pile", self._cards(table.discard, "discard"), _find_discard)
        knowable = {name: _without_unknown(value) for name, value in table.data.items()}
        data_numbers(knowable, self._names, self._spot.below("data"))  # for what it notes
        for name, written in table.data.items():
            self._data(name, written, seen, *eyes)

    def _cards(self, words: tuple[str, ...], *keys: str) -> list[str]:
        cards: list[str] = []
        for number, word in enumerate(words):
            with self._spot.at(*keys, number):
                cards.append(word if word == UNKNOWN_NAME else self._names.card(word))
        return sorted(cards)

    def _data(self, name: str, written: object, seen: str, *eyes: int | None) -> None:
        place = self._spot.place("data", name)

        def check(scene: Scene) -> Iterator[Mismatch]:
            kept = scene.game.view(eyes[0]).data if eyes else scene.game.state.data
            for what, expected, found in compared_data(name, written, kept.get(name), self._names):
                if expected != found:
                    yield Mismatch(f"{what}{seen}", _in_words(expected), _in_words(found), place)

        self.checks.append(check)

    def course(self, table: ExpectTable) -> None:
        """Where the game stands: phase, decisions, turns, who is out, who has won."""
        names = self._names
        numbers = {"sets_traded": "sets traded", "captured": "territories captured", "round": "round"}
        for key, what in numbers.items():
            if getattr(table, key) is not None:
                self._equal((key,), what, getattr(table, key), _find_attribute, key)
        if table.phase is not None:
            phases = [name for name, phase in names.rules.phases.items() if phase.actions]
            if table.phase not in phases:
                self._spot.add(f"nobody decides anything in {shown(table.phase)}{hint(table.phase, phases)}", "phase")
            self._equal(("phase",), "phase", table.phase, _find_phase)
        people: dict[str, tuple[str, Find]] = {
            "decides": ("who decides", _find_decider),
            "turn": ("whose turn", _find_turn),
            "winner": ("winner", _find_winner),
        }
        for key, (what, find) in people.items():
            if getattr(table, key) is not None:
                with self._spot.at(key):
                    wanted = names.owner_name(names.owner(getattr(table, key)))
                    self._equal((key,), what, wanted, find)
        if table.reason is not None:
            self._equal(("reason",), "reason of the win", table.reason, _find_reason)
        for key, status in (("out", "out"), ("still_in", "still in")):
            for number, word in enumerate(getattr(table, key)):
                with self._spot.at(key, number):
                    self._equal((key, number), word, status, _find_status, names.owner(word))

    def lines(self, table: ExpectTable) -> None:
        """Moves that are legal now, and events that were or were not told."""
        for number, text in enumerate(table.legal):
            with self._spot.at("legal", number):
                self._equal(("legal", number), f"legal: {text}", "yes", _find_legality, move_line(text, self._names))
        wanted: list[Line] = []
        for number, text in enumerate(table.events):
            with self._spot.at("events", number):
                wanted.append(event_line(text, self._names))
        if wanted:
            self._events(wanted)
        for number, text in enumerate(table.no_events):
            with self._spot.at("no_events", number):
                line = event_line(text, self._names)
                self._equal(("no_events", number), f"event: {text}", "not told", _find_event, line)

    def _events(self, wanted: list[Line]) -> None:
        place = self._spot.place("events")

        def check(scene: Scene) -> Iterator[Mismatch]:
            rest = iter(scene.told)  # each line is looked for behind the one before
            for line in wanted:
                if not any(line.matches(event, scene.names) for event in rest):
                    yield Mismatch(f"event: {line.text}", "told, in this order", "not told", place)
                    return

        self.checks.append(check)


def _in_words(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(_in_words, value)) or "none"
    return str(value)


def _without_unknown(value: Any) -> Any:
    """A value that data can have, for checking its names: what a player does not know may stand anywhere."""
    if isinstance(value, dict):
        return {key: _without_unknown(item) for key, item in value.items() if item != UNKNOWN_NAME}
    return value


def _holding(owner: str, armies: int | None) -> str:
    return owner if armies is None else f"{owner} {armies}"


def _find_holding(scene: Scene, place: int, with_armies: bool) -> str:
    state = scene.game.state
    return _holding(scene.names.owner_name(state.owner[place]), state.armies[place] if with_armies else None)


def _find_armies(scene: Scene, place: int) -> int:
    return scene.game.state.armies[place]


def _find_held(scene: Scene, owner: int) -> int:
    return scene.game.state.held[owner]


def _find_total(scene: Scene, owner: int) -> int:
    state = scene.game.state
    return sum(state.armies[place] for place in state.territories_of(owner))


def _find_reserve(scene: Scene, owner: int) -> int:
    return scene.game.state.reserve[owner]


def _find_hand_size(scene: Scene, owner: int) -> int:
    return len(scene.game.state.hands[owner])


def _find_hand(scene: Scene, owner: int, *eyes: int | None) -> list[str]:
    hands = scene.game.view(eyes[0]).hands if eyes else scene.game.state.hands
    return scene.names.card_names(hands[owner])


def _find_size(scene: Scene, pile: str) -> int:
    return len(getattr(scene.game.state, pile))


def _find_discard(scene: Scene) -> list[str]:
    return scene.names.card_names(scene.game.state.discard)


def _find_attribute(scene: Scene, name: str) -> object:
    return getattr(scene.game.state, name)


def _find_phase(scene: Scene) -> str:
    return scene.game.phase or "the game is over"


def _find_decider(scene: Scene) -> str:
    return scene.names.owner_name(scene.game.to_move)


def _find_turn(scene: Scene) -> str:
    return scene.names.owner_name(scene.game.state.player)


def _find_winner(scene: Scene) -> str:
    return scene.names.owner_name(scene.game.outcome.winner if scene.game.outcome else None)


def _find_reason(scene: Scene) -> str:
    return scene.game.outcome.reason if scene.game.outcome else "nobody has won"


def _find_status(scene: Scene, owner: int) -> str:
    return "still in" if scene.game.state.alive[owner] else "out"


def _find_legality(scene: Scene, line: Line) -> str:
    game = scene.game
    if line.by is not None and line.by != game.to_move:
        return f"no: {scene.names.owner_name(game.to_move)} decides"
    hand = game.state.hands[game.to_move] if game.to_move is not None else []
    try:
        game.copy().push(line.move(scene.names, hand))
    except RiskError as error:
        return f"no: {error}"
    return "yes"


def _find_event(scene: Scene, line: Line) -> str:
    return "told" if any(line.matches(event, scene.names) for event in scene.told) else "not told"
