"""What kept games say, in sentences; for a terminal and for a page."""

from collections.abc import Iterator, Mapping
from math import isfinite

from riskcore.lab.kept.companies import COMPARABLE, Company, PlayedVariant
from riskcore.lab.measure.words import range_words
from riskcore.words import count, percent

__all__ = ["company_facts", "left_out_words"]


def company_facts(played: PlayedVariant) -> Iterator[tuple[str, str]]:
    """The gist of each company's games, and how they were measured."""
    for company in played.companies:
        yield _name(company), "; ".join(_gist(company))
    lent = [each for each in played.companies if each.judged_by != each.name and len(each.results)]
    if lent:
        whose = " and of ".join(each.name for each in lent)
        yield (
            "Lead",
            f"games of {whose} are too few to say who is ahead; what decides those of {lent[0].judged_by} does",
        )
    if played.compared[0] and not played.changes:
        ours, base = played.compared
        yield "Few", f"to say how games of {ours} differ from those of {base} takes {COMPARABLE} of either"
    if played.beside:
        bots = played.companies[-1].name
        yield "Beside", f"{count(played.beside, 'game')} of {bots} were played for this; logs of bots may be given"


def _name(company: Company) -> str:
    return f"{company.name[:1].upper()}{company.name[1:]}"


def _gist(company: Company) -> Iterator[str]:
    at_table = f", {company.at_table:,} of them at a table" if 0 < company.at_table < len(company.games) else ""
    yield f"{count(len(company.games), 'game')}{at_table}"
    by_key = {each.key: each for each in company.measured}
    length = by_key["length"]
    if length.value is not None and isfinite(length.value):
        yield f"half of them end by round {length.value:.0f}"
    time = by_key.get("minutes")
    if time is not None and time.value is not None and isfinite(time.value):
        yield f"within {time.value:.0f} minutes"
    if len(company.wins) > 1:
        name, share = next(iter(company.wins.items()))
        if share.games:
            won = f"{name} win {share.wins:,} of the {share.games:,} games that somebody won"
            between = range_words(share.interval, "share")
            yield f"{won} ({between} % is plausible), and have {percent(share.fair, 0)} of the seats"


def left_out_words(left_out: Mapping[str, int]) -> str:
    """Which games were not measured."""
    return ", ".join(f"{count(number, 'game')} {reason}" for reason, number in left_out.items())
