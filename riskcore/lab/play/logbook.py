"""The games of a plan in files: a log that can be played again, and a table with a row for each game."""

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from riskcore.errors import Forfeit, RiskError, SaveError
from riskcore.lab.play.batch import GameRecord, Match, Plan, rulebook_for
from riskcore.logs.game_log import LoggedGame, LogWriter

if TYPE_CHECKING:
    from riskcore.lab.play.results import Results

__all__ = ["games_table", "logged_match", "open_log"]


def open_log(path: Path, plan: Plan) -> LogWriter:
    """A new log of a plan's games."""
    about = {"players": plan.players, "seed": plan.seed, "bots": list(plan.bots), "max_rounds": plan.max_rounds}
    return LogWriter(path, rulebook_for(plan.variant), {"plan": about})


def logged_match(logged: LoggedGame) -> tuple[Plan, Match]:
    """A game of a log as it was played, with its moves as the decisions."""
    match logged.about:
        case {
            "plan": {"players": int(players), "seed": int(seed), "bots": [*bots], "max_rounds": int(rounds)},
            "first_bot": int(first_bot),
            "first": int(first),
        } if all(isinstance(bot, str) for bot in bots) and bots and players == logged.players:
            try:
                plan = Plan(logged.rules.variant, players, seed, tuple(bots), rounds)
            except ValueError as error:
                raise SaveError(f"{logged.place}: plan: {error}") from None
            game = logged.begin(events=True)
            moves = iter(logged.moves)
            return plan, Match(game, [lambda: _next(moves, logged)] * players, first_bot % players, first % players)
        case {"seats": [*seats]} if all(isinstance(who, str) for who in seats) and len(seats) == logged.players:
            plan = Plan(logged.rules.variant, logged.players, logged.seed, tuple(seats))
            moves = iter(logged.moves)
            return plan, Match(logged.begin(events=True), [lambda: _next(moves, logged)] * logged.players, 0, 0)
    raise SaveError(
        f"{logged.place}: the log does not say who played; `riskvar run --log` and `riskvar play` write that"
    )


def _next(moves: Any, logged: LoggedGame) -> tuple[Any, ...]:
    move: tuple[Any, ...] | None = next(moves, None)
    if move is None:
        if logged.forfeit is not None:
            raise Forfeit(logged.forfeit)
        raise RiskError(f"the log of game {logged.number} ends here: {logged.end.get('outcome')}")
    return move


def games_table(results: "Results") -> str:
    """A row for each game, as CSV."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["game", "seed", *GameRecord._fields])
    for number, record in results.numbered():
        writer.writerow([number, results.plan.game_seed(number), *record])
    return text.getvalue()
