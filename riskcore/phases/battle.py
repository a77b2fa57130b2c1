"""Battles.

The rulebook's `battle` names the steps. Where no rule decides between the roll and the comparison and the defender
has given a standing order, `fight` goes from declaration to result without a frame; the dice are the same either way.
"""

from collections.abc import Iterator
from typing import Final

from riskcore import domains
from riskcore.dice import MOST_DICE, check_dice, faces_of, throw_of
from riskcore.events import Battle
from riskcore.flow import close
from riskcore.frames import DECIDER, Frame, FrameFields, bare_frame
from riskcore.moves import Defend, MoveRange
from riskcore.phases.conquest import capture
from riskcore.rules import Action, Phase
from riskcore.state import State

__all__ = [
    "ASSAULT",
    "BATTLE",
    "COMPARE",
    "DEFEND",
    "NOT_THROWN",
    "THROW",
    "AssaultFrame",
    "BattleFrame",
    "assault",
    "most_defence_dice",
    "open_battle",
]

NOT_THROWN = -1


class BattleFrame(FrameFields, phase="battle"):
    """One battle of the attacker whom it names, from its declaration to its result."""

    source: int = domains.territory()
    target: int = domains.territory()
    attack_dice: int = domains.dice(MOST_DICE)
    defence_dice: int = domains.count(0, MOST_DICE)  # 0 until they are chosen
    roll: int = domains.count(NOT_THROWN, 6**MOST_DICE - 1)  # all dice as one number: see `riskcore.dice`
    step: int = domains.step("battle")
    move_in: int = domains.count(0)  # armies to move in, as ordered; 0 asks


class AssaultFrame(FrameFields, phase="assault"):
    """An attack order under way, as the move `Assault` gave it."""

    source: int = domains.territory()
    target: int = domains.territory()
    keep: int = domains.count(1)
    margin: int = domains.count(-1_000_000)
    move_in: int = domains.count(0)


# Bound once, for the loop of a game: Python looks names of a class up anew each time.
_new_battle = BattleFrame.new
_SOURCE: Final = BattleFrame.source
_TARGET: Final = BattleFrame.target
_ATTACK_DICE: Final = BattleFrame.attack_dice
_DEFENCE_DICE: Final = BattleFrame.defence_dice
_ROLL: Final = BattleFrame.roll
_STEP: Final = BattleFrame.step
_MOVE_IN: Final = BattleFrame.move_in


def most_defence_dice(state: State, source: int, target: int) -> int:
    """The most dice a target may be defended with now."""
    limit = state.rules.dice.defence(state, source, target)
    armies = state.armies[target]
    return armies if armies < limit else limit


def open_battle(state: State, player: int, source: int, target: int, dice: int, move_in: int) -> None:
    """Declare one battle and take it as far as nobody has to decide."""
    order = state.orders[state.rules.defender(state, state.owner[target], player)]  # 0: wants to be asked
    if order and state.rules.plain_battle:
        defence = min(order, most_defence_dice(state, source, target))
        state.rules.loss_table(dice, defence)  # refuses what are no dice
        _lose(state, player, source, target, dice, defence, state.below(throw_of(dice, defence)), move_in)
        return
    frame = _new_battle(player, source, target, dice, 0, NOT_THROWN, 0, move_in)
    state.frames.append(frame)
    if _fight_out(state, frame):
        state.frames.pop()  # whoever opened the battle goes on; an order of many battles must not pile up calls


def _lose(
    state: State, player: int, source: int, target: int, dice: int, defence: int, roll: int, move_in: int
) -> None:
    """Take the losses of a roll and, if the target is empty, the target."""
    attacker_losses, defender_losses = state.rules.loss_table(dice, defence)[roll]
    if state.sink is not None:
        _tell(state, source, target, dice, defence, roll)
    state.armies[source] -= attacker_losses
    state.armies[target] -= defender_losses
    if state.armies[target] <= 0:
        capture(state, player, source, target, dice, move_in)


def _tell(state: State, source: int, target: int, dice: int, defence: int, roll: int) -> None:
    attack_faces, defence_faces = faces_of(roll, dice, defence)
    losses = state.rules.loss_table(dice, defence)[roll]
    attack_faces.sort(reverse=True)
    defence_faces.sort(reverse=True)
    state.tell(Battle(source, target, tuple(attack_faces), tuple(defence_faces), *losses))


def assault(state: State, player: int, source: int, target: int, keep: int, margin: int, move_in: int) -> None:
    """Fight on until the target falls, a stop is reached or a rule refuses the next battle, exactly as the same
    battles one by one would go.
    """
    rules = state.rules
    order = state.orders[rules.defender(state, state.owner[target], player)]
    if order == 0 or not rules.plain_battle:
        frame = AssaultFrame.new(player, source, target, keep, margin, move_in)
        state.frames.append(frame)
        _assault_on(state, frame)
        return
    armies = state.armies
    mine = armies[source]
    theirs = armies[target]
    most_attack = rules.dice.attack(state, source, target)
    most_defence = rules.dice.defence(state, source, target)
    steady = rules.steady_attacks
    silent = state.sink is None
    tables = rules.tables
    tape = state.tape
    values = tape.values
    written = len(values)
    at = state.cursor
    while True:
        try:  # costs nothing unless a rule gives more dice than any table is for, or what is no number at all
            dice = mine - 1 if mine <= most_attack else most_attack
            defence = order if order < most_defence else most_defence
            if theirs < defence:
                defence = theirs
            table = tables[dice][defence] or rules.loss_table(dice, defence)
        except (IndexError, TypeError):
            check_dice(most_attack, "attack")
            check_dice(most_defence, "defence")
            table = rules.loss_table(dice, defence)
        if at >= written:
            tape.reach(at)
            written = len(values)
        roll = int(values[at] * len(table))
        at += 1
        attacker_losses, defender_losses = table[roll]
        mine -= attacker_losses
        theirs -= defender_losses
        if not silent:
            _tell(state, source, target, dice, defence, roll)
        if theirs <= 0 or mine <= keep or mine - theirs < margin:
            break
        if not steady:  # a rule may look at the armies, and refuse the next battle or change its dice
            armies[source] = mine
            armies[target] = theirs
            if rules.attack_refusal(state, player, source, target) is not None:
                break
            most_attack = rules.dice.attack(state, source, target)
            most_defence = rules.dice.defence(state, source, target)
    state.cursor = at
    armies[source] = mine
    armies[target] = theirs
    if theirs <= 0:
        capture(state, player, source, target, dice, move_in)


