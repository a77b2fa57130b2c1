"""Deck files: what is said about wrong ones, with the place of each mistake."""

from pathlib import Path

import pytest

from risk_missions.deck_file import load_deck
from riskcore import Game, RiskError, Rulebook, RulebookError, VariantError, load_board, load_variant

from .helpers import write_deck

HEAD = 'name = "Mine"\npiles = ["Easy", "Hard"]\n'
HARD = '\n[[missions]]\nname = "Last"\npile = "Hard"\nobjective = "hold-realm"\ncount = 3\n'


def errors(folder: Path, text: str) -> list[str]:
    """What is wrong with a deck, as a game that names it says; each without the folder."""
    path = folder / "deck.toml"
    path.write_text(text)
    variant = load_variant("mission-2004", settings=[f"rules.missions.deck={str(path)!r}"])
    with pytest.raises(VariantError) as caught:
        Rulebook(variant)
    return [str(problem).removeprefix(f"{folder}/") for problem in caught.value.problems]


def mission_errors(folder: Path, lines: str) -> list[str]:
    """What is wrong with the first mission of a deck, whose own lines begin with line 6."""
    return errors(folder, f'{HEAD}[[missions]]\nname = "First"\npile = "Easy"\n{lines}\n{HARD}')


WRONG = {
    "hold-realms": {"count = 3": '6:13: objective: unknown objective "hold-realms"; did you mean "hold-realm"?'},
    "hold-territories": {
        'count = "ten"': '7:9: count: must be a whole number, not "ten"',
        "count = 0": "7:9: count: 0 is out of range; must be >= 1",
        "count = 43": "7:9: count: 43 is too many; the board has 42 territories",
        "count = 9\narmy = 2": '8:1: army: unknown key; did you mean "armies"?',
        "": "3:3: count: missing; must be a whole number",
    },
    "hold-these": {
        'territories = ["Peru", "Japn"]': (
            '7:24: territories[1]: unknown territory "Japn" on board "World"; did you mean "Japan"?'
        ),
        'territories = ["Peru", "Peru"]': "7:15: territories: a territory is named twice",
    },
    "hold-in-each": {
        "count = 5\ncontinents = 5": "8:14: continents: 5 is too many; 4 continents have five territories or more"
    },
    "hold-continents": {
        'continents = ["Asia", "Atlantis"]': '7:23: continents[1]: unknown continent "Atlantis" on board "World"',
        'continents = ["Asia", "Asia"]': "7:14: continents: a continent is named twice",
        'continents = ["Asia"]\nothers = 6': "8:10: others: 6 is too many; the board has 6 continents in all",
        "continents = []": "7:14: continents: [] is not allowed; must be of length >= 1",
    },
    "hold-any-continents": {"count = 7": "7:9: count: 7 is too many; the board has 6 continents"},
    "hold-chain": {
        'ends = ["Peru", "Narnia"]': (
            '7:17: ends[1]: must be a territory of the board or continent of the board, not "Narnia"'
        ),
        'ends = ["Peru", "South America"]': (
            "7:8: ends: the two ends overlap; a chain leads from one place to another"
        ),
    },
    "hold-realm": {"count = 50": "7:9: count: 50 is too many; the board has 42 territories"},
    "capture-in-one-turn": {"count = 42": "7:9: count: 42 is too many; the board has 42 territories"},
    "complete-continents": {
        'count = 2\ncontinents = ["Asia"]': "7:9: count: 2 is too many; there is a choice of 1",
        'continents = ["Asia", "Asia"]': "7:14: continents: a continent is named twice",
    },
    "break-continents": {"count = 7": "7:9: count: 7 is too many; the board has 6 continents"},
    "eliminate-players": {"count = 6": "7:9: count: 6 is out of range; must be >= 1 and <= 5"},
    "eliminate-colour": {
        'colour = "Grey"': (
            '7:10: colour: "Grey" is not allowed; must be one of "Orange", "Sky", "Green", "Yellow", "Navy", "Red"; '
            'did you mean "Green"?'
        ),
        'colour = "Sky"\notherwise = 99': "8:13: otherwise: 99 is too many; the board has 42 territories",
    },
}


@pytest.mark.parametrize(
    ("objective", "fields", "error"),
    [(objective, fields, error) for objective, cases in WRONG.items() for fields, error in cases.items()],
)
def test_a_wrong_mission_is_told_with_its_place(tmp_path: Path, objective: str, fields: str, error: str) -> None:
    """[M04-5] File, line, column, key, what is wrong and what would be right."""
    place, message = error.split(" ", 1)
    told = mission_errors(tmp_path, f'objective = "{objective}"\n{fields}')
    assert told == [f"deck.toml:{place} missions[0].{message}"]


