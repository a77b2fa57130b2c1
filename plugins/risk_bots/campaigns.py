"""Campaigns: which territories to take, from where, in what order, and what comes of it."""

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

import attrs

from riskcore import View

from .campaign_odds import CampaignOdds, campaign_odds
from .outlook import Outlook

__all__ = ["Campaign", "Campaigns"]

_LONGEST = 12  # territories that one campaign takes
FLOOR = 0.8  # what promises less is not worth the trouble
FAR = 5  # territories on the way to a prize, itself included
PRIZE = 6.0  # a territory worth so much is worth a way to it
WIN = 2.0  # what the game is worth, in all that the player has
MOST_WANTED = 8  # territories, for the rules to be asked whether they would win


@attrs.frozen
class Campaign:
    """A row of attacks by one army, and what is expected of it."""

    source: int
    steps: tuple[tuple[int, int], ...]  # (from, to)
    chance: float
    net: float
    aim: str = ""


class Campaigns:
    """Finds campaigns and judges them by what the outlook says things are worth."""

    __slots__ = ("_neighbours", "outlook")

    def __init__(self, view: View, outlook: Outlook) -> None:
        self.outlook = outlook
        self._neighbours = view.board.neighbours

    def best(self, view: View, reserve: int, among: Sequence[int]) -> Campaign | None:
        """The campaign worth most, if the reserve is put where it starts; None if it is better to do nothing."""
        owner, commanded = view.owner, self.outlook.commanded
        self.outlook.strongest = max(
            (here for place, here in enumerate(view.armies) if owner[place] in commanded), default=0
        )
        best = self._best_single(view, reserve, among)
        for targets, value, aim in self._aims(view, reserve):
            best = self._towards(view, targets, value, aim, reserve, among, best)
        prizes = [place for place, worth in enumerate(self.outlook.worth) if worth >= PRIZE]
        prizes.sort(key=lambda place: -self.outlook.worth[place])
        for place in prizes[:3]:
            steps = self._reach(view, place, reserve, among)
            if steps is not None:
                best = self._judge(view, steps, 0.0, "", reserve, among, best)
        return best

    def odds(self, view: View, source: int, target: int) -> CampaignOdds:
        """The odds of the dice that are rolled there."""
        dice = view.rules.dice
        attack, defence = view.ask(dice.attack, source, target), view.ask(dice.defence, source, target)
        return campaign_odds(dice.compare, attack, defence)

    def _allowed(self, view: View, source: int, target: int) -> bool:
        return view.ask(view.rules.attack_refusal, self.outlook.me, source, target) is None

    # -- single captures --------------------------------------------------------------------------------------------

    def _best_single(self, view: View, reserve: int, among: Sequence[int]) -> Campaign | None:
        outlook = self.outlook
        owner, armies, neighbours = view.owner, view.armies, self._neighbours
        commanded = outlook.commanded
        card = 0.0 if view.captured else outlook.card
        found = None
        floor = FLOOR
        for source, holder in enumerate(owner):
            mine = armies[source] + (reserve if source in among else 0)
            if mine >= 3 and holder in commanded:
                for target in neighbours[source]:
                    victim = owner[target]
                    if victim not in commanded and victim >= 0:
                        theirs = armies[target]
                        if theirs * 4 > mine * 5:
                            continue
                        prize = card + outlook.worth[target]
                        if view.held[victim] == 1:
                            prize += outlook.bounty[victim]
                        rough = prize + theirs * (outlook.ratio[victim] - 0.6)
                        if rough <= floor:
                            continue
                        chance, left = self.odds(view, source, target).through(mine, (theirs,))
                        lost = mine - left - chance
                        net = chance * prize + outlook.ratio[victim] * theirs * (0.3 + 0.7 * chance) - lost
                        if net > floor and self._allowed(view, source, target):
                            floor = net
                            found = Campaign(source, ((source, target),), chance, net, "")
        return found

    # -- aims -------------------------------------------------------------------------------------------------------

    def _aims(self, view: View, reserve: int) -> Iterable[tuple[set[int], float, str]]:
        """(territories to take, what it is worth to have them all, in words)."""
        outlook = self.outlook
        me = outlook.me
        owner, armies = view.owner, view.armies
        reach = outlook.strongest + reserve
        mine_in = view.held_in[me]
        for continent, size in enumerate(view.continent_sizes):
            if mine_in[continent] < size:
                missing = [t for t in view.board.members[continent] if owner[t] != me and owner[t] >= 0]
                if missing and sum(armies[t] for t in missing) + len(missing) * 0.5 <= reach:
                    gain = outlook.supposed.income_with(me, missing) - outlook.income[me]
                    value = outlook.style.continents * 2.0 * gain
                    if outlook.winnable and outlook.would_win(missing):
                        value += WIN * outlook.power[me]
                    if value > 2:
                        yield set(missing), value, view.board.continents[continent]
        wanted = [place for place in outlook.wanted if owner[place] >= 0]
        if (
            0 < len(wanted) <= MOST_WANTED
            and sum(armies[t] for t in wanted) <= reach * 1.2
            and outlook.would_win(wanted)
        ):
            yield set(wanted), WIN * outlook.power[me], "the win"
        for rival in range(view.players):
            if outlook.bounty[rival] and outlook.armies[rival] + view.held[rival] * 0.5 <= reach * 1.2:
                yield set(view.territories_of(rival)), outlook.bounty[rival], f"player {rival}"

    def _towards(
        self,
        view: View,
        targets: set[int],
        value: float,
        aim: str,
        reserve: int,
        among: Sequence[int],
        best: Campaign | None,
    ) -> Campaign | None:
        """The best campaign that takes all the targets, if it is better than the best so far."""
        outlook = self.outlook
        owner, armies = view.owner, view.armies
        commanded = outlook.commanded
        starts = sorted(
            {
                near
                for target in targets
                for near in self._neighbours[target]
                if owner[near] in commanded and armies[near] + (reserve if near in among else 0) > 2
            },
            key=lambda place: armies[place],
            reverse=True,
        )[:3]
        for start in starts:
            steps = self._route(start, set(targets), view)
            if steps is not None:
                best = self._judge(view, steps, value, aim, reserve, among, best)
        return best

    def _judge(
        self,
        view: View,
        steps: tuple[tuple[int, int], ...],
        value: float,
        aim: str,
        reserve: int,
        among: Sequence[int],
        best: Campaign | None,
    ) -> Campaign | None:
        """The better one of a row of attacks and the best so far."""
        outlook = self.outlook
        owner, armies = view.owner, view.armies
        start = steps[0][0]
        mine = armies[start] + (reserve if start in among else 0)
        defenders = tuple(armies[to] for _, to in steps)
        if mine < sum(defenders) * 0.7 + len(defenders):
            return best
        prize = value + (0.0 if view.captured else outlook.card)
        kills = 0.0
        for _, to in steps:
            prize += outlook.worth[to]
            kills += outlook.ratio[owner[to]] * armies[to]
        floor = FLOOR if best is None else best.net
        if prize + kills <= floor or not self._allowed(view, *steps[0]):
            return best  # even without any losses
        chance, left = self.odds(view, *steps[0]).through(mine, defenders)
        lost = mine - left - len(steps)
        net = chance * prize + kills * (0.4 + 0.6 * chance) - lost
        return Campaign(start, steps, chance, net, aim) if net > floor else best

    def _reach(self, view: View, target: int, reserve: int, among: Sequence[int]) -> tuple[tuple[int, int], ...] | None:
        """A way to a prize that lies behind other territories."""
        outlook = self.outlook
        owner, armies, neighbours = view.owner, view.armies, self._neighbours
        commanded = outlook.commanded
        if owner[target] in commanded or owner[target] < 0:
            return None
        reach = outlook.strongest + reserve + 2.0
        price = {target: armies[target] + 0.5}
        if price[target] > reach:
            return None
        onward = {target: -1}
        edge = [(price[target], target)]
        best: tuple[float, int, int] | None = None
        steps_to = {target: 1}
        while edge:
            cost, place = heappop(edge)
            if cost > price[place]:
                continue
            for near in neighbours[place]:
                holder = owner[near]
                if holder in commanded:
                    mine = armies[near] + (reserve if near in among else 0)
                    if mine - cost > (best[0] if best else -2.0) and mine > 1:
                        best = mine - cost, near, place
                elif holder >= 0 and steps_to[place] < FAR:
                    new = cost + armies[near] + 0.5
                    if new < reach and new < price.get(near, reach):
                        price[near] = new
                        onward[near] = place
                        steps_to[near] = steps_to[place] + 1
                        heappush(edge, (new, near))
        if best is None:
            return None
        at, to = best[1], best[2]
        steps = []
        while to >= 0:
            steps.append((at, to))
            at, to = to, onward[to]
        return tuple(steps)

    def _route(self, start: int, left: set[int], view: View) -> tuple[tuple[int, int], ...] | None:
        """An order in which one army takes them all, dead ends first; None if it cannot."""
        neighbours = self._neighbours
        steps: list[tuple[int, int]] = []
        at = start
        while left:
            near = [place for place in neighbours[at] if place in left]
            if not near or len(steps) >= _LONGEST:
                return None
            onward = [(sum(far in left for far in neighbours[place]), view.armies[place], place) for place in near]
            onward.sort()
            ways, _, to = onward[0]
            steps.append((at, to))
            left.discard(to)
            if ways or not any(place in left for place in neighbours[at]):
                at = to
        return tuple(steps)