def _assault_on(state: State, frame: Frame) -> None:
    """The next battle of an order, or its end."""
    player, source, target = frame[DECIDER], frame[AssaultFrame.source], frame[AssaultFrame.target]
    frames = state.frames
    owner = state.owner
    while owner[target] != owner[source]:
        mine = state.armies[source]
        if mine <= frame[AssaultFrame.keep] or mine - state.armies[target] < frame[AssaultFrame.margin]:
            break
        if state.rules.attack_refusal(state, player, source, target) is not None:
            break
        dice = min(mine - 1, state.rules.dice.attack(state, source, target))
        open_battle(state, player, source, target, dice, frame[AssaultFrame.move_in])
        if state.outcome is not None or frames[-1] is not frame:
            return
    close(state)


def _fight_out(state: State, frame: Frame) -> bool:
    """Enter the battle's steps one after another; False if one waits for a decision, or the game is over."""
    frames = state.frames
    steps = state.rules.battle
    last = len(steps)
    player = frame[DECIDER]
    at = frame[_STEP]
    while at < last:
        frame[_STEP] = at + 1
        steps[at].enter(state, player)
        if not frames or frames[-1] is not frame:
            return False
        at = frame[_STEP]  # a step may have skipped others
    return True


def _go_on(state: State, frame: Frame) -> None:
    """Take a battle up again after a decision."""
    if _fight_out(state, frame):
        close(state)


def _enter_defend(state: State, player: int) -> None:
    battle = state.frames[-1]
    source, target = battle[_SOURCE], battle[_TARGET]
    defender = state.rules.defender(state, state.owner[target], player)
    most = most_defence_dice(state, source, target)
    order = state.orders[defender]
    if order or most == 1:
        battle[_DEFENCE_DICE] = min(order or 1, most)
    else:
        state.frames.append(bare_frame("defend", defender))


def _legal_defend(state: State, frame: Frame) -> Iterator[MoveRange]:
    battle = state.frames[-2]
    yield MoveRange(Defend, (), 1, most_defence_dice(state, battle[_SOURCE], battle[_TARGET]))


def _play_defend(state: State, frame: Frame, move: tuple[str, int]) -> str | None:
    battle = state.frames[-2]
    most = most_defence_dice(state, battle[_SOURCE], battle[_TARGET])
    if move[1] > most:
        name = state.board.territories[battle[_TARGET]]
        return f"{name} cannot be defended with {move[1]} dice: at most {most} may"
    battle[_DEFENCE_DICE] = move[1]
    close(state)
    return None


def _enter_throw(state: State, player: int) -> None:
    battle = state.frames[-1]
    battle[_ROLL] = state.below(throw_of(battle[_ATTACK_DICE], battle[_DEFENCE_DICE]))


def _enter_compare(state: State, player: int) -> None:
    battle = state.frames[-1]
    _lose(
        state,
        player,
        battle[_SOURCE],
        battle[_TARGET],
        battle[_ATTACK_DICE],
        battle[_DEFENCE_DICE],
        battle[_ROLL],
        battle[_MOVE_IN],
    )


def _no_entry(state: State, player: int) -> None:
    """Battles are entered by an attack alone."""


def _battle_mismatch(state: State, frame: Frame) -> str | None:
    """Until the dice are compared, there are as many armies as dice, and one that stays behind."""
    if any(step.name == "compare" for step in state.rules.battle[: frame[_STEP]]):
        return None
    names, armies = state.board.territories, state.armies
    source, target, dice, defence = frame[_SOURCE], frame[_TARGET], frame[_ATTACK_DICE], frame[_DEFENCE_DICE]
    if state.owner[source] == state.owner[target]:
        return f"{names[source]} is in battle with {names[target]}, and both belong to owner {state.owner[source]}"
    if armies[source] <= dice:
        return f"{names[source]} attacks with {dice} dice and has {armies[source]} armies"
    if armies[target] < defence:
        return f"{names[target]} is defended with {defence} dice and has {armies[target]} armies"
    if frame[_ROLL] >= 6 ** (dice + defence):
        return f"{dice} against {defence} dice cannot show the roll {frame[_ROLL]}"
    return None


BATTLE = Phase("battle", _no_entry, resume=_go_on, frame=BattleFrame, mismatch=_battle_mismatch)
ASSAULT = Phase("assault", _no_entry, resume=_assault_on, frame=AssaultFrame)
DEFEND = Phase(
    "defend", _enter_defend, (Action(Defend, _legal_defend, _play_defend),), words="the defender chooses dice"
)
THROW = Phase("throw", _enter_throw, words="both roll")
COMPARE = Phase("compare", _enter_compare, words="the dice are compared")
