"""Secret Mission 1993: one secret mission each, and whoever completes it first wins, on anybody's turn."""

from collections.abc import Callable, Generator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import ClassVar, Literal

import attrs

from riskcore import Board, Component, Data, Outcome, Phase, State, Table, View, WinCheck, domains, hookimpl
from riskcore.rules import Interests, Progress
from riskcore.words import SEAT_COLOURS, listed

from .deck_file import MissionDeck, deck_schema, load_deck
from .feats import FEATS, EliminateColour, note_capture, note_elimination

__all__ = ["SecretMission"]


@attrs.frozen(eq=False)
class SecretMission:
    """One secret mission for each player."""

    conflicts: ClassVar[tuple[str, ...]] = ("missions",)
    conflict_reason: ClassVar[str] = "both deal missions; a game is won by one kind of them"
    deck_file: Path = attrs.field(
        alias="deck",
        default=Path("decks/secret-12.toml"),
        metadata={"help": "the file with the missions; its piles do not matter", "schema": deck_schema},
    )
    target_lost: Literal["win", "24-territories"] = attrs.field(
        default="win",
        metadata={"help": "what becomes of the mission to eliminate a player whom somebody else eliminates"},
    )

    @hookimpl(wrapper=True)
    def setup(self) -> Generator[None, tuple[str, ...], tuple[str, ...]]:
        """But before anything else everybody draws one mission and keeps it secret; missions to eliminate a player who
        is not in the game are taken out first. Whoever is to eliminate themselves has to hold as many territories as
        the mission says instead. {self.target_in_words} [S93-1, S93-2, S93-3, S93-4]
        """
        return ("draw secret missions", *(yield))

    @hookimpl
    def phases(self, board: Board) -> tuple[Phase, ...]:
        """The draw."""
        deck = self._deck(board)

        def draw(state: State, player: int) -> None:
            state.data["secret-mission"][:] = deck.draw(state, chain(*deck.piles_for(state.players)))

        return (Phase("draw secret missions", draw, words="draw secret missions"),)

    @hookimpl(wrapper=True)
    def win_condition(self, board: Board) -> Generator[None, tuple[WinCheck, ...], tuple[WinCheck, ...]]:
        """Besides, the first to complete their mission wins at once, even in another player's turn. Missions are
        checked whenever armies have been placed or moved and when a player is eliminated, from the first turn on and
        before any card changes hands. If several players have completed theirs, the player whose turn it is comes
        first, then the others in order of play. [S93-4, S93-5]
        """
        missions = self._deck(board).missions

        def completed(state: State) -> Outcome | None:
            names = state.data["secret-mission"]
            for player in state.seats_from(state.player):
                name = names[player]
                if name and state.alive[player] and missions[name].objective.holds(state, player):
                    return Outcome(player, "secret mission")
            return None

        return (*(yield), WinCheck(("armies", "elimination"), completed, revocable=True))

    @hookimpl
    def data(self, board: Board) -> tuple[Data, ...]:
        """The mission of each player."""
        deck = self._deck(board)
        mission = domains.word("", *deck.missions)
        return (
            Data("secret-mission", _none_yet, seen="own", redraw=partial(_redraw, deck=deck), entries=mission),
            FEATS,
        )

    @hookimpl
    def components(self, board: Board) -> tuple[Component, ...]:
        """A card for each mission."""
        return (Component("Mission cards", f"{len(self._deck(board).missions)}, as listed for reference"),)

    @hookimpl
    def appendix(self, board: Board) -> tuple[Table, ...]:
        """The missions."""
        deck = self._deck(board)
        note = f"Players are called by the colours of their armies, from the first seat on: {listed(SEAT_COLOURS[:6])}."
        return (Table("Secret missions", ("mission", "what to achieve"), deck.listing(deck.missions), note),)

    @hookimpl
    def captured(self) -> Callable[[State, int, int, int], None]:
        """For a mission to capture territories it does not matter whether they are lost again. [S93-5]"""
        return note_capture

    @hookimpl
    def eliminated(self) -> Callable[[State, int, int], None]:
        """It is remembered who eliminated whom, for the missions that ask for it. [S93-4]"""
        return note_elimination

    @hookimpl
    def interests(self, board: Board) -> Interests:
        """Players want what their mission needs."""
        missions = self._deck(board).missions

        def wanted(view: View, player: int) -> dict[int, float]:
            name = view.data["secret-mission"][player]
            return missions[name].objective.wanted(view, player) if name else {}

        return wanted

    @hookimpl
    def progress(self, board: Board) -> Progress:
        """As near as the player's own mission is; of others' nobody knows."""
        missions = self._deck(board).missions

        def near(view: View, player: int) -> float:
            name = view.data["secret-mission"][player]
            return missions[name].objective.progress(view, player) if name else 0.0

        return near

    @property
    def target_in_words(self) -> str:
        """What becomes of a mission whose target another player eliminates."""
        if self.target_lost == "win":
            return "A mission to eliminate a player is complete when that player is out, whoever did it."
        return "The same goes for a mission to eliminate a player whom somebody else eliminates."

    def _deck(self, board: Board) -> MissionDeck:
        """The deck, with the missions against a colour as this rule has them."""
        deck = load_deck(self.deck_file, board)
        missions = dict(deck.missions)
        for name, mission in missions.items():
            if isinstance(mission.objective, EliminateColour):
                objective = attrs.evolve(mission.objective, by_anyone=self.target_lost == "win")
                missions[name] = attrs.evolve(mission, objective=objective)
        return attrs.evolve(deck, missions=missions)


def _none_yet(players: int, owners: int) -> list[str]:
    return [""] * players


def _redraw(state: State, player: int | None, deck: MissionDeck) -> None:
    """Give the others any missions but this player's: such as they have not completed yet, where there are any."""
    names = state.data["secret-mission"]
    missions = deck.missions
    own = names[player] if player is not None else ""
    pool = [*chain(*deck.piles_for(state.players))]
    if own in pool:
        pool.remove(own)
    draw = state.numbers(len(names)).pop
    for other, name in enumerate(names):
        if name and other != player:
            drawn = pool[int(draw() * len(pool))]
            if missions[drawn].objective.holds(state, other):
                open_ones = [name for name in pool if not missions[name].objective.holds(state, other)] or [drawn]
                drawn = open_ones[state.below(len(open_ones))]
            names[other] = drawn
            pool.remove(drawn)
