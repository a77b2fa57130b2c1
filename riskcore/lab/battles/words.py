"""Odds for people: short labels with a sentence each, and the ways a battle may end as a list to show."""

from collections.abc import Iterator
from itertools import accumulate, groupby, takewhile
from math import ceil, log10

import attrs

from riskcore.lab.battles.battle_odds import Odds
from riskcore.lab.battles.campaign_odds import CampaignOdds
from riskcore.lab.battles.chain import BattleOdds
from riskcore.words import percent

__all__ = [
    "Ending",
    "battle_in_words",
    "campaign_facts",
    "campaign_in_words",
    "ending_armies",
    "endings",
    "odds_facts",
    "percent_words",
]

_TINY = 1e-9
_NEGLIGIBLE = 5e-4  # what a list of endings may leave out at either end

_Line = list[tuple[bool, int, float]]  # whether the attacker won, armies left of whoever did, probability


@attrs.frozen
class Ending:
    """A way for a battle to end, or a few alike: how many armies are left of the attacker after a win, else of the
    defender.
    """

    won: bool
    fewest: int
    most: int
    probability: float


def endings(battle: BattleOdds, most: int) -> list[Ending]:
    """The ways to end, best for the attacker first, in groups: `most` of them, or one more.

    What hardly ever happens at either end is left out.
    """
    won, held = battle.winners_left.tolist(), battle.defenders_left.tolist()
    line = [(True, armies, won[armies]) for armies in range(len(won) - 1, 0, -1) if won[armies]]
    line += [(False, armies, held[armies]) for armies in range(1, len(held)) if held[armies]]
    line = _without_head(_without_head(line)[::-1])[::-1]
    size = -(-len(line) // most)
    return [*_grouped(line, True, size), *_grouped(line, False, size)]


def _without_head(line: _Line) -> _Line:
    """The line without what is negligible at its beginning."""
    so_far = accumulate(probability for _, _, probability in line)
    return line[sum(1 for _ in takewhile(lambda share: share < _NEGLIGIBLE, so_far)) :]


def _grouped(line: _Line, won: bool, size: int) -> Iterator[Ending]:
    """One side of the line in groups of `size`, counted from the fewest armies."""
    side = [(armies, probability) for other, armies, probability in line if other == won]
    for _, members in groupby(side, key=lambda entry: (entry[0] - min(side)[0]) // size):
        group = list(members)
        yield Ending(won, min(group)[0], max(group)[0], sum(probability for _, probability in group))


def battle_in_words(odds: Odds) -> str:
    """What is fought."""
    if odds.battle.attackers == 1:
        return f"1 army cannot attack {odds.battle.defenders:,}: one has to stay behind"
    until = "until one side cannot go on"
    if odds.keep > 1:
        until = f"until the target falls or {odds.keep} attackers or fewer are left"
    return f"{odds.battle.attackers:,} armies attack {odds.battle.defenders:,} {until}"


def odds_facts(odds: Odds) -> list[tuple[str, str]]:
    """What there is to say besides the distribution."""
    battle = odds.battle
    facts = [
        ("The attacker wins", percent_words(battle.win)),
        ("Attackers left", _means(battle.mean_attackers_left, odds.mean_winners_left, "win")),
        ("Defenders left", _means(battle.mean_defenders_left, odds.mean_holders_left, "failed attack")),
    ]
    attack, defence = odds.dice
    if attack:
        facts.append(("Dice", f"both sides roll all they may, {attack} against {defence} at first"))
    if odds.options:
        best = "so that a win is likeliest, and then most armies are left; not at all where that is as good"
        facts.append(("Options are used", best))
    for option in odds.options:
        assumed = f" (assumed: {option.assumed})" if option.assumed else ""
        facts.append((option.rule, f"{option.words[:1].upper()}{option.words[1:]}{assumed}. {option.best_use}"))
    facts += [(rule, "left out: the attacker cannot use it") for rule in odds.left_out]
    return facts


def campaign_in_words(odds: CampaignOdds) -> str:
    """What is fought."""
    army = "1 army attacks" if odds.attackers == 1 else f"{odds.attackers:,} armies attack"
    row = ", then ".join(f"{defenders:,}" for defenders in odds.targets)
    return f"{army} {row}; each time all but {odds.leave} move on"


def campaign_facts(odds: CampaignOdds) -> list[tuple[str, str]]:
    """What there is to say besides how far the army comes."""
    facts = [("All of them fall", percent_words(odds.win))]
    if odds.mean_left is not None:
        facts.append(("Armies in the last", f"{odds.mean_left:.2f} on average then"))
    if odds.options:
        best = "so that the whole campaign is likeliest to succeed, and then most armies are left"
        facts.append(("Options are used", f"{best}: {', '.join(odds.options)}"))
    facts += [(rule, "left out: the attacker cannot use it") for rule in odds.left_out]
    return facts


def _means(always: float, then: float | None, when: str) -> str:
    return f"{always:.2f} on average" + ("" if then is None else f", {then:.2f} after a {when}")


def ending_armies(ending: Ending) -> str:
    """How many armies are left then."""
    if ending.fewest == ending.most:
        return f"{ending.most:,}"
    return f"{ending.fewest:,}–{ending.most:,}"  # noqa: RUF001 - a range


def percent_words(share: float, digits: int = 1) -> str:
    """A probability, not rounded to never or always if it is neither."""
    rest = min(share, 1 - share)
    if not 0 < rest < 10**-digits / 200:
        return percent(share, digits)
    if share < 0.5:
        return f"{100 * share:.1g} %"
    return f"{100 * share:.{ceil(-log10(rest)) - 2}f} %" if rest > _TINY else f"over {100 * (1 - _TINY):.7f} %"
