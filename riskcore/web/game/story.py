"""What a move did, in sentences, as everybody at the table may read them."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from riskcore.events import Event, TurnStarted
from riskcore.text.narrate import Narrator
from riskcore.view import Spectator, View

__all__ = ["Line", "tell"]

Line: TypeAlias = tuple[int, int, str]  # whose turn it is, the round, a sentence


def tell(view: View, names: Sequence[str]) -> Callable[[Iterable[Event]], list[Line]]:
    """A function from the events of the next move to sentences; it remembers how things stood before."""
    narrator = Narrator(Spectator.joining(view.rules, view.to_dict()), names)
    player, rounds = view.turn_player, view.round

    def sentences(events: Iterable[Event]) -> list[Line]:
        lines: list[Line] = []
        turn: list[Event] = [TurnStarted(player, rounds)]
        for event in events:
            if isinstance(event, TurnStarted):
                lines += _told(narrator, turn)
                turn = []
            turn.append(event)
        return lines + _told(narrator, turn)

    return sentences


def _told(narrator: Narrator, turn: Sequence[Event]) -> list[Line]:
    """The sentences of events that begin with the start of a turn."""
    _, player, rounds = turn[0]
    return [(player, rounds, sentence) for sentence in narrator.tell(turn)]
