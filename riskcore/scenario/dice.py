"""Scripted dice: `5 4 3 / 6 3` is a battle, the attacker's dice first; `3 5` are two dice rolled one by one."""

from collections.abc import Iterable

import attrs

from riskcore.files.toml_source import shown
from riskcore.notation.names import WordError

__all__ = ["Throw", "throws_of"]

_FACES = range(1, 7)


@attrs.frozen
class Throw:
    """Dice that are thrown together; a lone die has no defence."""

    attack: tuple[int, ...]
    defence: tuple[int, ...] = ()

    @property
    def faces(self) -> tuple[int, ...]:
        """All of them, as the engine takes them."""
        return self.attack + self.defence


def throws_of(text: str) -> Iterable[Throw]:
    """The throws of one text."""
    sides = [_faces(side, text) for side in text.split("/")]
    if len(sides) > 2 or not all(sides):
        raise WordError(f'{shown(text)}: must look like "5 4 3 / 6 3" for a battle, "3" for a die rolled alone')
    if len(sides) == 2:
        return [Throw(*sides)]
    return [Throw((face,)) for face in sides[0]]


def _faces(side: str, text: str) -> tuple[int, ...]:
    words = side.replace(",", " ").split()
    for word in words:
        if not word.isdigit() or int(word) not in _FACES:
            raise WordError(f"{shown(text)}: {shown(word)} is no face of a die; must be 1 to 6")
    return tuple(int(word) for word in words)
