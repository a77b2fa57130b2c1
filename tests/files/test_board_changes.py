"""Changes to a board in a variant file: what they come to, how they combine, and what does not fit."""

from pathlib import Path

import pytest

from riskcore import Game, Rulebook, Variant, VariantError, load_variant
from riskcore.files.variant import parse_variant


def variant(*lines: str) -> Variant:
    return parse_variant("\n".join(['name = "Mine"', 'extends = "classic-1959"', *lines]))


def test_a_bonus() -> None:
    board = variant("board.continents.Australia.bonus = 3").load_board()
    plain = load_variant("classic-1959").load_board()
    australia = board.continent("Australia")
    assert board.bonuses[australia] == 3
    assert [bonus for at, bonus in enumerate(board.bonuses) if at != australia] == [
        bonus for at, bonus in enumerate(plain.bonuses) if at != australia
    ]
    assert board.neighbours == plain.neighbours


def test_a_border_more_and_a_border_less() -> None:
    board = variant(
        'board.borders.add = [["Brazil", "South Africa"]]', 'board.borders.cut = [["Alaska", "Kamchatka"]]'
    ).load_board()
    assert board.territory("South Africa") in board.neighbours[board.territory("Brazil")]
    assert board.territory("Kamchatka") not in board.neighbours[board.territory("Alaska")]
    assert board.territory("Alaska") not in board.neighbours[board.territory("Kamchatka")]


def test_names_change_wherever_they_stand() -> None:
    board = variant('board.territories.Siam.name = "Thailand"', 'board.continents.Asia.name = "The East"').load_board()
    assert "Siam" not in board.territories
    assert board.continents[board.continent_of[board.territory("Thailand")]] == "The East"
    assert board.territory("Thailand") in board.neighbours[board.territory("Indonesia")]


def test_a_territory_may_belong_to_another_continent() -> None:
    board = variant('board.territories."Middle East".continent = "Africa"').load_board()
    assert board.continent_of[board.territory("Middle East")] == board.continent("Africa")


def test_rules_are_checked_against_the_changed_board() -> None:
    lines = ('board.territories.Siam.name = "Thailand"', "rules.formula.wins_if = \"holds('Thailand')\"")
    assert variant(*lines).rules
    with pytest.raises(VariantError, match='has no territory or continent "Thailand"'):
        variant(lines[1])


def test_settings_change_a_board_too() -> None:
    changed = load_variant("classic-1959", settings=["board.continents.Asia.bonus=9"])
    board = changed.load_board()
    assert board.bonuses[board.continent("Asia")] == 9


def test_later_layers_change_what_earlier_ones_made(tmp_path: Path) -> None:
    (tmp_path / "first.toml").write_text(
        'name = "First"\nextends = "classic-1959"\nboard.territories.Siam.name = "Thailand"\n', encoding="utf-8"
    )
    (tmp_path / "second.toml").write_text(
        'name = "Second"\nextends = "./first.toml"\nboard.borders.add = [["Thailand", "Brazil"]]\n', encoding="utf-8"
    )
    board = load_variant(tmp_path / "second.toml").load_board()
    assert board.territory("Brazil") in board.neighbours[board.territory("Thailand")]


def test_another_board_begins_anew(tmp_path: Path) -> None:
    (tmp_path / "first.toml").write_text(
        'name = "First"\nextends = "classic-1959"\nboard.continents.Asia.bonus = 1\n', encoding="utf-8"
    )
    (tmp_path / "second.toml").write_text(
        'name = "Second"\nextends = "./first.toml"\nboard.base = "world"\nboard.continents.Africa.bonus = 4\n',
        encoding="utf-8",
    )
    board = load_variant(tmp_path / "second.toml").load_board()
    assert (board.bonuses[board.continent("Asia")], board.bonuses[board.continent("Africa")]) == (7, 4)


def test_a_changed_board_travels_with_the_variant_and_with_saves() -> None:
    mine = variant("board.continents.Australia.bonus = 3")
    game = Game(Rulebook(mine), players=3, seed=1)
    again = Game.from_json(game.to_json())
    assert again.state.board.bonuses == game.state.board.bonuses
    assert Variant.from_dict(mine.to_dict()).load_board().bonuses == mine.load_board().bonuses


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("board.continents.Australa.bonus = 3", 'has no continent "Australa"; did you mean "Australia"?'),
        ("board.continents.Australia.bonus = -1", ">= 0"),
        ("board.continents.Australia.bonos = 3", 'unknown key; did you mean "bonus"?'),
        ('board.territories.Brasil.name = "X"', 'has no territory "Brasil"; did you mean "Brazil"?'),
        ('board.territories.Brazil.name = "Peru"', 'there is a territory "Peru" already'),
        ('board.territories.Brazil.continent = "Asien"', 'has no continent "Asien"'),
        ('board.borders.add = [["Brazil", "Peru"]]', '"Brazil" and "Peru" border each other already'),
        ('board.borders.cut = [["Brazil", "Siam"]]', '"Brazil" and "Siam" do not border each other'),
        ('board.borders.add = [["Brazil", "Brazil"]]', "a territory cannot border itself"),
        ('board.borders.add = [["Brazil", "Atlantis"]]', 'has no territory "Atlantis"'),
        ('board.borders.cut = [["Siam", "Indonesia"]]', "a board must be in one piece"),
        ('board.base = "wurld"', 'no shipped board is called "wurld"'),
        ("board = 3", "must be text or table"),
    ],
)
def test_what_does_not_fit_is_told_with_its_line(line: str, message: str) -> None:
    with pytest.raises(VariantError) as caught:
        variant("", line)
    (problem,) = caught.value.problems
    assert message in problem.message
    assert problem.line == 4
