"""Decisions as plain data: the packed answers are the legal moves, all of them and no others."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import riskcore
from riskcore.files.variant import shipped_variants
from riskcore.web.game.choices import decision, is_secret

VARIANTS = [each.id for each in shipped_variants() if each.group in ("edition", "two-player", "option")]


def unpacked(kind: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """The moves that a kind's answers stand for."""

    def walk(branch: list[Any], fields: list[dict[str, Any]], way: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        if not fields:
            yield (kind["kind"], *way)
        elif len(fields) > 1:
            for value, rest in branch:
                yield from walk(rest, fields[1:], (*way, value))
        elif fields[0]["domain"] in ("count", "dice", "die"):
            for low, high in branch:
                yield from ((kind["kind"], *way, value) for value in range(low, high + 1))
        else:
            yield from ((kind["kind"], *way, value) for value in branch)

    if kind["fields"] or kind["answers"]:
        yield from walk(kind["answers"], kind["fields"], ())


@pytest.mark.parametrize("name", VARIANTS)
def test_the_packed_answers_are_the_legal_moves(name: str) -> None:
    rules = riskcore.Rulebook(riskcore.load_variant(name))
    chance = Random(3)
    game = riskcore.Game(rules, rules.variant.players.min, 3)
    for number in range(250):
        if game.outcome is not None:
            break
        if number % 10 == 0:
            asked = decision(game)
            assert asked["seat"] == game.to_move
            assert sorted(move for kind in asked["kinds"] for move in unpacked(kind)) == sorted(
                tuple(move) for move in game.legal_moves
            )
        game.push(game.legal_moves.sample(chance))


def test_a_choice_that_nobody_else_learns_of_is_secret() -> None:
    game = riskcore.Game(riskcore.load_variant("capitals"), 3)
    while game.phase != "name capitals":
        game.push(next(iter(game.legal_moves)))
    assert is_secret(game)
    while game.phase == "name capitals":
        game.push(next(iter(game.legal_moves)))
    assert not is_secret(game)
