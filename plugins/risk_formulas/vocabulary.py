"""The names that formulas may use: what each stands for in the code of a rule, and in words for players."""

from collections.abc import Mapping
from typing import Literal

import attrs

from riskcore.board import Board
from riskcore.files.toml_source import hint, shown

__all__ = ["ATTACK", "CARDS", "PLAYER", "TERRITORY", "Vocabulary", "Word"]

Kind = Literal["territory", "continent"]


@attrs.frozen
class Word:
    """A name: `code` is an expression over `state`, `player` and whatever else the rule is asked with.

    In a name that `takes` a place, `{territory}` and `{continent}` stand for its number; a name that takes either has
    one piece of code for each.
    """

    words: str
    code: str
    yes_or_no: bool = False
    takes: tuple[Kind, ...] = ()
    continent_code: str = ""
    example: str = ""
    looks_at_armies: bool = False  # then the answer may change between two battles of one attack

    def fault(self, place: str, board: Board | None) -> str | None:
        """What is wrong with a place, if the board has none of that name."""
        if board is None or any(place in _places(board, kind) for kind in self.takes):
            return None
        known = [name for kind in self.takes for name in _places(board, kind)]
        what = " or ".join(self.takes)
        return f"the board {board.name!r} has no {what} {shown(place)}{hint(place, known)}"

    def written(self, place: str, board: Board) -> str:
        """The code, with the place's number in it."""
        if "continent" in self.takes and place in board.continents:
            return (self.continent_code or self.code).replace("{continent}", str(board.continent(place)))
        if place:
            return self.code.replace("{territory}", str(board.territory(place)))
        return self.code


def _places(board: Board, kind: Kind) -> tuple[str, ...]:
    return board.territories if kind == "territory" else board.continents


@attrs.frozen
class Vocabulary:
    """The names that one kind of formula knows, by name."""

    names: Mapping[str, Word]

    def find(self, name: str) -> Word | None:
        """What a name stands for."""
        return self.names.get(name)

    def unknown(self, name: str, functions: tuple[str, ...]) -> str:
        """What to say of a name that there is not."""
        known = sorted([*self.names, *functions])
        return f"unknown name {shown(name)}{hint(name, known) or '; known are ' + ', '.join(known)}"


_GAME = {
    "round": Word("the number of the round", "state.round"),
    "turn": Word("the number of the turn", "state.turn"),
    "players": Word("the number of players", "state.players"),
    "players_left": Word("the number of players still in the game", "alive_players(state)"),
    "sets_traded": Word("the number of sets traded so far by all players", "state.sets_traded"),
}
_OWN = {
    "territories": Word("the number of territories they hold", "state.held[player]"),
    "continents_held": Word("the number of whole continents they hold", "continents_held(state, player)"),
    "continents": Word("the sum of the bonuses of the continents they hold", "bonuses(state, player)"),
    "armies": Word("the number of their armies on the board", "armies_of(state, player)", looks_at_armies=True),
    "cards": Word("the number of cards in their hand", "len(state.hands[player])"),
    "captured": Word("the number of territories captured so far this turn", "state.captured"),
    "held_in": Word(
        "the number of territories they hold in {place}",
        "",
        takes=("continent",),
        continent_code="state.held_in[player][{continent}]",
        example="'Asia'",
    ),
    "holds": Word(
        "they hold {place}",
        "state.owner[{territory}] == player",
        yes_or_no=True,
        takes=("territory", "continent"),
        continent_code="state.held_in[player][{continent}] == state.continent_sizes[{continent}]",
        example="'Brazil'",
    ),
    "armies_on": Word(
        "the number of armies on {place}",
        "state.armies[{territory}]",
        takes=("territory",),
        example="'Brazil'",
        looks_at_armies=True,
    ),
}
_OTHERS = {
    "others_most_territories": Word(
        "the largest number of territories another player holds", "most(state, player, territories_of)"
    ),
    "others_least_territories": Word(
        "the smallest number of territories another player holds", "least(state, player, territories_of)"
    ),
    "others_most_armies": Word(
        "the largest number of armies another player has", "most(state, player, armies_of)", looks_at_armies=True
    ),
    "others_most_cards": Word("the largest number of cards another player has", "most(state, player, cards_of)"),
}
_RULE = {"usual": Word("the usual number", "usual")}

PLAYER = Vocabulary({**_RULE, **_GAME, **_OWN, **_OTHERS})

CARDS = Vocabulary(
    {
        **PLAYER.names,
        "wild_cards": Word("the number of wild cards in the set", "wild_cards(state, cards)"),
        "own_cards": Word(
            "the number of cards in the set that show a territory they hold", "own_cards(state, player, cards)"
        ),
        "alike": Word("the cards show the same, wild cards apart", "alike(state, cards)", yes_or_no=True),
    }
)

TERRITORY = Vocabulary(
    {
        **_RULE,
        **_GAME,
        "neighbours": Word("the number of territories that border it", "len(state.board.neighbours[territory])"),
        "bonus": Word("the bonus of its continent", "state.board.bonuses[state.board.continent_of[territory]]"),
        "is_in": Word(
            "it is in {place}",
            "territory == {territory}",
            yes_or_no=True,
            takes=("territory", "continent"),
            continent_code="state.board.continent_of[territory] == {continent}",
            example="'Asia'",
        ),
        "territories": Word("the number of territories its owner holds", "held_by_owner(state, territory)"),
    }
)

ATTACK = Vocabulary(
    {
        **_RULE,
        **{name: _GAME[name] for name in ("round", "turn", "players", "players_left")},
        "captured": _OWN["captured"],
        "attackers": Word(
            "the number of armies on the attacking territory", "state.armies[source]", looks_at_armies=True
        ),
        "defenders": Word(
            "the number of armies on the attacked territory", "state.armies[target]", looks_at_armies=True
        ),
        "attacker_territories": Word("the number of territories the attacker holds", "state.held[state.owner[source]]"),
        "defender_territories": Word("the number of territories the defender holds", "state.held[state.owner[target]]"),
        "from_place": Word(
            "the attack comes from {place}",
            "source == {territory}",
            yes_or_no=True,
            takes=("territory", "continent"),
            continent_code="state.board.continent_of[source] == {continent}",
            example="'Asia'",
        ),
        "to_place": Word(
            "the attack goes to {place}",
            "target == {territory}",
            yes_or_no=True,
            takes=("territory", "continent"),
            continent_code="state.board.continent_of[target] == {continent}",
            example="'Asia'",
        ),
    }
)
