"""Files to start from: a variant, a rule with its tests, or a package to share. They work as they are written."""

import builtins
import json
import keyword
import os
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from string import Template
from typing import Literal

import attrs

import riskcore
from riskcore import Game, Rulebook, Variant, load_variant
from riskcore.authoring.project import PROJECT_FILE, Project
from riskcore.errors import RiskError
from riskcore.files.catalog import Catalog
from riskcore.files.shipped import named_files
from riskcore.files.toml_source import dotted, shown

__all__ = ["KINDS", "SCHEMAS", "Kind", "Wish", "check_name", "check_title", "skeleton", "title_of"]

Kind = Literal["variant", "rule", "package"]
KINDS: Mapping[Kind, str] = {
    "variant": "another variant of one that there is, in TOML alone",
    "rule": "a rule in Python, and a variant that has it",
    "package": "the same as a package, for others to install",
}

SCHEMAS = "schemas"  # the folder of a project that new files name

_LONGEST = 40
_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_RULE_NAME = re.compile(r"[a-z][a-z0-9]+(?:-[a-z][a-z0-9]+)*")  # so that it follows from the name of the class
_COLOURS = ("Red", "Blue", "Green", "Yellow", "Black", "White")
_USUAL_PLAYERS = 3
_MORE = "(2 if round >= 5 else 0)"


@attrs.frozen
class Wish:
    """What somebody wants files for."""

    kind: Kind
    name: str
    title: str
    base: str  # the variant to start from: a shipped name, or a path
    folder: Path  # of the project, or of one to be; a package gets a folder in it
    project: Project | None = None

    @property
    def module(self) -> str:
        """The name as Python has it."""
        return self.name.replace("-", "_")

    @property
    def cls(self) -> str:
        """The name of the rule's class."""
        return "".join(part.capitalize() for part in self.name.split("-"))

    @property
    def root(self) -> Path:
        """The folder that everything is in."""
        return self.folder / f"risk-{self.name}" if self.kind == "package" else self.folder

    @property
    def source(self) -> Path | None:
        """The file of the rule, if there is one."""
        if self.kind == "package":
            return self.root / f"risk_{self.module}" / "__init__.py"
        return self._home("rules") / f"{self.module}.py" if self.kind == "rule" else None

    @property
    def variant(self) -> Path:
        """The file of the variant."""
        return self._home("variants") / f"{self.name}.toml"

    def _home(self, what: str) -> Path:
        """Where a project's rules or variants are: where it looks for all there are, or a folder of their own."""
        patterns = self.project.source.document.get(what, ()) if self.project and self.kind != "package" else ()
        wanted = "*.py" if what == "rules" else "*.toml"
        found = (Path(pattern).parent for pattern in patterns if Path(pattern).name == wanted)
        return self.root / next((folder for folder in found if "*" not in str(folder)), what)


def title_of(name: str) -> str:
    """What something is called in reports, unless somebody knows better."""
    return name.replace("-", " ").capitalize()


def check_title(title: str) -> None:
    """A title stands in TOML, in Python and on screens."""
    if not title.strip() or len(title) > _LONGEST or not title.isprintable() or set(title) & {'"', "\\"}:
        wish = f"one line of at most {_LONGEST} characters, without quotation marks and backslashes"
        raise RiskError(f"title {shown(title)}: must be {wish}")


def check_name(kind: Kind, name: str, project: Project | None = None) -> None:
    """A name is free, and can be that of a file, a table and a class."""
    if not (_NAME if kind == "variant" else _RULE_NAME).fullmatch(name) or len(name) > _LONGEST:
        parts = "words" if kind == "variant" else "words of two letters or more"
        wish = f"{parts} in small letters, digits after them, and hyphens between them, such as late-armies"
        raise RiskError(f"name {shown(name)}: must be {wish}; at most {_LONGEST} characters")
    own = project if kind != "package" else None
    taken: dict[str, Collection[str]] = {"a shipped variant": named_files("variant")}
    taken["a variant of your project"] = own.variants if own else ()
    if kind != "variant":
        taken["a rule"] = Catalog(own.rules if own else ()).rule_names()
        cls = Wish(kind, name, "", "", Path()).cls
        if keyword.iskeyword(cls) or cls in {*dir(builtins), *riskcore.__all__}:
            raise RiskError(f"name {shown(name)}: there is another {cls} in Python; choose another name")
    for what, names in taken.items():
        if name in names:
            raise RiskError(f"name {shown(name)}: is the name of {what} already; choose another")