def test_a_mission_needs_an_objective(tmp_path: Path) -> None:
    """[M04-5] The table's own line stands for what is missing."""
    assert mission_errors(tmp_path, "") == ["deck.toml:3:3: missions[0].objective: missing; must be text"]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('name = "Mine"\nmissions = []\n', "2:12: missions: [] is not allowed; must be of length >= 1"),
        ('name = ""\n' + HARD, '1:8: name: "" is not allowed; must be of length >= 1'),
        ('name = "Mine"\npile = ["Hard"]\n' + HARD, '2:1: pile: unknown key; did you mean "piles"?'),
        ('name = "Mine"\n' + HARD, '5:8: missions[0].pile: unknown pile "Hard"'),
        (HEAD + HARD, '2:10: piles[0]: no mission is in the pile "Easy"'),
        (HEAD.replace("Easy", "Hard") + HARD, '2:18: piles[1]: "Hard" is listed twice'),
        ("name =", "1:7: not TOML: invalid value"),
    ],
)
def test_a_wrong_deck_is_told_with_its_place(tmp_path: Path, text: str, error: str) -> None:
    """[M04-5] What is wrong with the deck as a whole."""
    assert errors(tmp_path, text) == [f"deck.toml:{error}"]


def test_all_mistakes_are_told_at_once_in_their_order(tmp_path: Path) -> None:
    """[M04-5] Nobody likes to mend one mistake only to be told the next."""
    text = (
        HEAD
        + HARD.replace("hold-realm", "hold")
        + HARD.replace('"Last"', "1")
        + HARD
        + HARD
        + HARD.replace("Hard", "Herd")
    )
    assert errors(tmp_path, text) == [
        'deck.toml:2:10: piles[0]: no mission is in the pile "Easy"',
        "deck.toml:7:13: missions[0].objective: unknown objective "
        '"hold"; known are hold-territories, hold-these, hold-in-each, hold-continents, hold-any-continents, '
        "hold-chain, hold-realm, capture-in-one-turn, complete-continents, break-continents, eliminate-players, "
        "eliminate-colour",
        "deck.toml:11:8: missions[1].name: must be text, not 1",
        'deck.toml:23:8: missions[3].name: "Last" is the name of another mission too',
        'deck.toml:29:8: missions[4].name: "Last" is the name of another mission too',
        'deck.toml:30:8: missions[4].pile: unknown pile "Herd"; did you mean "Hard"?',
    ]


def test_a_mission_of_a_deck_with_piles_needs_one(tmp_path: Path) -> None:
    """[M04-5] It is in no pile by itself."""
    text = HEAD.replace('"Easy", ', "") + HARD + HARD.replace('pile = "Hard"\n', "").replace("Last", "Lost")
    assert errors(tmp_path, text) == ['deck.toml:10:3: missions[1].pile: missing; must be one of "Hard"']


def test_a_deck_that_is_not_there_is_told_where_it_was_asked_for(tmp_path: Path) -> None:
    """[M04-5] By the variant's own line."""
    variant = tmp_path / "mine.toml"
    variant.write_text('name = "Mine"\nextends = "mission-2004"\n[rules.missions]\ndeck = "nowhere.toml"\n')
    with pytest.raises(VariantError, match=r'mine\.toml:4:8: .*there is no file "nowhere\.toml"'):
        load_variant(variant)


def test_names_are_checked_against_the_board_that_is_played_on(tmp_path: Path) -> None:
    """[M04-5] A deck of another board does not fit."""
    board = tmp_path / "islet.toml"
    board.write_text(
        'name = "Islet"\ncontinents = { North = { bonus = 2 } }\n[territories]\n'
        'Alder = { continent = "North", insignia = "infantry", borders = ["Birch"] }\n'
        'Birch = { continent = "North", insignia = "cavalry" }\n'
    )
    islet = load_board(board)
    good = write_deck(tmp_path, [{"name": "Home", "objective": "hold-these", "territories": ["Alder"]}])
    assert load_deck(good, islet).missions["Home"].words == "Hold Alder."
    with pytest.raises(VariantError, match='unknown territory "Brazil" on board "Islet"'):
        load_deck(Path("decks/missions-2004.toml"), islet)


def test_a_deck_that_is_too_small_is_refused_when_a_game_begins(tmp_path: Path) -> None:
    """[M04-1] Everybody must get a mission; how many play is known only then."""
    deck = write_deck(tmp_path, [{"name": f"M{n}", "objective": "hold-realm", "count": 9} for n in range(3)])
    rules = Rulebook(load_variant("mission-2004", settings=[f"rules.missions.deck={str(deck)!r}"]))
    assert Game(rules, 3).outcome is None
    with pytest.raises(RiskError, match="deck 'Test deck': 3 missions are too few for 4 players"):
        Game(rules, 4)


def test_two_kinds_of_missions_do_not_go_together() -> None:
    """[M04-1] [S93-2] The refusal names both."""
    with pytest.raises(RulebookError, match="'missions' and 'secret-mission' conflict: both deal missions"):
        Rulebook(load_variant("mission-2004", rules=["secret-mission"]))
