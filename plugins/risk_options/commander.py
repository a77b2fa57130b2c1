"""The commander: once a turn an attacker turns one of their own dice to a six."""

from collections.abc import Generator, Iterator, Mapping, Sequence

import attrs

from riskcore import DECIDER, Action, Data, Event, Frame, Move, Phase, State, View, bare_frame, domains, hookimpl
from riskcore.dice import roll_number
from riskcore.flow import close
from riskcore.moves import Done
from riskcore.phases import BattleFrame
from riskcore.rules import BattleChoice
from riskcore.sequences import insert_before

from .thrown_dice import DiceShown, faces, gains, show, sort_dice, ways_to_change, with_face

__all__ = ["Command", "Commanded", "Commander"]

_SIX = 6
_TWO_TURNED = 4  # what a six gains that wins two comparisons the attacker would have lost: two armies each way
# With so many battles of three dice against two to come, a chance to turn two comparisons is worth waiting for.
_PATIENCE = 5


class Command(Move, kind="command"):
    """Turn one of your own dice to a six."""

    die: int = domains.die()


class Commanded(Event, kind="commanded", told="the commander of {player} turns a {before} to a six"):
    """The commander turned a die to a six."""

    player: int = domains.owner()
    before: int = domains.count(1, 6)


@attrs.frozen(eq=False)
class Commander:
    """One die turned to a six, once a turn."""

    @hookimpl
    def events(self) -> tuple[type[Event], ...]:
        """The dice to choose from, and the one that was turned."""
        return (Commanded, DiceShown)

    @hookimpl
    def data(self) -> tuple[Data, ...]:
        """The turn in which the commander was last called upon."""
        return (Data("commander", lambda players, owners: 0, seen="public", entries=domains.count()),)

    @hookimpl(wrapper=True)
    def battle(self) -> Generator[None, tuple[str, ...], tuple[str, ...]]:
        """And once a turn, in one of all its battles, the attacker may turn one of their own dice to a six, after both
        sides have rolled and before the dice are compared; if dice may be rolled again, that comes first. [X5]
        """
        steps = yield
        return insert_before(steps, "compare", "commander")

    @hookimpl
    def phases(self) -> tuple[Phase, ...]:
        """The decision about the dice."""
        command = Action(Command, _legal, _play, advice=_advise)
        done = Action(Done, lambda state, frame: [Done()], _decline)
        return (Phase("commander", _enter, (command, done), words="the attacker may turn a die to a six"),)

    @hookimpl
    def battle_choices(self) -> tuple[BattleChoice, ...]:
        """A six instead of one of the attacker's faces, while the commander has not been called upon."""
        return (BattleChoice("commander", ways_to_change(_turnable), once=True),)


def _turnable(dice: Sequence[int], own: int) -> Mapping[int, Sequence[int]]:
    """The attacker's dice that do not show a six yet."""
    return {die: (_SIX,) for die, face in enumerate(dice[:own]) if face < _SIX}


def _enter(state: State, player: int) -> None:
    battle = state.frames[-1]
    if state.data["commander"] != state.turn and _turnable(faces(battle), battle[BattleFrame.attack_dice]):
        sort_dice(battle)
        show(state, battle)
        state.frames.append(bare_frame("commander", player))


def _legal(state: State, frame: Frame) -> Iterator[Move]:
    battle = state.frames[-2]
    return (Command(die) for die in _turnable(faces(battle), battle[BattleFrame.attack_dice]))


def _play(state: State, frame: Frame, move: tuple[str, int]) -> str | None:
    die = move[1]
    battle = state.frames[-2]
    dice = faces(battle)
    if die >= battle[BattleFrame.attack_dice]:
        return f"die {die} is not the attacker's: those are the first {battle[BattleFrame.attack_dice]}, counted from 0"
    if die not in _turnable(dice, battle[BattleFrame.attack_dice]):
        return f"die {die} shows a six already"
    state.data["commander"] = state.turn
    state.tell(Commanded(frame[DECIDER], dice[die]))
    battle[BattleFrame.roll] = roll_number(with_face(dice, die, _SIX))
    close(state)
    return None


def _decline(state: State, frame: Frame, move: object) -> str | None:
    close(state)
    return None


def _advise(view: View, frame: Frame) -> Move:
    """Turn the best die if that wins two comparisons, or one unless a long fight may still bring better."""
    battle = view.frames[-2]
    gain = gains(view.rules, battle, _turnable)
    best = max(gain, key=gain.__getitem__)
    # Three dice against two cost each side about one army, so the smaller army says how long it goes on.
    to_come = min(view.armies[battle[BattleFrame.source]], view.armies[battle[BattleFrame.target]])
    worth_it = gain[best] >= _TWO_TURNED or (gain[best] > 0 and to_come <= _PATIENCE)
    return Command(best) if worth_it else Done()
