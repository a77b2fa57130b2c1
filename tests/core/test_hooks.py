"""Each hook changes a game: a small rule of a designer's own, from a file, on top of a shipped edition."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from riskcore import Component, Game, GameError, IllegalMove, Rulebook, load_variant
from riskcore.events import Event, Received
from riskcore.files.catalog import Catalog
from riskcore.lab.battles.choices import OddsError, told_choices
from riskcore.moves import Assault, Attack, CallOff, Defend, Done, Fortify, MoveIn, Place, Trade
from riskcore.testing import broken_invariants, script_dice, untold
from riskcore.text.booklet.chapters import requisites
from riskcore.view import Spectator

House = Callable[..., Rulebook]

WIN = (6, 6, 6, 1)  # three dice of the attacker against one
ONE_OF_EACH = [0, 2, 3]  # Alaska: infantry, Central America: cavalry, Eastern United States: artillery
BORDER = {"owners": {"Alberta": 0, "Alaska": 1}, "armies": {"Alberta": 9}, "rest": 2}


def position(rules: Rulebook, **given: Any) -> Game:
    return Game.from_position(rules, 3, given)


def at(game: Game, name: str) -> int:
    return game.rules.board.territory(name)


def armies(game: Game, name: str) -> int:
    return game.state.armies[at(game, name)]


def attack(game: Game, faces: tuple[int, ...] = WIN, source: str = "Alberta", target: str = "Alaska") -> list[Event]:
    """One battle of three dice with these faces, fought with all that the defender has."""
    script_dice(game, [faces])
    events = game.push(Attack(at(game, source), at(game, target), 3))
    if game.phase == "defend":
        events += game.push(Defend(len(faces) - 3))
    return events


def capture(game: Game, source: str = "Alberta", target: str = "Alaska") -> list[Event]:
    events = attack(game, WIN, source, target)
    return events + (game.push(MoveIn(3)) if game.phase == "move in" else [])


def wander(game: Game, moves: int = 300) -> None:
    """Play on by chance; whatever the rule does, no invariant breaks."""
    chance = Random(1)
    for _ in range(moves):
        if game.outcome is not None:
            return
        game.push(game.legal_moves.sample(chance))
        assert broken_invariants(game.state) == []


# -- one provider each ------------------------------------------------------------------------------------------------


def test_hook_owners(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class Raiders:
            @hookimpl
            def owners(self):
                return lambda players: ("raiders",)

            @hookimpl(wrapper=True)
            def defender(self):
                rule = yield
                return lambda state, owner, attacker: rule(state, owner if owner < state.players else 0, attacker)

        @attrs.frozen(eq=False)
        class Pirates:
            @hookimpl(wrapper=True)
            def owners(self):
                rule = yield
                return lambda players: (*rule(players), "pirates")
        """
    )
    game = position(rules, owners={"Alaska": 3, "Brazil": 4, "Japan": 1, "Siam": 2}, phase="fortify")
    assert game.state.held == [38, 1, 1, 1, 1]
    seats = []
    while len(seats) < 4:
        seats.append(game.state.player)
        while game.state.player == seats[-1]:
            game.push(Done() if game.phase != "place" else Place(game.state.territories_of(seats[-1])[0], 1))
    assert seats == [0, 1, 2, 0]  # owners without a seat take no turn


def test_hook_deck(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class Joker:
            @hookimpl(wrapper=True)
            def deck(self):
                cards = yield
                return (*cards, Card("wild"))
        """
    )
    game = Game(rules, 3)
    assert sorted(game.state.deck) == list(range(45))
    assert rules.deck[44] == rules.deck[43]
    wander(game)


def test_hook_deck_replaced(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class EmptyDeck:
            @hookimpl
            def deck(self):
                return ()
        """
    )
    game = position(rules, **BORDER, phase="attack")
    capture(game)
    game.push(Done())
    game.push(Done())
    assert game.state.player == 2
    assert game.state.hands == [[], [], []]


