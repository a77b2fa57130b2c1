"""A game told in words: plain sentences, the battles for a territory as one, the same game as in a run."""

from collections.abc import Sequence

import pytest
from click.testing import CliRunner, Result

import riskcore
from riskcore import Event, Rulebook, domains
from riskcore.cli import main
from riskcore.cli.screens.board import OWNER_STYLES
from riskcore.events import (
    Battle,
    Captured,
    CardDrawn,
    CardsTaken,
    Eliminated,
    Fortified,
    GameWon,
    MovedIn,
    Placed,
    Received,
    Rolled,
    Traded,
    TurnStarted,
)
from riskcore.game import Game
from riskcore.lab.play.batch import Arena, Plan, play_game
from riskcore.text.narrate import Narrator, player_names
from riskcore.view import Spectator
from riskcore.words import SEAT_COLOURS

CLASSIC = riskcore.load_variant("classic-1959")
RULES = Rulebook(CLASSIC)
AT = RULES.board.territory
BRAZIL, AFRICA, EGYPT, PERU = AT("Brazil"), AT("North Africa"), AT("Egypt"), AT("Peru")


class Sung(Event, kind="song sung"):
    """An event of a rule that the narrator does not know."""

    singer: int = domains.owner()
    place: int = domains.territory()
    verses: int = domains.count()
    secret: int = domains.card(secret=True)


def told(*events: Event) -> list[str]:
    """What is told of Green's turn; Brazil (8) and Egypt (3) are Green's, the rest Sky's with 3 armies."""
    position = {
        "rest": 1,
        "owners": {"Brazil": 2, "Egypt": 2},
        "armies": {"Brazil": 8, "Egypt": 3, "North Africa": 3},
        "player": 2,
        "reserve": [9, 9, 9],
        "hands": {0: [1, 2, 3], 2: [BRAZIL, PERU, len(RULES.board.territories)]},
    }
    view = Game.from_position(RULES, 3, position).view(None)
    narrator = Narrator(Spectator.joining(RULES, view.to_dict()), player_names(3, ()))
    return list(narrator.tell([TurnStarted(2, 1), *events]))


def watch(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["watch", *arguments], env={"COLUMNS": "80"})


def test_armies_received_are_told_with_where_they_go() -> None:
    events = [Received(2, 5, "reinforcement"), Placed(2, BRAZIL, 3), Placed(2, EGYPT, 1), Placed(2, BRAZIL, 1)]
    assert told(*events) == ["Receives 5 armies and places 4 on Brazil and 1 on Egypt."]


def test_a_trade_is_told_with_its_cards() -> None:
    cards = (BRAZIL, PERU, len(RULES.board.territories))
    assert told(Received(2, 3, "reinforcement"), Traded(2, cards, 8), Placed(2, EGYPT, 11)) == [
        "Receives 3 armies.",
        "Trades Brazil (artillery), Peru (cavalry) and a wild card for 8 armies.",
        "Places 11 on Egypt.",
    ]


def test_the_battles_for_a_territory_are_one_sentence() -> None:
    assert told(
        Battle(BRAZIL, AFRICA, (5, 2, 1), (6, 3), 2, 0),
        Battle(BRAZIL, AFRICA, (6, 5, 2), (4, 3), 0, 2),
        Battle(BRAZIL, AFRICA, (6, 1, 1), (2,), 0, 1),
        Captured(2, BRAZIL, AFRICA, 1),
        MovedIn(2, BRAZIL, AFRICA, 5),
    ) == ["Brazil (8) takes North Africa (Sky, 3) in 3 rolls, the last 6-1-1 against 2, losing 2; 5 move in."]


def test_an_attack_that_stops_tells_the_losses_of_both() -> None:
    assert told(
        Battle(BRAZIL, AFRICA, (5, 2, 1), (6, 3), 2, 0),
        Battle(EGYPT, AFRICA, (6, 4), (5, 5), 1, 1),
        Fortified(2, BRAZIL, EGYPT, 4),
    ) == [
        "Brazil (8) and Egypt (3) attack North Africa (Sky, 3) in 2 rolls, the last 6-4 against 5-5, losing 3 to 1.",
        "Moves 4 armies from Brazil to Egypt.",
    ]


def test_armies_are_those_that_stood_there_at_the_time() -> None:
    sentences = told(
        Placed(2, BRAZIL, 2),
        Battle(BRAZIL, PERU, (3, 2, 1), (6,), 1, 0),
        Battle(BRAZIL, PERU, (6, 6, 6), (1,), 0, 1),
        Captured(2, BRAZIL, PERU, 1),
        MovedIn(2, BRAZIL, PERU, 3),
        Battle(BRAZIL, AFRICA, (1, 1, 1), (6, 6), 2, 0),
    )
    assert sentences[1].startswith("Brazil (10) takes Peru (Sky, 1) in 2 rolls, the last 6-6-6 against 1, losing 1;")
    assert sentences[2].startswith("Brazil (6) attacks North Africa")


