"""Reading a scenario file: every word checked against the variant it plays, and all that is wrong told at once."""

import os
from typing import Any

import attrs

from riskcore.errors import Problem, RiskError, VariantError
from riskcore.files.reader import Reader
from riskcore.files.toml_source import Place, TomlSource, shown
from riskcore.notation.lines import Line, move_line
from riskcore.notation.names import NOBODY_NAME, Names
from riskcore.rulebook import Rulebook
from riskcore.scenario.dice import Throw, throws_of
from riskcore.scenario.expectations import Check, checks_of
from riskcore.scenario.positions import position_of
from riskcore.scenario.problems import Faults, Spot
from riskcore.scenario.rulebooks import RulebookCache
from riskcore.scenario.tables import FileTable, PositionTable, ScenarioTable, StepTable

__all__ = ["Scenario", "Step", "load_scenarios"]


@attrs.frozen(eq=False)
class Step:
    """Moves with their dice, and what must follow."""

    place: Place
    moves: tuple[Line, ...] = ()
    throws: tuple[Throw, ...] = ()
    refused: str | None = None
    skip: int = 0
    checks: tuple[Check, ...] = ()


@attrs.frozen(eq=False)
class Scenario:
    """A scenario ready to run; the first of its steps is the beginning, which has no moves."""

    place: Place
    name: str
    shows: tuple[str, ...]  # the ids of the rules it demonstrates
    variant: str
    names: Names = attrs.field(repr=False)
    position: dict[str, Any] | None = attrs.field(repr=False)  # None: the beginning of a game
    seed: int = attrs.field(repr=False)
    steps: tuple[Step, ...] = attrs.field(repr=False)

    @property
    def rules(self) -> Rulebook:
        """What is played by."""
        return self.names.rules


def load_scenarios(path: str | os.PathLike[str], rulebooks: RulebookCache | None = None) -> list[Scenario]:
    """The scenarios of a file, one for each variant they are to be run with; a VariantError says all that is wrong."""
    source = TomlSource.read(path)
    reader = Reader()
    table = reader.read(FileTable, source.document, (), source.place)
    if table is None:
        raise VariantError(_sorted(reader.problems))
    faults = Faults(source)
    loader = _Loader(table, faults, rulebooks or RulebookCache())
    scenarios = [scenario for number in range(len(table.scenario)) for scenario in loader.scenarios(number)]
    if faults.problems:
        raise VariantError(_sorted(faults.problems))
    return scenarios


