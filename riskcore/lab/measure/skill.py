"""One player unlike all others: what skill is worth, and what leaving something alone costs.

One seat is given to another bot than the rest; from game to game it moves on by one, in complete blocks. If all
bots were alike, each player would win an equal share of the games won, so that is what it is compared with.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import attrs

from riskcore.lab.measure.columns import complete_blocks
from riskcore.lab.measure.levels import LEVELS
from riskcore.lab.measure.luck import SOURCES, luck_games, measure_luck
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
    "contest",
    "measure_restricted",
    "measure_skill",
    "play_side_games",
    "restricted_games",
    "restrictions",
    "side_game_total",
    "skill_games",
]

#: Bots from the weakest to the strongest; each is measured against the one below.
LADDER = ("random", *LEVELS)

#: Bots that leave something alone, and what that is in short and in words; each is measured among full players.
RESTRICTED = {
    "never-trades": ("Trading", "trading before one must"),
    "never-fortifies": ("Fortifying", "moving armies at the end of a turn"),
    "ignores-continents": ("Continents", "caring about continents"),
    "ignores-rules": ("Own rules", "playing the variant's own rules well"),
}

_WHOLE = "greedy"  # the bot that each of these is, but for what it leaves alone
_STRANGERS = "novice"  # whom a bot meets that has no place on the ladder
_FEWEST = 100
_SKILL_PART, _RESTRICTED_PART = 10, 2  # one game on the side for so many of a run

# Plays games of a plan, or replays of it
Simulate = Callable[..., Results]


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


def contest(plan: Plan) -> tuple[str, str]:
    """The best of a plan's players, and the weaker ones that it is measured among: those one step below."""
    steps = {name: LADDER.index(kind) for name in plan.line_up if (kind := name.partition("(")[0]) in LADDER}
    if not steps:
        return plan.line_up[0], _STRANGERS
    best = max(steps, key=lambda name: steps[name])
    return (best, LADDER[steps[best] - 1]) if steps[best] else (LADDER[1], LADDER[0])


def _steps(plan: Plan, every: bool) -> list[tuple[str, str]]:
    """The better and the weaker bot of the highest step; with `every`, of those below it too."""
    better, weaker = contest(plan)
    below = LADDER[LADDER.index(weaker) :: -1] if every else ()
    return [(better, weaker), *pairwise(below)]


def measure_skill(plan: Plan, games: int, play: Simulate = simulate, *, every: bool = False) -> Iterator[Measured]:
    """How often the best player wins alone among the next weaker ones; and so on down the ladder with `every`."""
    fair = 1 / plan.players
    for number, (better, weaker) in enumerate(_steps(plan, every)):
        wins, won = _sit(plan, better, weaker, games, play)
        rate = wilson(wins, won)
        yield Measured(
            f"skill.{better}" if number else "skill",
            f"Skill of {better}" if number else "Skill",
            f"wins of one {better} bot among {weaker} ones in {count(won, 'game')}; {100 * fair:.0f} % without skill",
            "share",
            wins / won if won else None,
            rate if won else None,
            won,
            better="high",
            front=not number,
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
        wins, won = _sit(plan, bot, _WHOLE, games, play)
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
    total = skill_games(games, plan.players) * len(_steps(plan, restricted))
    if not restricted:
        return total
    total += restricted_games(games, plan.players) * len(restrictions(plan))
    return total + luck_games(games) * len(SOURCES)


def play_side_games(plan: Plan, games: int, play: Simulate, *, restricted: bool) -> SideGames:
    """Play the side games of a run. What goes wrong there costs nothing that is known already."""
    side_games = SideGames()

    def play_all(mixed: Plan, number: int, **how: Any) -> Results:
        results = play(mixed, number, **how)
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
            side_games.measured += measure_luck(plan, luck_games(games), play_all)
    except _Stopped:
        pass
    except GameFailed as error:
        side_games.fault = str(error)
    return side_games