def skeleton(wish: Wish) -> dict[Path, str]:
    """The text of each file that a wish takes, what its project has already left out. Nothing is written."""
    base = load_variant(_reference(wish.base), plugin_files=wish.project.rules if wish.project else ())
    tests = wish.root / "tests"
    scenario = tests / f"{wish.name}.scenario.toml"
    words = {"name": wish.name, "title": wish.title, "module": wish.module, "cls": wish.cls}
    made = {
        wish.variant: _filled("variant.toml", {**words, **_schema(wish, wish.variant), **_switched_on(wish, base)}),
        scenario: _filled("scenario.toml", {**words, **_schema(wish, scenario), **_expected(wish, base, tests)}),
    }
    if wish.source is not None:
        made[wish.source] = _filled("rule.py", words)
        made[tests / f"test_{wish.module}.py"] = _filled("test_rule.py", {**words, **_tested(wish, base)})
    if wish.kind == "package" and wish.source is not None:
        made |= {wish.root / name: _filled(name, words) for name in ("pyproject.toml", "README.md")}
        made[wish.source.with_name("py.typed")] = ""
    if wish.project is None or wish.kind == "package":
        rules = "" if wish.kind == "package" else 'rules = ["rules/*.py"]\n'
        made[wish.root / PROJECT_FILE] = _filled(PROJECT_FILE, {"rules": rules})
    return made


def _reference(base: str) -> str | Path:
    return Path(base) if base.endswith(".toml") else base


def _filled(template: str, words: Mapping[str, str]) -> str:
    from importlib.resources import files  # slow, and only this needs it

    text = files("riskcore.authoring").joinpath("templates", f"{template}.txt").read_text(encoding="utf-8")
    return Template(text).substitute(words)


def _path(file: Path, folder: Path) -> str:
    """A path from a folder, as files have it that go to other machines."""
    return Path(os.path.relpath(file, folder)).as_posix()


def _schema(wish: Wish, file: Path) -> dict[str, str]:
    path = _path(wish.root / SCHEMAS, file.parent)
    return {"schemas": path if path.startswith(".") else f"./{path}"}


def _switched_on(wish: Wish, base: Variant) -> dict[str, str]:
    """What the variant says: its rule, or a formula that keeps what the base's formula says."""
    extends = _path(Path(wish.base), wish.variant.parent) if wish.base.endswith(".toml") else wish.base
    summary = f"{base.name}, with more armies late in the game."
    words = {"base": json.dumps(extends), "summary": json.dumps(summary, ensure_ascii=False)}
    if wish.kind != "variant":
        return {**words, "rule": wish.name, "parameters": "armies = 2\nfrom_round = 5"}
    formulas = next((rule.parameters for rule in base.rules if rule.name == "formula"), {})
    known = formulas.get("reinforcement", "usual")
    usual = known if known.isidentifier() else f"({known})"
    return {**words, "rule": "formula", "parameters": f"reinforcement = {json.dumps(f'{usual} + {_MORE}')}"}


def _expected(wish: Wish, base: Variant, tests: Path) -> dict[str, str]:
    """A position that any board and any number of players have, and what follows in it."""
    rules = Rulebook(base)
    places = rules.board.territories
    owners = {0: places[0], **{seat: places[seat - 1] for seat in range(2, _players(base))}}  # the rest is the second's

    def armies_due(round_number: int) -> int:
        position = {"round": round_number, "rest": 1, "owners": {place: seat for seat, place in owners.items()}}
        return Game.from_position(rules, _players(base), position).state.reserve[0]

    return {
        "variant": _path(wish.variant, tests),
        "players": json.dumps(_COLOURS[: _players(base)]),
        "territories": ", ".join(f'{dotted((place,))} = "{_COLOURS[seat]}"' for seat, place in owners.items()),
        "early": str(armies_due(4)),
        "late": str(armies_due(5) + 2),
    }


def _tested(wish: Wish, base: Variant) -> dict[str, str]:
    """Where the tests find the rule; one of a package is installed."""
    source = "" if wish.kind == "package" else f'\nRULE = ROOT / "{_path(wish.source or Path(), wish.root)}"'
    return {
        "variant_path": _path(wish.variant, wish.root),
        "rule_line": source,
        "plugins": "plugin_files=[RULE], " if source else "",
        "players": str(_players(base)),
        "territory": base.load_board().territories[0],
    }


def _players(base: Variant) -> int:
    return max(base.players.min, min(_USUAL_PLAYERS, base.players.max))
