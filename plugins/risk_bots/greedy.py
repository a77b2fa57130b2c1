"""A sensible player: it builds on continents, attacks when favoured and brings idle armies to the front."""

from collections.abc import Callable
from random import Random
from typing import Any, ClassVar

import attrs

from riskcore import PHASE, View
from riskcore.phases import AttackFrame, BattleFrame, FortifyFrame, MoveInFrame, PlaceFrame, hand_sets, room
from riskcore.phases.battle import most_defence_dice
from riskcore.state import NOBODY

from .judgement import MARGIN, MASS, STRENGTH, Judgement, distances_to_enemy

__all__ = ["GreedyBot"]

_DONE = ("done",)
_CALL_OFF = ("call off",)
_NONE: frozenset[tuple[int, int]] = frozenset()


@attrs.define
class GreedyBot:
    """Looks one move ahead and takes what seems best. Chance decides only which continents it likes to claim.

    Decisions that a rule brings are taken as the rule's own advice says.
    """

    order: ClassVar[int] = 3  # always defends with all the dice allowed
    _judgement: Judgement = attrs.field(init=False)
    _advice: dict[str, list[Callable[[View, list[Any]], Any]]] = attrs.field(init=False)
    _handlers: dict[str, Callable[..., tuple[Any, ...]]] = attrs.field(init=False)  # where no rule advises
    _refusal: Callable[..., str | None] = attrs.field(init=False)
    _seed: int = attrs.field(init=False)
    _taste: list[float] = attrs.field(init=False)
    _fresh: bool = attrs.field(init=False)  # whether the wishes are up to date but for the last order
    _target: int = attrs.field(init=False)  # of that order, or -1
    _victim: int = attrs.field(init=False)

    def start(self, view: View, seed: int) -> None:
        """Begin a game."""
        self._judgement = Judgement(view)
        self._advice = view.rules.advice
        self._handlers = {phase: handler for phase, handler in _HANDLERS.items() if phase not in self._advice}
        self._refusal = view.rules.attack_refusal
        self._seed = seed
        self._taste = []
        self._fresh = False
        self._target = -1

    def decide(self, view: View) -> tuple[Any, ...]:
        """The move for whatever phase asks."""
        frame = view.frame
        phase = frame[PHASE]
        handler = self._handlers.get(phase)
        if handler is not None:
            return handler(self, view, frame)
        for advise in self._advice.get(phase, ()):
            move: tuple[Any, ...] | None = advise(view, frame)
            if move is not None:
                return move
        handler = _HANDLERS.get(phase)
        return next(iter(view.legal_moves)) if handler is None else handler(self, view, frame)

    def knows(self, phase: str) -> bool:
        """Whether it, or the rule that asks, has an answer to what a phase asks; else any legal move must do."""
        return phase in self._advice or phase in _HANDLERS

    def why(self) -> str:
        """Why it did what it did last, as a sentence."""
        return "It looked one move ahead, and nothing seemed better."

    def _attack(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        judgement = self._judgement
        last = self._target
        if not self._fresh or view.rules.invasion_ended:  # what ends with an invasion may change anything
            judgement.look(view)
            self._fresh = True
        elif last >= 0 and view.owner[last] == judgement.me:
            judgement.learn(view, last, self._victim)
        refusal = self._refusal
        refused = _NONE
        while (chosen := judgement.best_attack(view, refused)) is not None:
            source, target = chosen
            if refusal(view, judgement.me, source, target) is None:  # `view.ask`, in the loop of a game
                break
            refused = refused | {chosen}
        invaded = frame[AttackFrame.invaded] if view.rules.calls_off else -1
        if chosen is None:
            self._fresh = False
            return _DONE if invaded < 0 else _CALL_OFF
        if invaded >= 0 and invaded != target:
            return _CALL_OFF
        self._target = target
        self._victim = view.owner[target]
        margin = MARGIN - view.armies[target] // MASS
        return ("assault", source, target, STRENGTH - 1, margin, judgement.wish_to_move(view, source, target))

    def _move_in(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        source, target, fewest = frame[MoveInFrame.source], frame[MoveInFrame.target], frame[MoveInFrame.fewest]
        most = min(view.armies[source] + fewest - 1, view.ask(view.rules.army_limit, target))
        return ("move in", max(fewest, min(self._judgement.wish_to_move(view, source, target), most)))

    def _place(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        owner = frame[PlaceFrame.owner]
        judgement = self._judgement
        if owner == judgement.me:
            self._target = -1
            self._fresh = True
            judgement.look(view)
            eligible = frame[PlaceFrame.among] or judgement.own(view)
            choose = judgement.place_to_strengthen
        else:
            eligible = frame[PlaceFrame.among] or view.territories_of(owner)
            choose = judgement.block
        chosen = choose(view, eligible)
        space = view.ask(room, chosen)
        if space == 0:
            chosen = choose(view, [place for place in eligible if view.ask(room, place)])
            space = view.ask(room, chosen)
        return ("place", chosen, min(frame[PlaceFrame.left], space))

    def _muster(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        me = self._judgement.me
        return self._place(view, PlaceFrame.new(me, me, 1))

    def _claim(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        """An empty territory in a continent that is mine to win, beside what I have."""
        me = self._judgement.me
        board = view.board
        if not self._taste:  # without it, every game between such players would begin in the same position
            random = Random(self._seed)
            self._taste = [random.random() for _ in board.continents]
        best = -1.0
        chosen = -1
        for place, holder in enumerate(view.owner):
            if holder == NOBODY:
                continent = board.continent_of[place]
                mine = view.held_in[me][continent]
                taken = sum(counts[continent] for counts in view.held_in)
                worth = (1.0 + 3.0 * mine - (taken - mine)) / view.continent_sizes[continent]
                worth += 2.0 * self._taste[continent]
                worth += 0.2 * sum(view.owner[near] == me for near in board.neighbours[place])
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
                view.ask(view.rules.set_value, self._judgement.me, cards),
                sum(deck[card].territory >= 0 for card in cards),
            ),
        )
        return ("trade", best)

    def _fortify(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        """The largest idle army moves nearer to the front."""
        owner, armies = view.owner, view.armies
        side = frame[FortifyFrame.owner]
        judgement = self._judgement
        places = judgement.own(view) if side == judgement.me else view.territories_of(side)
        neighbours = view.board.neighbours
        source = -1
        most = 1
        for place in places:
            if armies[place] > most:
                for near in neighbours[place]:
                    if owner[near] != side and owner[near] >= 0:
                        break
                else:
                    source = place
                    most = armies[place]
        if source < 0:
            return _DONE
        distance = distances_to_enemy(view, places, source)
        nearest = distance[source]
        chosen = -1
        for target in view.ask(view.rules.fortify.targets, source):
            if distance[target] < nearest and view.ask(room, target) >= most - 1:
                nearest = distance[target]
                chosen = target
        return _DONE if chosen < 0 else ("fortify", source, chosen, most - 1)

    def _defend(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        """All the dice allowed."""
        battle = view.frames[-2]
        return ("defend", view.ask(most_defence_dice, battle[BattleFrame.source], battle[BattleFrame.target]))


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
