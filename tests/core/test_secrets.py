"""Nothing that a player gets depends on what this player cannot know."""

from random import Random

import pytest

from risk_options.capitals import NameCapital
from riskcore import PHASE, Game, Rulebook, RulebookError, load_variant
from riskcore.moves import Done, MadeMove
from riskcore.phases import hand_sets
from riskcore.testing import broken_invariants, leaks, scramble, told_by

from .conftest import House
from .scrambled_games import BOTS, looked_at, variants

RULES = Rulebook(load_variant("classic-1959"))
SET = [0, 2, 3]  # infantry, cavalry, artillery
MAY_TRADE = {"phase": "trade", "hands": {0: SET}, "owners": {"Alaska": 1, "Kamchatka": 2}, "reserve": [3, 0, 0]}


@pytest.mark.parametrize("name", variants())
def test_nothing_shows_what_a_viewer_cannot_know(name: str) -> None:
    """Views, imagined games, legal moves and events of whole games, for every seat and a spectator."""
    rules = Rulebook(load_variant(name))
    for bot in BOTS:
        found = looked_at(rules, bot, 1, every=25)
        assert found["views"] > 20
        assert [leak for leak in found if leak.startswith("leak")] == []


def trading() -> Game:
    """Player 0 holds a set, and may trade it or not."""
    game = Game.from_position(RULES, 3, MAY_TRADE)
    assert game.phase == "trade"
    return game


def test_others_see_the_frames_below_a_decision_in_secret_and_nobody_to_move() -> None:
    game = trading()
    for other in (None, 1, 2):
        view = game.view(other)
        assert (view.to_move, view.frame[PHASE], list(view.legal_moves)) == (None, "turn", [])
        assert (view.to_dict()["to_move"], len(view.to_dict()["frames"])) == (None, 1)
    own = game.view(0)
    assert (own.to_move, own.frame[PHASE]) == (0, "trade")
    assert Done() in own.legal_moves


def test_a_game_imagined_while_another_decides_in_secret_is_past_what_could_not_be_decided() -> None:
    game = trading()
    phases = set()
    for seed in range(40):
        imagined = game.view(1).imagine(seed)
        holds_set = any(hand_sets(imagined.state, imagined.state.hands[0]))
        assert imagined.phase == ("trade" if holds_set else "place")
        phases.add(imagined.phase)
    assert phases == {"trade", "place"}


def test_who_decides_in_secret_imagines_that_decision() -> None:
    game = trading()
    assert {game.view(0).imagine(seed).phase for seed in range(20)} == {"trade"}


def test_a_secret_field_of_a_move_is_shown_to_the_mover_alone() -> None:
    move = NameCapital(7)
    assert move.seen_by(2, mover=2) == NameCapital(7)
    for other in (None, 0, 7):
        assert move.seen_by(other, mover=2) == ("name capital", None)


def test_a_move_that_was_made_knows_who_made_it_and_what_others_may_see() -> None:
    game = trading()
    game.push(Done())
    game.push(next(iter(game.legal_moves)))
    trade, place = game.made
    assert (trade.mover, trade.phase, trade.move, trade.in_secret) == (0, "trade", Done(), True)
    assert (trade.seen_by(0), trade.seen_by(1), trade.seen_by(None)) == (Done(), None, None)
    assert (place.mover, place.phase, place.in_secret) == (0, "place", False)
    assert place.seen_by(1) == place.seen_by(None) == game.moves[-1]
    capital = MadeMove(2, "name capital", NameCapital(7), in_secret=False)
    assert (capital.seen_by(2), capital.seen_by(0)) == (NameCapital(7), NameCapital(None))


@pytest.mark.parametrize("name", ["golden-cavalry-2004", "capitals", "two-player-active-2004"])
def test_moves_know_who_was_to_move_also_in_copies_and_saves(name: str) -> None:
    rules = Rulebook(load_variant(name))
    game = Game(rules, rules.variant.players.min, seed=1)
    chance, expected = Random(1), []
    while game.outcome is None and len(expected) < 150:
        expected.append((game.to_move, game.phase))
        game.push(game.legal_moves.sample(chance))
    for each in (game, game.copy(), Game.from_json(game.to_json(), rules, verify=True)):
        assert [(made.mover, made.phase) for made in each.made] == expected
        assert [made.move for made in each.made] == game.moves
    game.pop()
    assert [(made.mover, made.phase) for made in game.made] == expected[:-1]


