"""Tables of games that were played at a real table: what they may say, and what is said of mistakes."""

from pathlib import Path

import pytest

from riskcore import SaveError
from riskcore.files.merge import PlayerRange
from riskcore.lab.kept.tables import TableGame, read_table

ALLOWED = PlayerRange(2, 6)


def read(tmp_path: Path, text: str | bytes) -> list[TableGame]:
    file = tmp_path / "games.csv"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    try:
        return read_table(file, ALLOWED, "Capitals")
    except SaveError as error:
        raise SaveError(str(error).replace(str(file), "FILE")) from None


def test_what_nobody_has_written_down_is_left_open(tmp_path: Path) -> None:
    text = "seats,winner,rounds,minutes,note\n4,3,12,95.5,at home\n3,,7,,\n2,1\n"
    assert read(tmp_path, text) == [TableGame(4, 3, 12, 95.5), TableGame(3, None, 7, None), TableGame(2, 1, None, None)]


def test_rounds_and_minutes_may_be_left_out(tmp_path: Path) -> None:
    assert read(tmp_path, "Winner, Seats\n\n2,4\n") == [TableGame(4, 2, None, None)]


def test_tables_of_spreadsheets_are_read(tmp_path: Path) -> None:
    text = "\ufeffseats;winner;rounds;minutes\r\n4;1;10;62,5\r\n"
    assert read(tmp_path, text) == [TableGame(4, 1, 10, 62.5)]


def test_all_mistakes_are_told_with_their_lines(tmp_path: Path) -> None:
    text = "seats,winner,rounds,minutes\n4,5,3,1\n7,1,3,1\n,1,3,1\n4,1,ten,1\n4,1,3,-5\n4,1,3,nan\n4,1,0,9\n4,1,3,60\n"
    with pytest.raises(SaveError) as caught:
        read(tmp_path, text)
    assert str(caught.value).splitlines() == [
        "FILE:2: winner: 5; must be a seat from 1, who began, to 4, or empty if the game was broken off",
        "FILE:3: seats: 7; Capitals is for 2 to 6",
        "FILE:4: seats: is empty; must say how many played",
        "FILE:5: rounds: 'ten'; must be a whole number, or empty",
        "FILE:6: minutes: -5.0; must be more than 0 and at most 1,000,000",
        "FILE:7: minutes: 'nan'; must be a number, or empty",
        "FILE:8: rounds: 0; must be more than 0 and at most 1,000,000",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "FILE: the file is empty; its first line must name columns: seats, winner, rounds, minutes, note"),
        ("4,1,10,60\n", "FILE:1: column '4'; must be one of seats, winner, rounds, minutes, note"),
        ("seats,rounds\n4,1\n", "FILE:1: there is no column 'winner'; the first line names the columns"),
        ("seats,winner,winner\n", "FILE:1: column 'winner' is there twice"),
        ("seats,winner\n4,1,9\n", "FILE:2: 3 cells in 2 columns"),
        (b"seats,winner\n\xff,1\n", "FILE: not UTF-8: invalid start byte; save the table as CSV in UTF-8"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path: Path, text: str | bytes, said: str) -> None:
    with pytest.raises(SaveError) as caught:
        read(tmp_path, text)
    assert str(caught.value) == said


def test_of_a_thousand_mistakes_some_are_told(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="and 980 mistakes more"):
        read(tmp_path, "seats,winner\n" + "4,9\n" * 1000)
