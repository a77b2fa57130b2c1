"""For tests of rules: positions, scripted dice, and the invariants that hold in every game."""

from collections.abc import Iterable, Sequence

from riskcore.dice import roll_number
from riskcore.game import Game
from riskcore.positions.invariants import broken_invariants
from riskcore.state import State
from riskcore.tape import Tape
from riskcore.view import Spectator

__all__ = ["broken_invariants", "script_dice", "untold"]


def script_dice(game: Game, rolls: Iterable[Sequence[int]]) -> None:
    """Let the next throws show these faces; afterwards chance goes on.

    A battle is one throw, the attacker's dice first: `(5, 4, 3, 6, 3)` is 5, 4, 3 against 6, 3. A die rolled alone is
    a throw of one: `(3,)`. Numbers drawn for anything else (a shuffle, say) count as a throw, so script only what comes
    before one.
    """
    state = game.state
    script = [(roll_number(faces) + 0.5) / 6 ** len(faces) for faces in rolls]
    state.tape = Tape(state.tape.seed, script)
    state.cursor = 0
    game.settle()


_TOLD = ("reserve", "alive", "discard", "sets_traded", "player", "first", "turn", "round", "captured", "outcome")


def untold(state: State, spectator: Spectator) -> list[str]:
    """What lies on the table without any event having told it; an empty list for rules that tell everything."""
    seen = spectator.state
    owners = zip(state.board.territories, state.owner, seen.owner, strict=True)
    armies = zip(state.board.territories, state.armies, seen.armies, strict=True)
    wrong = [f"{name} belongs to {now}, the events say {told}" for name, now, told in owners if now != told]
    wrong += [f"{name} has {now} armies, the events say {told}" for name, now, told in armies if now != told]
    facts = {name: (getattr(state, name), getattr(seen, name)) for name in _TOLD}
    facts["cards in the deck"] = len(state.deck), len(seen.deck)
    facts["cards in hands"] = [len(hand) for hand in state.hands], [len(hand) for hand in seen.hands]
    for name in state.rules.public_data:
        facts[f"data[{name!r}]"] = state.data[name], seen.data[name]
    return wrong + [f"{name}: {now!r}, the events say {told!r}" for name, (now, told) in facts.items() if now != told]
