"""A save is believed in nothing: what does not fit the rulebook and the board is refused, in words that say where."""

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from riskcore import Game, RiskError, Rulebook, SaveError, State, load_variant
from riskcore.moves import Attack
from riskcore.phases import BattleFrame
from riskcore.phases.battle import NOT_THROWN
from riskcore.testing import broken_invariants, script_dice
from tests.core.test_copies_and_saves import RULEBOOKS, go_on, wander

House = Callable[..., Rulebook]
Change = Callable[[dict[str, Any]], object]

RULES = RULEBOOKS["classic-1959"]


def saved(moves: int = 150, **changes: Any) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(wander("classic-1959", 3, 5, moves).to_json())
    return {**document, **changes}


def refused(document: dict[str, Any], message: str) -> None:
    with pytest.raises(SaveError, match=message):
        Game.from_json(json.dumps(document), RULES)


def put(*path: str | int, to: Any) -> Change:
    """A change of one value of a document."""

    def change(document: Any) -> None:
        for key in path[:-1]:
            document = document[key]
        document[path[-1]] = to

    return change


BROKEN: dict[str, tuple[Change, str]] = {
    "armies": (put("position", "armies", 0, to=-5), r"position.armies\[0\]: -5; must be a whole number from 0"),
    "too many armies": (put("position", "armies", 0, to=10**12), "must be a whole number from 0 to 1000000"),
    "owner": (put("position", "owner", 0, to=-7), r"position.owner\[0\]: -7"),
    "nobody's": (put("position", "owner", 3, to=-1), "must be 0 where no owner is"),
    "truth for a number": (put("position", "captured", to=True), "position.captured: True; must be a whole number"),
    "fraction": (put("position", "round", to=1.0), "position.round: 1.0"),
    "short": (put("position", "owner", to=[0, 1]), "position.owner: .*; must be a list of 42"),
    "cards twice": (put("position", "hands", to=[[1], [1], []]), "cards are accounted for, not each of 44 once"),
    "no such card": (put("position", "deck", to=[99]), r"deck\[0\]: 99"),
    "players": (put("players", to=9), "players: 9; must be a whole number from"),
    "other players": (put("players", to=4), "must be"),
    "many players": (put("players", to=10**12), "players: 1000000000000"),
    "nobody alive": (put("position", "alive", to=[False] * 3), "alive: .*true for some player"),
    "cursor": (put("position", "cursor", to=10**12), "position.cursor: 1000000000000; must be"),
    "outcome": (put("position", "outcome", to=[99, 5]), "position.outcome"),
    "moves": (put("moves", to=["junk"]), r"moves\[0\]: 'junk'; must be a move of this game"),
    "a move's shape": (put("moves", 0, to=["place", 99, 1]), r"moves\[0\]"),
    "who made a move": (put("made_by", 0, to=[3, "place"]), r"made_by\[0\]: .*; must be a player and a phase"),
    "moves of nobody": (put("made_by", to=[]), r"made_by: 0 for 150 moves"),
    "a move's phase": (put("made_by", 0, to=[0, "move in"]), r"made_by\[0\]: 'move in'; must be a phase in which"),
    "frames": (put("position", "frames", to=[]), "the game is over, yet somebody decides, or the other way round"),
    "frame": (put("position", "frames", 0, to=["turn", 0]), r"frames\[0\]: the frame .* has 2 values"),
    "frames upside down": (put("position", "frames", to=[["place", 0, 0, 1]]), "set-up or turn is the first frame"),
    "another's turn": (put("position", "frames", 0, 1, to=-1), "it is the turn of player"),
    "turn": (put("position", "turn", to=-1), "position.turn: -1"),
    "data": (put("position", "data", to={"storm": 1}), r"position\.data\.storm: unknown"),
    "seed": (put("seed", to=-1), "seed: -1"),
    "script": (put("script", to=[1.5]), r"script\[0\]: 1.5; must be a number from 0 up to 1"),
    "missing": (lambda document: document.pop("seed"), "seed: missing"),
    "unknown": (put("sed", to=1), "sed: unknown; known are"),
    "rules": (put("rules", to=None), "it was played under other rules: it does not say which"),
    "beginning": (put("beginning", "after", to=10**6), "beginning.after"),
}


