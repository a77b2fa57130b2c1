"""Reading a deck of missions: a TOML file over the vocabulary, with every mistake named and placed."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import attrs
from attrs.validators import min_len

from riskcore import Board, RiskError, State, VariantError
from riskcore.files.carried import CarriedFile
from riskcore.files.json_schema import JsonSchema, schema_of_table
from riskcore.files.reader import Reader
from riskcore.files.shipped import find_data_file
from riskcore.files.toml_source import KeyPath, TomlSource, dotted, hint, shown

from .objectives import VOCABULARY, Objective

__all__ = ["Mission", "MissionDeck", "deck_schema", "load_deck"]


@attrs.frozen
class Mission:
    """A card of a deck. In a game it is known by its name."""

    name: str
    pile: int
    objective: Objective

    @property
    def words(self) -> str:
        """What the card says."""
        return self.objective.describe()


@attrs.frozen(eq=False)
class MissionDeck:
    """A deck in one or more piles, the easiest first."""

    name: str
    piles: tuple[str, ...]
    missions: Mapping[str, Mission]  # by name
    _piles: dict[int, tuple[tuple[str, ...], ...]] = attrs.field(factory=dict, init=False, repr=False)

    def in_pile(self, pile: int) -> list[str]:
        """The missions of a pile."""
        return [name for name, mission in self.missions.items() if mission.pile == pile]

    def listing(self, names: Iterable[str]) -> tuple[tuple[str, str], ...]:
        """The name of each of these missions, and what its card says."""
        return tuple((name, self.missions[name].words) for name in names)

    def piles_for(self, players: int) -> tuple[tuple[str, ...], ...]:
        """The missions by pile, without those that so few players cannot achieve."""
        if players not in self._piles:  # imagined games ask each time
            fit = [mission for mission in self.missions.values() if mission.objective.possible(players)]
            self._piles[players] = tuple(
                tuple(mission.name for mission in fit if mission.pile == pile) for pile in range(len(self.piles))
            )
        return self._piles[players]

    def too_many(self, players: int, drawn: Iterable[int]) -> str | None:
        """Whether more missions are said to be drawn of a pile than it has, given the pile of each."""
        count = Counter(drawn)
        for number, pile in enumerate(self.piles_for(players)):
            if count[number] > len(pile):
                return f"{count[number]} missions of pile {self.piles[number]!r} are drawn; it has {len(pile)}"
        return None

    def draw(self, state: State, names: Iterable[str]) -> list[str]:
        """One of the missions for each player."""
        drawn = list(names)
        if len(drawn) < state.players:
            raise RiskError(f"deck {self.name!r}: {len(drawn)} missions are too few for {state.players} players")
        state.shuffle(drawn)
        return drawn[: state.players]


@attrs.frozen
class DeckTable:
    """What a deck file says about the deck as a whole."""

    name: str = attrs.field(validator=min_len(1), metadata={"help": "what the deck is called"})
    missions: tuple[dict[str, Any], ...] = attrs.field(validator=min_len(1), metadata={"help": "the missions"})
    piles: tuple[str, ...] = attrs.field(default=(), metadata={"help": "names of the piles, the easiest first"})


@attrs.frozen
class MissionTable:
    """What it says about any mission, whatever the objective."""

    name: str = attrs.field(validator=min_len(1), metadata={"help": "what the card is called"})
    objective: str = attrs.field(metadata={"help": "what to achieve"})
    pile: str | None = attrs.field(default=None, metadata={"help": "the pile that it is in"})


def deck_schema() -> JsonSchema:
    """What a deck file may say, for editors: each mission with the keys that its objective takes."""
    deck, mission = schema_of_table(DeckTable), schema_of_table(MissionTable)
    kinds = {name: schema_of_table(kind) for name, kind in VOCABULARY.items()}
    mission["properties"]["objective"] |= {"enum": list(VOCABULARY)}
    mission["properties"] |= {key: {} for kind in kinds.values() for key in kind["properties"]}
    own = dict.fromkeys(attrs.fields_dict(MissionTable), True)
    mission["allOf"] = [
        {
            "if": {"properties": {"objective": {"const": name}}, "required": ["objective"]},
            "then": {**kind, "properties": {**own, **kind["properties"]}},
        }
        for name, kind in kinds.items()
    ]
    deck["properties"]["missions"]["items"] = mission
    return deck


@lru_cache(maxsize=8)  # a rule's hooks ask one after another; a new rulebook brings a new board and reads again
def load_deck(path: Path, board: Board) -> MissionDeck:
    """A deck from a file, or from those that come with the package; all that is wrong with it in one VariantError."""
    source = TomlSource.read(path if isinstance(path, CarriedFile) else find_data_file(str(path), "") or path)
    reader = Reader(board)
    table = reader.read(DeckTable, source.document, (), source.place)
    if table is None:
        raise VariantError(reader.problems)

    def report(path: KeyPath, message: str) -> None:
        reader.problems.append(source.place(path).problem(f"{dotted(path)}: {message}"))

    _check_piles(table, report)
    missions: dict[str, Mission] = {}
    for number, fields in enumerate(table.missions):
        at: KeyPath = ("missions", number)
        mission = _mission(fields, at, table.piles, board, reader, source, report)
        if mission is not None and mission.name in missions:
            report((*at, "name"), f"{shown(mission.name)} is the name of another mission too")
        elif mission is not None:
            missions[mission.name] = mission
    if reader.problems:
        raise VariantError(sorted(reader.problems, key=lambda problem: (problem.line, problem.column)))
    return MissionDeck(table.name, table.piles or (table.name,), missions)


def _check_piles(table: DeckTable, report: Callable[[KeyPath, str], None]) -> None:
    for number, pile in enumerate(table.piles):
        if pile in table.piles[:number]:
            report(("piles", number), f"{shown(pile)} is listed twice")
        elif all(fields.get("pile") != pile for fields in table.missions):
            report(("piles", number), f"no mission is in the pile {shown(pile)}")


def _mission(
    fields: dict[str, Any],
    at: KeyPath,
    piles: tuple[str, ...],
    board: Board,
    reader: Reader,
    source: TomlSource,
    report: Callable[[KeyPath, str], None],
) -> Mission | None:
    """A mission from its table, or None where that is impossible and has been reported."""
    common = attrs.fields_dict(MissionTable)
    head = reader.read(MissionTable, {key: fields[key] for key in common if key in fields}, at, source.place)
    if head is None:
        return None
    pile = 0
    if piles and head.pile is None:
        report((*at, "pile"), f"missing; must be one of {', '.join(map(shown, piles))}")
    elif head.pile in piles:
        pile = piles.index(head.pile)
    elif head.pile is not None:
        report((*at, "pile"), f"unknown pile {shown(head.pile)}{hint(head.pile, piles)}")
    kind = VOCABULARY.get(head.objective)
    if kind is None:
        advice = hint(head.objective, VOCABULARY) or f"; known are {', '.join(VOCABULARY)}"
        report((*at, "objective"), f"unknown objective {shown(head.objective)}{advice}")
        return None
    details = {key: value for key, value in fields.items() if key not in common}
    objective = reader.read(kind, details, at, source.place)
    if objective is None:
        return None
    for key, message in objective.faults(board):
        report((*at, key), message)
    return Mission(head.name, pile, objective)