def test_hook_setup(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class Stripes:
            @hookimpl
            def setup(self):
                return ("stripes",)

            @hookimpl
            def phases(self):
                return (Phase("stripes", self._lay),)

            def _lay(self, state, player):
                for territory in range(len(state.owner)):
                    state.give(territory, territory % state.players)
                    state.armies[territory] = 2
                state.deck[:] = range(len(state.rules.deck))
                state.first = 1

        @attrs.frozen(eq=False)
        class Garrison:
            @hookimpl(wrapper=True)
            def setup(self):
                steps = yield
                return insert_after(steps, "stripes", "garrison")

            @hookimpl
            def phases(self):
                return (Phase("garrison", self._strengthen),)

            def _strengthen(self, state, player):
                state.armies[0] += 7
        """
    )
    game = Game(rules, 3)
    assert game.state.owner == [0, 1, 2] * 14
    assert game.state.armies == [9] + [2] * 41
    assert game.state.player == 1
    wander(game)


def test_hook_turn(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class NoFortifying:
            @hookimpl(wrapper=True)
            def turn(self):
                phases = yield
                return tuple(name for name in phases if name != "fortify")
        """
    )
    game = position(rules, **BORDER, phase="attack")
    game.push(Done())
    assert (game.state.player, game.phase) == (1, "place")


def test_hook_turn_replaced(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class FortifyFirst:
            @hookimpl
            def turn(self):
                return ("fortify", "reinforce", "place", "attack", "card")
        """
    )
    game = Game(rules, 3)
    assert game.phase == "fortify"
    game.push(Done())
    assert game.phase == "place"


def test_hook_battle(house: House) -> None:
    rules = house(
        """
        from riskcore.dice import faces_of, roll_number

        @attrs.frozen(eq=False)
        class Fog:
            @hookimpl(wrapper=True)
            def battle(self):
                steps = yield
                return insert_before(steps, "compare", "fog")

            @hookimpl
            def phases(self):
                return (Phase("fog", self._roll_in),)

            def _roll_in(self, state, player):
                battle = state.frames[-1]
                dice = battle[BattleFrame.attack_dice], battle[BattleFrame.defence_dice]
                attack, defence = faces_of(battle[BattleFrame.roll], *dice)
                battle[BattleFrame.roll] = roll_number([*attack, *[1] * len(defence)])
        """
    )
    game = position(rules, owners=BORDER["owners"], armies={"Alberta": 9, "Alaska": 5}, rest=2, phase="attack")
    attack(game, (3, 2, 2, 6, 6))
    assert (armies(game, "Alberta"), armies(game, "Alaska")) == (9, 3)


def test_hook_dice(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class BoldAttackers:
            @hookimpl(wrapper=True)
            def dice(self):
                dice = yield
                return attrs.evolve(dice, compare=self._ties_to_attacker)

            def _ties_to_attacker(self, attack, defence):
                lost = sum(d > a for a, d in zip(attack, defence))
                return lost, min(len(attack), len(defence)) - lost
        """
    )
    game = position(rules, owners=BORDER["owners"], armies={"Alberta": 9, "Alaska": 5}, rest=2, phase="attack")
    attack(game, (4, 4, 1, 4, 4))
    assert (armies(game, "Alberta"), armies(game, "Alaska")) == (9, 3)


def test_hook_dice_replaced(house: House) -> None:
    rules = house(
        """
        from riskcore.dice import compare_high

        @attrs.frozen(eq=False)
        class Walls:
            @hookimpl
            def dice(self):
                return Dice(lambda state, source, target: 1, lambda state, source, target: 3, compare_high)
        """
    )
    game = position(rules, owners=BORDER["owners"], armies={"Alberta": 9, "Alaska": 5}, rest=2, phase="attack")
    assert {move.dice for move in game.legal_moves if isinstance(move, Attack)} == {1}
    game.push(Attack(at(game, "Alberta"), at(game, "Alaska"), 1))
    assert list(game.legal_moves) == [Defend(1), Defend(2), Defend(3)]


