"""A sensible player: it builds on continents, attacks when favoured and brings idle armies to the front."""

from collections.abc import Callable
from random import Random
from typing import Any, ClassVar

import attrs

from riskcore import Board, View
from riskcore.phases import hand_sets, room
from riskcore.rules import MAY, UNLIMITED

__all__ = ["GreedyBot"]

_LEAD = 2  # attack when ahead by this many armies, …
_MASS = 6  # … fewer by one for every so many defenders: three dice against two wear down a large army
_STRENGTH = 3  # … and from at least this many
_SAFE = 8  # a larger margin than this is no better
_WHOLE = 8  # how dear the last territory of a continent is, on top of the continent's bonus
_BREAK = 6  # how dear it is to break another's continent
_NEVER = -1e9
_DONE = ("done",)
_KILL = 10  # how dear another player's last territory is, and each of that player's cards


@attrs.define
class GreedyBot:
    """Looks one move ahead and takes what seems best. Chance decides only which continents it likes to claim."""

    order: ClassVar[int] = 3
    _board: Board = attrs.field(init=False)
    _me: int = attrs.field(init=False)
    _sizes: list[int] = attrs.field(init=False)
    _seed: int = attrs.field(init=False)
    _taste: list[float] = attrs.field(init=False)
    _by_continent: list[float] = attrs.field(init=False)
    _by_owner: list[int] = attrs.field(init=False)
    _target: int = attrs.field(init=False)  # of the last order in this turn; -1: what is wanted must be looked at anew
    _victim: int = attrs.field(init=False)

    def start(self, view: View, seed: int) -> None:
        """Begin a game."""
        assert view.player is not None, "a spectator does not play"
        self._board = view.board
        self._me = view.player
        self._sizes = [len(members) for members in view.board.members]
        self._seed = seed
        self._taste = []
        self._target = -1

    def decide(self, view: View) -> tuple[Any, ...]:
        """The move for whatever phase asks; phases it does not know are asked for their advice."""
        frame = view.frames[-1]
        handler = _HANDLERS.get(frame[0])
        if handler is not None:
            return handler(self, view, frame)
        for action in view.rules.phases[frame[0]].actions:
            if action.advice is not None:
                return action.advice(view, frame)
        return next(iter(view.legal_moves))

    def _wish(self, view: View) -> None:
        """Work out what taking a territory is worth, armies apart: by its continent, and by its owner."""
        self._by_continent = [
            self._worth_of(size, mine, bonus, size in counts)
            for size, mine, bonus, counts in zip(
                self._sizes,
                view.held_in[self._me],
                self._board.bonuses,
                zip(*view.held_in, strict=True),
                strict=True,
            )
        ]
        self._by_owner = [0] * len(view.held)
        for victim in range(view.players):
            if view.held[victim] == 1:
                self._by_owner[victim] = _KILL * (1 + len(view.hands[victim]))

    def _worth_of(self, size: int, mine: int, bonus: int, whole: bool) -> float:
        worth = 4.0 * mine / size
        if mine == size - 1:
            return worth + _WHOLE + bonus
        return worth + _BREAK if whole and mine == 0 else worth

    def _learn(self, view: View, target: int) -> None:
        """Look again only at what the capture of a target has changed."""
        continent = self._board.continent_of[target]
        mine = view.held_in[self._me][continent]
        bonus = self._board.bonuses[continent]
        self._by_continent[continent] = self._worth_of(self._sizes[continent], mine, bonus, False)
        victim = self._victim
        if view.held[victim] == 1 and victim < view.players:
            self._by_owner[victim] = _KILL * (1 + len(view.hands[victim]))

    def _attack(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        open_target = frame[2]
        last = self._target
        if last < 0:
            self._wish(view)
        elif view.owner[last] == self._me:
            self._learn(view, last)
        refused: set[tuple[int, int]] = set()
        chosen = self._best_attack(view, refused)
        while chosen is not None and view.ask(view.rules.attack_refusal, self._me, *chosen) is not None:
            refused.add(chosen)
            chosen = self._best_attack(view, refused)
        if chosen is None:
            self._target = -1
            return _DONE if open_target < 0 else ("call off",)
        source, target = chosen
        self._target = target
        self._victim = view.owner[target]
        if open_target >= 0 and open_target != target:
            return ("call off",)
        lead = _LEAD - view.armies[target] // _MASS
        return ("assault", source, target, _STRENGTH - 1, lead, self._wish_to_move(view, source, target))

    def _best_attack(self, view: View, refused: set[tuple[int, int]]) -> tuple[int, int] | None:
        """The favoured attack that is worth most, if there is one."""
        me = self._me
        owner = view.owner
        armies = view.armies
        neighbours = self._board.neighbours
        continent_of = self._board.continent_of
        by_continent, by_owner = self._by_continent, self._by_owner
        best = _NEVER
        chosen = None
        for source, mine in enumerate(armies):
            if mine >= _STRENGTH and owner[source] == me:
                limit = mine - _LEAD
                for target in neighbours[source]:
                    theirs = armies[target]
                    victim = owner[target]
                    if victim != me and theirs - theirs // _MASS <= limit:
                        margin = limit - theirs
                        worth = by_continent[continent_of[target]] + by_owner[victim]
                        worth += margin if margin < _SAFE else _SAFE
                        if theirs >= _MASS and margin * 2 >= theirs:
                            worth += theirs  # a large army that can be beaten: now, or never
                        if worth > best and (not refused or (source, target) not in refused):
                            best = worth
                            chosen = (source, target)
        return chosen

    def _wish_to_move(self, view: View, source: int, target: int) -> int:
        """All armies move in, unless only the source still borders an enemy."""
        owner = view.owner
        me = self._me
        for near in self._board.neighbours[target]:
            if owner[near] != me and near != target:
                return UNLIMITED
        for near in self._board.neighbours[source]:
            if owner[near] != me and near != target:
                return 1
        return UNLIMITED

    def _move_in(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        _, _, source, target, fewest, _ = frame
        standing = view.armies[source] + fewest
        most = min(standing - 1, view.ask(view.rules.army_limit, target))
        return ("move in", max(fewest, min(self._wish_to_move(view, source, target), most)))

    def _front(self, view: View, among: list[int]) -> int:
        """Where another army does most: beside what is most wanted, or on a threatened border of an own continent."""
        me = self._me
        owner = view.owner
        armies = view.armies
        board = self._board
        self._target = -1
        self._wish(view)
        by_continent, by_owner = self._by_continent, self._by_owner
        mine_in = view.held_in[me]
        best = _NEVER
        chosen = among[0]
        for place in among:
            worth = _NEVER
            threat = 0
            for near in board.neighbours[place]:
                victim = owner[near]
                if victim != me:
                    theirs = armies[near]
                    wish = by_continent[board.continent_of[near]] + by_owner[victim] - theirs
                    if wish > worth:
                        worth = wish
                    if theirs > threat:
                        threat = theirs
            if threat:
                continent = board.continent_of[place]
                worth += armies[place] * 0.5
                if threat > armies[place] and mine_in[continent] == self._sizes[continent]:
                    worth += board.bonuses[continent]
                if worth > best:
                    best = worth
                    chosen = place
        return chosen

    def _place(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        _, _, owner, armies = frame[:4]
        eligible = frame[4:] or view.territories_of(owner)
        chosen = self._front(view, eligible)
        space = view.ask(room, chosen)
        if space == 0:
            chosen = next(place for place in eligible if view.ask(room, place))
            space = view.ask(room, chosen)
        return ("place", chosen, min(armies, space))

    def _muster(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        return self._place(view, ["place", self._me, self._me, 1])

    def _claim(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        """An empty territory in a continent that is mine to win, beside what I have."""
        me = self._me
        board = self._board
        if not self._taste:  # without it, every game between such players would begin in the same position
            random = Random(self._seed)
            self._taste = [random.random() for _ in board.continents]
        best = -1.0
        chosen = -1
        for place, holder in enumerate(view.owner):
            if holder < 0:
                continent = board.continent_of[place]
                size = self._sizes[continent]
                mine = view.held_in[me][continent]
                taken = sum(counts[continent] for counts in view.held_in)
                worth = (1.0 + 3.0 * mine - (taken - mine)) / size + 2.0 * self._taste[continent]
                worth += 0.2 * sum(view.owner[near] == me for near in board.neighbours[place]) + 1.0
                if worth > best or chosen < 0:
                    best = worth
                    chosen = place
        return ("claim", chosen)

    def _trade(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        """The set that brings most; of equal ones that with fewest wild cards."""
        deck = view.rules.deck
        best = max(
            view.ask(hand_sets, view.hand),
            key=lambda cards: (
                view.ask(view.rules.set_value, self._me, cards),
                sum(deck[card].territory >= 0 for card in cards),
            ),
        )
        return ("trade", best)

    def _fortify(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        """The largest idle army moves nearer to the front."""
        owner = view.owner
        armies = view.armies
        mine = frame[2]
        neighbours = self._board.neighbours
        source = -1
        most = 1
        for place, here in enumerate(armies):
            if here > most and owner[place] == mine:
                for near in neighbours[place]:
                    if owner[near] != mine:
                        break
                else:
                    source = place
                    most = here
        if source < 0:
            return _DONE
        distance = self._distances(view, mine)
        near_front = distance[source]
        chosen = -1
        for target in view.ask(view.rules.fortify.targets, source):
            if distance[target] < near_front and view.ask(room, target) >= armies[source] - 1:
                near_front = distance[target]
                chosen = target
        return _DONE if chosen < 0 else ("fortify", source, chosen, armies[source] - 1)

    def _distances(self, view: View, mine: int) -> list[int]:
        """How many steps each own territory is from the nearest enemy."""
        owner = view.owner
        neighbours = self._board.neighbours
        distance = [UNLIMITED] * len(owner)
        edge = [
            place
            for place, holder in enumerate(owner)
            if holder == mine and any(owner[near] != mine for near in neighbours[place])
        ]
        step = 0
        while edge:
            for place in edge:
                distance[place] = step
            step += 1
            edge = [
                near
                for place in edge
                for near in neighbours[place]
                if distance[near] == UNLIMITED and owner[near] == mine
            ]
        return distance

    def _defend(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        """All the dice allowed."""
        return max(view.legal_moves)


_HANDLERS: dict[str, Callable[[GreedyBot, View, list[Any]], tuple[Any, ...]]] = {
    "attack": GreedyBot._attack,
    "claim": GreedyBot._claim,
    "defend": GreedyBot._defend,
    "fortify": GreedyBot._fortify,
    "move in": GreedyBot._move_in,
    "muster": GreedyBot._muster,
    "place": GreedyBot._place,
    "trade": GreedyBot._trade,
}
