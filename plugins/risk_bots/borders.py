"""Borders: what is threatened, what would be lost with it, and where armies that need not attack do most good."""

from collections.abc import Iterable, Sequence

from riskcore import View
from riskcore.rules import UNLIMITED

from .outlook import Outlook

__all__ = ["Borders"]

_WILLING = 0.6  # how likely an enemy who could take a territory does


class Borders:
    """One player's borders. `look` after the outlook has looked."""

    __slots__ = ("_neighbours", "_seen", "outlook", "stake")

    def __init__(self, view: View, outlook: Outlook) -> None:
        self.outlook = outlook
        self._seen: tuple[object, ...] = ()
        self.stake: list[float] = []  # by own territory, what is lost with it
        self._neighbours = view.board.neighbours

    def look(self, view: View) -> None:
        """Work out what is at stake where, unless nothing has changed."""
        outlook = self.outlook
        if outlook.seen is self._seen:
            return
        self._seen = outlook.seen
        me = outlook.me
        owner = view.owner
        plain = outlook.HORIZON * outlook.per_territory
        stake = [0.0] * len(owner)
        for continent, size in enumerate(view.continent_sizes):
            mine = view.held_in[me][continent]
            if mine:
                members = [place for place in view.board.members[continent] if owner[place] == me]
                lost = plain
                if mine == size:
                    rival = next((other for other in range(view.players) if other != me), me)
                    lost += outlook.HORIZON * (
                        outlook.income[me] - outlook.supposed.income_without(me, members[0], rival)
                    )
                for place in members:
                    stake[place] = lost
        for place, guard in outlook.guard.items():
            stake[place] += guard
        self.stake = stake

    def threats(self, view: View, place: int, without: int = -1) -> list[float]:
        """What each enemy beside a territory could attack it with in the next turn."""
        outlook = self.outlook
        owner, armies = view.owner, view.armies
        mine = owner[place]
        strongest: dict[int, int] = {}
        for near in self._neighbours[place]:
            holder = owner[near]
            if holder != mine and 0 <= holder < view.players and near != without and holder != outlook.me:
                here = armies[near]
                if here > strongest.get(holder, 0):
                    strongest[holder] = here
        return [here + 0.6 * outlook.income[holder] for holder, here in strongest.items()]

    def danger(self, threats: Iterable[float], armies: float) -> float:
        """How likely a territory with so many armies falls before the player's next turn."""
        safe = 1.0
        for threat in threats:
            ahead = threat - armies
            if ahead > 0:
                safe *= 1.0 - _WILLING * min(1.0, ahead / (2.0 + 0.4 * armies))
        return 1.0 - safe

    def best_guard(self, view: View, reserve: int, among: Sequence[int]) -> tuple[int, int, float]:
        """Where some of the reserve saves most: (territory, armies, what they save)."""
        best = (-1, 0, 0.0)
        for place in among:
            threats = self.threats(view, place)
            if threats:
                here = view.armies[place]
                danger = self.danger(threats, here)
                if danger > 0:
                    need = min(reserve, max(1, round(max(threats) - here + 1)))
                    saved = self.stake[place] * (danger - self.danger(threats, here + need))
                    if saved * best[1] > best[2] * need or best[1] == 0:
                        best = place, need, saved
        return best

    def move_in(self, view: View, source: int, target: int, armies: int, fewest: int) -> int:
        """How many of the armies to divide between source and target go on to the target."""
        before = self.threats(view, source, target)
        ahead = self.threats(view, target, source)
        most = armies - 1
        if not before:
            return most
        best, chosen = -1e9, most
        for moved in {fewest, (fewest + most) // 2, most, max(fewest, min(most, round(armies - max(before) - 1)))}:
            kept = armies - moved
            value = -self.stake[source] * self.danger(before, kept) - self.stake[target] * self.danger(ahead, moved)
            value += 0.02 * (moved if ahead else -moved) + 0.01 * max(moved, kept)
            if value > best:
                best, chosen = value, moved
        return chosen

    def fortification(self, view: View, side: int) -> tuple[int, int, int] | None:
        """The move between own territories that saves most, or brings most idle armies nearer to a front."""
        ask, rules = view.ask, view.rules
        armies = view.armies
        own = view.territories_of(side)
        threats = {place: self.threats(view, place) for place in own}
        distance = _distances(view, own, self._neighbours)
        best, chosen = 0.05, None
        for source in own:
            spare = armies[source] - 1
            if spare < 1:
                continue
            here = threats[source]
            for target in ask(rules.fortify.targets, source):
                room = ask(rules.army_limit, target) - armies[target]
                if room < 1:
                    continue
                there = threats[target]
                amounts = {min(spare, room)}
                if here:
                    amounts.add(min(room, max(1, min(spare, round(armies[source] - max(here) - 1)))))
                for moved in amounts:
                    value = 0.0
                    if here:
                        value -= self.stake[source] * (
                            self.danger(here, armies[source] - moved) - self.danger(here, armies[source])
                        )
                    if there:
                        value += self.stake[target] * (
                            self.danger(there, armies[target]) - self.danger(there, armies[target] + moved)
                        )
                    value += 0.15 * moved * (min(distance[source], 9) - min(distance[target], 9))
                    if not distance[source] and not distance[target]:
                        value += 0.01 * moved * (armies[target] - armies[source] + moved)
                    if value > best:
                        best, chosen = value, (source, target, moved)
        return chosen


def _distances(view: View, own: list[int], neighbours: Sequence[Sequence[int]]) -> dict[int, int]:
    """How many steps each of the player's territories is from the nearest that is not."""
    owner = view.owner
    side = owner[own[0]]
    distance = dict.fromkeys(own, UNLIMITED)
    edge = [place for place in own if any(owner[near] != side and owner[near] >= 0 for near in neighbours[place])]
    step = 0
    for place in edge:
        distance[place] = 0
    while edge:
        step += 1
        following = []
        for place in edge:
            for near in neighbours[place]:
                if distance.get(near) == UNLIMITED:
                    distance[near] = step
                    following.append(near)
        edge = following
    return distance