def test_hook_reinforcement(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class Levy:
            armies: int = 2

            @hookimpl(wrapper=True)
            def reinforcement(self):
                rule = yield
                return lambda state, player: rule(state, player) + self.armies
        """
    )
    game = position(rules, owners={"Alaska": 1}, rest=0, player=1)
    assert game.state.reserve[1] == 3 + 2


def test_hook_reinforcement_replaced(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class ByContinents:
            @hookimpl
            def reinforcement(self, board):
                return lambda state, player: sum(count > 0 for count in state.held_in[player])
        """
    )
    game = position(rules, owners={"Alaska": 1, "Alberta": 1, "Brazil": 1}, rest=0, player=1)
    assert game.state.reserve[1] == 2


def test_hook_is_set(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class AlikeOnly:
            @hookimpl(wrapper=True)
            def is_set(self):
                rule = yield

                def alike(state, cards):
                    return rule(state, cards) and len({state.rules.deck[card].insignia for card in cards}) == 1

                return alike
        """
    )
    mixed = position(rules, owners={"Alaska": 1}, hands={0: ONE_OF_EACH})
    assert mixed.phase == "place"  # nothing to trade
    alike = position(rules, owners={"Alaska": 1}, hands={0: [0, 1, 8]})
    assert list(alike.legal_moves) == [Trade((0, 1, 8)), Done()]


def test_hook_set_value(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class DearSets:
            @hookimpl(wrapper=True)
            def set_value(self):
                rule = yield
                return lambda state, player, cards: 2 * rule(state, player, cards)
        """
    )
    game = position(rules, owners={"Alaska": 1}, hands={0: ONE_OF_EACH}, sets_traded=2)
    before = game.state.reserve[0]
    game.push(Trade(tuple(ONE_OF_EACH)))
    assert game.state.reserve[0] == before + 2 * 8


def test_hook_trading(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class TradeOnSight:
            @hookimpl(wrapper=True)
            def trading(self):
                rule = yield
                return lambda state, player, occasion, done: MUST if occasion == "turn" else NO
        """
    )
    game = position(rules, owners={"Alaska": 1}, hands={0: ONE_OF_EACH})
    assert list(game.legal_moves) == [Trade(tuple(ONE_OF_EACH))]
    with pytest.raises(IllegalMove, match="with 3 cards a set must be traded"):
        game.push(Done())


def test_hook_trading_replaced(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class Hoarders:
            @hookimpl
            def trading(self):
                return lambda state, player, occasion, done: NO
        """
    )
    assert position(rules, owners={"Alaska": 1}, hands={0: [0, 1, 2, 3, 8, 42]}).phase == "place"


def test_hook_army_limit(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class SmallIslands:
            @hookimpl(wrapper=True)
            def army_limit(self, board):
                rule = yield
                iceland = board.territory("Iceland")
                return lambda state, territory: 5 if territory == iceland else rule(state, territory)
        """
    )
    game = position(rules, owners={"Alaska": 1}, rest=0)
    with pytest.raises(IllegalMove, match="Iceland has no room for 5 more armies"):
        game.push(Place(at(game, "Iceland"), 5))
    game.push(Place(at(game, "Iceland"), 4))
    assert all(move.territory != at(game, "Iceland") for move in game.legal_moves)
    game.push(Place(at(game, "Brazil"), 9))


def test_hook_fortify(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class TwoMoves:
            @hookimpl(wrapper=True)
            def fortify(self):
                rule = yield
                return attrs.evolve(rule, moves=rule.moves + 1)
        """
    )
    game = position(rules, owners={"Japan": 1}, armies={"Alberta": 5}, phase="fortify")
    game.push(Fortify(at(game, "Alberta"), at(game, "Alaska"), 2))
    assert game.phase == "fortify"
    game.push(Fortify(at(game, "Alaska"), at(game, "Kamchatka"), 2))
    assert game.state.player == 1


