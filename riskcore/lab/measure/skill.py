"""One player unlike all others: what skill is worth, and what leaving something alone costs.

One seat is given to another bot than the rest; from game to game it moves on by one, in complete blocks. If all
bots were alike, each player would win an equal share of the games won, so that is what it is compared with.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise

import attrs

from riskcore.lab.measure.columns import complete_blocks
from riskcore.lab.measure.measures import Measured, whole_blocks
from riskcore.lab.play.batch import GameFailed, Plan, arena_for
from riskcore.lab.play.results import Results
from riskcore.lab.play.simulate import simulate
from riskcore.lab.stats.intervals import Interval, games_needed_for_rate, wilson
from riskcore.words import count

__all__ = [
    "LADDER",
    "RESTRICTED",
    "SideGames",
    "measure_restricted",
    "measure_skill",
    "play_side_games",
    "restricted_games",
    "restrictions",
    "side_game_total",
    "skill_games",
]

#: Bots from the weakest to the strongest; each is measured against the one below.
LADDER = ("random", "novice", "greedy")

#: Bots that leave something alone, and what that is in short and in words; each is measured among full players.
RESTRICTED = {
    "never-trades": ("Trading", "trading before one must"),
    "never-fortifies": ("Fortifying", "moving armies at the end of a turn"),
    "ignores-continents": ("Continents", "caring about continents"),
    "ignores-rules": ("Own rules", "playing the variant's own rules well"),
}

_FEWEST = 100
_SKILL_PART, _RESTRICTED_PART = 10, 2  # one game on the side for so many of a run

# Plays games of a plan
Simulate = Callable[[Plan, int], Results]


def skill_games(games: int, players: int) -> int:
    """How many games go with a run to tell of skill: a tenth as many, but enough to say something."""
    return whole_blocks(min(max(games // _SKILL_PART, _FEWEST), games), players)


def restricted_games(games: int, players: int) -> int:
    """How many games go with a run to tell what one thing is worth: half as many, for it may be little."""
    return whole_blocks(min(max(games // _RESTRICTED_PART, _FEWEST), games), players)


def _sit(plan: Plan, bot: str, rest: str, games: int, play: Simulate) -> tuple[int, int]:
    """Games that a bot won among others, and games that anybody won."""
    mixed = attrs.evolve(plan, bots=(bot, *(rest,) * (plan.players - 1)))
    winners = complete_blocks(play(mixed, whole_blocks(games, plan.players)))
    return winners.count(0), len(winners) - winners.count(-1)


def _steps(every: bool) -> list[tuple[str, str]]:
    """The weaker and the better bot of each step of the ladder, the highest first; or of that alone."""
    return list(pairwise(LADDER))[::-1][: None if every else 1]


def measure_skill(plan: Plan, games: int, play: Simulate = simulate, *, every: bool = False) -> Iterator[Measured]:
    """How often the best bot wins alone against the next weaker one; and so on down the ladder with `every`."""
    fair = 1 / plan.players
    for weaker, better in _steps(every):
        wins, won = _sit(plan, better, weaker, games, play)
        rate = wilson(wins, won)
        yield Measured(
            f"skill.{better}",
            "Skill" if better == LADDER[-1] else f"Skill of a {better}",
            f"wins of one {better} bot among {weaker} ones in {count(won, 'game')}; {100 * fair:.0f} % without skill",
            "share",
            wins / won if won else None,
            rate if won else None,
            won,
            better="high",
            front=better == LADDER[-1],
            compared_with=fair,
            more_games=_missing(wins, won, fair, rate, _SKILL_PART),
            details={"wins": wins},
        )


def restrictions(plan: Plan) -> dict[str, tuple[str, str]]:
    """The restricted bots that mean something under a variant: its own rules can be ignored only if they advise."""
    rules = arena_for(plan).rules
    advised = bool(rules.advice or rules.interests)
    return {bot: what for bot, what in RESTRICTED.items() if advised or bot != "ignores-rules"}


def measure_restricted(plan: Plan, games: int, play: Simulate = simulate) -> Iterator[Measured]:
    """How much rarer a player wins who leaves something alone, than one who does not."""
    fair = 1 / plan.players
    for bot, (title, what) in restrictions(plan).items():
        wins, won = _sit(plan, bot, LADDER[-1], games, play)
        rate = wilson(wins, won)
        yield Measured(
            f"restricted.{bot}",
            title,
            f"wins that {what} is worth, in percentage points; an equal share is {100 * fair:.0f}",
            "points",
            fair - wins / won if won else None,
            Interval(fair - rate.high, fair - rate.low) if won else None,
            won,
            compared_with=0.0,
            more_games=_missing(wins, won, fair, rate, _RESTRICTED_PART),
            details={"wins": wins, "bot": bot},
        )


def _missing(wins: int, won: int, fair: float, interval: Interval, part: int) -> int | None:
    """Games of the run whose side games would show the difference, if it is what it seems, where these do not."""
    if not won or fair not in interval or wins / won == fair:
        return None
    return part * max(1, games_needed_for_rate(wins / won, fair) - won)


@attrs.define
class SideGames:
    """What side games of a run said; `stopped` or `fault` tells why that is not all."""

    measured: list[Measured] = attrs.field(factory=list)
    games: int = 0
    stopped: str = ""
    fault: str = ""


class _Stopped(Exception):  # noqa: N818 - it says what happened
    """The side games were stopped."""


def side_game_total(plan: Plan, games: int, *, restricted: bool) -> int:
    """How many side games go with a run."""
    total = skill_games(games, plan.players) * len(_steps(restricted))
    return total + restricted_games(games, plan.players) * len(restrictions(plan)) if restricted else total


def play_side_games(plan: Plan, games: int, play: Simulate, *, restricted: bool) -> SideGames:
    """Play the side games of a run. What goes wrong there costs nothing that is known already."""
    side_games = SideGames()

    def play_all(mixed: Plan, number: int) -> Results:
        results = play(mixed, number)
        side_games.games += len(results)
        side_games.stopped = results.stopped
        if results.stopped:
            raise _Stopped
        return results

    try:
        for measured in measure_skill(plan, skill_games(games, plan.players), play_all, every=restricted):
            side_games.measured.append(measured)
        if restricted:
            for measured in measure_restricted(plan, restricted_games(games, plan.players), play_all):
                side_games.measured.append(measured)
    except _Stopped:
        pass
    except GameFailed as error:
        side_games.fault = str(error)
    return side_games
