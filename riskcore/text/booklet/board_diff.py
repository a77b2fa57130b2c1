"""What differs between two boards, in sentences: names, continents and what they bring, borders, cards."""

from collections.abc import Iterator, Mapping

from riskcore.board import Board
from riskcore.words import counted, listed

__all__ = ["board_differences", "changed_territories"]


def board_differences(old: Board, new: Board) -> Iterator[tuple[str, str]]:
    """What is so on the first board and what on the second instead; nothing where one of them has nothing."""
    renamed = _renamed(old, new)
    yield from ((f"A territory is called {before}.", f"It is called {after}.") for before, after in renamed.items())
    names = [renamed.get(name, name) for name in old.territories]
    yield from _only("The board has", names, new.territories)
    yield from _continents(old, new, names)
    yield from _facts(_borders(old, names), _borders(new, list(new.territories)))
    yield from _facts(_cards(old, names), _cards(new, list(new.territories)))


def changed_territories(old: Board, new: Board) -> Mapping[int, str]:
    """Which territories of the second board something changed for, and what."""
    renamed = _renamed(old, new)
    names = [renamed.get(name, name) for name in old.territories]
    before = {name: number for number, name in enumerate(names)}
    found: dict[int, str] = {}
    for number, name in enumerate(new.territories):
        was = before.get(name)
        told = ["new"] if was is None else list(_changes(old, was, new, number, names))
        if told:
            found[number] = "; ".join(told)
    return found


def _changes(old: Board, was: int, new: Board, now: int, names: list[str]) -> Iterator[str]:
    """What changed for a territory that both boards have."""
    if old.territories[was] != new.territories[now]:
        yield f"was {old.territories[was]}"
    (home, bonus), (new_home, new_bonus) = (
        next(
            (name, worth)
            for name, worth, members in zip(board.continents, board.bonuses, board.members, strict=True)
            if place in members
        )
        for board, place in ((old, was), (new, now))
    )
    if home != new_home:
        yield f"in {new_home}, not {home}"
    elif bonus != new_bonus:
        yield f"{new_home} brings {new_bonus}, not {bonus}"
    near = {names[each] for each in old.neighbours[was]}
    new_near = {new.territories[each] for each in new.neighbours[now]}
    yield from (f"borders on {name}" for name in sorted(new_near - near))
    yield from (f"no longer borders on {name}" for name in sorted(near - new_near))


def _renamed(old: Board, new: Board) -> Mapping[str, str]:
    """New names by old ones: another name in the same place of a board as large."""
    if len(old.territories) != len(new.territories):
        return {}
    pairs = zip(old.territories, new.territories, strict=True)
    return {one: other for one, other in pairs if one not in new.territories and other not in old.territories}


def _only(words: str, old: list[str], new: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    gone, come = [name for name in old if name not in new], [name for name in new if name not in old]
    if gone or come:
        yield tuple(f"{words} {listed(names)}." if names else "" for names in (gone, come))  # type: ignore[misc]  # two


def _continents(old: Board, new: Board, names: list[str]) -> Iterator[tuple[str, str]]:
    old_bonuses, new_bonuses = (dict(zip(board.continents, board.bonuses, strict=True)) for board in (old, new))
    old_members = {name: [names[each] for each in old.members[at]] for at, name in enumerate(old.continents)}
    new_members = {name: [new.territories[each] for each in new.members[at]] for at, name in enumerate(new.continents)}
    for name in dict.fromkeys((*old.continents, *new.continents)):
        before, after = (
            f"{name} brings {counted(bonuses[name], 'army', 'armies')} a turn." if name in bonuses else ""
            for bonuses in (old_bonuses, new_bonuses)
        )
        if before != after:
            yield before, after
        yield from _only(f"{name} has", old_members.get(name, []), tuple(new_members.get(name, ())))


def _facts(old: list[str], new: list[str]) -> Iterator[tuple[str, str]]:
    yield from ((fact, "") for fact in old if fact not in new)
    yield from (("", fact) for fact in new if fact not in old)


def _borders(board: Board, names: list[str]) -> list[str]:
    pairs = [sorted((names[one], names[other])) for one, near in enumerate(board.neighbours) for other in near]
    return [f"{one} borders on {other}." for one, other in sorted({(one, other) for one, other in pairs})]


def _cards(board: Board, names: list[str]) -> list[str]:
    shown = zip(names, board.insignia, strict=True)
    return [f"The card of {name} shows {insignia}." for name, insignia in shown]