def test_hook_fortify_replaced(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class Airlift:
            @hookimpl
            def fortify(self):
                def anywhere(state, source):
                    return [place for place in state.territories_of(state.owner[source]) if place != source]

                return FortifyRule(1, anywhere, lambda state, source, target: True)
        """
    )
    game = position(rules, owners={"Japan": 1}, armies={"Alberta": 2}, phase="fortify")
    assert Fortify(at(game, "Alberta"), at(game, "Siam"), 1) in set(game.legal_moves)
    game.push(Fortify(at(game, "Alberta"), at(game, "Siam"), 1))
    assert armies(game, "Siam") == 2


def test_hook_commands(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class Puppets:
            @hookimpl(wrapper=True)
            def commands(self):
                rule = yield
                return lambda state, player: (*rule(state, player), (player + 1) % state.players)
        """
    )
    game = position(rules, owners={"Alberta": 1, "Japan": 0}, armies={"Alberta": 9}, rest=2, phase="attack")
    assert game.to_move == 0
    capture(game)
    assert game.state.owner[at(game, "Alaska")] == 1  # what is taken belongs to whose armies took it
    assert game.state.captured == 0


def test_hook_attack_refusal(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class FirstRoundTruce:
            @hookimpl(wrapper=True)
            def attack_refusal(self):
                rule = yield

                def refusal(state, player, source, target):
                    if state.round == 1:
                        return "the first round is peaceful"
                    return rule(state, player, source, target)

                return refusal
        """
    )
    peaceful = position(rules, **BORDER, phase="attack")
    assert list(peaceful.legal_moves) == [Done()]
    with pytest.raises(IllegalMove, match="the first round is peaceful"):
        peaceful.push(Attack(at(peaceful, "Alberta"), at(peaceful, "Alaska"), 3))
    assert any(isinstance(move, Attack) for move in position(rules, **BORDER, phase="attack", round=2).legal_moves)


def test_hook_defender(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class Referee:
            @hookimpl
            def defender(self):
                return lambda state, owner, attacker: next(
                    seat for seat in state.seats_from(attacker) if seat not in (owner, attacker)
                )
        """
    )
    game = position(rules, owners=BORDER["owners"], armies={"Alberta": 9, "Alaska": 5}, rest=2, phase="attack")
    game.push(Attack(at(game, "Alberta"), at(game, "Alaska"), 3))
    assert (game.phase, game.to_move) == ("defend", 2)


def test_hook_card_award(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class Consolation:
            @hookimpl(wrapper=True)
            def card_award(self):
                rule = yield
                return lambda state, player: max(rule(state, player), 1)
        """
    )
    game = position(rules, owners={"Alaska": 1}, phase="attack")
    game.push(Done())
    game.push(Done())
    assert [len(hand) for hand in game.state.hands] == [1, 0, 0]


def test_hook_elimination(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class BurntCards:
            @hookimpl
            def elimination(self):
                def burn(state, victim, by):
                    state.discard.extend(state.hands[victim])
                    state.hands[victim].clear()

                return burn
        """
    )
    game = position(rules, **BORDER, hands={1: [5, 6]}, phase="attack")
    capture(game)
    assert (game.state.hands[0], game.state.discard) == ([], [5, 6])
    assert game.phase == "attack"


def test_hook_elimination_wrapped(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class HeadMoney:
            @hookimpl(wrapper=True)
            def elimination(self):
                rule = yield

                def pay(state, victim, by):
                    receive(state, by, 4, "head money")
                    rule(state, victim, by)

                return pay
        """
    )
    game = position(rules, **BORDER, hands={1: [5, 6]}, phase="attack")
    assert Received(0, 4, "head money") in capture(game)
    assert (game.state.hands[0], game.phase) == ([5, 6], "place")  # the edition's own rule still runs


def test_hook_win_condition(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class NorthAmericaWins:
            @hookimpl(wrapper=True)
            def win_condition(self, board):
                checks = yield
                continent = board.continent("North America")
                size = len(board.members[continent])

                def check(state):
                    player = state.player
                    return Outcome(player, "North America") if state.held_in[player][continent] == size else None

                return (*checks, WinCheck(("capture",), check))
        """
    )
    continent = rules.board.members[rules.board.continent("North America")]
    owners = {rules.board.territories[place]: 0 for place in continent} | {"Alaska": 1}
    game = position(rules, owners=owners, armies={"Alberta": 9}, rest=2, phase="attack")
    assert game.outcome is None
    capture(game)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason, game.to_move) == (0, "North America", None)


# -- every answer counts ----------------------------------------------------------------------------------------------