@pytest.mark.parametrize("change", BROKEN)
def test_what_does_not_fit_is_refused_with_its_place(change: str) -> None:
    document = saved()
    alter, message = BROKEN[change]
    alter(document)
    refused(document, message)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"format": 3, "format": 3}',
        '{"format": NaN}',
        "[]" * 3_000_000,
        7,
        None,
        b"{}",
    ],
    ids=["deep", "deep tables", "twice", "no number", "long", "number", "none", "bytes"],
)
def test_what_is_no_text_of_a_game_is_refused(text: Any) -> None:
    with pytest.raises(SaveError, match="not a saved game"):
        Game.from_json(text, RULES)


def test_frames_that_no_game_could_go_on_from_are_refused() -> None:
    document = saved()
    player = document["position"]["player"]
    document["position"]["frames"] = [["turn", player, 3], ["defend", player]]  # of which battle?
    refused(document, "no position to go on from")


def test_a_phase_that_waits_below_itself_is_refused() -> None:
    document = saved()
    document["position"]["frames"] += document["position"]["frames"][1:]
    refused(document, "frames: .*: a phase waits below itself")


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        (BattleFrame.attack_dice, 4, "Brazil attacks with 4 dice and has 4 armies"),
        (BattleFrame.defence_dice, 2, "Peru is defended with 2 dice and has 1 armies"),
        (BattleFrame.source, RULES.board.territory("Siam"), "Siam is in battle with Peru, and both belong to owner 1"),
        (BattleFrame.roll, 6**3, "3 against 0 dice cannot show the roll 216"),
    ],
)
def test_a_battle_has_the_armies_for_its_dice(field: int, value: int, message: str) -> None:
    attack = {"owners": {"Brazil": 0, "Kamchatka": 2}, "armies": {"Brazil": 4}, "rest": 1, "phase": "attack"}
    game = Game.from_position(RULES, 3, attack)
    source, target = map(RULES.board.territory, ("Brazil", "Peru"))
    frame = BattleFrame.new(0, source, target, 3, 0, NOT_THROWN, 0, 0)
    game.state.frames.append(frame)
    assert broken_invariants(game.state) == []
    frame[field] = value
    assert broken_invariants(game.state) == [message]


def test_only_armies_in_reserve_are_placed() -> None:
    document: dict[str, Any] = json.loads(Game(RULES, 3, seed=1).to_json())
    document["position"]["frames"][-1][-1] = 900
    document["position"]["reserve"] = [100] * 3  # which trying a few moves would not exhaust
    refused(document, "900 armies of owner . are to be placed, with 100 in reserve")


def test_whoever_holds_a_territory_has_an_army_there_in_the_set_up_too() -> None:
    rules = Rulebook(load_variant("two-player-1959"))
    document: dict[str, Any] = json.loads(Game(rules, 2, seed=1).to_json())
    assert document["position"]["turn"] == 0
    document["position"]["armies"][0] = 0
    with pytest.raises(SaveError, match="Alaska has 0 armies of owner"):
        Game.from_json(json.dumps(document), rules)


def test_a_move_in_leaves_an_army_behind_whatever_its_frame_says() -> None:
    attack = {"owners": {"Brazil": 0}, "armies": {"Brazil": 6}, "rest": 1, "phase": "attack"}
    game = Game.from_position(RULES, 3, {**attack, "owners": {"Brazil": 0, "Siam": 2}})
    script_dice(game, [(6, 6, 6, 1)])
    game.push(Attack(RULES.board.territory("Brazil"), RULES.board.territory("Peru"), 3))
    document = json.loads(game.to_json())
    assert document["position"]["frames"][-1][0] == "move in"
    document["position"]["armies"][RULES.board.territory("Peru")] = 1  # though three have moved in, says the frame
    loaded = Game.from_json(json.dumps(document), RULES)
    for move in list(loaded.legal_moves):
        twin = loaded.copy()
        twin.push(move)
        assert broken_invariants(twin.state) == []


