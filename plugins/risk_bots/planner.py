"""A planner, as a good club player is one: no battle without a campaign, and no border forgotten."""

from collections.abc import Callable, Sequence
from typing import Any

import attrs
from attrs.validators import ge, le

from riskcore import PHASE, View
from riskcore.phases import AttackFrame, FortifyFrame, MoveInFrame, PlaceFrame, room
from riskcore.rules import UNLIMITED

from .borders import Borders
from .campaigns import Campaign, Campaigns
from .greedy import GreedyBot
from .outlook import Outlook
from .styles import Style

__all__ = ["PlannerBot"]

_DONE = ("done",)
_CALL_OFF = ("call off",)
_GO_ON = 0.4  # a campaign is given up when its chance falls below this


@attrs.define
class PlannerBot(GreedyBot):
    """Plans campaigns of several battles with exact odds, and guards what it would be sorry to lose.

    It weighs what territories, continents, cards and other players are worth by asking the rules.
    """

    aggression: float = attrs.field(
        default=1.0, validator=[ge(0), le(3)], metadata={"help": "how much it likes others' losses"}
    )
    continents: float = attrs.field(
        default=1.0, validator=[ge(0), le(3)], metadata={"help": "how much it likes whole continents"}
    )
    _outlook: Outlook = attrs.field(init=False)
    _campaigns: Campaigns = attrs.field(init=False)
    _borders: Borders = attrs.field(init=False)
    _plan: Campaign | None = attrs.field(init=False)
    _steps: list[tuple[int, int]] = attrs.field(init=False)  # of the plan, those still to do

    def start(self, view: View, seed: int) -> None:
        """Begin a game."""
        super().start(view, seed)
        self._outlook = Outlook(view, Style(aggression=self.aggression, continents=self.continents))
        self._campaigns = Campaigns(view, self._outlook)
        self._borders = Borders(view, self._outlook)
        self._plan = None
        self._steps = []

    def decide(self, view: View) -> tuple[Any, ...]:
        """The move for whatever phase asks."""
        frame = view.frames[-1]
        phase = frame[PHASE]
        for advise in self._advice.get(phase, ()):
            move: tuple[Any, ...] | None = advise(view, frame)
            if move is not None:
                return move
        handler = _HANDLERS.get(phase)
        return super().decide(view) if handler is None else handler(self, view, frame)

    def _look(self, view: View) -> None:
        self._outlook.look(view)
        self._borders.look(view)

    # -- placing ----------------------------------------------------------------------------------------------------

    def _place(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        owner, left = frame[PlaceFrame.owner], frame[PlaceFrame.left]
        if owner != self._outlook.me or view.turn == 0:
            return super()._place(view, frame)
        among = [place for place in frame[PlaceFrame.among] or view.territories_of(owner) if view.ask(room, place)]
        self._look(view)
        place, armies = self._best_place(view, left, among)
        return ("place", place, min(armies, left, view.ask(room, place)))

    def _best_place(self, view: View, left: int, among: Sequence[int]) -> tuple[int, int]:
        """Where armies go, and how many: where a campaign starts, or where they guard what is worth more."""
        plan = self._campaigns.best(view, left, among)
        guarded, need, saved = self._borders.best_guard(view, left, among)
        if guarded >= 0 and (plan is None or saved * left > plan.net * need):
            return guarded, need
        self._begin(plan)
        if plan is not None and plan.source in among:
            return plan.source, left
        self._judgement.look(view)
        return self._judgement.place_to_strengthen(view, among), left

    def _begin(self, plan: Campaign | None) -> None:
        self._plan = plan
        self._steps = list(plan.steps) if plan else []

    # -- attacking --------------------------------------------------------------------------------------------------

    def _attack(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        invaded = frame[AttackFrame.invaded]
        self._outlook.commanded = view.ask(view.rules.commands, self._outlook.me)
        step = self._next_step(view) or self._first_step(view)
        if step is None:
            return _DONE if invaded < 0 else _CALL_OFF
        source, target = step
        if invaded >= 0 and invaded != target:
            return _CALL_OFF
        return ("assault", source, target, 1, _margin(view.armies[target]), self._order_to_move(view, source, target))

    def _next_step(self, view: View) -> tuple[int, int] | None:
        """How the plan goes on, if it still looks good."""
        owner, armies = view.owner, view.armies
        commanded = self._outlook.commanded
        while self._steps and owner[self._steps[0][1]] in commanded:
            self._steps.pop(0)
        if not self._steps:
            return None
        source, target = self._steps[0]
        if owner[source] not in commanded or not self._is_open(view, source, target):
            return None
        defenders = tuple(armies[to] for _, to in self._steps)
        chance, _ = self._campaigns.odds(view, source, target).through(armies[source], defenders)
        return (source, target) if chance > _GO_ON else None

    def _first_step(self, view: View) -> tuple[int, int] | None:
        """How a new plan begins."""
        self._outlook.look(view)
        self._begin(self._campaigns.best(view, 0, ()))
        return self._steps[0] if self._steps and self._is_open(view, *self._steps[0]) else None

    def _is_open(self, view: View, source: int, target: int) -> bool:
        """Whether an order to attack would be taken, and do something."""
        mine, theirs = view.armies[source], view.armies[target]
        if mine < 2 or mine - theirs < _margin(theirs):
            return False
        return view.ask(view.rules.attack_refusal, self._outlook.me, source, target) is None

    # -- moving -----------------------------------------------------------------------------------------------------

    def _goes_on_from(self, target: int) -> bool | None:
        """Whether the plan goes on from a target that falls now; None if it ends there."""
        return self._steps[1][0] == target if len(self._steps) > 1 else None

    def _order_to_move(self, view: View, source: int, target: int) -> int:
        """How many move in: all that go on from there; 0 to be asked, where both places have a border to keep."""
        onward = self._goes_on_from(target)
        if onward is not None:
            return UNLIMITED if onward else 1
        side, owner = view.owner[source], view.owner
        borders = any(owner[near] != side and near != target for near in view.board.neighbours[source])
        return 0 if borders else UNLIMITED

    def _move_in(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        source, target, fewest = frame[MoveInFrame.source], frame[MoveInFrame.target], frame[MoveInFrame.fewest]
        armies = view.armies[source] + fewest
        most = min(armies - 1, view.ask(view.rules.army_limit, target))
        onward = self._goes_on_from(target)
        if onward is not None:
            return ("move in", most if onward else fewest)
        self._look(view)
        return ("move in", max(fewest, min(most, self._borders.move_in(view, source, target, armies, fewest))))

    def _fortify(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        side = frame[FortifyFrame.owner]
        if side != self._outlook.me:
            return super()._fortify(view, frame)
        if frame[FortifyFrame.made] > 2 * view.held[side]:
            return _DONE
        self._look(view)
        move = self._borders.fortification(view, side)
        return _DONE if move is None else ("fortify", *move)


def _margin(theirs: int) -> int:
    """How far ahead of a defender an attack must be; less far the larger the armies."""
    return 1 - theirs // 3


_HANDLERS: dict[str, Callable[[PlannerBot, View, list[Any]], tuple[Any, ...]]] = {
    "attack": PlannerBot._attack,
    "fortify": PlannerBot._fortify,
    "move in": PlannerBot._move_in,
    "place": PlannerBot._place,
}
