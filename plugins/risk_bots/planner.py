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
from .outlook import Outlook, Style
from .settling import Settling

__all__ = ["AvengerBot", "BuilderBot", "HoarderBot", "PlannerBot", "WarlordBot"]

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
    grudges: float = attrs.field(
        default=0.0, validator=[ge(0), le(3)], metadata={"help": "how much more it attacks who has attacked it"}
    )
    patience: float = attrs.field(
        default=0.0, validator=[ge(0), le(1)], metadata={"help": "how long it keeps sets; 1: until it has to trade"}
    )
    _outlook: Outlook = attrs.field(init=False)
    _campaigns: Campaigns = attrs.field(init=False)
    _borders: Borders = attrs.field(init=False)
    _settling: Settling | None = attrs.field(init=False)
    _plan: Campaign | None = attrs.field(init=False)
    _steps: list[tuple[int, int]] = attrs.field(init=False)  # of the plan, those still to do
    _names: tuple[str, ...] = attrs.field(init=False)
    _because: tuple[Any, ...] = attrs.field(init=False)  # a sentence with gaps, and what goes into them

    def start(self, view: View, seed: int) -> None:
        """Begin a game."""
        super().start(view, seed)
        self._outlook = Outlook(view, Style(self.aggression, self.continents, self.grudges))
        self._campaigns = Campaigns(view, self._outlook)
        self._borders = Borders(view, self._outlook)
        self._settling = None
        self._plan = None
        self._steps = []
        self._names = view.board.territories
        self._because = ()

    def decide(self, view: View) -> tuple[Any, ...]:
        """The move for whatever phase asks."""
        frame = view.frames[-1]
        phase = frame[PHASE]
        for advise in self._advice.get(phase, ()):
            move: tuple[Any, ...] | None = advise(view, frame)
            if move is not None:
                self._because = ("The rule that asks advises it.",)
                return move
        handler = _HANDLERS.get(phase)
        if handler is not None:
            return handler(self, view, frame)
        self._because = ()
        return super().decide(view)

    def why(self) -> str:
        """Why it did what it did last, as a sentence."""
        if not self._because:
            return super().why()
        words, *gaps = self._because
        return str(words.format(*gaps))

    def _look(self, view: View) -> None:
        self._outlook.look(view)
        self._borders.look(view)

    # -- settling ---------------------------------------------------------------------------------------------------

    def _claim(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        if self._settling is None:
            self._settling = Settling(view, self._seed)
        place = self._settling.claim(view)
        self._because = ("{} fits best with what it has and hopes to have.", self._names[place])
        return ("claim", place)

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
            self._because = (
                "{} is threatened, and about {:.0f} armies' worth would be lost.",
                self._names[guarded],
                saved,
            )
            return guarded, need
        self._begin(plan)
        if plan is not None and plan.source in among:
            self._explain(plan)
            return plan.source, left
        self._because = ("There is nothing to take and nothing to guard.",)
        self._judgement.look(view)
        return self._judgement.place_to_strengthen(view, among), left

    def _explain(self, plan: Campaign) -> None:
        to = self._names[plan.steps[-1][1]]
        aim = plan.aim or to
        words = (
            "{} is the aim: {} captures from {}, with a chance of {:.0%}."
            if len(plan.steps) > 1
            else ("{0} is worth taking from {2}, with a chance of {3:.0%}.")
        )
        self._because = (words, aim, len(plan.steps), self._names[plan.source], plan.chance)

    def _begin(self, plan: Campaign | None) -> None:
        self._plan = plan
        self._steps = list(plan.steps) if plan else []

    # -- attacking --------------------------------------------------------------------------------------------------

    def _attack(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        invaded = frame[AttackFrame.invaded] if view.rules.calls_off else -1
        self._outlook.commanded = view.ask(view.rules.commands, self._outlook.me)
        step = self._next_step(view) or self._first_step(view)
        if step is None or self._plan is None:
            self._because = ("No attack is worth what it would cost.",)
            return _DONE if invaded < 0 else _CALL_OFF
        self._explain(self._plan)
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
        self._because = ("{} and {} both have a border to keep.", self._names[source], self._names[target])
        return ("move in", max(fewest, min(most, self._borders.move_in(view, source, target, armies, fewest))))

    def _trade(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        if self.patience and len(view.hand) < 3 + round(2 * self.patience) and _DONE in view.legal_moves:
            self._because = ("The set will bring more later.",)
            return _DONE
        self._because = ("The set brings most of those in hand.",)
        return super()._trade(view, frame)

    def _fortify(self, view: View, frame: list[Any]) -> tuple[Any, ...]:
        side = frame[FortifyFrame.owner]
        if side != self._outlook.me:
            return super()._fortify(view, frame)
        if frame[FortifyFrame.made] > 2 * view.held[side]:
            return _DONE
        self._look(view)
        self._outlook.leave(view)
        move = self._borders.fortification(view, side)
        if move is None:
            self._because = ("The armies stand where they are needed.",)
        else:
            self._because = ("{} needs the armies more than {}.", self._names[move[1]], self._names[move[0]])
        return _DONE if move is None else ("fortify", *move)


@attrs.define
class WarlordBot(PlannerBot):
    """A planner that likes to see others bleed."""

    aggression: float = 1.8
    continents: float = 0.7


@attrs.define
class BuilderBot(PlannerBot):
    """A planner that wants its continents, and peace."""

    aggression: float = 0.6
    continents: float = 1.8


@attrs.define
class HoarderBot(PlannerBot):
    """A planner that keeps its cards until it has to trade."""

    patience: float = 1.0


@attrs.define
class AvengerBot(PlannerBot):
    """A planner that pays back whoever took something from it."""

    grudges: float = 2.0


def _margin(theirs: int) -> int:
    """How far ahead of a defender an attack must be; less far the larger the armies."""
    return 1 - theirs // 3


_HANDLERS: dict[str, Callable[[PlannerBot, View, list[Any]], tuple[Any, ...]]] = {
    "attack": PlannerBot._attack,
    "claim": PlannerBot._claim,
    "fortify": PlannerBot._fortify,
    "move in": PlannerBot._move_in,
    "place": PlannerBot._place,
    "trade": PlannerBot._trade,
}