MERCENARIES = """
class Hire(Move, kind="hire"):
    territory: int = domains.territory()

class Hired(Event, kind="hired"):
    player: int = domains.owner()
    territory: int = domains.territory()

@attrs.frozen(eq=False)
class Mercenaries:
    @hookimpl(wrapper=True)
    def turn(self):
        phases = yield
        return insert_before(phases, "attack", "hire")

    @hookimpl
    def events(self):
        return (Hired,)

    @hookimpl
    def phases(self):
        hire = Action(Hire, self._legal, self._play)
        done = Action(Done, lambda state, frame: [Done()], self._decline)
        return (Phase("hire", self._enter, (hire, done)),)

    def _enter(self, state, player):
        if state.hands[player]:
            state.frames.append(bare_frame("hire", player))

    def _legal(self, state, frame):
        return (Hire(place) for place in state.territories_of(frame[DECIDER]))

    def _play(self, state, frame, move):
        if state.owner[move[1]] != frame[DECIDER]:
            return f"{state.board.territories[move[1]]} is not the player's"
        player = frame[DECIDER]
        discard(state, player, state.hands[player][-1:])
        receive(state, player, 3, "mercenaries")
        put(state, player, move[1], 3)
        state.tell(Hired(player, move[1]))
        close(state)

    def _decline(self, state, frame, move):
        close(state)
"""


def test_hook_phases(house: House) -> None:
    rules = house(MERCENARIES)
    game = position(rules, **BORDER, hands={0: [7]}, phase="hire")
    assert list(game.legal_moves) == [("hire", at(game, "Alberta")), Done()]
    with pytest.raises(IllegalMove, match="Alaska is not the player's"):
        game.push(("hire", at(game, "Alaska")))
    events = game.push(("hire", at(game, "Alberta")))
    assert events[-1] == ("hired", 0, at(game, "Alberta"))
    assert (armies(game, "Alberta"), game.state.discard, game.phase) == (12, [7], "attack")


def test_hook_events(house: House) -> None:
    rules = house(MERCENARIES)
    assert rules.events["hired"].fields.keys() == {"player", "territory"}
    game = position(rules, **BORDER, hands={0: [7]}, phase="hire")
    spectator = Spectator.joining(rules, game.view(None).to_dict())
    spectator.follow(json.loads(json.dumps(game.push(("hire", at(game, "Alberta"))))))
    assert untold(game.state, spectator) == []
    with pytest.raises(GameError, match="is no event of this game"):
        Spectator(Rulebook(load_variant("classic-1959")), 3).follow([("hired", 0, at(game, "Alberta"))])


def test_hook_phases_is_not_entered_without_a_decision(house: House) -> None:
    assert position(house(MERCENARIES), **BORDER, phase="hire").phase == "attack"


def test_hook_phases_adds_an_action_to_the_phase_of_another_rule(house: House) -> None:
    rules = house(
        """
        class Disband(Move, kind="disband"):
            territory: int = domains.territory()

        @attrs.frozen(eq=False)
        class Disbanding:
            @hookimpl
            def phases(self):
                return (AddedAction("fortify", Action(Disband, self._legal, self._play)),)

            def _legal(self, state, frame):
                owner = frame[FortifyFrame.owner]
                return (Disband(place) for place in state.territories_of(owner) if state.armies[place] > 1)

            def _play(self, state, frame, move):
                if state.owner[move[1]] != frame[FortifyFrame.owner] or state.armies[move[1]] < 2:
                    return "there is no army to disband"
                state.armies[move[1]] -= 1
        """
    )
    game = position(rules, **BORDER, phase="fortify")
    assert set(game.legal_moves) == {("disband", at(game, "Alberta")), Done()}
    game.push(("disband", at(game, "Alberta")))
    assert (armies(game, "Alberta"), game.phase) == (8, "fortify")


CURSE = """
@attrs.frozen(eq=False)
class Curse:
    @hookimpl(wrapper=True)
    def battle(self):
        steps = yield
        return insert_after(steps, "throw", "curse")

    @hookimpl
    def phases(self):
        return (Phase("curse", lambda state, player: None),)
"""


