"""Files with one mistake each, and the key that an editor and riskvar must both point at."""

from typing import NamedTuple

__all__ = ["MISTAKES", "Mistake"]

Key = tuple[str | int, ...]


class Mistake(NamedTuple):
    """A wrong file of a kind; `line` is where the key stands."""

    kind: str
    key: Key
    line: int
    text: str


_VARIANT = 'name = "Mine"\nextends = "classic-1959"\n'
_BOARD = 'name = "Islet"\n[continents]\nNorth = { bonus = 2 }\n[territories]\n'
_ALDER = 'Alder = { continent = "North", insignia = "infantry", borders = ["Birch"] }\n'
_BIRCH = 'Birch = { continent = "North", insignia = "cavalry" }\n'
_DECK = 'name = "Deck"\n[[missions]]\nname = "Much"\n'
_SCENARIO = (
    'variant = "classic-1959"\nplayers = ["Red", "Blue"]\n[position]\nturn = "Red"\nrest = "Blue"\n[[scenario]]\n'
)

MISTAKES = [
    Mistake("variant", ("boards",), 3, f'{_VARIANT}boards = "world"\n'),
    Mistake("variant", ("name",), 1, 'name = 3\nextends = "classic-1959"\n'),
    Mistake("variant", ("extends",), 2, 'name = "Mine"\nextends = "clasic-1959"\n'),
    Mistake("variant", ("group",), 3, f'{_VARIANT}group = "homes"\n'),
    Mistake("variant", ("players", "max"), 3, f"{_VARIANT}players.max = 9\n"),
    Mistake("variant", ("players", "most"), 3, f"{_VARIANT}players = {{ most = 4 }}\n"),
    Mistake("variant", ("without", 0), 3, f'{_VARIANT}without = ["fortifi"]\n'),
    Mistake("variant", ("board",), 3, f'{_VARIANT}board = "wrld"\n'),
    Mistake(
        "variant",
        ("board", "continents", "Australia", "bonus"),
        4,
        f"{_VARIANT}[board.continents.Australia]\nbonus = -1\n",
    ),
    Mistake(
        "variant",
        ("board", "continents", "Australia", "bonsu"),
        4,
        f"{_VARIANT}[board.continents.Australia]\nbonsu = 1\n",
    ),
    Mistake("variant", ("board", "borders", "add", 0), 3, f'{_VARIANT}board.borders.add = [["Brazil"]]\n'),
    Mistake("variant", ("rules", "fortifi"), 3, f"{_VARIANT}[rules.fortifi]\n"),
    Mistake("variant", ("rules", "fortify", "movez"), 4, f"{_VARIANT}[rules.fortify]\nmovez = 2\n"),
    Mistake("variant", ("rules", "fortify", "moves"), 4, f'{_VARIANT}[rules.fortify]\nmoves = "2"\n'),
    Mistake("variant", ("rules", "fortify", "reach"), 4, f'{_VARIANT}[rules.fortify]\nreach = "conected"\n'),
    Mistake("variant", ("rules", "dice", "defence_dice"), 4, f"{_VARIANT}[rules.dice]\ndefence_dice = 9\n"),
    Mistake(
        "variant",
        ("rules", "escalating-sets", "values", 1),
        4,
        f'{_VARIANT}[rules.escalating-sets]\nvalues = [4, "6"]\n',
    ),
    Mistake("variant", ("rules", "formula", "reinforcement"), 4, f"{_VARIANT}[rules.formula]\nreinforcement = 3\n"),
    Mistake("variant", ("rules", "formula", "reinforcements"), 4, f'{_VARIANT}[rules.formula]\nreinforcements = "3"\n'),
    Mistake("variant", ("goals", "lenght"), 4, f"{_VARIANT}[goals]\nlenght = {{ median = [5, 9] }}\n"),
    Mistake("variant", ("goals", "drama", "min"), 4, f"{_VARIANT}[goals]\ndrama = {{ min = 3 }}\n"),
    Mistake("board", ("continents", "North", "bonus"), 3, _BOARD.replace("2", '"2"') + _ALDER + _BIRCH),
    Mistake("board", ("territories", "Birch", "insignia"), 6, _BOARD + _ALDER + _BIRCH.replace("cavalry", "horse")),
    Mistake("board", ("territories", "Birch", "border"), 6, _BOARD + _ALDER + _BIRCH.replace(" }", ", border = [] }")),
    Mistake("board", ("teritories",), 4, _BOARD.replace("territories", "teritories") + _ALDER + _BIRCH),
    Mistake("deck", ("missions", 0, "objective"), 4, f'{_DECK}objective = "hold-teritories"\n'),
    Mistake("deck", ("missions", 0, "cout"), 6, f'{_DECK}objective = "hold-territories"\ncount = 3\ncout = 3\n'),
    Mistake("deck", ("missions", 0, "count"), 5, f'{_DECK}objective = "hold-territories"\ncount = 0\n'),
    Mistake("scenario", ("scenario", 0, "name"), 7, f"{_SCENARIO}name = 1\n"),
    Mistake("scenario", ("scenario", 0, "expects"), 8, f'{_SCENARIO}name = "One"\nexpects.turn = "Red"\n'),
    Mistake(
        "scenario",
        ("scenario", 0, "expect", "armies", "Japan"),
        8,
        f'{_SCENARIO}name = "One"\nexpect.armies = {{ Japan = "3" }}\n',
    ),
    Mistake(
        "scenario", ("scenario", 0, "step", 0, "skip"), 9, f'{_SCENARIO}name = "One"\n[[scenario.step]]\nskip = -1\n'
    ),
    Mistake("project", ("rule",), 1, 'rule = ["rules/*.py"]\n'),
    Mistake("project", ("variants",), 1, 'variants = "variants/*.toml"\n'),
    Mistake("project", ("defaults", "players"), 2, "[defaults]\nplayers = 0\n"),
    Mistake("project", ("defaults", "max-rounds"), 2, "[defaults]\nmax-rounds = 50\n"),
]
