"""Odds in words: short labels with a sentence each, for the terminal and for a page."""

from riskcore.lab.odds import Ending, Odds

__all__ = ["battle_in_words", "ending_armies", "odds_facts", "percent_words"]


def battle_in_words(odds: Odds) -> str:
    """What is fought."""
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
        best = "so that a win is likeliest; of equals, so that most armies are left; and not for nothing"
        facts.append(("Options are used", best))
    for option in odds.options:
        assumed = f" (assumed: {option.assumed})" if option.assumed else ""
        facts.append((option.rule, f"{option.words[:1].upper()}{option.words[1:]}{assumed}. {option.best_use}"))
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
    """A probability that is not rounded to never or always if it is neither."""
    least = 10.0**-digits
    if 0 < share < least / 200:
        return f"{share:.1e}" if share < 1e-6 else f"{100 * share:.1g} %"
    if 1 - least / 200 < share < 1:
        return f"all but {percent_words(1 - share, digits)}"
    return f"{100 * share:.{digits}f} %"