def test_nobody_is_out_before_the_first_turn() -> None:
    document: dict[str, Any] = json.loads(Game(RULEBOOKS["world-domination-1993"], 3).to_json())
    assert document["position"]["turn"] == 0
    document["position"]["alive"][1] = False
    with pytest.raises(SaveError, match=r"alive: .*; nobody is out before the first turn"):
        Game.from_json(json.dumps(document), RULEBOOKS["world-domination-1993"])


def test_a_changed_rule_is_told_and_not_silently_played() -> None:
    text = wander("classic-1959", 3, 5, 50).to_json()
    other = Rulebook(load_variant("classic-1959", settings=["rules.fortify.moves=3"], rules=["army-limit"]))
    with pytest.raises(SaveError, match="rule 'army-limit' is only here; rule 'fortify' has other parameters"):
        Game.from_json(text, other)
    assert Game.from_json(text, other, other_rules=True).rules is other


def test_a_rule_whose_code_has_changed_is_told(house: House) -> None:
    source = """
@attrs.frozen(eq=False)
class Odd:
    @hookimpl
    def army_limit(self):
        return lambda state, territory: {limit}
"""
    text = Game(house(source.format(limit=30)), 3, 1).to_json()
    with pytest.raises(SaveError, match="the code of rule 'odd' has changed"):
        Game.from_json(text, house(source.format(limit=40)))


def test_moves_are_proof_where_that_is_asked_for() -> None:
    game = wander("classic-1959", 3, 5, 150)
    assert Game.from_json(game.to_json(), RULES, verify=True) == game
    document = saved()
    document["position"]["armies"][0] += 1
    assert Game.from_json(json.dumps(document), RULES).state.armies[0] == document["position"]["armies"][0]
    with pytest.raises(SaveError, match=r"position.armies: the moves, played again, lead to another"):
        Game.from_json(json.dumps(document), RULES, verify=True)


def test_moves_can_be_taken_back_after_loading() -> None:
    game = wander("classic-1959", 3, 5, 30)
    twin = Game.from_json(game.to_json(), RULES)
    while twin.moves:
        twin.pop()
    assert twin.to_json() == Game(RULES, 3, 5).to_json()


def test_pickles_and_deep_copies_go_on_identically() -> None:
    game = wander("classic-1959", 3, 5, 150)
    after = go_on(game.copy(), 40)
    assert go_on(pickle.loads(pickle.dumps(game)), 40) == after
    assert go_on(copy.deepcopy(game), 40) == after


def test_what_a_rule_keeps_is_checked_by_what_the_rule_says_of_it(house: House) -> None:
    rules = house(
        """
@attrs.frozen(eq=False)
class Odd:
    @hookimpl
    def data(self):
        return (Data("odd", lambda players, owners: [0] * players, entries=domains.territory()),)
"""
    )
    document = json.loads(Game(rules, 3).to_json())
    for value in ([0, 0], [0, 0, 42], [0, 0, "x"], {}, None):
        document["position"]["data"]["odd"] = value
        with pytest.raises(SaveError, match=r"position\.data\.odd: "):
            Game.from_json(json.dumps(document), rules)


