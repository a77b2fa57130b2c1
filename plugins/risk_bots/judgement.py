"""What a sensible player wants: which territories, which attack, where armies do most."""

from bisect import insort
from collections.abc import Sequence, Set

from riskcore import View
from riskcore.rules import UNLIMITED

from .asking import passes_cards

__all__ = ["MARGIN", "MASS", "STRENGTH", "Judgement", "distances_to_enemy"]

MARGIN = 2  # attack when ahead by this many armies, …
MASS = 6  # … fewer by one for every so many defenders: three dice against two wear down a large army
STRENGTH = 3  # … and from at least this many
_SAFE = 8  # a larger margin than this is no better
_WHOLE = 8  # what the last territory of a continent is worth, on top of the continent's bonus
_BREAK = 6  # what it is worth to break another's continent
_KILL = 10.0  # what another player's last territory is worth, and each of that player's cards
_ABOUT_TO_WIN = 0.9  # how near to winning by any rule, from 0 to 1
_STOP = 12.0  # what any territory of one who is about to win is worth
_NEVER = -1e9


class Judgement:
    """One player's wishes. What a territory is worth depends on its continent, its owner, and the variant's rules.

    The rules speak through their `interests`, so that a player guards or takes what a rule makes valuable without
    knowing the rule.
    """

    __slots__ = (
        "_bonuses",
        "_held",
        "_own",
        "_passes_cards",
        "_sizes",
        "by_continent",
        "by_owner",
        "by_territory",
        "commanded",
        "me",
    )

    def __init__(self, view: View) -> None:
        assert view.player is not None, "a spectator does not play"
        self.me = view.player
        self._sizes = view.continent_sizes
        self._bonuses = view.board.bonuses
        self._passes_cards = passes_cards(view.rules, view.players)
        self.by_continent: list[float] = []
        self.by_owner: list[float] = []
        self.by_territory: list[float] = []  # empty where no rule has an interest
        self.commanded: tuple[int, ...] = (view.player,)
        self._own: list[int] = []  # the player's territories, in board order, …
        self._held: list[int] = []  # … as long as every owner holds so many

    def look(self, view: View) -> None:
        """Work out all wishes anew."""
        self.by_continent = [
            self._of_continent(size, mine, bonus, size in counts)
            for size, mine, bonus, counts in zip(
                self._sizes, view.held_in[self.me], self._bonuses, zip(*view.held_in, strict=True), strict=True
            )
        ]
        self.by_owner = [0.0] * len(view.held)
        if 1 in view.held:
            for victim in range(view.players):
                self._note_last_territory(view, victim)
        progress, me = view.rules.progress, self.me
        for rival in range(view.players):
            if rival != me and view.alive[rival]:
                for near in progress:
                    if near(view, rival) >= _ABOUT_TO_WIN:
                        self.by_owner[rival] += _STOP
                        break
        self.commanded = view.ask(view.rules.commands, self.me)
        self._held = []
        if view.rules.interests:
            self.by_territory = [0.0] * len(view.owner)
            for rule in view.rules.interests:
                for territory, weight in rule(view, self.me).items():
                    self.by_territory[territory] += weight

    def learn(self, view: View, target: int, victim: int) -> None:
        """Look again only at what the capture of a target has changed."""
        continent = view.board.continent_of[target]
        self.by_continent[continent] = self._of_continent(
            self._sizes[continent], view.held_in[self.me][continent], self._bonuses[continent], False
        )
        if victim < view.players:
            self._note_last_territory(view, victim)
        if self._held:
            self._held[victim] -= 1
            self._held[self.me] += 1
            insort(self._own, target)

    def _of_continent(self, size: int, mine: int, bonus: int, whole: bool) -> float:
        worth = 4.0 * mine / size
        if mine == size - 1:
            return worth + _WHOLE + bonus
        return worth + _BREAK if whole and mine == 0 else worth

    def _note_last_territory(self, view: View, victim: int) -> None:
        if view.held[victim] == 1:
            self.by_owner[victim] = _KILL * (1 + (view.hand_sizes[victim] if self._passes_cards else 0))

    def own(self, view: View) -> list[int]:
        """The player's territories, in board order; kept through a turn, for it is asked at every attack."""
        if view.held != self._held:  # a new turn, or a rule has given or taken away
            self._held = view.held[:]
            self._own = view.territories_of(self.me)
        return self._own

    def best_attack(self, view: View, refused: Set[tuple[int, int]]) -> tuple[int, int] | None:
        """The favoured attack that is worth most, if there is one."""
        owner = view.owner
        armies = view.armies
        neighbours = view.board.neighbours
        continent_of = view.board.continent_of
        commanded = self.commanded
        by_continent, by_owner, by_territory = self.by_continent, self.by_owner, self.by_territory
        best = _NEVER
        chosen = None
        sources = self.own(view)
        me, alone = self.me, len(commanded) == 1
        if not alone:
            sources = sorted(place for side in commanded for place in view.territories_of(side))
        for source in sources:
            here = armies[source]
            if here < STRENGTH:
                continue
            limit = here - MARGIN
            for target in neighbours[source]:
                victim = owner[target]
                if victim != me and (alone or victim not in commanded):
                    theirs = armies[target]
                    margin = limit - theirs
                    if margin >= 0 or (theirs >= MASS and margin + theirs // MASS >= 0):
                        worth = by_continent[continent_of[target]] + by_owner[victim]
                        worth += margin if margin < _SAFE else _SAFE
                        if theirs >= MASS and margin * 2 >= theirs:
                            worth += theirs  # a large army that can be beaten: now, or never
                        if by_territory:
                            worth += by_territory[target]
                        if (
                            worth > best
                            and victim >= 0
                            and owner[source] in commanded  # a rule may have exchanged territories unnoticed
                            and (not refused or (source, target) not in refused)
                        ):
                            best = worth
                            chosen = (source, target)
        return chosen

    def place_to_strengthen(self, view: View, among: Sequence[int]) -> int:
        """The front where rules let armies attack; where they let none, the one nearest to an enemy."""
        chosen = self.front(view, among)
        if self._may_attack_from(view, chosen):
            return chosen
        able = [place for place in among if self._may_attack_from(view, place)]
        if able:
            return self.front(view, able)
        distance = distances_to_enemy(view, view.territories_of(view.owner[chosen]), chosen)
        return chosen if distance[chosen] == 0 else min(among, key=distance.__getitem__)

    def _may_attack_from(self, view: View, place: int) -> bool:
        refusal, me = view.rules.attack_refusal, self.me
        return any(view.ask(refusal, me, place, near) is None for near in view.board.neighbours[place])

    def front(self, view: View, among: Sequence[int]) -> int:
        """Where one more army does most: beside what is most wanted, or on what is valuable and threatened."""
        me = self.me
        owner = view.owner
        armies = view.armies
        neighbours, continent_of = view.board.neighbours, view.board.continent_of
        by_continent, by_owner, by_territory = self.by_continent, self.by_owner, self.by_territory
        mine_in = view.held_in[me]
        best = _NEVER
        chosen = among[0]
        for place in among:
            worth = _NEVER
            threat = 0
            for near in neighbours[place]:
                victim = owner[near]
                if victim != me and victim >= 0:
                    theirs = armies[near]
                    wish = by_continent[continent_of[near]] + by_owner[victim] - theirs
                    if by_territory:
                        wish += by_territory[near]
                    if wish > worth:
                        worth = wish
                    if theirs > threat:
                        threat = theirs
            if threat:
                here = armies[place]
                worth += here * 0.5
                if threat > here:
                    continent = continent_of[place]
                    if mine_in[continent] == self._sizes[continent]:
                        worth += self._bonuses[continent]
                if by_territory and threat * 2 > here:
                    worth += by_territory[place]
                if worth > best:
                    best = worth
                    chosen = place
        return chosen

    def block(self, view: View, among: Sequence[int]) -> int:
        """Where another's armies do most for me: beside the strength of my opponents, away from my own."""

        def use(place: int) -> int:
            near = view.board.neighbours[place]
            theirs = sum(view.armies[t] for t in near if view.owner[t] < view.players and view.owner[t] != self.me)
            return theirs - sum(view.armies[t] for t in near if view.owner[t] == self.me)

        return max(among, key=use)

    def wish_to_move(self, view: View, source: int, target: int) -> int:
        """All armies move in, unless only the source still borders an enemy, or the source is valuable."""
        owner = view.owner
        side = owner[source]
        if self.by_territory and self.by_territory[source] > 0:
            return max(1, (view.armies[source] - 1) // 2)
        for near in view.board.neighbours[target]:
            if owner[near] != side and near != target and owner[near] >= 0:
                return UNLIMITED
        for near in view.board.neighbours[source]:
            if owner[near] != side and near != target and owner[near] >= 0:
                return 1
        return UNLIMITED


def distances_to_enemy(view: View, places: Sequence[int], until: int) -> list[int]:
    """How many steps each of a side's territories is from the nearest of others; no further than it is from `until`."""
    owner = view.owner
    side = owner[until]
    neighbours = view.board.neighbours
    distance = [UNLIMITED] * len(owner)
    edge = []
    for place in places:
        for near in neighbours[place]:
            if owner[near] != side and owner[near] >= 0:
                edge.append(place)
                distance[place] = 0
                break
    step = 0
    while edge and distance[until] == UNLIMITED:
        step += 1
        following = []
        for place in edge:
            for near in neighbours[place]:
                if distance[near] == UNLIMITED and owner[near] == side:
                    distance[near] = step
                    following.append(near)
        edge = following
    return distance
