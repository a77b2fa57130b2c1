"""Exact odds of a battle fought to the end, as a Markov chain over the armies still standing.

Rolls only take armies away, so positions with the same number of armies in all do not lead to each other:
they are computed together, one such diagonal after the other.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from riskcore.lab.battles.compiled_rolls import (
    Choice,
    Floats,
    LossCounts,
    ModeTable,
    Option,
    Rolls,
    Step,
    compile_rolls,
    plain_mode,
)

__all__ = [
    "BattleOdds",
    "Choice",
    "DiceLimit",
    "LossCounts",
    "ModeTable",
    "Option",
    "Step",
    "battle_odds",
    "campaign_odds",
    "plain_mode",
]

Ints: TypeAlias = npt.NDArray[np.int64]
Dice: TypeAlias = tuple[int, int]

#: The most dice a side may roll: a number, or a function of the armies standing on the two territories. Where the
#: attacker may roll none, the battle is over.
DiceLimit: TypeAlias = int | Callable[[int, int], int]

# A choice may hang on the value of rolling once more; bettering it by turns settles after two or three.
_MOST_IMPROVEMENTS = 20


@attrs.frozen(eq=False)
class BattleOdds:
    """How a battle to the end comes out; `attackers` and `defenders` are the armies standing before it.

    `attackers_left[i]` is the probability that i armies of the attacker survive, before any move in and with
    the one that had to stay behind: a battle fought until it is lost leaves 1. `defenders_left[j]` is that for
    the defender: a won battle leaves 0. `winners_left[i]` is the probability of a win that leaves i attackers.
    """

    attackers: int
    defenders: int
    attackers_left: Floats
    defenders_left: Floats
    winners_left: Floats
    #: probability by the mode in which the battle ends
    modes: Floats
    #: (chance to win, mean margin in armies at the end) once the first roll has cost so much; empty without choices
    after: Mapping[Step, tuple[float, float]]

    @property
    def win(self) -> float:
        """The probability that no defender is left."""
        return float(self.defenders_left[0])

    @property
    def mean_attackers_left(self) -> float:
        return float(self.attackers_left @ np.arange(self.attackers + 1))

    @property
    def mean_defenders_left(self) -> float:
        return float(self.defenders_left @ np.arange(self.defenders + 1))

    @property
    def attacker_losses(self) -> Floats:
        """Probability by the number of armies the attacker loses."""
        return self.attackers_left[::-1]

    @property
    def defender_losses(self) -> Floats:
        """Probability by the number of armies the defender loses."""
        return self.defenders_left[::-1]


def battle_odds(
    attackers: int,
    defenders: int,
    losses: LossCounts | Sequence[ModeTable],
    max_attack: DiceLimit = 3,
    max_defence: DiceLimit = 2,
) -> BattleOdds:
    """The exact distribution when both sides roll all the dice they may until one side cannot go on.

    With a sequence of modes the battle starts in mode 0 (say: a once-only option is there) and every step names the
    mode that follows (say: it is used up). Where a roll leaves the attacker a choice they take what makes a win
    likeliest; among equals what leaves more of their armies and fewer of the other's on average; and the first
    option if it is still among them, so offer first what spends nothing.
    """
    for armies, side in ((attackers, "attacking"), (defenders, "defending")):
        if armies < 1:
            raise ValueError(f"{armies!r} armies on the {side} territory: must be at least 1")
    modes = [plain_mode(losses)] if callable(losses) else list(losses)
    chain = _Chain(modes, *_limits(attackers, defenders, max_attack, max_defence))
    if chain.choices:
        chain.choose()
    return chain.odds()


def campaign_odds(
    attackers: int,
    targets: Sequence[tuple[int, DiceLimit, DiceLimit]],
    modes: Sequence[ModeTable],
    leave: int = 1,
) -> list[list[float]]:
    """The chance, for each target in turn, that it falls and that so many armies of the attacker then stand in it.

    A target is its defenders and the most dice of either side. The mode goes on from battle to battle, and choices are
    taken so that the whole campaign is likeliest to succeed; among equals so that most armies are ahead at the end.
    """
    chains = [_Chain(modes, *_limits(attackers, *target)) for target in targets]
    if any(chain.choices for chain in chains):
        worth: Floats | None = None
        behind = 0  # defenders further on
        for chain in reversed(chains):
            worth = chain.choose(worth, behind, leave)
            behind += chain.defenders
    able = np.zeros((len(modes), attackers))  # to fight: one fewer than stand there
    able[0, -1] = 1.0
    taken = []
    for chain in chains:
        fallen = chain.fallen(able)
        there = np.concatenate([fallen[:, :leave].sum(axis=1, keepdims=True), fallen[:, leave:]], axis=1)
        taken.append(there.sum(axis=0).tolist())
        able = np.zeros_like(able)
        able[:, : there.shape[1] - 1] = there[:, 1:]
    return taken


def _limits(attackers: int, defenders: int, max_attack: DiceLimit, max_defence: DiceLimit) -> tuple[Ints, Ints]:
    attack_dice = _dice(max_attack, attackers, defenders, "attack", 0)
    defence_dice = _dice(max_defence, attackers, defenders, "defence", 1)
    # The attacker's last army stays behind and never fights.
    np.minimum(attack_dice, np.arange(attackers)[:, None], out=attack_dice)
    np.minimum(defence_dice, np.arange(defenders + 1), out=defence_dice)
    return attack_dice, defence_dice


def _dice(limit: DiceLimit, attackers: int, defenders: int, side: str, least: int) -> Ints:
    """The most dice by attackers able to fight and defenders; none where there is nobody to fight."""
    dice = np.zeros((attackers, defenders + 1), dtype=np.int64)
    for able in range(1, attackers):
        here = [limit(able + 1, armies) for armies in range(1, defenders + 1)] if callable(limit) else [limit]
        if min(here) < least:
            armies = f"{able + 1} armies against {here.index(min(here)) + 1}"
            raise ValueError(f"{min(here)!r} {side} dice for {armies}: must be at least {least}")
        dice[able, 1:] = here
    return dice


@lru_cache(maxsize=128)
def _rolls(table: ModeTable, dice: Dice, mode: int, modes: int) -> Rolls:
    return compile_rolls(table(*dice), mode, modes, f"mode {mode}, {dice[0]} dice against {dice[1]}")


class _Chain:
    """All positions of one battle. Arrays are indexed by armies able to fight, shifted by a margin.

    The margin holds losses greater than what is left, which a house rule may cause; they count as all of it.
    """

    def __init__(self, modes: Sequence[ModeTable], attack_dice: Ints, defence_dice: Ints) -> None:
        self.attackers, self.defenders = (size - 1 for size in attack_dice.shape)
        self.diagonals = list(self._diagonals(attack_dice, defence_dice))
        pairs = dict.fromkeys(pair for pair, _, _ in self.diagonals)
        self.rolls = {
            pair: [_rolls(table, pair, mode, len(modes)) for mode, table in enumerate(modes)] for pair in pairs
        }
        every = [rolls for by_mode in self.rolls.values() for rolls in by_mode]
        self.margin = max((max(step[:2]) for rolls in every for step in rolls.steps), default=0)
        self.left = [np.maximum(np.arange(-self.margin, n + 1), 0) for n in (self.attackers, self.defenders)]
        self.shape = (len(modes), self.left[0].size, self.left[1].size)
        self.choices = any(rolls.levels for rolls in every)
        self.after: dict[Step, tuple[float, float]] = {}
        self.shares: list[list[Floats]] = []  # probability by step, for every entry of the diagonals and every mode

    def _diagonals(self, attack_dice: Ints, defence_dice: Ints) -> Iterator[tuple[Dice, Ints, Ints]]:
        """Positions with equal dice on one diagonal, fewest armies first: (dice, attackers, defenders)."""
        for total in range(2, self.attackers + self.defenders + 1):
            attackers = np.arange(max(1, total - self.defenders), min(self.attackers, total - 1) + 1)
            defenders = total - attackers
            dice = np.stack([attack_dice[attackers, defenders], defence_dice[attackers, defenders]])
            for pair in dict.fromkeys(zip(*dice.tolist(), strict=True)):
                if pair[0]:
                    here = (dice[0] == pair[0]) & (dice[1] == pair[1])
                    yield (pair[0], pair[1]), attackers[here], defenders[here]

    def choose(self, onward: Floats | None = None, behind: int = 0, leave: int = 1) -> Floats:
        """Find the best choices, and what this battle is worth then: (win, margin) by mode and armies able to fight.

        `onward` is the same of the battle that follows, in which `leave` fewer fight; `behind` defenders come later.
        """
        # The chance to win and the mean margin in armies at the end: known where the battle is over.
        values = np.empty((2, *self.shape))
        values[0] = self.left[1] == 0
        values[1] = self.left[0][:, None] - self.left[1] - behind
        if onward is not None:
            fit = np.maximum(self.left[0] - leave, 0)
            values[:, :, :, : self.margin + 1] = onward[:, :, fit, None]
        for pair, attackers, defenders in self.diagonals:
            rows, columns = attackers + self.margin, defenders + self.margin
            by_mode: list[Floats] = []
            for mode, rolls in reversed(list(enumerate(self.rolls[pair]))):
                attacker_loss, defender_loss, next_mode = np.array(rolls.steps).T[:, :, None]
                nexts = values[:, next_mode, rows - attacker_loss, columns - defender_loss]
                for _ in range(_MOST_IMPROVEMENTS):
                    best = rolls.shares(nexts)
                    here = (best * nexts).sum(axis=1)
                    if rolls.again is None or np.array_equal(here, nexts[:, rolls.again]):
                        break
                    nexts[:, rolls.again] = here
                values[:, mode, rows, columns] = here
                by_mode.append(best)
            self.shares.append(by_mode[::-1])
        if self.diagonals and (rows[-1], columns[-1]) == (self.shape[1] - 1, self.shape[2] - 1):
            # The start comes last, and mode 0 last of all.
            worths = [(win, margin) for win, margin in nexts[:, :, 0].T.tolist()]
            self.after = dict(zip(rolls.steps, worths, strict=True))
        return values[:, :, self.margin :, -1]

    def fallen(self, able: Floats) -> Floats:
        """The chance of a win that leaves so many able to fight, by mode; `able` is the same of the start."""
        won = self._flow(able)[:, :, : self.margin + 1].sum(axis=2)
        fallen: Floats = won[:, self.margin :]
        fallen[:, 0] += won[:, : self.margin].sum(axis=1)
        return fallen

    def odds(self) -> BattleOdds:
        """How the battle comes out if all fight from the start."""
        able = np.zeros((self.shape[0], self.attackers + 1))
        able[0, -1] = 1.0
        flow = self._flow(able)
        ended = flow.sum(axis=0)
        return BattleOdds(
            self.attackers + 1,
            self.defenders,
            _folded(ended.sum(axis=1), self.left[0] + 1),
            _folded(ended.sum(axis=0), self.left[1]),
            _folded(ended[:, : self.margin + 1].sum(axis=1), self.left[0] + 1),
            flow.sum(axis=(1, 2)),
            self.after,
        )

    def _flow(self, able: Floats) -> Floats:
        """Carry the probability of being in each position from the start to where the battle ends."""
        plain = {pair: [rolls.plain_shares() for rolls in by_mode] for pair, by_mode in self.rolls.items()}
        flow = np.zeros(self.shape)
        flow[:, self.margin :, -1] = able
        for number, (pair, attackers, defenders) in reversed(list(enumerate(self.diagonals))):
            rows, columns = attackers + self.margin, defenders + self.margin
            for mode, rolls in enumerate(self.rolls[pair]):
                here = flow[mode, rows, columns]
                flow[mode, rows, columns] = 0.0
                shares = self.shares[number][mode] if self.shares else plain[pair][mode]
                for step, share in zip(rolls.steps, shares, strict=True):
                    flow[step.mode, rows - step.attacker_loss, columns - step.defender_loss] += here * share
        return flow


def _folded(probabilities: Floats, armies: Ints) -> Floats:
    folded = np.zeros(armies[-1] + 1)
    np.add.at(folded, armies, probabilities)
    return folded
