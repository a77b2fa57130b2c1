"""What a plan is made from: a variant by name or path, what is changed about it, and who plays."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from riskcore.errors import RiskError
from riskcore.files.bots import named_bot, split_bots
from riskcore.files.layers import file_layers
from riskcore.files.shipped import resolve_reference
from riskcore.files.variant import Variant, load_variant
from riskcore.lab.play.batch import MAX_ROUNDS, Plan

__all__ = ["USUAL_BOTS", "USUAL_PLAYERS", "PlanError", "Recipe", "baseline", "line_up_of", "plans_to_compare"]

USUAL_PLAYERS = 4
USUAL_BOTS = "planner"


class PlanError(RiskError):
    """Players or bots that do not fit what is to be played."""


@attrs.frozen
class Recipe:
    """What makes a plan, and makes others like it: with other settings, with another seed.

    Settings, rules and plugin files are those of `load_variant`; without `players` it is the usual number, or the one
    nearest to it that the variant allows. `bots` are names with commas between them, or a list of names, classes and
    objects; the usual ones unless given.
    """

    variant: str | os.PathLike[str]
    settings: Sequence[str] = ()
    rules: Sequence[str] = ()
    plugin_files: Sequence[str | os.PathLike[str]] = ()
    players: int | None = None
    bots: str | Sequence[Any] | None = None
    seed: int = 0
    max_rounds: int = MAX_ROUNDS

    def load(self, values: Mapping[str, str] | None = None) -> Variant:
        """The variant, with these values by their keys instead of its own."""
        settings = (*self.settings, *(f"{key}={value}" for key, value in (values or {}).items()))
        return load_variant(self.variant, settings=settings, rules=self.rules, plugin_files=self.plugin_files)

    def plan(self, values: Mapping[str, str] | None = None, *, seed: int | None = None) -> Plan:
        """What is played, with these values and this seed instead of its own."""
        return self.plan_of(self.load(values), seed=seed)

    def competitors(self) -> tuple[tuple[str, ...], Plan]:
        """The bots as those of a ladder, of which there may be any number, and what they play; none if not named."""
        named = () if self.bots is None else _each_bot(self.bots)
        return named, attrs.evolve(self, bots=None).plan()

    def plan_of(self, variant: Variant, players: int | None = None, *, seed: int | None = None) -> Plan:
        """The same games of a variant that is loaded already."""
        seats = players or _fitting_players(variant, self.players)
        bots = line_up_of(USUAL_BOTS if self.bots is None else self.bots, seats)
        return Plan(variant, seats, self.seed if seed is None else seed, bots, self.max_rounds)


def _fitting_players(variant: Variant, players: int | None) -> int:
    span = variant.players
    if players is None:
        return min(max(USUAL_PLAYERS, span.min), span.max)
    if not span.min <= players <= span.max:
        raise PlanError(f"{players} players: {variant.name} is for {span.min} to {span.max}")
    return players


def line_up_of(bots: str | Sequence[Any], players: int) -> tuple[str, ...]:
    """The names of the bots; that they exist is checked when they are loaded."""
    names = _each_bot(bots)
    if not all(names):
        raise PlanError(f"bots {bots!r}: a name is missing, write NAME or NAME,NAME")
    if len(names) > players:
        raise PlanError(f"{len(names)} bots for {players} players")
    return names


def _each_bot(bots: str | Sequence[Any]) -> tuple[str, ...]:
    return split_bots(bots) if isinstance(bots, str) else tuple(map(named_bot, bots))


def baseline(recipe: Recipe) -> Recipe:
    """What a variant is compared with if nothing is named: itself unchanged, or the variant that it extends."""
    if recipe.settings or recipe.rules:
        return attrs.evolve(recipe, settings=(), rules=())
    layers, _ = file_layers(recipe.variant)
    if len(layers) < 2 or layers[-2].document.get("group") == "base":
        raise PlanError(f"{recipe.variant} extends no other game: name another variant, or change a rule of this one")
    return attrs.evolve(recipe, variant=resolve_reference("variant", layers[-2].place((), False).file, os.curdir))


def plans_to_compare(recipes: Sequence[Recipe]) -> list[Plan]:
    """A plan for each, with a number of players that every variant allows: the usual one if possible."""
    variants = [each.load() for each in recipes]
    if recipes[0].players is not None:
        return [recipe.plan_of(variant) for recipe, variant in zip(recipes, variants, strict=True)]
    fewest = max(each.players.min for each in variants)
    most = min(each.players.max for each in variants)
    if fewest > most:
        spans = ", ".join(f"{each.name} is for {each.players.min} to {each.players.max}" for each in variants)
        raise PlanError(f"no number of players suits all: {spans}")
    players = min(max(USUAL_PLAYERS, fewest), most)
    return [recipe.plan_of(variant, players) for recipe, variant in zip(recipes, variants, strict=True)]
