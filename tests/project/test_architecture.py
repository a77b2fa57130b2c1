"""The shape of the project: what may import what, and what the core must not know."""

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import riskcore

PACKAGE = Path(riskcore.__file__).parent
PROJECT = PACKAGE.parent
CORE = sorted([*PACKAGE.glob("*.py"), *PACKAGE.glob("phases/*.py"), *PACKAGE.glob("booklet/*.py")])
PLUGIN_PACKAGES = sorted(path.name for path in (PROJECT / "plugins").iterdir() if (path / "__init__.py").is_file())
MODULES = sorted([*PACKAGE.rglob("*.py"), *(PROJECT / "plugins").rglob("*.py")])

LONGEST_MODULE = 400
FORBIDDEN_TO_THE_CORE = ("riskcore.lab", "riskcore.cli", "riskcore.web", *PLUGIN_PACKAGES)
# Words of one edition or option; an insignia may be called cavalry, a rule about armies army_limit.
FOREIGN_WORDS = re.compile(
    r"\b(1959|1993|2004|alliances?|allied|allies|bribes?|capitals?(?! letter)|commander|golden"
    r"|missions?|neutrals?|re-?rolls?)\b",
    re.IGNORECASE,
)


def name_of(path: Path) -> str:
    root = PROJECT / "plugins" if path.is_relative_to(PROJECT / "plugins") else PROJECT
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def has_code(path: Path) -> bool:
    """Whether there is more in a file than its docstring."""
    return len(ast.parse(path.read_text(encoding="utf-8")).body) > 1


def imported_by(path: Path) -> set[str]:
    """Every module that a file imports, also inside its functions."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.update({node.module, *(f"{node.module}.{alias.name}" for alias in node.names)})
    return found


def modules_after(statement: str) -> set[str]:
    """What a fresh interpreter has loaded after a statement."""
    source = f"import sys\n{statement}\nprint(*sorted(sys.modules), sep='\\n', file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def belongs(module: str, packages: tuple[str, ...]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def test_the_lists_are_not_empty() -> None:
    assert {"riskcore.game", "riskcore.phases.attack"} <= {name_of(path) for path in CORE}
    assert {"risk_bots", "risk_editions", "risk_options"} <= set(PLUGIN_PACKAGES)


@pytest.mark.parametrize("path", CORE, ids=name_of)
def test_core_imports_neither_lab_nor_commands_nor_plugins(path: Path) -> None:
    assert [name for name in sorted(imported_by(path)) if belongs(name, FORBIDDEN_TO_THE_CORE)] == []


def test_importing_the_core_loads_none_of_them() -> None:
    loaded = modules_after("import riskcore")
    assert "riskcore.game" in loaded
    assert [name for name in sorted(loaded) if belongs(name, FORBIDDEN_TO_THE_CORE)] == []


@pytest.mark.parametrize("path", CORE, ids=name_of)
def test_core_has_no_word_of_an_edition_or_option(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [f"{number}: {line}" for number, line in enumerate(lines, 1) if FOREIGN_WORDS.search(line)] == []


def test_plugins_use_nothing_but_the_core() -> None:
    beyond = ("riskcore.lab", "riskcore.cli", "riskcore.web")
    plugins = [path for path in MODULES if not path.is_relative_to(PACKAGE)]
    assert [name_of(path) for path in plugins if any(belongs(name, beyond) for name in imported_by(path))] == []


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


def test_help_loads_nothing_slow() -> None:
    statement = "sys.argv[1:] = ['--help']\nfrom riskcore.cli import main\nmain(standalone_mode=False)"
    loaded = modules_after(statement)
    assert "riskcore.cli" in loaded
    slow = ("numpy", "scipy", "rich", "cattrs", "tree_sitter", "multiprocessing", "riskcore.lab", *PLUGIN_PACKAGES)
    assert [name for name in sorted(loaded) if belongs(name, slow)] == []
