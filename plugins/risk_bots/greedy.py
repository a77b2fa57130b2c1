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

    def start(self, view: View, seed: int) -> None:
        """Begin a game."""
        assert view.player is not None, "a spectator does not play"
        self._board = view.board
        self._me = view.player
        self._sizes = [len(members) for members in view.board.members]
        self._seed = seed
        self._taste = []

    def decide(self, view: View) -> tuple[Any, ...]:
        """The move for whatever phase asks; phases it does not know are asked for their advice."""
        frame = view.frame
        handler = _HANDLERS.get(frame[0])
        if handler is not None:
            return handler(self, view, frame)
        for action in view.rules.phases[frame[0]].actions:
            if action.advice is not None:
                return action.advice(view, frame)
        return next(iter(view.legal_moves))

    def _desire(self, view: View, target: int) -> float:
        """How much taking a territory is worth, armies apart."""
        me = self._me
        continent = self._board.continent_of[target]
        size = self._sizes[continent]
        mine = view.held_in[me][continent]
        victim = view.owner[target]
        worth = 4.0 * mine / size
        if mine + 1 == size:
            worth += _WHOLE + self._board.bonuses[continent]
        if view.held_in[victim][continent] == size:
            worth += _BREAK
        if victim < view.players and view.held[victim] == 1:
            worth += _KILL * (1 + len(view.hands[victim]))
        return worth

    def _attack(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        me = self._me
        owner = view.owner
        armies = view.armies
        neighbours = self._board.neighbours
        best = -UNLIMITED * 1.0
        chosen = None
        for source, holder in enumerate(owner):
            if holder == me and armies[source] >= _STRENGTH:
                limit = armies[source] - _LEAD
                for target in neighbours[source]:
                    theirs = armies[target]
                    if owner[target] != me and theirs - theirs // _MASS <= limit:
                        margin = limit - theirs
                        worth = min(margin, _SAFE) + self._desire(view, target)
                        if theirs >= _MASS and margin * 2 >= theirs:
                            worth += theirs  # a large army that can be beaten: now, or never
                        if worth > best and self._allowed(view, frame, source, target):
                            best = worth
                            chosen = (source, target)
        if chosen is None:
            return ("call off",) if frame[2] >= 0 else ("done",)
        source, target = chosen
        if frame[2] not in (-1, target):
            return ("call off",)
        lead = _LEAD - armies[target] // _MASS
        return ("assault", source, target, _STRENGTH - 1, lead, self._wish_to_move(view, source, target))

    def _allowed(self, view: View, frame: list[Any], source: int, target: int) -> bool:
        return view.ask(view.rules.attack_refusal, self._me, source, target) is None

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
        best = -1000.0
        chosen = among[0]
        for place in among:
            worth = -1000.0
            threat = 0
            for near in board.neighbours[place]:
                if owner[near] != me:
                    worth = max(worth, self._desire(view, near) - armies[near])
                    threat = max(threat, armies[near])
            if threat:
                continent = board.continent_of[place]
                worth += armies[place] * 0.5
                if threat > armies[place] and view.held_in[me][continent] == self._sizes[continent]:
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
        for place, holder in enumerate(owner):
            if holder == mine and armies[place] > 1 and (source < 0 or armies[place] > armies[source]):
                if all(owner[near] == mine for near in neighbours[place]):
                    source = place
        if source < 0:
            return ("done",)
        distance = self._distances(view, mine)
        near_front = distance[source]
        chosen = -1
        for target in view.ask(view.rules.fortify.targets, source):
            if distance[target] < near_front and view.ask(room, target) >= armies[source] - 1:
                near_front = distance[target]
                chosen = target
        return ("done",) if chosen < 0 else ("fortify", source, chosen, armies[source] - 1)

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
