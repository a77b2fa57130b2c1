"""What a search for settings shows on a terminal: the best trials, and the verdicts on the very best."""

from typing import TYPE_CHECKING

from riskcore.cli.screens.console import facts, print_block, print_indented

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console
    from rich.table import Table

    from riskcore.lab import Tuning
    from riskcore.lab.goals.goals import Goal
    from riskcore.lab.settings.search_space import Dimension
    from riskcore.lab.settings.tune import Found, Trial

__all__ = ["faults", "show_tuning"]

_SHOWN = 10  # trials on the page, the best ones
_SHOWN_FAULTS = 3
_MISSED = "how far goals are missed: 0 is met with the goal's margin to spare, 1 is missed by as much"
_BY_GOAL = "; beside what was measured, how far that goal is missed"
_ANEW = "those below are from new games with another seed"


def show_tuning(console: "Console", tuning: "Tuning") -> None:
    """The best trials, how to use the very best, and the verdicts on it."""
    from rich.text import Text

    from riskcore.cli.screens.goals import show_goals
    from riskcore.lab.goals.verdicts import answer_words
    from riskcore.words import count

    base, goals, dimensions, found, games = tuning.plan, tuning.goals, tuning.dimensions, tuning.found, tuning.games
    tried = count(found.tried, "setting") if found.possible is None else _of_possible(found.tried, found.possible)
    console.print(Text(f"{base.variant.name}: {tried} tried, {count(games, 'game')} each", style="bold"))
    # The widest table that the screen has room for: at best with all numbers, at worst without goals that the best
    # settings meet anyway.
    worst = sorted(goals, key=lambda goal: -found.trials[0].missed[goal.key])
    layouts = [(len(goals), True), *((number, False) for number in range(len(goals), 0, -1))]
    for number, by_goal in layouts:
        shown = [goal for goal in goals if goal in worst[:number]]
        table = _table(shown, dimensions, found.trials[:_SHOWN], by_goal)
        if console.measure(table).maximum <= console.width - 2:
            break
    console.print()
    print_block(console, table, 2)
    console.print()
    more = f"; {count(len(goals) - number, 'goal')} more with --json" if number < len(goals) else ""
    rows = [
        ("Missed", f"{_MISSED}{_BY_GOAL if by_goal else ''}{more}"),
        ("Best", " ".join(f"--set {key}={value}" for key, value in found.trials[0].values.items())),
    ]
    if found.at_edge:
        rows.append(("Edge", "the best lies at the edge of what was searched; a wider range may do better"))
    rows += [("No game", words) for words in faults(found)]
    if found.judged:
        rows.append(("Verdicts", _ANEW))
    print_block(console, facts(rows), 2)
    show_goals(console, found.judged, until_decided=True)
    if found.by_level and found.judged:
        console.print()
        print_indented(console, Text(answer_words(tuning.plan, found.judged, found.by_level)), 2)


def _of_possible(tried: int, possible: int) -> str:
    return f"{tried:,} of {possible:,} possible settings"


def _table(
    goals: "Sequence[Goal]", dimensions: "Sequence[Dimension]", trials: "Sequence[Trial]", by_goal: bool
) -> "Table":
    """A row for each trial with what was measured; if `by_goal`, with how far each goal was missed as well."""
    from rich.table import Table

    from riskcore.lab.goals.verdicts import value_words

    def cell(goal: "Goal", trial: "Trial") -> str:
        value = value_words(goal, trial.measured.get(goal.key)).removeprefix("round ")
        return f"{value} ({trial.missed[goal.key]:.2f})" if by_goal else value

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for each in dimensions:
        table.add_column(each.varied.name.replace("_", "\n"), justify="right", style="bold", vertical="bottom")
    for heading in ("missed", *(goal.key for goal in goals)):
        table.add_column(heading.replace("_", "\n"), justify="right")
    for trial in trials:
        table.add_row(*trial.values.values(), f"{trial.total:.2f}", *(cell(goal, trial) for goal in goals))
    return table


def faults(found: "Found") -> list[str]:
    """The settings that make no game, and why; the first of them, and how many there are beside."""
    told = [f"{trial.words()}: {trial.problem}" for trial in found.unplayable[:_SHOWN_FAULTS]]
    more = len(found.unplayable) - len(told)
    return [*told, f"{more:,} more, with --json"] if more else told