def test_hook_battle_choices(house: House) -> None:
    with pytest.raises(OddsError, match="battle step 'curse' does"):
        told_choices(house(CURSE))
    told = told_choices(
        house(
            CURSE
            + """
    @hookimpl
    def battle_choices(self):
        return (BattleChoice("curse", lambda attack, defence: [[((1,) * len(attack), defence)]], forced=True),)
"""
        )
    )
    assert [(rule, choice.step) for rule, choice in told] == [("curse", "curse")]
    assert list(told[0][1].ways((6, 5), (4,))) == [[((1, 1), (4,))]]


def test_hook_data(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class Omens:
            @hookimpl
            def data(self):
                return (
                    Data("moon", lambda players, owners: "full", seen="public"),
                    Data("luck", lambda players, owners: [7] * owners, seen="own", redraw=self._forget),
                    Data("fate", lambda players, owners: {"end": 9}, redraw=self._guess),
                )

            def _forget(self, state, player):
                luck = state.data["luck"]
                luck[:] = [known if owner == player else 0 for owner, known in enumerate(luck)]

            def _guess(self, state, player):
                state.data["fate"]["end"] = state.below(100)
        """
    )
    game = Game(rules, 3)
    assert game.state.data == {"moon": "full", "luck": [7, 7, 7], "fate": {"end": 9}}
    assert game.view(1).data == {"moon": "full", "luck": [None, 7, None]}
    assert game.view(None).data == {"moon": "full", "luck": [None, None, None]}
    assert Game.from_json(game.to_json(), rules).state.data == game.state.data
    twin = game.copy()
    twin.state.data["fate"]["end"] = 1
    assert game.state.data["fate"]["end"] == 9
    assert game.view(2).imagine(1).state.data["luck"] == [0, 0, 7]


def test_hook_traded(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class Tip:
            @hookimpl
            def traded(self):
                return lambda state, player, cards: receive(state, player, 1, "tip")

        @attrs.frozen(eq=False)
        class SecondTip:
            @hookimpl
            def traded(self):
                return lambda state, player, cards: receive(state, player, 2, "second tip")
        """
    )
    game = position(rules, owners={"Alaska": 1}, hands={0: ONE_OF_EACH})
    events = game.push(Trade(tuple(ONE_OF_EACH)))
    assert events[1:] == [Received(0, 1, "tip"), Received(0, 2, "second tip")]


def test_hook_captured(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class Chronicle:
            @hookimpl
            def data(self):
                return (Data("chronicle", lambda players, owners: [], seen="public"),)

            @hookimpl
            def captured(self):
                def write(state, player, target, victim):
                    state.data["chronicle"].append([player, target, victim, state.armies[target]])

                return write
        """
    )
    game = position(rules, **BORDER, phase="attack")
    attack(game)
    assert game.state.data["chronicle"] == []  # the armies have not moved in yet
    game.push(MoveIn(4))
    assert game.state.data["chronicle"] == [[0, at(game, "Alaska"), 1, 4]]


def test_hook_eliminated(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class Obituary:
            @hookimpl
            def data(self):
                return (Data("fallen", lambda players, owners: []),)

            @hookimpl
            def eliminated(self):
                return lambda state, victim, by: state.data["fallen"].append([victim, by, len(state.hands[victim])])
        """
    )
    game = position(rules, **BORDER, hands={1: [5, 6]}, phase="attack")
    capture(game)
    assert game.state.data["fallen"] == [[1, 0, 2]]  # told before the cards pass
    assert game.state.hands[0] == [5, 6]


