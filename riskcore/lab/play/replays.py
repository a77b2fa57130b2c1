"""Games that share one source of chance, the deal, the deck or the dice, and have all other chance of their own."""

from random import Random
from typing import Literal, get_args

from riskcore.frames import DECIDER
from riskcore.lab.play.batch import Arena, GameRecord, Match, Plan, arena_for, game_failed, is_ctrl_c, record_of
from riskcore.lab.play.results import Batch
from riskcore.tape import Tape, derive_seed

__all__ = ["REPLAYS", "Source", "replay_batch"]

Source = Literal["deal", "deck", "dice"]

REPLAYS = 5  # games in a row with the same deal, deck or dice


def replay_batch(plan: Plan, source: Source, numbers: range) -> Batch:
    """Play some replays, in groups that follow one another; what a worker is asked to do."""
    arena = arena_for(plan)
    return Batch.of(numbers.start, [_replay(arena, source, number) for number in numbers])


def _replay(arena: Arena, source: Source, number: int) -> GameRecord:
    """A game that shares one source with those of its group, and no other chance with any."""
    plan, group = arena.plan, number // REPLAYS
    kept = {each: derive_seed(plan.seed, "replay", each, number) for each in get_args(Source)}
    kept[source] = derive_seed(plan.seed, "group", source, group)
    match = arena.open(kept["deal"])
    state = match.game.state
    try:
        _play(match, plan, until=1)
        state.deck.sort()
        Random(kept["deck"]).shuffle(state.deck)
        state.tape, state.cursor = Tape(kept["dice"]), 0
        _play(match, plan)
    except BaseException as error:
        if is_ctrl_c(error):
            raise
        raise game_failed(plan, number, match.game, error) from error
    return record_of(match, plan)


def _play(match: Match, plan: Plan, until: int | None = None) -> None:
    """Play on, to a turn or to the end."""
    state, push = match.game.state, match.game.push
    while state.frames and state.round <= plan.max_rounds and (until is None or state.turn < until):
        push(match.deciders[state.frames[-1][DECIDER]]())
