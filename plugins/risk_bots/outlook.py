"""What a planner makes of the table: how strong everybody is, and what each territory and each card is worth.

Everything is told in armies of the player's own, and all of it is asked of the rules: nothing here knows an edition.
"""

from typing import ClassVar

from riskcore import View

from .asking import Supposition, cards_of_victim, set_worth
from .styles import Style

__all__ = ["Outlook"]

_AHEAD = 3.0  # turns of income that count
_CARDS_TO_A_SET = 4.0
_SNOWBALL = 1.5  # strength counts more than in proportion


class Outlook:
    """One player's picture of the position; `look` draws it anew."""

    __slots__ = (
        "_hands_over",
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
        "style",
        "supposed",
        "worth",
    )

    HORIZON: ClassVar[float] = _AHEAD

    def __init__(self, view: View, style: Style) -> None:
        assert view.player is not None, "a spectator does not play"
        self.me = view.player
        self.style = style
        self._hands_over: bool | None = None
        owners = len(view.held)
        self.armies = [0] * owners
        self.income = [0] * owners
        self.power = [0.0] * owners
        self.ratio = [0.0] * owners  # what it is worth to cost an owner an army
        self.bounty = [0.0] * owners  # what it is worth to take an owner's last territory
        self.card = 0.0
        self.per_territory = 0.0
        self.worth: list[float] = []
        self.guard: dict[int, float] = {}  # what rules say own territories are worth
        self.commanded: tuple[int, ...] = (view.player,)

    def look(self, view: View) -> None:
        """Draw the picture."""
        supposed = self.supposed = Supposition(view)
        me = self.me
        players = view.players
        self.commanded = view.ask(view.rules.commands, me)
        armies = [0] * len(view.held)
        for holder, here in zip(view.owner, view.armies, strict=True):
            if holder >= 0:
                armies[holder] += here
        self.armies = armies
        self.card = set_worth(view, me) / _CARDS_TO_A_SET
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
        for rival in range(players):
            if rival != me and share[rival]:
                equal = self.power[me] / max(self.power[rival], 1.0)
                self.ratio[rival] = self.style.aggression * min(2.0, share[rival] / others * equal)
            else:
                self.ratio[rival] = 0.0

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
        for rule in view.rules.interests:
            for place, weight in rule(view, me).items():
                if view.owner[place] == me:
                    guard[place] = guard.get(place, 0.0) + weight
                else:
                    worth[place] += weight
        self.guard = guard
        self.worth = worth

    def _set_bounties(self, view: View, hands: list[list[int]]) -> None:
        for rival in range(view.players):
            cards = len(hands[rival])
            bounty = 0.0
            if rival != self.me and cards and view.held[rival] <= 8:
                if self._hands_over is None:
                    self._hands_over = cards_of_victim(view, rival) > 0
                bounty = cards * self.card * (self.ratio[rival] + (1.3 if self._hands_over else 0.0))
            self.bounty[rival] = bounty