def test_an_elimination_and_the_end_are_told() -> None:
    assert told(
        Eliminated(0, 2), CardsTaken(2, 0, 3, (1, 2, 3)), CardDrawn(2, 7), Eliminated(1, -1), GameWon(2, "conquest")
    ) == [
        "Eliminates Orange.",
        "Gets the 3 cards of Orange.",
        "Takes a card and holds 7.",
        "Sky is out of the game.",
        "Green wins the game: conquest.",
    ]


def test_what_others_do_is_told_with_their_names() -> None:
    assert told(Received(0, 5, "a rule"), Placed(0, PERU, 5), Rolled(1, (4,), "luck")) == [
        "Orange receives 5 armies (a rule) and places 5 on Peru.",
        "Sky rolls 4 for luck.",
    ]


def test_an_unknown_event_is_told_from_its_fields_without_secrets() -> None:
    assert told(Sung(0, PERU, 3, 17)) == ["Song sung: Orange, Peru, verses 3."]


class Danced(Event, kind="danced", told="{singer} dances {verses} steps in {place}, {partner} watching"):
    """An event of a rule that says how it is told."""

    singer: int = domains.owner()
    place: int = domains.territory()
    verses: int = domains.count()
    partner: int = domains.owner()


def test_an_event_with_words_of_its_own_is_told_in_them() -> None:
    assert told(Danced(0, PERU, 3, 1)) == ["Orange dances 3 steps in Peru, Sky watching."]


def test_an_event_cannot_be_told_with_what_it_has_not() -> None:
    with pytest.raises(TypeError, match="event 'hummed' is told with 'tune', which is none of its fields"):
        type("Hummed", (Event,), {"__annotations__": {}}, kind="hummed", told="{tune}")


def test_a_rules_event_between_the_rolls_does_not_tear_the_battles_apart() -> None:
    sentences = told(
        Battle(BRAZIL, AFRICA, (5, 2, 1), (6, 3), 2, 0),
        Sung(0, PERU, 3, 17),
        Battle(BRAZIL, AFRICA, (6, 5, 2), (4, 3), 0, 2),
    )
    assert len(sentences) == 2
    assert "in 2 rolls" in sentences[0]
    assert sentences[1].startswith("Song sung")


def test_every_colour_of_the_board_has_a_name_of_its_own() -> None:
    assert len(set(SEAT_COLOURS)) == len(SEAT_COLOURS) == len(OWNER_STYLES)
    assert player_names(2, ("neutral",)) == ("Orange", "Sky", "neutral")


def test_a_watched_game_is_the_same_as_in_a_run() -> None:
    record = play_game(Arena(Plan(CLASSIC, 3, seed=1)), 2)
    assert record.winner is not None
    result = watch("classic-1959", "--bots", "greedy", "--seed", "1", "--game", "2", "--players", "3", "--board", "end")
    assert result.exit_code == 0
    assert f"{SEAT_COLOURS[record.winner]} wins the game: conquest." in result.stdout
    assert result.stdout.count("Round ") == record.turns
    assert f"Round {record.rounds} · " in result.stdout
    assert f"Round {record.rounds + 1} · " not in result.stdout


@pytest.mark.parametrize(("option", "boards"), [("turn", 7), ("round", 3), ("end", 1)])
def test_the_board_is_drawn_as_often_as_wanted(option: str, boards: int) -> None:
    result = watch("classic-1959", "--players", "3", "--turns", "6", "--board", option)
    assert result.stdout.count("territories/armies:") == boards
    assert result.stdout.count("Round ") == 6
    assert result.stdout.endswith("The game goes on; 6 turns shown.\n")


@pytest.mark.parametrize("variant", ["world-domination-1993", "two-player-active-2004", "expert", "mission-2004"])
def test_other_variants_can_be_followed_too(variant: str) -> None:
    result = watch(variant, "--turns", "8", "--board", "end", "--seed", "2")
    assert result.exit_code == 0, result.stderr
    assert "Set-up" in result.stdout
    assert "takes the first turn." in result.stdout
    assert result.stdout.count("Round ") == 8


def test_a_game_stops_at_the_round_cap() -> None:
    result = watch("classic-1959", "--players", "3", "--max-rounds", "2", "--board", "end")
    assert result.stdout.count("Round ") == 6


def test_it_pauses_after_each_turn_and_ctrl_c_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", pause)
    result = watch("classic-1959", "--delay", "0.5")
    assert pauses == [0.5, 0.5, 0.5]
    assert result.exit_code == 130
    assert result.stdout.count("Round ") == 3


def test_names_are_coloured_but_not_inside_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "truecolor")
    lines: Sequence[str] = watch("classic-1959", "--turns", "30", "--board", "end").stdout.splitlines()
    about = [line for line in lines if "Greenland" in line]
    assert about
    assert all("\x1b[" not in line[line.index("Greenland") - 1 : line.index("Greenland") + 9] for line in about)
