"""What a planner makes of the table: how strong everybody is, and what each territory and each card is worth.

Everything is told in armies of the player's own, and all of it is asked of the rules: nothing here knows an edition.
"""

from typing import ClassVar

import attrs

from riskcore import View
from riskcore.rules import UNLIMITED

from .asking import Supposition, passes_cards, set_worth, some_sets

__all__ = ["Outlook", "Style"]

_AHEAD = 3.0  # turns of income that count
_CARDS_TO_A_SET = 3.5
_ABOUT_TO_WIN = 0.85  # how near to winning by any rule, from 0 to 1
_STOP = 2.0  # what any territory of one who is about to win is worth, besides
_LONG = 15  # rounds after which waiting has brought nobody anything, so that players grow restless
_FEW = 4  # territories that a rival lacks; more is far away
_MANY = 20  # territories that a player lacks; nobody takes more in a turn
_SNOWBALL = 2.0  # strength counts more than in proportion


@attrs.frozen
class Style:
    """What one player likes more than another: others' losses, whole continents, and to pay back what was taken."""

    aggression: float = 1.0
    continents: float = 1.0
    grudges: float = 0.0


class Outlook:
    """One player's picture of the position; `look` draws it anew."""

    __slots__ = (
        "_asked",
        "_decidable",
        "_decisive",
        "_left_behind",
        "_passes_cards",
        "_sets",
        "armies",
        "bounty",
        "card",
        "commanded",
        "guard",
        "income",
        "me",
        "per_territory",
        "power",
        "ratio",
        "seen",
        "strongest",
        "style",
        "supposed",
        "wanted",
        "winnable",
        "worth",
    )

    HORIZON: ClassVar[float] = _AHEAD

    def __init__(self, view: View, style: Style) -> None:
        assert view.player is not None, "a spectator does not play"
        self.me = view.player
        self.style = style
        self._sets = some_sets(view)
        self._left_behind: list[int] = []  # the owners, when the player's last turn was over
        self._asked = 0  # the turn in which the rules were last asked who would win
        self._decidable = True
        self._decisive: dict[int, float] = {}
        self.winnable = False  # whether to hold some more territories might win in this turn
        self._passes_cards = passes_cards(view.rules, view.players)
        owners = len(view.held)
        self.armies = [0] * owners
        self.income = [0] * owners
        self.power = [0.0] * owners
        self.ratio = [0.0] * owners  # what it is worth to cost an owner an army
        self.bounty = [0.0] * owners  # what it is worth to take an owner's last territory
        self.strongest = 0  # army
        self.seen: tuple[object, ...] = ()  # the position that this is a picture of
        self.card = 0.0
        self.per_territory = 0.0
        self.worth: list[float] = []
        self.wanted: list[int] = []
        self.guard: dict[int, float] = {}  # what rules say own territories are worth
        self.commanded: tuple[int, ...] = (view.player,)

    def look(self, view: View) -> None:
        """Draw the picture, unless nothing has changed."""
        seen = view.turn, view.armies[:], view.owner[:], view.hand[:]
        if seen == self.seen:
            return
        self.seen = seen
        supposed = self.supposed = Supposition(view)
        me = self.me
        players = view.players
        self.commanded = view.ask(view.rules.commands, me)
        armies = [0] * len(view.held)
        for holder, here in zip(view.owner, view.armies, strict=True):
            if holder >= 0:
                armies[holder] += here
        self.armies = armies
        self.card = set_worth(view, me, self._sets) / _CARDS_TO_A_SET
        hands = view.hands
        power = self.power
        for player in range(players):
            if view.alive[player]:
                income = self.income[player] = supposed.income(player)
                power[player] = armies[player] + _AHEAD * income + self.card * len(hands[player])
            else:
                self.income[player] = 0
                power[player] = 0.0
        self._weigh_rivals(view, players)
        self._weigh_territories(view, supposed)
        self._set_bounties(view, hands)

    def _weigh_rivals(self, view: View, players: int) -> None:
        me = self.me
        share = [each**_SNOWBALL for each in self.power]
        others = sum(share) - share[me]
        taken = self._taken(view)
        restless = 1.0 + max(0, view.round - _LONG) / _LONG
        for rival in range(players):
            if rival != me and share[rival]:
                equal = self.power[me] / max(self.power[rival], 1.0)
                eager = self.style.aggression * (1.0 + self.style.grudges * taken[rival])
                self.ratio[rival] = restless * min(2.0, eager * share[rival] / others * equal)
            else:
                self.ratio[rival] = 0.0

    def leave(self, view: View) -> None:
        """Remember what is held at the end of a turn."""
        if self.style.grudges:
            self._left_behind = view.owner[:]

    def _taken(self, view: View) -> list[float]:
        """Each owner's share in what this player has lost since their last turn."""
        taken = [0.0] * len(view.held)
        for before, now in zip(self._left_behind, view.owner, strict=False):
            if before == self.me != now and now >= 0:
                taken[now] += 1.0
        lost = sum(taken)
        return [each / lost for each in taken] if lost else taken

    def _weigh_territories(self, view: View, supposed: Supposition) -> None:
        me = self.me
        supposed.held[me] += 6
        self.per_territory = max(0.0, (supposed.income(me) - self.income[me]) / 6)
        supposed.held[me] -= 6
        gain = _AHEAD * self.per_territory
        by_owner = [gain * (1.0 + ratio) for ratio in self.ratio]
        worth = [by_owner[holder] if holder >= 0 else 0.0 for holder in view.owner]
        for continent, size in enumerate(view.continent_sizes):
            for rival in range(view.players):
                if view.held_in[rival][continent] == size and rival != me:
                    members = view.board.members[continent]
                    lost = self.income[rival] - supposed.income_without(rival, members[0], me)
                    for place in members:
                        worth[place] += _AHEAD * lost * self.ratio[rival]
        guard: dict[int, float] = {}
        wanted: list[int] = []
        for rule in view.rules.interests:
            for place, weight in rule(view, me).items():
                if view.owner[place] == me:
                    guard[place] = guard.get(place, 0.0) + weight
                else:
                    worth[place] += weight
                    wanted.append(place)
        self._stop_rivals(view, supposed, worth)
        self._ask_who_would_win(view, supposed)
        for place, weight in self._decisive.items():
            if view.owner[place] == me:
                guard[place] = guard.get(place, 0.0) + weight
            else:
                worth[place] += weight
                wanted.append(place)
        self.guard = guard
        self.wanted = wanted
        self.worth = worth

    def _ask_who_would_win(self, view: View, supposed: Supposition) -> None:
        """Once a turn: which territories would decide the game, for this player or for a rival who lacks few."""
        if not self._decidable or self._asked == view.turn:
            return
        self._asked = view.turn
        decisive: dict[int, float] = {}
        self._decisive = decisive
        for player in range(view.players):
            if not view.alive[player]:
                continue
            missing = supposed.missing(player, UNLIMITED if player == self.me else _FEW)
            if missing is None:
                self._decidable = player != self.me  # rivals may have secrets; what cannot be asked about is left alone
                if not self._decidable:
                    self.winnable = False
                    return
            elif player == self.me:
                self.winnable = len(missing) <= _MANY
            if missing and (player == self.me or len(missing) <= _FEW):
                weight = self.power[self.me] / len(missing) ** 1.5
                chosen = missing
                if player != self.me:
                    chosen = [place for place in missing if view.owner[place] == self.me]
                    chosen += supposed.keys(player, missing)
                for place in chosen:
                    decisive[place] = decisive.get(place, 0.0) + weight

    def _stop_rivals(self, view: View, supposed: Supposition, worth: list[float]) -> None:
        """What it is worth to take from a rival who is about to win what that would take."""
        for rival in range(view.players):
            if rival != self.me and view.alive[rival]:
                near = supposed.nearness(rival)
                if near >= _ABOUT_TO_WIN:
                    for place in view.territories_of(rival):
                        supposed.give(place, self.me)
                        lost = near - supposed.nearness(rival)
                        supposed.give(place, rival)
                        worth[place] += _STOP + lost * self.power[self.me]

    def _set_bounties(self, view: View, hands: list[list[int]]) -> None:
        for rival in range(view.players):
            cards = len(hands[rival])
            bounty = 0.0
            if rival != self.me and cards and view.held[rival] <= 8:
                bounty = cards * self.card * (self.ratio[rival] + (1.3 if self._passes_cards else 0.0))
            self.bounty[rival] = bounty

    def would_win(self, territories: list[int]) -> bool:
        """Whether the rules would say that the player has won who held these territories too."""
        supposed = self.supposed
        before = [(place, supposed.owner[place]) for place in territories]
        alive = supposed.alive[:]
        for place, _ in before:
            supposed.give(place, self.me)
        for owner, held in enumerate(supposed.held):
            if held == 0:
                supposed.alive[owner] = False
        outcome = supposed.winner(("capture", "armies", "elimination", "turn end"))
        for place, holder in before:
            supposed.give(place, holder)
        supposed.alive[:] = alive
        return outcome is not None and outcome.winner == self.me
