"""From the words of a position to what the engine fills a state from."""

from collections.abc import Iterator
from typing import Any

from riskcore.files.toml_source import hint, shown
from riskcore.notation.names import Names, WordError
from riskcore.positions.checks import data_fault
from riskcore.scenario.data import data_numbers
from riskcore.scenario.problems import Spot
from riskcore.scenario.tables import PositionTable
from riskcore.state import OUT_OF_PLAY

__all__ = ["position_of"]

REST = "rest"  # stands for all cards that are named nowhere


def position_of(table: PositionTable, names: Names, spot: Spot) -> dict[str, Any]:
    """The position as `riskcore.Game.from_position` takes it; what is wrong with it is noted."""
    position: dict[str, Any] = {
        "sets_traded": table.sets_traded,
        "captured": table.captured,
        "round": table.round,
        "phase": _phase(table.phase, names, spot),
    }
    if table.turn is not None:
        with spot.at("turn"):
            position["player"] = names.player(table.turn)
    position.update(_board(table, names, spot))
    position.update(_cards(table, names, spot))
    reserve = [0] * len(names.owners)
    for word, armies in table.reserve.items():
        with spot.at("reserve", word, of_key=True):
            reserve[names.owner(word)] = armies
    position["reserve"] = reserve
    position["data"] = _data(table, names, spot)
    return position


def _phase(phase: str | None, names: Names, spot: Spot) -> str:
    phases = [step.name for step in names.rules.turn]
    if phase is None:
        return phases[0]
    if phase not in phases:
        spot.add(f"{shown(phase)} is no phase of a turn, which has {', '.join(phases)}{hint(phase, phases)}", "phase")
    return phase


def _board(table: PositionTable, names: Names, spot: Spot) -> dict[str, Any]:
    holdings: dict[int, tuple[int, int]] = {}
    if table.rest is not None:
        with spot.at("rest"):
            owner, armies = names.holding(table.rest)
            holdings = dict.fromkeys(range(len(names.territories)), (owner, armies or 1))
    for places, holding in sorted(_holdings(table, names, spot), key=lambda each: -len(each[0])):
        holdings.update(dict.fromkeys(places, holding))  # a territory by itself after its continent
    missing = [name for place, name in enumerate(names.territories) if place not in holdings]
    if missing and table.rest is None:
        spot.add(f"nobody holds {missing[0]}; say who holds what is not named: rest = {shown(names.owners[-1])}")
    held = {names.territories[place]: each for place, each in holdings.items() if each[0] != OUT_OF_PLAY}
    return {
        "owners": {name: owner for name, (owner, _) in held.items()},
        "armies": {name: armies for name, (_, armies) in held.items()},
        "out": [name for place, name in enumerate(names.territories) if place in holdings and name not in held],
    }


def _holdings(table: PositionTable, names: Names, spot: Spot) -> Iterator[tuple[tuple[int, ...], tuple[int, int]]]:
    """What is said of territories and continents: the territories, and their owner and armies."""
    for word, text in table.territories.items():
        places: tuple[int, ...] = ()
        with spot.at("territories", word, of_key=True):
            places = names.places(word)
        with spot.at("territories", word):
            owner, armies = names.holding(text)
            yield places, (owner, armies or 1)


def _data(table: PositionTable, names: Names, spot: Spot) -> dict[str, Any]:
    """What rules have kept, if it is such as they keep."""
    data = data_numbers(table.data, names, spot.below("data"))
    for name, value in data.items():
        with spot.at("data", name):
            fault = data_fault(names.rules.data[name], value, names.rules, names.players)
            if fault:
                raise WordError(fault)
    return data


def _cards(table: PositionTable, names: Names, spot: Spot) -> dict[str, Any]:
    """Every card in one place: those that are named where they are named, the others in the deck or where `rest` is."""
    piles: dict[tuple[str, ...], tuple[str, ...] | str] = {("deck",): table.deck, ("discard",): table.discard}
    piles |= {("hands", word): cards for word, cards in table.hands.items()}
    taken: list[int] = []
    found: dict[tuple[str, ...], list[int]] = {}
    homes: list[tuple[str, ...]] = []
    for keys, words in piles.items():
        found[keys] = []
        if words == REST:
            homes.append(keys)
        elif isinstance(words, str):
            spot.add(f"must be a list of cards or {shown(REST)}, not {shown(words)}", *keys)
        else:
            for number, word in enumerate(words):
                with spot.at(*keys, number):
                    found[keys].append(_untaken(names.card(word), taken, names))
    if len(homes) > 1:
        spot.add(f"{shown(REST)} can be in one place only", *homes[1])
    others = [card for card in range(len(names.cards)) if card not in taken]
    home = homes[0] if homes else ("deck",)
    found[home] = found[home] + others
    hands: dict[int, list[int]] = {}
    for word in table.hands:
        with spot.at("hands", word, of_key=True):
            hands[names.owner(word)] = found["hands", word]
    # People name the top card first; the engine draws from the end.
    return {"hands": hands, "discard": found["discard",], "deck": found["deck",][::-1]}


def _untaken(name: str, taken: list[int], names: Names) -> int:
    card = next((each for each, its in enumerate(names.cards) if its == name and each not in taken), None)
    if card is None:
        raise WordError(f"the card {shown(name)} is somewhere else already")
    taken.append(card)
    return card
