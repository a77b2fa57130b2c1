"""Battles: frame ["battle", attacker, source, target, attack dice, defence dice, roll, step, move in].

The rulebook's `battle` names the steps. Where no rule decides between the roll and the comparison and the defender
has given a standing order, `fight` goes from declaration to result without a frame; the dice are the same either way.
An attack order in progress is ["assault", attacker, source, target, keep, margin, move in].
"""

from collections.abc import Iterator

from riskcore.dice import check_dice, faces_of
from riskcore.events import Battle
from riskcore.flow import close
from riskcore.moves import Defend, Move
from riskcore.phases.conquest import capture
from riskcore.rules import Action, Frame, Phase
from riskcore.state import State

__all__ = ["ASSAULT", "BATTLE", "COMPARE", "DEFEND", "THROW", "assault", "most_defence_dice", "open_battle"]


def most_defence_dice(state: State, source: int, target: int) -> int:
    """The most dice a target may be defended with now."""
    limit = state.rules.dice.defence(state, source, target)
    armies = state.armies[target]
    return armies if armies < limit else limit


def standing_order(state: State, player: int, target: int) -> int:
    """The dice that whoever defends a target always rolls, if allowed; 0 if that player wants to be asked."""
    return state.orders[state.rules.defender(state, state.owner[target], player)]


def open_battle(state: State, player: int, source: int, target: int, dice: int, move_in: int) -> None:
    """Declare one battle and take it as far as nobody has to decide."""
    order = standing_order(state, player, target)
    if order and state.rules.plain_battle:
        defence = min(order, most_defence_dice(state, source, target))
        table = state.rules.loss_table(dice, defence)
        _lose(state, player, source, target, dice, defence, state.below(len(table)), move_in)
        return
    frame: Frame = ["battle", player, source, target, dice, 0, -1, 0, move_in]
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
        frame: Frame = ["assault", player, source, target, keep, margin, move_in]
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
    _, player, source, target, keep, margin, move_in = frame
    frames = state.frames
    owner = state.owner
    while owner[target] != owner[source]:
        mine = state.armies[source]
        if mine <= keep or mine - state.armies[target] < margin:
            break
        if state.rules.attack_refusal(state, player, source, target) is not None:
            break
        dice = min(mine - 1, state.rules.dice.attack(state, source, target))
        open_battle(state, player, source, target, dice, move_in)
        if state.outcome is not None or frames[-1] is not frame:
            return
    close(state)


def _fight_out(state: State, frame: Frame) -> bool:
    """Enter the battle's steps one after another; False if one waits for a decision, or the game is over."""
    frames = state.frames
    steps = state.rules.battle
    while frame[7] < len(steps):
        step = steps[frame[7]]
        frame[7] += 1
        step.enter(state, frame[1])
        if state.outcome is not None or frames[-1] is not frame:
            return False
    return True


def _go_on(state: State, frame: Frame) -> None:
    """Take a battle up again after a decision."""
    if _fight_out(state, frame):
        close(state)


def _enter_defend(state: State, player: int) -> None:
    battle = state.frames[-1]
    source, target = battle[2], battle[3]
    defender = state.rules.defender(state, state.owner[target], player)
    most = most_defence_dice(state, source, target)
    order = state.orders[defender]
    if order or most == 1:
        battle[5] = min(order or 1, most)
    else:
        state.frames.append(["defend", defender])


def _legal_defend(state: State, frame: Frame) -> Iterator[Move]:
    battle = state.frames[-2]
    for dice in range(1, most_defence_dice(state, battle[2], battle[3]) + 1):
        yield Defend(dice)


def _play_defend(state: State, frame: Frame, move: tuple[str, int]) -> str | None:
    battle = state.frames[-2]
    most = most_defence_dice(state, battle[2], battle[3])
    if move[1] > most:
        return f"{state.board.territories[battle[3]]} cannot be defended with {move[1]} dice: at most {most} may"
    battle[5] = move[1]
    close(state)
    return None


def _enter_throw(state: State, player: int) -> None:
    battle = state.frames[-1]
    battle[6] = state.below(6 ** (battle[4] + battle[5]))


def _enter_compare(state: State, player: int) -> None:
    _, _, source, target, dice, defence, roll, _, move_in = state.frames[-1]
    _lose(state, player, source, target, dice, defence, roll, move_in)


def _no_entry(state: State, player: int) -> None:
    """Battles are entered by an attack alone."""


BATTLE = Phase("battle", _no_entry, resume=_go_on)
ASSAULT = Phase("assault", _no_entry, resume=_assault_on)
DEFEND = Phase(
    "defend", _enter_defend, (Action(Defend, _legal_defend, _play_defend),), words="the defender chooses dice"
)
THROW = Phase("throw", _enter_throw, words="both roll")
COMPARE = Phase("compare", _enter_compare, words="the dice are compared")
