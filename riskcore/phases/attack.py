"""Attacking.

Only where a rule listens to the end of invasions is one kept open; it is then called off by a move of its own before
another target is attacked, for what the rule does may change what can be attacked. Where no rule does, it ends unasked.
"""

from collections.abc import Iterator
from typing import Final

from riskcore.flow import close
from riskcore.frames import DECIDER, Frame
from riskcore.moves import Assault, Attack, CallOff, Done, Move, MoveRange
from riskcore.phases.battle import assault, open_battle
from riskcore.phases.conquest import NO_INVASION, AttackFrame, end_invasion
from riskcore.rules import Action, Phase
from riskcore.state import State

__all__ = ["ATTACK"]

# Bound once, for the loop of a game: Python looks names of a class up anew each time.
_new_attack = AttackFrame.new
_INVADED: Final = AttackFrame.invaded


def _enter(state: State, player: int) -> None:
    state.frames.append(_new_attack(player, NO_INVASION))


def _refusal(state: State, frame: Frame, source: int, target: int) -> str | None:
    """Why the player may not attack this target from this source, if so."""
    player = frame[DECIDER]
    rules = state.rules
    owner = state.owner
    holder = owner[source]
    if holder != player and holder not in rules.commands(state, player):
        return f"the armies on {state.board.territories[source]} are not the player's to command"
    if state.armies[source] < 2:
        return f"an attack needs 2 armies, and {state.board.territories[source]} has 1"
    if rules.calls_off and frame[_INVADED] not in (NO_INVASION, target):
        return f"the invasion of {state.board.territories[frame[_INVADED]]} must be called off first"
    refusal = rules.attack_refusal(state, player, source, target)
    if owner[target] < 0 and refusal is None:  # where a rule has put it out of play, that rule says it better
        return f"{state.board.territories[target]} is out of play"
    return refusal


def _note(state: State, frame: Frame, source: int, target: int) -> None:
    """Remember who takes part in the invasion; only where rules listen to its end. One that is open ends unasked."""
    if frame[_INVADED] not in (NO_INVASION, target):
        _end_invasion(state, frame)
    frame[_INVADED] = target
    if state.owner[source] not in frame[AttackFrame.attackers]:
        frame.append(state.owner[source])


def _legal_attacks(state: State, frame: Frame) -> Iterator[MoveRange]:
    """What `_refusal` lets pass, at the price of what differs from target to target."""
    rules, player, owner, armies = state.rules, frame[DECIDER], state.owner, state.armies
    commanded = rules.commands(state, player)
    refusal, most_dice = rules.attack_refusal, rules.dice.attack
    invaded = frame[_INVADED] if rules.calls_off else NO_INVASION
    for source, holder in enumerate(owner):
        if armies[source] > 1 and holder in commanded:
            for target in state.board.neighbours[source]:
                if (
                    invaded in (NO_INVASION, target)
                    and owner[target] >= 0
                    and refusal(state, player, source, target) is None
                ):
                    most = min(armies[source] - 1, most_dice(state, source, target))
                    yield MoveRange(Attack, (source, target), 1, most)


def _play_attack(state: State, frame: Frame, move: tuple[str, int, int, int]) -> str | None:
    _, source, target, dice = move
    refusal = _refusal(state, frame, source, target)
    if refusal is not None:
        return refusal
    most = min(state.armies[source] - 1, state.rules.dice.attack(state, source, target))
    if dice > most:
        return f"{state.board.territories[source]} cannot attack with {dice} dice: at most {most} may"
    if state.rules.invasion_ended:
        _note(state, frame, source, target)
    open_battle(state, frame[DECIDER], source, target, dice, 0)
    return None


def _no_orders(state: State, frame: Frame) -> Iterator[Move]:
    return iter(())


def _play_assault(state: State, frame: Frame, move: tuple[str, int, int, int, int, int]) -> str | None:
    _, source, target, keep, margin, move_in = move
    refusal = _refusal(state, frame, source, target)
    if refusal is not None:
        return refusal
    mine = state.armies[source]
    if mine <= keep or mine - state.armies[target] < margin:
        return f"the order to keep {keep} and to be ahead by {margin} stops before its first battle"
    if state.rules.invasion_ended:
        _note(state, frame, source, target)
    assault(state, frame[DECIDER], source, target, keep, margin, move_in)
    return None


def _must_call_off(state: State, frame: Frame) -> bool:
    return frame[_INVADED] != NO_INVASION and state.rules.calls_off


def _end_invasion(state: State, frame: Frame) -> None:
    invaded = frame[_INVADED]
    end_invasion(state, frame[DECIDER], invaded, state.owner[invaded])


def _legal_call_off(state: State, frame: Frame) -> Iterator[Move]:
    if _must_call_off(state, frame):
        yield CallOff()


def _play_call_off(state: State, frame: Frame, move: object) -> str | None:
    if not _must_call_off(state, frame):
        return "there is no invasion to call off"
    _end_invasion(state, frame)
    return None


def _legal_done(state: State, frame: Frame) -> Iterator[Move]:
    if not _must_call_off(state, frame):
        yield Done()


def _play_done(state: State, frame: Frame, move: object) -> str | None:
    if _must_call_off(state, frame):
        return f"the invasion of {state.board.territories[frame[_INVADED]]} must be called off first"
    if frame[_INVADED] != NO_INVASION:
        _end_invasion(state, frame)
    close(state)
    return None


ATTACK = Phase(
    "attack",
    _enter,
    (
        Action(Attack, _legal_attacks, _play_attack),
        Action(Assault, _no_orders, _play_assault, order=True),
        Action(CallOff, _legal_call_off, _play_call_off),
        Action(Done, _legal_done, _play_done),
    ),
    words="attack, as often as wanted or not at all",
    frame=AttackFrame,
)