def _sorted(problems: list[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda problem: (problem.line, problem.column))


class _Loader:
    """Makes the scenarios of one file."""

    def __init__(self, table: FileTable, faults: Faults, rulebooks: RulebookCache) -> None:
        self._table = table
        self._faults = faults
        self._rulebooks = rulebooks
        self._seen: set[str] = set()

    def _given(self, own: ScenarioTable, key: str) -> tuple[str, ...]:
        """What a scenario says, or else the file, or nobody."""
        said = getattr(own, key)
        texts: tuple[str, ...] | None = getattr(self._table, key) if said is None else said
        return texts or ()

    def scenarios(self, number: int) -> list[Scenario]:
        """A scenario, for each of its variants."""
        own = self._table.scenario[number]
        spot = Spot(self._faults, ("scenario", number), ())
        if own.name in self._seen:
            spot.add(f"another scenario of this file is called {shown(own.name)}", "name")
        self._seen.add(own.name)
        variants = own.variant or self._table.variant
        if variants is None:
            spot.add("variant is missing; must be the name or path of one, here or at the top of the file")
            return []
        several = not isinstance(variants, str)
        made: list[Scenario] = []
        for at, variant in enumerate((variants,) if isinstance(variants, str) else variants):
            keys = ("variant", at) if several else ("variant",)
            rules = self._rulebook(own, variant, spot, keys)
            if rules is not None and (scenario := self._scenario(number, variant, rules, spot)) is not None:
                made.append(attrs.evolve(scenario, name=f"{own.name} ({variant})") if several else scenario)
        return made

    def _rulebook(self, own: ScenarioTable, variant: str, spot: Spot, keys: tuple[str | int, ...]) -> Rulebook | None:
        folder = os.path.dirname(self._faults.source.file)
        rules, settings = self._given(own, "rules"), self._given(own, "settings")
        try:
            return self._rulebooks.rulebook(variant, folder, rules, settings)
        except LookupError as error:
            spot.add(str(error.args[0]), *keys)
        except VariantError as error:
            options: dict[str, tuple[str | int, ...]] = {f"--rule {rule}": ("rules", n) for n, rule in enumerate(rules)}
            options |= {f"--set {setting}": ("settings", n) for n, setting in enumerate(settings)}
            for problem in error.problems:
                message = problem.message if problem.file in options else str(problem)
                spot.add(message, *options.get(problem.file, keys))
        except RiskError as error:
            spot.add(str(error), *keys)
        return None

    def _scenario(self, number: int, variant: str, rules: Rulebook, spot: Spot) -> Scenario | None:
        own = self._table.scenario[number]
        names = self._names(own, rules, spot)
        if names is None:
            return None
        position = None
        if own.setup is not None and own.position is not None:
            spot.add("a scenario starts from a position or from the set-up, not both", "setup", of_key=True)
        elif own.setup is None:
            position = self._position(own, number, names, spot)
        beginning = Step(spot.place(), checks=tuple(checks_of(own.expect, names, spot.below("expect"))))
        steps = [_step(step, names, spot.below("step", at)) for at, step in enumerate(own.step)]
        return Scenario(
            place=spot.place(),
            name=own.name,
            shows=self._given(own, "shows"),
            variant=variant,
            names=names,
            position=position,
            seed=own.setup.seed if own.setup else 0,
            steps=(beginning, *steps),
        )

    def _names(self, own: ScenarioTable, rules: Rulebook, spot: Spot) -> Names | None:
        players = self._given(own, "players")
        span = rules.variant.players
        if not span.min <= len(players) <= span.max:
            allowed = f"{span.min} to {span.max}" if span.min < span.max else str(span.min)
            spot.add(f"{len(players)} given; {rules.variant.name} is for {allowed} players", "players")
            return None
        expected = rules.owners(len(players))
        others = self._given(own, "others") or expected
        if len(others) != len(expected):
            spot.add(f"{len(others)} given; besides its players this variant has {len(expected)} owners", "others")
            return None
        known = [name.casefold() for name in (*players, *others)]
        double = [name for name in known if known.count(name) > 1 or name == NOBODY_NAME or ":" in name or not name]
        if double:
            spot.add(f"{shown(double[0])} cannot be one owner's name", "players")
            return None
        return Names(rules, players, others)

    def _position(self, own: ScenarioTable, number: int, names: Names, spot: Spot) -> dict[str, Any] | None:
        """The position: what the scenario says over what the file says."""
        if own.position is None and self._table.position is None:
            spot.add("a scenario needs a position, here or at the top of the file, or a setup")
            return None
        document = self._faults.source.document
        values = {key: getattr(self._table.position, key) for key in document.get("position", ())}
        values |= {key: getattr(own.position, key) for key in document["scenario"][number].get("position", ())}
        return position_of(PositionTable(**values), names, spot.below("position"))


def _step(table: StepTable, names: Names, spot: Spot) -> Step:
    moves: list[Line] = []
    texts = (table.move,) if isinstance(table.move, str) else table.move
    for number, text in enumerate(texts):
        with spot.at(*(("move",) if isinstance(table.move, str) else ("move", number))):
            moves.append(move_line(text, names))
    throws: list[Throw] = []
    for number, text in enumerate((table.dice,) if isinstance(table.dice, str) else table.dice):
        with spot.at(*(("dice",) if isinstance(table.dice, str) else ("dice", number))):
            throws += throws_of(text)
    if table.refused is not None and not texts:
        spot.add("there is no move to refuse", "refused", of_key=True)
    if table.skip and texts:
        spot.add("a step has moves or skips some, not both", "skip", of_key=True)
    return Step(
        place=spot.place(),
        moves=tuple(moves),
        throws=tuple(throws),
        refused=table.refused,
        skip=table.skip,
        checks=tuple(checks_of(table.expect, names, spot.below("expect"))),
    )
