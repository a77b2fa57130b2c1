"""How hard the missions of a deck are: greedy players draw them, and the round in which each is achieved is noted.

A mission counts as achieved in the first round in which its holder could claim it. Claiming all of them does not end
these games, so that nobody's missions are cut short; conquest does, and so does the last round to be looked at.
Run it as `python benchmarks/mission_difficulty.py --games 4000`; it prints tables in Markdown.
"""

from collections.abc import Generator, Iterable
from pathlib import Path
from statistics import mean, median, stdev

import attrs
import click

from risk_bots.greedy import GreedyBot
from risk_missions.deck_file import MissionDeck, load_deck
from risk_missions.mission_2004 import Missions
from riskcore import DECIDER, PHASE, Game, Rulebook, WinCheck, hookimpl, load_variant
from riskcore.lab.stats.intervals import two_sided_z, wilson

NEVER = 1_000_000  # the round of what was not achieved
CLAIMABLE = ("attack", "fortify", "claim missions")


@attrs.frozen(eq=False)
class PlayOn:
    """The game goes on when somebody has claimed all missions."""

    @hookimpl(wrapper=True)
    def win_condition(self) -> Generator[None, tuple[WinCheck, ...], tuple[WinCheck, ...]]:
        """Claiming all missions does not end the game."""
        return tuple(check for check in (yield) if "claim" not in check.on)


Achieved = dict[str, int]  # a mission to the round in which its holder achieved it


def play(rules: Rulebook, deck: MissionDeck, players: int, seed: int, rounds: int) -> Achieved:
    """One game: every mission that was drawn, and its round."""
    game = Game(rules, players, seed, orders=GreedyBot.order, events=False)
    state = game.state
    waiting = [[deck.missions[name] for name in names] for names in state.data["missions"]]
    achieved = {mission.name: NEVER for missions in waiting for mission in missions}
    bots = [GreedyBot() for _ in range(players)]
    views = [game.view(player) for player in range(players)]
    for bot, view in zip(bots, views, strict=True):
        bot.start(view, seed)
    while game.outcome is None and state.round <= rounds:
        decider = state.frames[-1][DECIDER]
        game.push(bots[decider].decide(views[decider]))
        player = state.player
        if state.turn and waiting[player] and (game.outcome or state.frames[-1][PHASE] in CLAIMABLE):
            done = [mission for mission in waiting[player] if mission.objective.holds(state, player)]
            achieved.update({mission.name: state.round for mission in done})
            waiting[player] = [mission for mission in waiting[player] if mission not in done]
    return achieved


def share(rounds: Iterable[int], by: int) -> float:
    """The share of missions that were achieved by a round."""
    return mean(each <= by for each in rounds)


def print_missions(deck: MissionDeck, games: list[Achieved], marks: list[int]) -> None:
    """A line for each mission; holders of one mission sit in different games, so their fates are independent."""
    titles = [f"by round {mark}" for mark in marks]
    print(f"\n| rank | mission | objective | drawn | {' | '.join(titles)} | 95 % | median |")
    print("|---|---|---|--:|" + "--:|" * (len(marks) + 2))
    for name, mission in deck.missions.items():
        rounds = [game[name] for game in games if name in game]
        cells = [f"{share(rounds, mark):.0%}" for mark in marks]
        last = wilson(sum(each <= marks[-1] for each in rounds), len(rounds))
        middle = median(rounds)
        print(
            f"| {deck.piles[mission.pile]} | {name} | {mission.words} | {len(rounds)} | {' | '.join(cells)} "
            f"| {last.low:.0%} to {last.high:.0%} | {'never' if middle >= NEVER else format(middle, 'g')} |"
        )


def print_ranks(deck: MissionDeck, games: list[Achieved], marks: list[int], level: float) -> bool:
    """A line for each rank, with how much less is achieved of it than of the rank before; whether always less.

    Players of one game share a fate, so games and not players are counted: the intervals are those of a game's share.
    """
    z = two_sided_z(level)
    root = len(games) ** 0.5
    print(f"\n| rank | {' | '.join(f'by round {mark}' for mark in marks)} | median |")
    print("|---|" + "--:|" * (len(marks) + 1))
    rising = True
    before: list[list[float]] = []
    for pile, title in enumerate(deck.piles):
        rounds = [[game[name] for name in deck.in_pile(pile) if name in game] for game in games]
        shares = [[share(game, mark) for game in rounds] for mark in marks]
        cells = []
        for at, values in enumerate(shares):
            cell = f"{mean(values):.1%} ± {z * stdev(values) / root:.1%}"
            if before:
                drops = [easier - harder for easier, harder in zip(before[at], values, strict=True)]
                error = z * stdev(drops) / root
                rising = rising and mean(drops) > error
                cell += f" ({-mean(drops):+.1%} ± {error:.1%})"
            cells.append(cell)
        before = shares
        middle = median(each for game in rounds for each in game)
        print(f"| {title} | {' | '.join(cells)} | {'never' if middle >= NEVER else format(middle, 'g')} |")
    return rising


@click.command()
@click.option("--variant", default="mission-2004", show_default=True, help="Name or path of a variant with missions.")
@click.option("--games", "number", default=2000, show_default=True, help="Games for each number of players.")
@click.option("--players", multiple=True, default=(3, 4, 5, 6), show_default=True, help="Numbers of players.")
@click.option("--details", default=4, show_default=True, help="The number of players to list every mission for.")
@click.option("--rounds", "marks", multiple=True, default=(5, 10, 20), show_default=True, help="Rounds to look at.")
@click.option("--seed", default=1, show_default=True, help="Seed of the first game.")
def main(variant: str, number: int, players: tuple[int, ...], details: int, marks: tuple[int, ...], seed: int) -> None:
    """Print how often and when greedy players achieve the missions of a variant's deck."""
    rules = Rulebook(load_variant(variant, rules=["play-on"], plugin_files=[Path(__file__)]))
    plugin = next(plugin for _, plugin in rules.plugins if isinstance(plugin, Missions))
    deck = load_deck(plugin.deck_file, rules.board)
    looked_at = sorted(marks)
    for count in players:
        games = [play(rules, deck, count, seed + game, looked_at[-1]) for game in range(number)]
        print(f"\n{count} players, {number} games, seeds from {seed}")
        rising = print_ranks(deck, games, looked_at, 0.95)
        verdict = "Each rank is harder" if rising else "Not every rank is harder"
        print(f"\n{verdict} than the one before: after {', '.join(map(str, looked_at))} rounds.")
        if count == details:
            print_missions(deck, games, looked_at)


if __name__ == "__main__":
    main()