def test_hook_invasion_ended(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class Diary:
            @hookimpl
            def data(self):
                return (Data("diary", lambda players, owners: []),)

            @hookimpl
            def invasion_ended(self):
                def write(state, player, target, attackers, victim):
                    state.data["diary"].append([player, target, list(attackers), victim])

                return write
        """
    )
    game = position(rules, owners=BORDER["owners"], armies={"Alberta": 9, "Alaska": 5}, rest=2, phase="attack")
    attack(game, (6, 6, 1, 1, 1))
    ontario, alaska = at(game, "Ontario"), at(game, "Alaska")
    assert Attack(at(game, "Alberta"), ontario, 3) not in game.legal_moves
    assert Done() not in game.legal_moves
    game.push(CallOff())
    assert game.state.data["diary"] == [[0, alaska, [0], 1]]
    capture(game, target="Ontario")
    assert game.state.data["diary"][1:] == [[0, ontario, [0], 2]]


def test_hook_known_cards(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class Spies:
            @hookimpl
            def known_cards(self):
                return lambda state, player: state.hands[0][:1] if player == 1 else ()
        """
    )
    game = position(rules, owners={"Alaska": 1, "Brazil": 2}, hands={0: [5, 6], 1: [7]})
    assert game.view(1).hands == [[5, -1], [7], []]
    assert game.view(2).hands == [[-1, -1], [-1], []]
    assert all(game.view(1).imagine(seed).state.hands[0][0] == 5 for seed in range(9))
    assert any(game.view(2).imagine(seed).state.hands[0][0] != 5 for seed in range(9))


def test_hook_appendix(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class Ranks:
            @hookimpl
            def appendix(self, board):
                rows = (("Baron", "5 territories"), ("Count", board.territories[0]))
                return (Table("Ranks", ("rank", "from"), rows),)
        """
    )
    ((rule, table),) = rules.appendix
    assert (rule, table.title, table.rows) == ("ranks", "Ranks", (("Baron", "5 territories"), ("Count", "Alaska")))


INTERESTS = """
@attrs.frozen(eq=False)
class Pilgrims:
    shrine: TerritoryName = TerritoryName("Alaska")

    @hookimpl
    def interests(self, board):
        shrine = board.territory(self.shrine)
        return lambda view, player: {shrine: 100.0}
"""


@pytest.mark.parametrize("shrine", ["Alaska", "Ontario"])
def test_hook_interests(house: House, shrine: str) -> None:
    rules = house(INTERESTS.replace('"Alaska"', f'"{shrine}"'))
    game = position(rules, **BORDER, phase="attack")
    bot = Catalog().bot_class("greedy")()
    bot.start(game.view(0), seed=1)
    move = bot.decide(game.view(0))
    assert move in game.legal_moves
    assert Assault(*move[1:]).target == at(game, shrine)


@pytest.mark.parametrize("near", [0.0, 1.0])
def test_hook_progress(house: House, near: float) -> None:
    """Whoever is about to win is attacked first."""
    rules = house(
        f"""
        @attrs.frozen(eq=False)
        class Candidate:
            @hookimpl
            def progress(self, board):
                return lambda view, player: {near} if player == 2 else 0.0
        """
    )
    owners = {"Alberta": 0, "Ontario": 2, "Madagascar": 2}
    game = position(rules, owners=owners, armies={"Alberta": 9, "Ontario": 2}, rest=1, phase="attack")
    bot = Catalog().bot_class("greedy")()
    bot.start(game.view(0), seed=1)
    target = Assault(*bot.decide(game.view(0))[1:]).target
    assert (game.state.owner[target] == 2) == (near == 1)


def test_hook_components(house: House) -> None:
    rules = house(
        """
        @attrs.frozen(eq=False)
        class Spyglass:
            @hookimpl
            def components(self, board):
                return [Component("Spyglass", f"one, pointed at {board.territories[0]}")]
        """
    )
    assert rules.components == (("spyglass", Component("Spyglass", "one, pointed at Alaska")),)
    needed = dict(requisites(rules, (3, 2)))
    assert needed["Spyglass"] == "one, pointed at Alaska"


@pytest.mark.parametrize(("at_once", "left"), [(True, ([1, 2, 3], [])), (False, ([], [1, 2, 3]))])
def test_hook_reshuffle(house: House, at_once: bool, left: tuple[list[int], list[int]]) -> None:
    rules = house(
        f"""
        @attrs.frozen(eq=False)
        class Shuffling:
            @hookimpl
            def reshuffle(self):
                return lambda state: {at_once}
        """
    )
    others = [card for card in range(44) if card not in (1, 2, 3, 7)]
    game = position(rules, **BORDER, hands={2: others}, deck=[7], discard=[1, 2, 3], phase="card", captured=1)
    assert game.state.hands[0] == [7]
    assert (sorted(game.state.deck), game.state.discard) == left
