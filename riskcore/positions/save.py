"""Games as text: all that it takes to go on."""

import json
from typing import Any

from riskcore.errors import RiskError
from riskcore.files.variant import Variant
from riskcore.moves import thaw
from riskcore.rulebook import Rulebook
from riskcore.rules import Outcome
from riskcore.state import OUT_OF_PLAY, State
from riskcore.tape import Tape

__all__ = ["load_state", "save_state"]

_FORMAT = 2
_PLAIN = (
    "owner",
    "armies",
    "reserve",
    "alive",
    "hands",
    "deck",
    "discard",
    "sets_traded",
    "player",
    "first",
    "turn",
    "round",
    "captured",
    "orders",
    "frames",
    "data",
    "cursor",
)


def save_state(state: State, moves: list[tuple[Any, ...]]) -> str:
    """Everything a game needs to go on: the variant's rules and parameters, the position, the place on the tape."""
    document = {
        "format": _FORMAT,
        "variant": state.rules.variant.to_dict(),
        "players": state.players,
        "seed": state.tape.seed,
        "script": list(state.tape.script),
        **{name: getattr(state, name) for name in _PLAIN},
        "outcome": None if state.outcome is None else [state.outcome.winner, state.outcome.reason],
        "moves": moves,
    }
    return json.dumps(document, separators=(",", ":"))


def load_state(text: str, variant: Variant | Rulebook | None) -> tuple[State, list[tuple[Any, ...]]]:
    """The reverse of `save_state`."""
    try:
        document = json.loads(text)
        if document["format"] != _FORMAT:
            raise RiskError(
                f"a saved game of format {document['format']!r}; this version reads format {_FORMAT} alone, so go on"
                " with it in the version that saved it"
            )
        if variant is None:
            variant = Variant.from_dict(document["variant"])
        rules = variant if isinstance(variant, Rulebook) else Rulebook(variant)
        state = State(rules, document["players"], len(document["hands"]), Tape(document["seed"], document["script"]))
        for name in _PLAIN:
            setattr(state, name, document[name])
        if document["outcome"] is not None:
            state.outcome = Outcome(*document["outcome"])
        _count(state)
        return state, [thaw(move) for move in document["moves"]]
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise RiskError(f"not a saved game: {type(error).__name__}: {error}") from error


def _count(state: State) -> None:
    """Recount what `give` and `take_out` keep: territories by owner, and by continent in all and by owner."""
    state.continent_sizes[:] = [len(members) for members in state.board.members]
    for owner, counts in enumerate(state.held_in):
        state.held[owner] = 0
        counts[:] = [0] * len(counts)
    for territory, owner in enumerate(state.owner):
        if owner == OUT_OF_PLAY:
            state.continent_sizes[state.board.continent_of[territory]] -= 1
        elif owner >= 0:
            state.held[owner] += 1
            state.held_in[owner][state.board.continent_of[territory]] += 1
