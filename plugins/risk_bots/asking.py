"""Asking the rules about positions that do not exist yet, so that a player needs to know no edition.

A `Supposition` is what a view shows with something changed: territories taken, armies come. Any rule that may be asked
about a view may be asked about it too: what would I receive, would anybody have won, may this be attacked then?
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast
from weakref import WeakKeyDictionary

from riskcore import Game, Outcome, Rulebook, State, View
from riskcore.cards import UNKNOWN
from riskcore.rules import UNLIMITED, WinEvent
from riskcore.state import NOBODY, copy_plain

__all__ = ["Supposition", "nearness", "passes_cards", "set_worth", "some_sets"]

_SET = 3  # cards
_FEW = 4
_FAR = 4  # armies that a place out of reach costs more
_PASSES_CARDS: WeakKeyDictionary[Rulebook, bool] = WeakKeyDictionary()
_EVENTS: tuple[WinEvent, ...] = ("capture", "armies", "turn end")


class Supposition:
    """A position that might come about, with the read side of a state. Nothing done to it touches the game."""

    __slots__ = (
        "_data",
        "_view",
        "alive",
        "armies",
        "board",
        "captured",
        "continent_sizes",
        "first",
        "held",
        "held_in",
        "owner",
        "player",
        "players",
        "reserve",
        "round",
        "rules",
        "sets_traded",
        "turn",
    )

    def __init__(self, view: View) -> None:
        self._view = view
        self._data: dict[str, Any] | None = None
        self.rules = view.rules
        self.board = view.board
        self.players = view.players
        self.continent_sizes = view.continent_sizes
        self.owner = view.owner[:]
        self.armies = view.armies[:]
        self.held = view.held[:]
        self.held_in = [counts[:] for counts in view.held_in]
        self.reserve = view.reserve
        self.alive = view.alive[:]
        self.player = view.turn_player
        self.first = view.first
        self.turn = view.turn
        self.round = view.round
        self.captured = view.captured
        self.sets_traded = view.sets_traded

    def __getattr__(self, name: str) -> Any:
        return getattr(self._view, name)  # what is looked at less often

    @property
    def data(self) -> dict[str, Any]:
        """What the viewer knows of what rules keep; a copy, for a rule that looks for wins may keep books."""
        if self._data is None:
            self._data = copy_plain(self._view.data)
        return self._data

    @property
    def deck(self) -> list[int]:
        """Unknown cards."""
        return [UNKNOWN] * self._view.cards_left

    def give(self, territory: int, owner: int) -> None:
        """Suppose a territory to be another's."""
        before = self.owner[territory]
        continent = self.board.continent_of[territory]
        if before >= 0:
            self.held[before] -= 1
            self.held_in[before][continent] -= 1
        self.owner[territory] = owner
        if owner >= 0:
            self.held[owner] += 1
            self.held_in[owner][continent] += 1

    def territories_of(self, owner: int) -> list[int]:
        """The territories an owner holds, in board order."""
        return [territory for territory, holder in enumerate(self.owner) if holder == owner]

    def seats_from(self, player: int) -> list[int]:
        """The seats in order of play, beginning with `player`."""
        return [(player + step) % self.players for step in range(self.players)]

    def tell(self, event: object) -> None:
        """Nobody listens."""

    def ask(self, rule: Callable[..., Any], *arguments: Any) -> Any:
        """Ask a rule about this position, as a view is asked."""
        return rule(self, *arguments)

    def nearness(self, player: int) -> float:
        """How near a player would be to winning by any rule."""
        return nearness(cast("View", self), player)

    @property
    def as_state(self) -> State:
        """For rules, which are asked about states."""
        return cast("State", self)

    def income(self, player: int) -> int:
        """The armies a player would receive at the start of a turn."""
        return self.rules.reinforcement(self.as_state, player)

    def income_with(self, player: int, territories: Iterable[int]) -> int:
        """The armies a player would receive who held these territories too."""
        owner = self.owner
        before = [(place, owner[place]) for place in territories]
        for place, _ in before:
            self.give(place, player)
        income = self.rules.reinforcement(self.as_state, player)
        for place, holder in before:
            self.give(place, holder)
        return income

    def income_without(self, player: int, territory: int, taker: int) -> int:
        """The armies a player would receive whom a territory was taken from."""
        self.give(territory, taker)
        income = self.rules.reinforcement(self.as_state, player)
        self.give(territory, player)
        return income

    def missing(self, player: int, most: int = UNLIMITED) -> list[int] | None:
        """The cheapest territories that a player would win with, besides those held; None if none would do.

        The most expensive are done without as long as the rules still say that the player would have won. More than
        `most` are not looked for.
        """
        mine, before = self.player, self.owner[:]
        held, held_in = self.held[:], [counts[:] for counts in self.held_in]
        others = [place for place, holder in enumerate(before) if holder >= 0 and holder != player]
        others.sort(key=self._price(player), reverse=True)
        self.player = player
        for place in others:
            self.give(place, player)
        needed: list[int] | None = None
        if self._wins(player):
            needed = []
            for place in others:
                self.give(place, before[place])
                if not self._wins(player):
                    self.give(place, player)
                    needed.append(place)
                    if len(needed) > most:
                        break
        self.player, self.owner, self.held, self.held_in = mine, before, held, held_in
        return needed

    def _price(self, player: int) -> Callable[[int], int]:
        """Armies that stand there, and more for places that do not border the player's."""
        owner, neighbours = self.owner[:], self.board.neighbours
        return lambda place: (
            self.armies[place] + (0 if any(owner[near] == player for near in neighbours[place]) else _FAR)
        )

    def _wins(self, player: int) -> bool:
        outcome = self.winner(_EVENTS)
        return outcome is not None and outcome.winner == player

    def keys(self, player: int, missing: Iterable[int]) -> list[int]:
        """The territories without which a player would not win even with those that are missing."""
        mine, before = self.player, self.owner[:]
        taker = next(other for other in range(self.players) if other != player)
        own = self.territories_of(player)
        self.player = player
        for place in missing:
            self.give(place, player)
        needed = []
        for place in own:
            self.give(place, taker)
            if not self._wins(player):
                needed.append(place)
            self.give(place, player)
        for place in missing:
            self.give(place, before[place])
        self.player = mine
        return needed

    def winner(self, events: Iterable[WinEvent]) -> Outcome | None:
        """Who would have won when these are looked at, as far as the viewer can know."""
        state = self.as_state
        for event in events:
            for check in self.rules.win_checks[event]:
                outcome: Outcome | None = check(state)
                if outcome is not None and outcome.winner != NOBODY:
                    return outcome
        return None


