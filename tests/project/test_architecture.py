"""The shape of the project: which room may import which, how large they are, and what the core must not know."""

import ast
import importlib
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import riskcore

PACKAGE = Path(riskcore.__file__).parent
PROJECT = PACKAGE.parent
PLUGIN_PACKAGES = sorted(path.name for path in (PROJECT / "plugins").iterdir() if (path / "__init__.py").is_file())
MODULES = sorted(path for folder in ("riskvar", "riskcore", "plugins") for path in (PROJECT / folder).rglob("*.py"))


class Room(NamedTuple):
    """Modules that belong together, and the rooms that they may import; their own room is open to them."""

    package: str
    modules: str  # "*": all that stand directly in the package
    sees: str


ENGINE = "ground pieces phases rulebook notation positions game"
LAB = "lab.record lab.play lab.stats lab.measure lab.kept lab.goals lab.battles lab.settings lab.report"

# The one table of layers, from the ground up. A room sees only rooms above its own line, so there are no cycles. An
# import inside a function counts like any other; one for types alone does too, except among the rooms of the engine,
# whose types know each other. The engine and the files meet twice: `files` needs the errors and boards of the ground,
# and `rulebook`, which is made of a variant and its plugins, needs the files.
ROOMS = {
    "ground": Room("riskcore", "board errors", ""),
    "files": Room("riskcore.files", "*", "ground"),
    "pieces": Room(
        "riskcore",
        "campaign cards dice domains events flow frames hooks hookspecs legal moves records resolve rules sequences"
        " state tape view words",
        "ground",
    ),
    "phases": Room("riskcore.phases", "*", "ground pieces"),
    "rulebook": Room("riskcore", "rulebook", "ground files pieces phases"),
    "notation": Room("riskcore.notation", "*", "ground files pieces phases rulebook"),
    "positions": Room("riskcore.positions", "*", "ground files pieces phases rulebook"),
    "game": Room("riskcore", "__init__ chance game testing", "ground files pieces phases rulebook notation positions"),
    "logs": Room("riskcore.logs", "*", f"{ENGINE} files"),
    "risk_bots": Room("risk_bots", "*", ENGINE),
    "risk_bots.search": Room("risk_bots.search", "*", f"{ENGINE} risk_bots"),
    "risk_editions": Room("risk_editions", "*", ENGINE),
    "risk_options": Room("risk_options", "*", ENGINE),
    "risk_missions": Room("risk_missions", "*", f"{ENGINE} files"),  # decks of missions are files
    "risk_house": Room("risk_house", "*", f"{ENGINE} risk_editions risk_missions"),
    "risk_formulas": Room("risk_formulas", "*", f"{ENGINE} files"),
    "pages": Room("riskcore.pages", "*", "ground"),
    "text": Room("riskcore.text", "*", f"{ENGINE} files"),
    "text.booklet": Room("riskcore.text.booklet", "*", f"{ENGINE} files pages text"),
    "authoring.project": Room("riskcore.authoring", "project", "ground files"),
    "scenario": Room("riskcore.scenario", "*", f"{ENGINE} files authoring.project"),
    "lab.record": Room("riskcore.lab.record", "*", ENGINE),
    "lab.play": Room("riskcore.lab.play", "*", f"{ENGINE} files logs lab.record"),
    "lab.stats": Room("riskcore.lab.stats", "*", ""),
    "lab.measure": Room("riskcore.lab.measure", "*", f"{ENGINE} files lab.record lab.play lab.stats"),
    "lab.kept": Room("riskcore.lab.kept", "*", f"{ENGINE} files logs lab.record lab.play lab.stats lab.measure"),
    "lab.goals": Room("riskcore.lab.goals", "*", f"{ENGINE} files lab.play lab.stats lab.measure"),
    "lab.battles": Room("riskcore.lab.battles", "*", f"{ENGINE} pages lab.stats"),
    "lab.settings": Room("riskcore.lab.settings", "*", f"{ENGINE} files lab.record lab.play lab.measure lab.goals"),
    "lab.report": Room(
        "riskcore.lab.report",
        "*",
        f"{ENGINE} pages text text.booklet lab.record lab.play lab.stats lab.measure lab.kept lab.goals",
    ),
    "lab": Room("riskcore.lab", "*", f"{ENGINE} files logs {LAB}"),
    "authoring": Room(
        "riskcore.authoring",
        "__init__ making schemas skeletons toml_edit upgrade",
        f"{ENGINE} files text scenario lab.goals authoring.project",
    ),
    "web.game": Room("riskcore.web.game", "*", f"{ENGINE} files logs text lab {LAB}"),
    "web": Room("riskcore.web", "*", f"{ENGINE} files logs pages text text.booklet scenario lab {LAB} web.game"),
    "adapters": Room("riskcore.adapters", "*", f"{ENGINE} files"),
    "cli.tools": Room(
        "riskcore.cli",
        "completion interrupt options output project results workforce",
        f"{ENGINE} files authoring.project lab lab.play",
    ),
    "cli.screens": Room("riskcore.cli.screens", "*", f"{ENGINE} lab {LAB} cli.tools"),
    "cli.rules": Room(
        "riskcore.cli.rules",
        "*",
        f"{ENGINE} files text text.booklet scenario authoring.project lab lab.goals cli.tools cli.screens",
    ),
    "cli.authoring": Room(
        "riskcore.cli.authoring", "*", f"{ENGINE} files scenario authoring.project authoring cli.tools cli.screens"
    ),
    "cli.play": Room(
        "riskcore.cli.play", "*", f"{ENGINE} files logs text lab lab.play web.game web cli.tools cli.screens"
    ),
    "cli.lab": Room("riskcore.cli.lab", "*", f"{ENGINE} files pages text scenario lab {LAB} cli.tools cli.screens"),
    "cli": Room("riskcore.cli", "__init__", f"{ENGINE} cli.tools cli.screens cli.rules cli.authoring cli.play cli.lab"),
    "command": Room("riskvar", "*", "cli"),
}
# Where a library may be imported that is slow to load, or that only some users need.
LIBRARIES = {
    "click": ("cli",),
    "gymnasium": ("adapters",),
    "numpy": ("lab", "adapters"),
    "pettingzoo": ("adapters",),
    "pyspiel": ("adapters",),
    "rich": ("cli",),
    "starlette": ("web",),
    "uvicorn": ("web",),
}
MOST_MODULES = {"riskcore": 25}
MOST_MODULES_ELSEWHERE = 15
LONGEST_MODULE = 400

