"""A failure in plain text: where it is, what was done, expected and found side by side, and what happened."""

from collections.abc import Iterator

from riskcore.scenario.expectations import Mismatch
from riskcore.scenario.runner import Failure

__all__ = ["report"]

_WIDEST = 100
_MOST_TOLD = 30  # events; a set-up tells hundreds


def report(failure: Failure) -> str:
    """The failure as lines of text."""
    return "\n".join(_lines(failure))


def _lines(failure: Failure) -> Iterator[str]:
    scenario = failure.scenario
    place = failure.place
    ids = f" [{', '.join(scenario.shows)}]" if scenario.shows else ""
    yield f"{place.file}:{place.line}:{place.column}: {scenario.name}{ids}"
    yield f"  at the beginning, played as {scenario.variant}" if failure.step == 0 else f"  step {failure.step}"
    for number, move in enumerate(failure.moves):
        yield f"  {'>' if number == failure.stopped_at else ' '} {move}"
    yield from _side_by_side(failure.mismatches)
    if failure.told:
        yield "  what happened"
        yield from (f"    {line}" for line in failure.told[-_MOST_TOLD:])


def _side_by_side(mismatches: tuple[Mismatch, ...]) -> Iterator[str]:
    rows = [("", "", "expected", "found")]
    rows += [(f"line {each.place.line}", each.what, each.expected, each.found) for each in mismatches]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    if sum(widths) + 8 <= _WIDEST:
        for row in rows:
            yield "    " + "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        return
    for each in mismatches:
        yield f"    line {each.place.line}  {each.what}"
        yield f"      expected  {each.expected}"
        yield f"      found     {each.found}"