def passes_cards(rules: Rulebook, players: int) -> bool:
    """Whether eliminating a player brings that player's cards: asked once, about a game that has just begun."""
    found = _PASSES_CARDS.get(rules)
    if found is None:
        found = _PASSES_CARDS[rules] = _try_elimination(Game(rules, players, events=False).state)
    return found


def _try_elimination(state: State) -> bool:
    by, victim = 0, 1
    for place in state.territories_of(victim):
        state.give(place, by)
    state.hands[victim] += state.deck[-1:]
    state.alive[victim] = False
    state.player = by
    state.rules.elimination(state, victim, by)
    return bool(state.hands[by])


def nearness(view: View, player: int) -> float:
    """How near a player is to winning by any rule, as far as the viewer can know."""
    nearest = 0.0
    for rule in view.rules.progress:
        found = rule(view, player)
        if found > nearest:
            nearest = found
    return nearest


def some_sets(view: View) -> tuple[tuple[int, ...], ...]:
    """A few sets that could be made of the deck, as different as they come."""
    cards = range(len(view.rules.deck))
    tried = (
        chosen
        for start in range(0, len(cards) - _SET * 2, _SET)
        for chosen in ((start, start + 1, start + 2), (start, start + 2, start + 4))
    )
    return tuple(chosen for chosen in tried if view.ask(view.rules.is_set, chosen))[:_FEW]


def set_worth(view: View, player: int, sets: Sequence[Sequence[int]]) -> float:
    """The armies that the next set would bring: the mean of these sets."""
    if not sets:
        return 0.0
    return sum(view.ask(view.rules.set_value, player, chosen) for chosen in sets) / len(sets)