# A sentry stands in a territory of the player who is asked to send them somewhere; one day may be none.
SENTRY = """
class SentryFrame(FrameFields, phase="sentry"):
    post: int = domains.territory()

@attrs.frozen(eq=False)
class Sentry:
    @hookimpl
    def data(self):
        return (Data("days", lambda players, owners: [1, 1], seen="public", mismatch=self._order),)

    @hookimpl(wrapper=True)
    def turn(self):
        return ("sentry", *(yield))

    @hookimpl
    def phases(self):
        done = Action(Done, lambda state, frame: [Done()], lambda state, frame, move: close(state))
        return (Phase("sentry", self._enter, (done,), frame=SentryFrame, mismatch=self._post),)

    def _enter(self, state, player):
        state.frames.append(SentryFrame.new(player, state.territories_of(player)[0]))

    def _post(self, state, frame):
        post = frame[SentryFrame.post]
        return None if state.owner[post] == frame[DECIDER] else f"{state.board.territories[post]} has no sentry"

    def _order(self, state):
        first, last = state.data["days"]
        return f"day {last} is before day {first}" if 1 // first > last else None
"""


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("frames", -1, 2), -1, "is no territory"),
        (("frames", -1, 2), None, "has no sentry"),  # a territory of somebody else
        (("data", "days"), [1, 0], "data: days: day 0 is before day 1"),
        (("data", "days"), [0, 0], "data: days: rule 'sentry' failed: ZeroDivisionError"),
    ],
)
def test_what_a_rule_takes_for_granted_is_asked_of_a_save(
    house: House, path: tuple[Any, ...], value: object, message: str
) -> None:
    rules = house(SENTRY)
    game = Game.from_position(rules, 3, {"owners": {"Brazil": 1, "Siam": 2}, "phase": "sentry"})
    document = json.loads(game.to_json())
    assert Game.from_json(game.to_json(), rules) == game
    *above, last = path
    table = document["position"]
    for key in above:
        table = table[key]
    table[last] = rules.board.territory("Brazil") if value is None else value
    with pytest.raises(SaveError, match=message):
        Game.from_json(json.dumps(document), rules)


@pytest.mark.parametrize(
    ("variant", "name", "value", "message"),
    [
        ("mission-2004", "missions", [[""] * 5, [], []], "has missions of 5 piles; there are 4"),
        (
            "mission-2004",
            "missions-claimed",
            [["Southern Empire"] * 7, [], []],
            "missions of pile .* it has",
        ),
        ("capitals", "capitals-chosen", None, "player . has chosen Alaska, of owner"),
        ("expert", "card-reroll", [3], "card 3 is shown, and not in the hand of player"),
    ],
)
def test_what_shipped_rules_keep_goes_with_the_position(variant: str, name: str, value: Any, message: str) -> None:
    rules = Rulebook(load_variant(variant))
    game = Game(rules, 3, seed=1)
    if value is None:  # somebody else's territory
        value = [-1 if game.state.owner[0] == player else 0 for player in range(3)]
    document = json.loads(game.to_json())
    document["position"]["data"][name] = value
    with pytest.raises(SaveError, match=message):
        Game.from_json(json.dumps(document), rules)


def test_a_rule_that_fails_over_what_is_loaded_is_told_with_the_save(house: House) -> None:
    rules = house(
        """
@attrs.frozen(eq=False)
class Odd:
    @hookimpl
    def data(self):
        return (Data("odd", lambda players, owners: 0),)

    @hookimpl(wrapper=True)
    def army_limit(self):
        limit = yield
        return lambda state, territory: limit(state, territory) // (1 - state.data["odd"])
"""
    )
    document = json.loads(Game(rules, 3).to_json())
    document["position"]["data"]["odd"] = 1
    with pytest.raises(SaveError, match="no position to go on from: rule 'odd' failed: ZeroDivisionError"):
        Game.from_json(json.dumps(document), rules)


def test_the_state_of_a_loaded_game_is_whole() -> None:
    game = wander("world-domination-1993", 4, 5, 200)
    twin = Game.from_json(game.to_json(), game.rules)
    for name in State.__slots__:
        if name not in ("tape", "sink"):
            assert getattr(twin.state, name) == getattr(game.state, name), name


def test_a_save_of_the_first_version_is_refused() -> None:
    with pytest.raises(RiskError, match="a saved game of format 1; this version reads format 4 alone"):
        Game.from_json('{"format": 1}')