def test_what_is_scrambled_keeps_what_a_player_knows() -> None:
    game = Game.from_position(RULES, 3, MAY_TRADE | {"hands": {0: SET, 1: [7, 8]}})
    twin = game.copy()
    scramble(twin.state, 0, seed=1)
    assert twin.state.hands[0] == SET
    assert len(twin.state.hands[1]) == 2
    assert twin.state.hands[1] != [7, 8]
    assert twin.state.deck != game.state.deck
    assert broken_invariants(twin.state) == []


# -- what the checks find in rules that let secrets show --------------------------------------------------------------

GAMBLE = """
class Bet(Move, kind="bet"):
    card: int = domains.card()

@attrs.frozen(eq=False)
class Gamble:
    secret = False
    shown = False

    @hookimpl(wrapper=True)
    def turn(self):
        return insert_before((yield), "attack", "bet")

    @hookimpl
    def data(self):
        return (Data("odd", lambda players, owners: [0] * players, seen="public"),)

    @hookimpl
    def phases(self):
        bet = Action(Bet, self._legal, lambda state, frame, move: close(state))
        done = Action(Done, lambda state, frame: [Done()], lambda state, frame, move: close(state))
        return (Phase("bet", self._enter, (bet, done), secret=self._holds_odd if self.secret else None),)

    def _enter(self, state, player):
        frame = bare_frame("bet", player)
        if self.shown:
            state.data["odd"][player] = sum(card % 2 for card in state.hands[player])
        if self._holds_odd(state, frame):
            state.frames.append(frame)

    def _holds_odd(self, state, frame):
        return any(self._legal(state, frame))

    def _legal(self, state, frame):
        return (Bet(card) for card in state.hands[frame[DECIDER]] if card % 2)
"""


def told(house: House, source: str, revealing: tuple[str, ...] | None = None) -> list[str]:
    """What player 1 is told when player 0, who holds one odd card, has placed all armies."""
    position = {"phase": "place", "hands": {0: [1, 2]}, "reserve": [1, 0, 0], "owners": {"Alaska": 1, "Siam": 2}}
    game = Game.from_position(house(source), 3, position)
    place = next(iter(game.legal_moves))
    return [leak for seed in range(20) for leak in told_by(game, place, 1, seed, revealing)]


def test_a_decision_that_opens_because_of_what_is_hidden_is_found(house: House) -> None:
    assert any("the view shows frames" in leak for leak in told(house, GAMBLE, ()))


def test_a_decision_in_secret_tells_nothing(house: House) -> None:
    assert told(house, GAMBLE.replace("secret = False", "secret = True")) == []


def test_public_data_that_tell_of_what_is_hidden_are_found(house: House) -> None:
    source = GAMBLE.replace("secret = False", "secret = True").replace("shown = False", "shown = True")
    assert any("is told as" in leak for leak in told(house, source, ()))


def test_no_game_is_imagined_that_would_show_what_no_rule_redraws(house: House) -> None:
    source = """
        @attrs.frozen(eq=False)
        class Fate:
            @hookimpl
            def data(self):
                return (Data("end", lambda players, owners: 9, seen="hidden"),)
    """
    game = Game(house(source), 3, seed=1)
    wrong = "rule 'fate': hook data: 'end' is hidden and has no redraw"
    with pytest.raises(RulebookError, match=wrong):
        game.view(0).imagine(1)
    assert [leak for leak in leaks(game, 0, 1) if wrong in leak]
    assert Game(house(source.replace("hidden", "public")), 3, seed=1).view(0).imagine(1).state.data == {"end": 9}


def test_a_game_that_is_imagined_from_what_is_hidden_is_found(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class Luck:
            @hookimpl
            def data(self):
                return (Data("luck", lambda players, owners: 0, redraw=self._draw),)

            def _draw(self, state, player):
                state.data["luck"] = (state.data["luck"] + state.below(6)) % 6
        """
    )
    game = Game(rules, 3, seed=1)
    assert "an imagined game depends on what is hidden" in [leak for seed in range(9) for leak in leaks(game, 0, seed)]
    assert leaks(Game(RULES, 3, seed=1), 0, 0) == []