# Words of one edition or option; an insignia may be called cavalry, a rule about armies army_limit.
FOREIGN_WORDS = re.compile(
    r"\b(1959|1993|2004|alliances?|allied|allies|bribes?|capitals?(?! letter)|commander|golden"
    r"|missions?|neutrals?|re-?rolls?)\b",
    re.IGNORECASE,
)
WITHOUT_EDITIONS = [*ENGINE.split(), "files", "pages", "text", "text.booklet", "scenario", "web"]


def name_of(path: Path) -> str:
    root = PROJECT / "plugins" if path.is_relative_to(PROJECT / "plugins") else PROJECT
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {name_of(path) for path in MODULES}
PACKAGES = {name_of(path): path.parent for path in MODULES if path.name == "__init__.py"}


def room_of(module: str) -> str | None:
    """The room of the table that a module is in."""
    package, last = (module, "__init__") if module in PACKAGES else tuple(module.rsplit(".", 1))
    for name, room in ROOMS.items():
        if room.package == package and (room.modules == "*" or last in room.modules.split()):
            return name
    return None


def has_code(path: Path) -> bool:
    """Whether there is more in a file than its docstring."""
    return len(ast.parse(path.read_text(encoding="utf-8")).body) > 1


def imports(tree: ast.AST, package: str, for_types: bool = False) -> Iterator[tuple[str, bool]]:
    """Every module that is imported, also inside functions, and whether for types alone."""
    for node in ast.iter_child_nodes(tree):
        inside = for_types or (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
        if isinstance(node, ast.Import):
            yield from ((alias.name, inside) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level <= 1, "import by the full name, or from the same package"
            assert node.module, "import modules by name"
            module = f"{package}.{node.module}" if node.level else node.module
            names = [f"{module}.{alias.name}" for alias in node.names]
            yield from ((name if name in NAMES else module, inside) for name in names)
        yield from imports(node, package, inside)


def imports_of(path: Path) -> set[tuple[str, bool]]:
    package = name_of(path.parent / "__init__.py")
    return set(imports(ast.parse(path.read_text(encoding="utf-8")), package))


def is_open(room: str, other: str, for_types: bool) -> bool:
    """Whether the table lets a room import another."""
    among_types = for_types and {room, other} <= set(ENGINE.split())
    return other == room or other in ROOMS[room].sees.split() or among_types


def modules_after(statement: str) -> set[str]:
    """What a fresh interpreter has loaded after a statement."""
    source = f"import sys\n{statement}\nprint(*sorted(sys.modules), sep='\\n', file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def belongs(module: str, packages: tuple[str, ...]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


# -- the table --------------------------------------------------------------------------------------------------------


def test_every_module_is_in_a_room() -> None:
    assert {"riskcore.game", "riskcore.phases.attack", "risk_bots.greedy"} <= NAMES
    assert [name for name in sorted(NAMES) if room_of(name) is None] == [], "give it a room in the table ROOMS"


def test_every_room_has_the_modules_that_the_table_names() -> None:
    for name, room in ROOMS.items():
        found = {module for module in NAMES if room_of(module) == name}
        assert found, f"room {name} is empty"
        if room.modules != "*":
            assert len(found) == len(room.modules.split()), f"room {name} has {sorted(found)}"


def test_a_room_sees_only_rooms_below_it() -> None:
    order = list(ROOMS)
    for number, (name, room) in enumerate(ROOMS.items()):
        assert set(room.sees.split()) <= set(order[:number]), name


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_module_imports_only_what_its_room_sees(path: Path) -> None:
    room = room_of(name_of(path))
    assert room
    others = [(module, room_of(module), for_types) for module, for_types in sorted(imports_of(path)) if module in NAMES]
    closed = [
        f"{module} in room {other}" for module, other, types in others if not other or not is_open(room, other, types)
    ]
    assert closed == [], f"room {room} does not see them"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_libraries_are_imported_where_they_are_needed(path: Path) -> None:
    for module, _ in imports_of(path):
        places = LIBRARIES.get(module.split(".")[0])
        rooms = tuple(f"riskcore.{place}" for place in places or ())
        assert places is None or belongs(name_of(path), rooms), f"{module} is for {places}"


def test_packages_are_small() -> None:
    modules = Counter(path.parent for path in MODULES if path.name != "__init__.py")
    most = {name: MOST_MODULES.get(name, MOST_MODULES_ELSEWHERE) for name in PACKAGES}
    assert [f"{name}: {modules[PACKAGES[name]]}" for name in most if modules[PACKAGES[name]] > most[name]] == []


def test_the_design_page_names_every_package_and_every_module_of_the_engine() -> None:
    text = (PROJECT / "docs" / "design.md").read_text(encoding="utf-8")
    packages = [path.relative_to(PROJECT).as_posix() for path in PACKAGES.values()]
    assert [path for path in sorted(packages) if f"`{path}/`" not in text] == []
    named = set(re.findall(r"`(\w+)`", text))
    assert sorted({path.stem for path in PACKAGE.glob("*.py")} - {"__init__"} - named) == []


# -- importing --------------------------------------------------------------------------------------------------------


def test_importing_the_core_loads_neither_rooms_above_it_nor_anything_slow() -> None:
    loaded = modules_after("import riskcore")
    assert "riskcore.game" in loaded
    above = ("riskcore.lab", "riskcore.cli", "riskcore.pages", "riskcore.scenario", "riskcore.text", *PLUGIN_PACKAGES)
    assert [name for name in sorted(loaded) if belongs(name, (*above, *LIBRARIES))] == []


def test_help_loads_nothing_slow() -> None:
    statement = "sys.argv[1:] = ['--help']\nfrom riskcore.cli import main\nmain(standalone_mode=False)"
    loaded = modules_after(statement)
    assert "riskcore.cli" in loaded
    slow = ("numpy", "scipy", "rich", "cattrs", "tree_sitter", "multiprocessing", "riskcore.lab", *PLUGIN_PACKAGES)
    assert [name for name in sorted(loaded) if belongs(name, slow)] == []


# -- each module ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [path for path in MODULES if room_of(name_of(path)) in WITHOUT_EDITIONS], ids=name_of)
def test_core_has_no_word_of_an_edition_or_option(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [f"{number}: {line}" for number, line in enumerate(lines, 1) if FOREIGN_WORDS.search(line)] == []


@pytest.mark.parametrize("path", sorted((PACKAGE / "web" / "static").iterdir()), ids=lambda path: path.name)
def test_the_page_has_no_word_of_an_edition_or_option_and_is_made_of_short_files(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [f"{number}: {line}" for number, line in enumerate(lines, 1) if FOREIGN_WORDS.search(line)] == []
    assert len(lines) <= LONGEST_MODULE


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_module_is_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE


@pytest.mark.parametrize("path", [path for path in MODULES if has_code(path)], ids=name_of)
def test_module_says_what_is_public(path: Path) -> None:
    module = importlib.import_module(name_of(path))
    names = module.__all__
    assert list(names) == sorted(names, key=in_order)
    assert len(set(names)) == len(names)
    assert [name for name in names if not hasattr(module, name)] == []


def in_order(name: str) -> tuple[int, str]:
    """Constants, then classes, then functions, each by the alphabet."""
    return (0 if name.isupper() else 1 if name[:1].isupper() else 2), name
