"""Decisions that wait: flat lists whose fields have names.

A frame is a list such as `["place", 0, 0, 5]`: it copies and saves as it is. Every frame begins with its phase and with
who decides; what else there is, a phase declares with a subclass of `FrameFields`. Its fields are then positions, read
and written as `frame[PlaceFrame.left]`.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from riskcore import domains
from riskcore.domains import Domain

if TYPE_CHECKING:
    from riskcore.rulebook import Rulebook

__all__ = ["DECIDER", "PHASE", "Frame", "FrameFields", "bare_frame", "check_frame", "domain_sizes"]

Frame = list[Any]

PHASE: Final = 0  # the phase's name
DECIDER: Final = 1  # who decides; where there is nothing to decide, whose turn or battle it is

_SHARED: Mapping[str, Domain] = {"phase": domains.text(), "decider": domains.optional(domains.player())}
_MOST_SHOWN = 60  # characters of a wrong value in a message


class FrameFields:
    """What the frames of a phase keep: a subclass lists the fields with their domains, in order.

    A field's name is its place in a frame, an int, or for `domains.rest` a slice. `new(decider, …)` makes a frame, with
    one argument for each field.
    """

    phase: ClassVar[str] = ""
    fields: ClassVar[Mapping[str, Domain]] = _SHARED  # by name, with the two that every frame has
    new: ClassVar[Callable[..., Frame]]

    def __init_subclass__(cls, phase: str) -> None:
        declared: dict[str, Domain] = {name: cls.__dict__[name] for name in cls.__annotations__}
        for name, domain in declared.items():
            if name in (*_SHARED, *FrameFields.__annotations__, "named"):
                raise TypeError(f"{cls.__name__}: {name!r} is taken in every frame; call the field something else")
            if domain.rest and name != list(declared)[-1]:
                raise TypeError(f"{cls.__name__}: {name!r} takes the rest of a frame, so it must be the last field")
        cls.phase = phase
        cls.fields = {**_SHARED, **declared}
        for position, (name, domain) in enumerate(declared.items(), len(_SHARED)):
            setattr(cls, name, slice(position, None) if domain.rest else position)
        cls.new = _constructor(phase, declared)

    @classmethod
    def named(cls, frame: Frame) -> dict[str, Any]:
        """A frame's values by the names of their fields."""
        places = [PHASE, DECIDER, *(getattr(cls, name) for name in list(cls.fields)[len(_SHARED) :])]
        return {name: frame[place] for name, place in zip(cls.fields, places, strict=True)}


def _constructor(phase: str, fields: Mapping[str, Domain]) -> Callable[..., Frame]:
    """Written out, as the constructors of records are: a real signature, at the price of a list."""
    values = ", ".join(["decider", *(f"*{name}" if domain.rest else name for name, domain in fields.items())])
    namespace: dict[str, Any] = {}
    exec(f"def new({values}): return [{phase!r}, {values}]", namespace)
    made: Callable[..., Frame] = namespace["new"]
    return made


def bare_frame(phase: str, decider: int) -> Frame:
    """The frame of a phase that declares no fields."""
    return [phase, decider]


def check_frame(frame: object, rules: "Rulebook", players: int) -> str | None:
    """What is wrong with a frame that comes from outside, a saved one for instance; None if nothing is.

    It is then a frame that the phase's functions can read: as many values as there are fields, each within its domain.
    """
    if type(frame) is not list or len(frame) <= DECIDER or type(frame[PHASE]) is not str:
        return f"{_short(frame)} is no frame: a frame is a list of a phase's name, who decides, and the phase's fields"
    if frame[PHASE] not in rules.phases:
        return f"the frame {_short(frame)} is of no phase of these rules"
    declared = rules.phases[frame[PHASE]].frame
    fixed = sum(not domain.rest for domain in declared.fields.values())
    if len(frame) < fixed or (len(frame) > fixed and fixed == len(declared.fields)):
        return f"the frame {_short(frame)} has {len(frame)} values; it takes ({', '.join(declared.fields)})"
    sizes = domain_sizes(rules, players)
    for name, value in declared.named(frame).items():
        domain = declared.fields[name]
        for each in value if domain.rest else (value,):
            if not domain.holds(each, sizes):
                return f"the frame {_short(frame)} has {name} {_short(each)}, which is no {domain.name} here"
    return None


def domain_sizes(rules: "Rulebook", players: int) -> dict[str, int]:
    """How many there are of everything that the tests of domains ask for."""
    return {
        "territories": len(rules.board.territories),
        "cards": len(rules.deck),
        "owners": players + len(rules.owners(players)),
        "players": players,
        "setup": len(rules.setup),
        "turn": len(rules.turn),
        "battle": len(rules.battle),
    }


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "…"
