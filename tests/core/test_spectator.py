"""Whoever hears only what events tell everybody knows what lies on the table: with shipped rules and with new ones."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from riskcore import Game, RiskError, Rulebook, RulebookError, load_variant
from riskcore.files.variant import shipped_variants
from riskcore.phases import hand_over, lose, move, pass_cards, put, receive, remove
from riskcore.testing import untold
from riskcore.view import Spectator

House = Callable[..., Rulebook]

PLAYABLE = [shipped.id for shipped in shipped_variants() if shipped.group != "base"]

# Everything that a rule may do to the table, through the functions that tell
UPHEAVAL = """
@attrs.frozen(eq=False)
class Upheaval:
    @hookimpl
    def data(self):
        return (Data("tremors", lambda players, owners: {"count": 0, "where": []}, seen="public"),)

    @hookimpl
    def captured(self):
        def shake(state, player, target, victim):
            state.data["tremors"]["count"] += 1
            state.data["tremors"]["where"].append(target)
            if state.held[player] < 2:
                return
            other = next(place for place in state.territories_of(player) if place != target)
            receive(state, player, 4, "tremor")
            lose(state, player, 1)
            put(state, player, target, 3)
            move(state, target, other, 2)
            remove(state, other, 1)
            if state.hands[player]:
                pass_cards(state, player, victim, state.hands[player][:1])
            if len(state.hands[victim]) > 1:
                discard(state, victim, state.hands[victim][:1])
                return_cards(state, victim, state.hands[victim][:1])
            draw_card(state, player)
            if state.held[victim] > 2:
                lost = state.territories_of(victim)[0]
                remove(state, lost)
                hand_over(state, lost, player)
                receive(state, player, 1, "tremor")
                put(state, player, lost, 1)
        return shake
"""

# A rule that changes the table by itself, and says so with an event of its own
PLAGUE = """
class Died(Event, kind="died"):
    territories: tuple = domains.territories()

    def apply(self, state):
        for place in self.territories:
            state.armies[place] -= 1


@attrs.frozen(eq=False)
class Plague:
    @hookimpl
    def events(self):
        return (Died,)

    @hookimpl(wrapper=True)
    def turn(self):
        steps = yield
        return (*steps, "plague")

    @hookimpl
    def phases(self):
        return (Phase("plague", strike),)


def strike(state, player):
    ill = tuple(place for place in state.territories_of(player) if state.armies[place] > 2)
    for place in ill:
        state.armies[place] -= 1
    if ill:
        state.tell(Died(ill))
"""

SECRETIVE = """
@attrs.frozen(eq=False)
class Secretive:
    @hookimpl
    def captured(self):
        def smuggle(state, player, target, victim):
            state.armies[target] += 1
        return smuggle
"""


def told(events: Any) -> Any:
    """What a spectator far away receives."""
    return json.loads(json.dumps([event.seen_by(None) for event in events]))


def followed(rules: Rulebook, players: int, moves: int, seed: int = 5) -> list[str]:
    """What a spectator gets wrong in a game by chance, with the first move after which it is so."""
    game = Game(rules, players, seed, orders=2)
    spectator = Spectator(rules, players)
    spectator.follow(told(game.opening))
    chance = Random(seed)
    wrong = untold(game.state, spectator)
    while not wrong and game.outcome is None and len(game.moves) < moves:
        spectator.follow(told(game.push(game.legal_moves.sample(chance))))
        wrong = untold(game.state, spectator)
    return wrong


@pytest.mark.parametrize("variant", PLAYABLE)
def test_a_spectator_knows_the_table_after_every_move(variant: str) -> None:
    rules = Rulebook(load_variant(variant))
    assert followed(rules, rules.variant.players.max, 300) == []


@pytest.mark.parametrize("rule", [UPHEAVAL, PLAGUE])
def test_a_spectator_knows_it_under_rules_that_others_write(rule: str, house: House) -> None:
    assert followed(house(rule), 3, 500) == []


def test_what_a_rule_does_without_telling_is_found(house: House) -> None:
    (wrong,) = followed(house(SECRETIVE), 3, 500)
    assert wrong.endswith("armies, the events say 1")


def test_a_spectator_may_come_late() -> None:
    rules = Rulebook(load_variant("expert"))
    game = Game(rules, 4, 3, orders=2)
    chance = Random(3)
    for _ in range(200):
        game.push(game.legal_moves.sample(chance))
    spectator = Spectator.joining(rules, json.loads(json.dumps(game.view(None).to_dict())))
    for _ in range(200):
        assert untold(game.state, spectator) == []
        spectator.follow(told(game.push(game.legal_moves.sample(chance))))


def test_a_player_who_follows_knows_the_own_hand() -> None:
    rules = Rulebook(load_variant("classic-1959"))
    game = Game(rules, 3, 4, orders=2)
    spectator = Spectator(rules, 3)
    spectator.follow(event.seen_by(1) for event in game.opening)
    chance = Random(4)
    for _ in range(600):
        spectator.follow(event.seen_by(1) for event in game.push(game.legal_moves.sample(chance)))
        assert sorted(spectator.state.hands[1]) == sorted(game.state.hands[1])


@pytest.mark.parametrize("event", [[], ["placed"], ["placed", 0, 1], ["no such thing", 1], "placed", [7, 7], None])
def test_what_is_no_event_is_refused(event: Any) -> None:
    with pytest.raises(RiskError, match="is no event of this game"):
        Spectator(Rulebook(load_variant("classic-1959")), 3).follow([event])


IMPOSSIBLE: dict[str, Callable[[Any], None]] = {
    "owner 0 cannot receive -1 armies": lambda state: receive(state, 0, -1, "nothing"),
    "9 armies cannot be put on Alaska: owner 0 has 3 in reserve": lambda state: put(state, 0, 0, 9),
    "owner 1 cannot put armies on Alaska, which owner 0 has": lambda state: put(state, 1, 0, 0),
    "owner 0 cannot lose 4 armies of 3 in reserve": lambda state: lose(state, 0, 4),
    "2 armies cannot leave Alaska, which has 1": lambda state: remove(state, 0, 2),
    "1 armies cannot move from Alaska to Alberta: at most 0 may": lambda state: move(state, 0, 1, 1),
    "Alaska cannot go to owner -1: there is none": lambda state: hand_over(state, 0, -1),
    r"cards \[7\] are not in the hand of owner 1": lambda state: pass_cards(state, 1, 0, [7]),
}


@pytest.mark.parametrize("words", IMPOSSIBLE)
def test_what_cannot_be_done_is_refused_in_words(words: str) -> None:
    position = {"reserve": [3, 0, 0], "hands": {0: [7]}, "phase": "attack"}
    game = Game.from_position(Rulebook(load_variant("classic-1959")), 3, position)
    before = game.view(None).to_dict()
    with pytest.raises(RulebookError, match=words):
        IMPOSSIBLE[words](game.state)
    assert game.view(None).to_dict() == before
