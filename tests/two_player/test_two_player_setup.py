"""How the two-player games begin."""

from typing import Any

import pytest

from riskcore import DECIDER, Event, Game, IllegalMove, Rulebook, load_variant
from riskcore.events import ArmiesLost, Rolled, TurnStarted
from riskcore.moves import Place
from riskcore.phases import PlaceFrame

PRINTED: dict[str, dict[str, Any]] = {
    "two-player-1959": {"territories": [14, 14, 14], "armies": [40, 40, 40], "own": 2},
    "two-player-passive-2004": {"territories": [9, 9, 6, 6, 6, 6], "armies": [36, 36, 24, 24, 24, 24], "own": 3},
    "two-player-active-2004": {"territories": [9, 9, 6, 6, 6, 6], "armies": [36, 36, 24, 24, 24, 24], "own": 3},
}


def place_all(game: Game) -> list[tuple[int, int, int]]:
    """Place everything, as much at once as is allowed: (who places, for whom, how many) in order."""
    placed = []
    while game.phase == "place" and game.state.turn == 0:
        frame = game.state.frames[-1]
        player, whose, left = frame[DECIDER], frame[PlaceFrame.owner], frame[PlaceFrame.left]
        game.push(Place(game.state.territories_of(whose)[0], left))
        placed.append((player, whose, left))
    return placed


def total(game: Game, owner: int) -> int:
    return sum(game.state.armies[place] for place in game.state.territories_of(owner))


@pytest.mark.parametrize("name", PRINTED)
def test_territories_are_dealt_in_the_printed_piles(name: str, rulebooks: dict[str, Rulebook]) -> None:
    """[N1-1] three piles of 14; [N2-1] 9 to each player, 6 to each of four neutrals; one army on each."""
    state = Game(rulebooks[name], 2, seed=3).state
    assert state.held == PRINTED[name]["territories"]
    assert state.armies == [1] * 42


@pytest.mark.parametrize("name", PRINTED)
def test_every_colour_ends_with_its_starting_armies(name: str, rulebooks: dict[str, Rulebook]) -> None:
    """[N1-1] 40 armies each, the neutral too; [N2-1] 36 for each player, 24 for each neutral."""
    game = Game(rulebooks[name], 2, seed=3)
    place_all(game)
    assert [total(game, owner) for owner in range(len(game.state.held))] == PRINTED[name]["armies"]


@pytest.mark.parametrize("name", PRINTED)
def test_players_place_in_turns_for_themselves_and_the_neutrals(name: str, rulebooks: dict[str, Rulebook]) -> None:
    """[N1-1] 2 own and 1 neutral, 13 times each; [N2-1] 3 own and 1 for each neutral, 9 times each: no remainder."""
    game = Game(rulebooks[name], 2, seed=3)
    own = PRINTED[name]["own"]
    neutrals = range(2, len(game.state.held))
    rounds = {2: 13, 3: 9}[own]
    first = game.to_move
    assert first is not None
    one_round = [
        step for player in (first, 1 - first) for step in [(player, player, own), *((player, n, 1) for n in neutrals)]
    ]
    assert place_all(game) == one_round * rounds


def test_own_armies_may_go_to_one_territory_or_several(printed_1959: Rulebook) -> None:
    """[N1-1] 2 armies on one or two own territories."""
    game = Game(printed_1959, 2, seed=1)
    player = game.to_move
    assert player is not None
    here, there = game.state.territories_of(player)[:2]
    together = game.copy()
    together.push(Place(here, 2))
    game.push(Place(here, 1))
    game.push(Place(there, 1))
    for each in (game, together):
        assert each.state.frames[-1] == PlaceFrame.new(player, 2, 1)


def test_a_neutral_army_goes_to_a_neutral_territory_alone(printed_1959: Rulebook) -> None:
    """[N1-1] the neutral army is placed on any neutral territory."""
    game = Game(printed_1959, 2, seed=1)
    player = game.to_move
    assert player is not None
    game.push(Place(game.state.territories_of(player)[0], 2))
    assert {move[1] for move in game.legal_moves} == set(game.state.territories_of(2))
    with pytest.raises(IllegalMove, match="belongs to somebody else"):
        game.push(Place(game.state.territories_of(player)[0], 1))


def test_in_1959_whoever_places_first_starts(printed_1959: Rulebook) -> None:
    """[N1-1] the non-dealer places first and takes the first turn; either may be the dealer."""
    beginners = set()
    for seed in range(8):
        game = Game(printed_1959, 2, seed=seed)
        placer = game.to_move
        place_all(game)
        assert game.state.player == placer
        beginners.add(placer)
    assert beginners == {0, 1}


def test_in_2004_placing_and_playing_first_are_rolled_for(passive: Rulebook) -> None:
    """[N2-1] the second roll, not the first, decides who starts."""
    agreements = set()
    for seed in range(12):
        game = Game(passive, 2, seed=seed)
        placer = game.to_move
        events: list[Event] = []
        while game.state.turn == 0:
            events = game.push(next(iter(game.legal_moves)))
        rolls = [event for event in events if isinstance(event, Rolled)][-2:]
        started = next(event for event in events if isinstance(event, TurnStarted))
        assert {roll.reason for roll in rolls} == {"the first turn"}
        assert started.player == max(rolls, key=lambda roll: roll.faces).owner
        agreements.add(started.player == placer)
    assert agreements == {True, False}


def test_the_deck_has_all_cards_when_the_first_turn_begins(any_game: Rulebook) -> None:
    """[N1-1] [N2-1] territory cards and wilds are shuffled together after the deal."""
    game = Game(any_game, 2, seed=5)
    place_all(game)
    assert sorted(game.state.deck) == list(range(44))
    assert game.state.deck != list(range(44))


def test_other_numbers_of_armies_need_not_come_out_even() -> None:
    """The numbers are parameters: whatever is left over is placed by whose turn it is."""
    settings = ["rules.neutral-deal.player_armies=17", "rules.neutral-deal.neutral_armies=19"]
    game = Game(load_variant("two-player-1959", settings=settings), 2, seed=2)
    first = game.to_move
    assert first is not None
    second = 1 - first
    assert place_all(game) == [
        (first, first, 2), (first, 2, 1), (second, second, 2), (second, 2, 1),
        (first, first, 1), (first, 2, 1), (second, second, 1), (second, 2, 1),
        (first, 2, 1),
    ]  # fmt: skip


def test_armies_are_lost_only_when_a_colour_is_full() -> None:
    """[X3] a limit of armies holds while placing, for neutrals too; only what has no room anywhere is lost."""
    settings = [
        "rules.army-limit.limit=4",
        "rules.neutral-deal.player_armies=60",
        "rules.neutral-deal.neutral_armies=57",
    ]
    game = Game(load_variant("two-player-1959", rules=["army-limit"], settings=settings), 2, seed=2)
    events: list[Event] = []
    while game.state.turn == 0:
        events += game.push(next(iter(game.legal_moves)))
    setup = events[: events.index(TurnStarted(game.state.player, 1))]
    lost = [sum(each.armies for each in setup if isinstance(each, ArmiesLost) and each.owner == o) for o in range(3)]
    assert game.state.armies == [4] * 42
    assert lost == [60 - 56, 60 - 56, 57 - 56]
